import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtempDisposable, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { openSecretStore } from './secret-store.ts'

/** Where the tests must be complete, a missing program fails them instead of skipping them. */
const mustRun = process.env['CI'] !== undefined
const hasKeyring = process.platform === 'linux' && hasPrograms('dbus-run-session', 'gnome-keyring-daemon')

/** Whoever asks for the keyring before it is there makes the bus start another one, which is locked. */
const HAS_OWNER =
  'dbus-send --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets'

/** Runs TypeScript in a session of its own with an unlocked keyring, which lives in `home`. */
async function inSession(home: string, script: string): Promise<unknown> {
  const start = `
    printf 'test password' | gnome-keyring-daemon --foreground --unlock --components=secrets >/dev/null 2>&1 &
    until ${HAS_OWNER} | grep -q 'boolean true'; do sleep 0.1; done
    "${process.execPath}" --input-type=module-typescript -e "$SCRIPT"
    code=$?
    kill $!
    exit $code`
  const child = spawn('dbus-run-session', ['--', 'sh', '-c', start], {
    cwd: import.meta.dirname,
    env: { PATH: process.env['PATH'], HOME: home, XDG_RUNTIME_DIR: join(home, 'run'), SCRIPT: script },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  try {
    return JSON.parse(output) as unknown
  } catch {
    throw new Error(`the session printed "${output}" and ${errors}`)
  }
}

/** Opens the store of `folder`, does something with it and prints what came of it. The keyring is up: it will answer. */
function withStore(folder: string, choice: string, work: string): string {
  return `
    import { openSecretStore } from './secret-store.ts'
    const log = { debug() {}, info() {}, warn() {}, error() {} }
    const options = { folder: ${JSON.stringify(folder)}, keyring: '${choice}', environment: process.env, log, answerMs: 100_000 }
    const store = await openSecretStore(options)
    const { backend, unreadable } = store
    ${work}
    console.log(JSON.stringify({ backend, unreadable, secrets: Object.fromEntries(store.all()) }))`
}

async function homeFolder() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-keyring-'))
  await mkdir(join(folder.path, 'run'), { mode: 0o700 })
  await mkdir(join(folder.path, 'data'), { mode: 0o700 })
  return { home: folder.path, data: join(folder.path, 'data'), [Symbol.asyncDispose]: () => folder.remove() }
}

test.skipIf(!hasKeyring && !mustRun)(
  'secrets live in the keyring of the session and not in a file',
  async () => {
    await using folder = await homeFolder()
    const { home, data } = folder
    const set = `await store.setAll({ LLM_API_KEY: 'canary-in-keyring', NEWS_API_KEY: 'other' }); await store.set('NEWS_API_KEY', null)`
    const first = await inSession(home, withStore(data, 'auto', set))
    expect(first).toMatchObject({ backend: 'keyring', secrets: { LLM_API_KEY: 'canary-in-keyring' } })

    const file = await readFile(join(data, 'secrets.json'), 'utf8')
    expect(file).not.toContain('canary')
    expect(JSON.parse(file)).toMatchObject({ keyring: { names: ['LLM_API_KEY'] }, values: {} })
    expect(await inSession(home, withStore(data, 'auto', ''))).toEqual({
      backend: 'keyring',
      unreadable: [],
      secrets: { LLM_API_KEY: 'canary-in-keyring' },
    })
    expect(await inSession(home, withStore(data, 'off', ''))).toEqual({
      backend: 'file',
      unreadable: ['LLM_API_KEY'],
      secrets: {},
    })
  },
)

test.skipIf(!hasKeyring && !mustRun)(
  'older secrets stay in their file until the keyring is turned on',
  async () => {
    await using folder = await homeFolder()
    const { home, data } = folder
    const options = { folder: data, keyring: 'off', environment: {}, log: silentLog } as const
    await (await openSecretStore(options)).setAll({ LLM_API_KEY: 'canary-older', TOKEN: 'canary-token' })

    const secrets = { LLM_API_KEY: 'canary-older', TOKEN: 'canary-token' }
    expect(await inSession(home, withStore(data, 'auto', ''))).toMatchObject({ backend: 'keyring', secrets })
    expect(await readFile(join(data, 'secrets.json'), 'utf8')).toContain('canary-older')

    expect(await inSession(home, withStore(data, 'on', ''))).toMatchObject({ backend: 'keyring', secrets })
    expect(await readFile(join(data, 'secrets.json'), 'utf8')).not.toContain('canary')

    // Without its session a removal is remembered, and reaches the keyring when it answers again.
    await (await openSecretStore(options)).set('TOKEN', null)
    const afterwards = { LLM_API_KEY: 'canary-older' }
    expect(await inSession(home, withStore(data, 'auto', ''))).toMatchObject({ secrets: afterwards })
    expect(JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8'))).toMatchObject({
      keyring: { names: ['LLM_API_KEY'] },
      values: {},
    })
  },
)

test.skipIf(!hasKeyring && !mustRun)(
  'lines that were cut off the end of the audit log are noticed by what the keyring kept',
  async () => {
    await using folder = await homeFolder()
    const { home, data } = folder
    const work = `
      import { readFile, writeFile } from 'node:fs/promises'
      import { createAuditLog } from '../audit/audit-log.ts'
      import { verifyAnchoredLog } from '../audit/audit-verify.ts'
      import { headPlaces } from '../audit/head-places.ts'
      const path = ${JSON.stringify(join(data, 'audit.jsonl'))}
      const options = { folder: ${JSON.stringify(data)}, environment: process.env, socket: '/nowhere', keyring: true, answerMs: 100_000 }
      const places = await headPlaces(options)
      const audit = createAuditLog({ path, now: () => new Date(), scrub: (text) => text })
      audit.keepHeadsIn(places)
      const entry = { kind: 'tool.call', provenance: 'model', subject: 'x' }
      for (let count = 0; count < 10; count += 1) await audit.append(entry)
      await audit.close()
      const whole = await verifyAnchoredLog(path, places)
      const lines = (await readFile(path, 'utf8')).trimEnd().split('\\n')
      await writeFile(path, lines.slice(0, -4).join('\\n') + '\\n')
      console.log(JSON.stringify([whole, await verifyAnchoredLog(path, places)]))`
    expect(await inSession(home, work)).toMatchObject([
      { ok: true, anchored_in: ['the keyring'], missing: [] },
      { ok: false, anchored_in: ['the keyring'], missing: [{ count: 4, after: { seq: 6 } }] },
    ])
  },
)

test.skipIf(process.platform !== 'linux')('a keyring that never answers is given up', async () => {
  await using folder = await homeFolder()
  // Accepts, and says nothing: what a session bus does when it hangs.
  await using bus = createServer((socket) => socket.resume())
  const path = join(folder.home, 'run', 'bus')
  await new Promise<void>((resolve) => bus.listen(path, resolve))
  const store = await openSecretStore({
    folder: folder.data,
    keyring: 'auto',
    environment: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}`, HOME: folder.home },
    log: silentLog,
    answerMs: 500,
  })
  expect(store.backend).toBe('file')
  expect(store.problem).toContain("didn't answer")
  await store.set('LLM_API_KEY', 'sk-1')
  expect(existsSync(join(folder.data, 'secrets.json'))).toBe(true)
})

function hasPrograms(...programs: string[]): boolean {
  try {
    for (const program of programs) execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
}
