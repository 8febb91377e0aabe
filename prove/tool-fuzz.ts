import { mkdir, mkdtempDisposable, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import * as fc from 'fast-check'
import type { Envelope } from '../src/contract/envelope.ts'
import { silentLog } from '../src/contract/log.ts'
import type { AnyTool, Plugin } from '../src/contract/tool.ts'
import { Approvals } from '../src/features/tools/approvals.ts'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { createToolRunner } from '../src/features/tools/tool-runner.ts'
import { migrations } from '../src/migrations/migrations.ts'
import { plugins } from '../src/plugins/registry.ts'
import { createTestCall } from '../test/tool-call.ts'
import { argumentsOf } from './random-arguments.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

export interface FuzzResult {
  readonly tool: string
  readonly calls: number
  readonly succeeded: number
  readonly codes: Readonly<Record<string, number>>
  /** Bugs: no envelope, an internal error, a call that never ended, a file left where none belongs. */
  readonly failures: readonly string[]
}

/** Calls every tool with random arguments, fitting and broken ones, inside a folder of its own. */
export async function fuzzTools({
  perTool,
  seed,
  only,
}: {
  perTool: number
  seed: number
  only?: string
}): Promise<FuzzResult[]> {
  const results: FuzzResult[] = []
  for (const plugin of plugins)
    for (const tool of plugin.tools)
      if (only === undefined || only === tool.action)
        results.push(await fuzzTool({ plugin, tool, perTool, seed }))
  return results
}

interface Target {
  readonly plugin: Plugin
  readonly tool: AnyTool
  readonly perTool: number
  readonly seed: number
}

async function fuzzTool({ plugin, tool, perTool, seed }: Target): Promise<FuzzResult> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-fuzz-'))
  const home = join(folder.path, 'home')
  // A place of its own for temporary files too, so that any that stays is seen.
  await using temporary = await ownTemporaryFolder(folder.path)
  await using runner = await openRunner(plugin, folder.path)
  await fillHome(home)
  const codes: Record<string, number> = {}
  const failures: string[] = []
  let succeeded = 0
  for (const args of fc.sample(argumentsOf(tool, home), { numRuns: perTool, seed })) {
    const outcome = await runner.call(tool.action, args)
    const problem = problemOf(outcome)
    if (problem) failures.push(`${problem} for ${JSON.stringify(args)?.slice(0, 400)}`)
    const code = codeOf(outcome)
    if (code === null) succeeded += 1
    else codes[code] = (codes[code] ?? 0) + 1
  }
  const strays = await readdir(temporary.path)
  failures.push(...strays.map((name) => `left in the temporary folder: ${name}`))
  return { tool: tool.action, calls: perTool, succeeded, codes, failures }
}

async function ownTemporaryFolder(parent: string): Promise<AsyncDisposable & { path: string }> {
  const before = process.env['TMPDIR']
  const path = join(parent, 'tmp')
  await mkdir(path)
  process.env['TMPDIR'] = path
  return {
    path,
    async [Symbol.asyncDispose]() {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    },
  }
}

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Files that the random paths name, so that the tools also get to do their work. */
async function fillHome(home: string): Promise<void> {
  files ??= await makeFiles()
  await mkdir(join(home, 'sub'), { recursive: true })
  for (const [name, content] of files) await writeFile(join(home, name), content)
}

/** Made once, for to make them takes longer than to call most tools. */
let files: ReadonlyMap<string, Buffer> | undefined

