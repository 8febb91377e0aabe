import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

const program = '/usr/bin/radicale'

export const hasRadicale = spawnSync(program, ['--version']).status === 0

export const user = 'ada'
export const password = 'correct horse'

/** A real CalDAV server with one user, who has one calendar. */
export interface Radicale extends AsyncDisposable {
  /** Of the server; with the name of the user it finds the calendar by itself. */
  readonly root: string
  readonly collection: string
  /** What another program of the user would do. */
  request(
    method: string,
    name: string,
    options?: { body?: string; headers?: Record<string, string> },
  ): Promise<Response>
  stop(): Promise<void>
  resume(): Promise<void>
  /** Makes it forget everything. */
  wipe(): Promise<void>
}

export async function startRadicale(): Promise<Radicale> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-radicale-'))
  const port = await freePort()
  const hashed = spawnSync('openssl', ['passwd', '-apr1', password], { encoding: 'utf8' }).stdout.trim()
  await writeFile(join(folder, 'users'), `${user}:${hashed}\n`)
  await writeFile(
    join(folder, 'config'),
    `[server]
hosts = 127.0.0.1:${port}
[auth]
type = htpasswd
htpasswd_filename = ${join(folder, 'users')}
htpasswd_encryption = md5
delay = 0
[storage]
filesystem_folder = ${join(folder, 'collections')}
[logging]
level = error
`,
  )
  const root = `http://127.0.0.1:${port}/`
  const collection = `${root}${user}/home/`
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
  const request: Radicale['request'] = (method, name, { body, headers } = {}) =>
    fetch(new URL(name, collection), {
      method,
      headers: { authorization, ...headers },
      ...(body !== undefined && { body }),
    })
  let child = await launch(folder, root)
  const make = () => request('MKCALENDAR', '')
  await make()
  return {
    root,
    collection,
    request,
    stop: () => end(child),
    async resume() {
      child = await launch(folder, root)
    },
    async wipe() {
      // It looks at the disk with every request, and has what it remembers of a calendar in the folder of its user.
      await rm(join(folder, 'collections', 'collection-root', user), { recursive: true })
      await make()
    },
    async [Symbol.asyncDispose]() {
      await end(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function launch(folder: string, root: string): Promise<ChildProcess> {
  const child = spawn(program, ['--config', join(folder, 'config')], { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaint = ''
  child.stderr.on('data', (bytes: Buffer) => (complaint += bytes.toString()))
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Radicale did not start: ${complaint}`)
    const isUp = await fetch(root, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
    if (isUp) return child
    await sleep(50)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
