import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { openSecretStore } from '../../platform/secrets/secret-store.ts'

/** Where the tests must be complete, a missing program fails them instead of skipping them. */
const mustRun = process.env['CI'] !== undefined
const hasStrace = spawnSync('strace', ['-V']).status === 0

/** A service's settings in a process of their own: changes HOME_CITY and a secret whenever it reads a line. */
const script = `
  import { flushCompileCache } from 'node:module'
  import { createInterface } from 'node:readline'
  import { createAuditLog } from '../../platform/audit/audit-log.ts'
  import { openSecretStore } from '../../platform/secrets/secret-store.ts'
  import { settingDefinitions } from './definitions.ts'
  import { createSettings } from './settings-store.ts'
  const folder = process.env.FOLDER
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const audit = createAuditLog({ path: folder + '/audit.jsonl', now: () => new Date(), scrub: (text) => text })
  const secrets = await openSecretStore({ folder, keyring: 'off', environment: {}, log })
  const settings = await createSettings({
    definitions: settingDefinitions, file: folder + '/settings.json', secrets, environment: {}, audit,
    now: () => new Date(), log, onIncident() {}, holdSecrets() {},
  })
  await settings.update({ HOME_CITY: 'old', USER_NAME: 'old', LLM_API_KEY: 'old' }, 'local-client')
  flushCompileCache()
  console.log('ready')
  for await (const value of createInterface({ input: process.stdin })) {
    await settings.update({ HOME_CITY: value, USER_NAME: value, LLM_API_KEY: value }, 'local-client')
    console.log('done')
    process.exit(0)
  }`

const calls = 'openat,write,fsync,fdatasync,rename'

test.skipIf(!hasStrace && !mustRun)(
  'killed at any of its system calls, an update leaves each file whole, old or new',
  { timeout: 600_000 },
  async () => {
    // Compiling is most of what a start takes, and there are as many starts as calls.
    await using compiled = await mkdtempDisposable(join(tmpdir(), 'deskhand-settings-compiled-'))
    const look = (call: number) => updateAndLook(call, compiled.path)
    const found: Found[] = [await look(1)]
    while (!found.at(-1)!.finished) found.push(await look(found.length + 1))
    const last = found.pop()

    expect(last).toEqual({ finished: true, settings: same('new'), secret: 'new', leftovers: [] })
    // Two files, each opened, written, synced, renamed, its folder opened and synced, between two audit entries.
    expect(found.length).toBeGreaterThan(15)
    const states = Map.groupBy(found, ({ settings, secret }) => JSON.stringify({ settings, secret }))
    expect([...states.keys()]).toEqual([
      JSON.stringify({ settings: same('old'), secret: 'old' }),
      JSON.stringify({ settings: same('old'), secret: 'new' }),
      JSON.stringify({ settings: same('new'), secret: 'new' }),
    ])
    expect(found.flatMap(({ leftovers }) => leftovers)).toEqual([])
  },
)

interface Found {
  readonly finished: boolean
  readonly settings: unknown
  readonly secret: unknown
  /** Temporary files of secrets that are still there after the next start. */
  readonly leftovers: readonly string[]
}

const same = (value: string) => ({ HOME_CITY: value, USER_NAME: value })

async function updateAndLook(call: number, compiled: string): Promise<Found> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-settings-crash-'))
  const finished = await updateKilledAt(call, { folder: folder.path, compiled })
  const { settings } = await readJson(folder.path, 'settings.json')
  const { values } = await readJson(folder.path, 'secrets.json')
  await openSecretStore({ folder: folder.path, keyring: 'off', environment: {}, log: silentLog })
  const leftovers = (await readdir(folder.path)).filter((name) => name.startsWith('.secrets'))
  return { finished, settings, secret: values!['LLM_API_KEY'], leftovers }
}

/** True when the update ended before so many calls were made. */
async function updateKilledAt(
  call: number,
  { folder, compiled }: { folder: string; compiled: string },
): Promise<boolean> {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
    cwd: import.meta.dirname,
    // One thread makes every call on a file, and strace watches that one alone.
    env: {
      PATH: process.env['PATH'],
      FOLDER: folder,
      UV_THREADPOOL_SIZE: '1',
      NODE_COMPILE_CACHE: compiled,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('ready')
  const thread = await fileThreadOf(child)
  const inject = `inject=${calls}:signal=SIGKILL:when=${call}`
  const strace = spawn('strace', ['-p', thread, '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const straceEnded = once(strace, 'exit')
  const [attached] = (await once(strace.stderr, 'data')) as [Buffer]
  expect(attached.toString()).toContain('attached')
  child.stdin.write('new\n')
  const [code, signal] = (await ended) as [number | null, string | null]
  await straceEnded
  expect(code === 0 || signal === 'SIGKILL').toBe(true)
  return code === 0
}

async function fileThreadOf({ pid }: ChildProcess): Promise<string> {
  const threads = await readdir(`/proc/${pid}/task`)
  for (const thread of threads) {
    const name = await readFile(`/proc/${pid}/task/${thread}/comm`, 'utf8')
    if (name.startsWith('libuv-worker')) return thread
  }
  throw new Error(`no thread of ${pid} does input and output`)
}

async function readJson(folder: string, name: string): Promise<Record<string, Record<string, unknown>>> {
  return JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, Record<string, unknown>>
}