async function makeFiles(): Promise<ReadonlyMap<string, Buffer>> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-fuzz-files-'))
  const home = join(folder.path, 'home')
  await mkdir(join(home, 'sub'), { recursive: true })
  await writeFile(join(home, 'a.txt'), 'one\ntwo\nthree\n')
  await writeFile(join(home, 'sub', 'i.txt'), 'inside')
  await writeFile(join(home, 'f.csv'), 'name,amount\na,1\nb,2\n')
  await writeFile(join(home, 'e.png'), Buffer.from(PIXEL, 'base64'))
  const make: Readonly<Record<string, object>> = {
    WRITE_XLSX: { path: join(home, 'b.xlsx'), data: [{ name: 'a', amount: 1 }] },
    CREATE_PPTX: { path: join(home, 'c.pptx'), title: 'Deck', slides: [{ title: 'One' }, { title: 'Two' }] },
    CREATE_DOCX: { path: join(home, 'd.docx'), markdown: '# Title\n\nText' },
    COMPRESS_FILES: { paths: [join(home, 'a.txt')], to: join(home, 'g.zip') },
  }
  const call = createTestCall({ home, dataFolder: join(home, '..', 'data') })
  for (const plugin of plugins)
    for (const { action, run } of plugin.tools) if (make[action]) await run(make[action], call)
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  const made = new Map<string, Buffer>()
  for (const entry of entries.filter((each) => each.isFile())) {
    const path = join(entry.parentPath, entry.name)
    made.set(relative(home, path), await readFile(path))
  }
  return made
}

type Outcome = (Envelope & { readonly bug?: unknown }) | { readonly threw: unknown } | 'hung'

async function openRunner(plugin: Plugin, folder: string) {
  const dataFolder = join(folder, 'data')
  const now = () => new Date()
  const database = await openDatabase({
    path: join(folder, 'fuzz.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  let bug: unknown
  const runner = createToolRunner({
    catalog: new ToolCatalog({ builtIn: [plugin], edition: 'linux' }),
    approvals: new Approvals({ database, now, onRequested() {}, onResolved() {} }),
    audit: { async intent() {}, async outcome() {} },
    approvalMode: () => 'risky',
    context: {
      log: silentLog,
      now,
      home: join(folder, 'home'),
      dataFolder,
      fetch: () => Promise.reject(new Error('no network in this test')),
      setting: () => null,
    },
    log: { ...silentLog, error: (fields) => (bug = (fields as { err?: unknown }).err) },
    onProgress() {},
    onCalled() {},
  })
  return {
    async call(action: string, args: unknown): Promise<Outcome> {
      bug = undefined
      const signal = AbortSignal.timeout(120_000)
      try {
        const envelope = await runner.run({
          action,
          args: args as Record<string, unknown>,
          provenance: 'local-client',
          signal,
        })
        return signal.aborted ? 'hung' : { ...envelope, bug }
      } catch (error) {
        return { threw: error }
      }
    },
    async [Symbol.asyncDispose]() {
      await database.close()
    },
  }
}

function problemOf(outcome: Outcome): string | undefined {
  if (outcome === 'hung') return 'the call did not end'
  if ('threw' in outcome) return `no envelope but ${String(outcome.threw)}`
  if (codeOf(outcome) === 'internal')
    return `a bug: ${outcome.bug instanceof Error ? outcome.bug.stack : String(outcome.bug)}`
  const isEnvelope =
    typeof outcome.success === 'boolean' &&
    typeof outcome.message === 'string' &&
    outcome.message !== '' &&
    'data' in outcome
  return isEnvelope ? undefined : 'not an envelope'
}

function codeOf(outcome: Outcome): string | null {
  if (outcome === 'hung' || 'threw' in outcome) return 'internal'
  return outcome.success
    ? null
    : ((outcome.data as { error?: { code?: string } } | null)?.error?.code ?? 'no_code')
}

if (import.meta.main) {
  const [, , perTool = '5000', only] = process.argv
  const results = await fuzzTools({ perTool: Number(perTool), seed: 1, ...(only && { only }) })
  for (const { tool, calls, succeeded, codes, failures } of results) {
    console.log(tool, { calls, succeeded, ...codes, failures: failures.length })
    for (const failure of failures.slice(0, 5)) console.log('   ', failure)
  }
  if (results.some(({ failures }) => failures.length > 0)) process.exitCode = 1
}
