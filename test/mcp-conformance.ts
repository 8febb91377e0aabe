import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** The revision whose scenarios are required, as it was released. */
export const REVISION = '2026-07-28'

export interface Check {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED'
  readonly errorMessage?: string
  readonly description: string
}

const require = createRequire(import.meta.url)
const suite = join(
  dirname(require.resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)

export interface SuiteRun {
  /** What went wrong in each scenario that ran, in the words of the suite; empty for one that passed. */
  readonly failures: ReadonlyMap<string, readonly string[]>
  readonly output: string
}

/** Runs what the revision requires of the official suite. */
export async function runSuite(words: readonly string[]): Promise<SuiteRun> {
  const { checks, text } = await run([...words, '--requirements', REVISION])
  const failures = new Map([...checks].map(([scenario, found]) => [scenario, failuresIn(found)]))
  return { failures, output: text }
}

/** Runs one scenario, such as that of an extension, and answers with what it looked at. */
export async function runScenario(words: readonly string[], scenario: string): Promise<readonly Check[]> {
  const { checks, text } = await run([...words, '--scenario', scenario])
  const [found] = checks.values()
  if (!found) throw new Error(text)
  return found
}

async function run(words: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-conformance-'))
  try {
    const text = await output([...words, '--output-dir', folder])
    const names = await readdir(folder, { recursive: true })
    const checks = new Map<string, readonly Check[]>()
    for (const name of names.filter((one) => one.endsWith('checks.json'))) {
      const found = JSON.parse(await readFile(join(folder, name), 'utf8')) as Check[]
      // The folder is named by the scenario and the time.
      checks.set(dirname(name).replace(/-\d{4}-\d{2}-\d{2}T.*$/, ''), found)
    }
    return { checks, text }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The scenarios that a revision requires and scores. */
export async function requiredScenarios(role: 'client' | 'server'): Promise<string[]> {
  const text = await output(['list', `--${role}`, '--requirements', REVISION])
  const scored = text.slice(
    text.indexOf(`${role === 'client' ? 'Client' : 'Server'} scenarios`),
    text.indexOf('Run and reported'),
  )
  const [own = ''] = scored.split(/\n\n/)
  return [...own.matchAll(/^ {2}- (\S+)$/gm)].map(([, name]) => name!)
}

async function output(words: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [suite, ...words], { stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  await once(child, 'close')
  return text
}

function failuresIn(checks: readonly Check[]): string[] {
  return checks
    .filter(({ status }) => status === 'FAILURE')
    .map(({ id, errorMessage, description }) => `${id}: ${errorMessage ?? description}`)
}
