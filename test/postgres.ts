import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.ts'

/** A PostgreSQL of its own, in a temporary folder, reached by a Unix socket and by a port of this machine. */
export interface Cluster extends AsyncDisposable {
  /** An empty database, or a copy of another one. */
  createDatabase(from?: string): Promise<string>
  dropDatabase(url: string): Promise<void>
  /** Runs SQL as the superuser, and gives its rows as text, one line each. */
  sql(statement: string, url?: string): string
  /** Ends the server at once, as if its machine had lost power, and lets it come back. */
  crash(): Promise<void>
  resume(): Promise<void>
  /** A way to the database that can be cut. */
  openAddress(url: string): Promise<ServerAddress>
}

export interface ServerAddress {
  readonly url: string
  /** Everybody who came this way is thrown out, and nobody comes in any more. */
  cut(): void
  reopen(): Promise<void>
}

export const postgresFolder = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)

/** What it writes is on disk when it says so only if `durable`; tests that nobody pulls the plug on need not wait for it. */
export async function startCluster({ durable = false }: { durable?: boolean } = {}): Promise<Cluster> {
  if (postgresFolder === undefined)
    throw new Error('PostgreSQL is not installed (Debian package postgresql).')
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-pg-'))
  const user = await serverUser(folder)
  const data = join(folder, 'data')
  as(user, 'initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ])
  const serve = () => startServer(user, { data, folder, durable })
  let server = await serve()
  let databases = 0
  const urlOf = (name: string) => `postgres://postgres@localhost/${name}?host=${encodeURIComponent(folder)}`
  const sql = (statement: string, url = urlOf('postgres')) =>
    as(user, 'psql', ['-X', '-q', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-d', url, '-c', statement])
  // The server waits until every connection has heard of such a change, and ours hear nothing while this process waits.
  const change = async (statement: string) => {
    const args = ['-X', '-q', '-v', 'ON_ERROR_STOP=1', '-d', urlOf('postgres'), '-c', statement]
    const psql = spawn(join(postgresFolder, 'psql'), args, { cwd: '/', stdio: 'inherit', ...own(user) })
    const [status] = (await once(psql, 'exit')) as [number | null]
    if (status !== 0) throw new Error(`"${statement}" failed.`)
  }
  return {
    sql,
    async createDatabase(from) {
      const name = `test_${(databases += 1)}`
      await change(`CREATE DATABASE ${name}${from === undefined ? '' : ` TEMPLATE ${nameIn(from)}`}`)
      return urlOf(name)
    },
    dropDatabase: (url) => change(`DROP DATABASE ${nameIn(url)} WITH (FORCE)`),
    async crash() {
      server.kill('SIGQUIT')
      await once(server, 'exit')
    },
    async resume() {
      server = await serve()
    },
    openAddress: (url) => openAddress(url, join(folder, `.s.PGSQL.${PORT}`)),
    async [Symbol.asyncDispose]() {
      if (server.exitCode === null && server.signalCode === null) {
        server.kill('SIGQUIT')
        await once(server, 'exit')
      }
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Only part of the name of the socket: nothing listens on it. */
const PORT = 5432

interface ServerUser {
  readonly uid: number | undefined
  readonly gid: number | undefined
}

/** PostgreSQL refuses to run as root: then it runs as the user that its package has made. */
async function serverUser(folder: string): Promise<ServerUser> {
  if (process.getuid?.() !== 0) return { uid: undefined, gid: undefined }
  const id = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const user = { uid: id('-u'), gid: id('-g') }
  await chown(folder, user.uid, user.gid)
  await chmod(folder, 0o755)
  return user
}

function own({ uid, gid }: ServerUser) {
  return uid === undefined ? {} : { uid, gid }
}

function as(user: ServerUser, program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(join(postgresFolder!, program), args, {
    encoding: 'utf8',
    cwd: '/',
    ...own(user),
  })
  if (status !== 0) throw new Error(`${program} failed: ${stderr || String(error)}`)
  return stdout.trimEnd()
}

interface ServerPlace {
  readonly data: string
  readonly folder: string
  readonly durable: boolean
}

async function startServer({ uid, gid }: ServerUser, { data, folder, durable }: ServerPlace) {
  const settings = {
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: folder,
    max_connections: 200,
    ...(!durable && { fsync: 'off', full_page_writes: 'off', autovacuum: 'off' }),
  }
  const server = spawn(
    join(postgresFolder!, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { stdio: ['ignore', 'ignore', 'pipe'], cwd: '/', ...(uid !== undefined && { uid, gid }) },
  )
  let complaints = ''
  server.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  while (!(await answers(join(folder, `.s.PGSQL.${PORT}`)))) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL did not start: ${complaints}`)
    await sleep(50)
  }
  return server
}

/** Whether it takes queries: one that is still starting says so to whoever connects. */
async function answers(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    // A start-up message for user and database "postgres"; the first byte of the answer is R when it may come in.
    const body = Buffer.from('\0\u0003\0\0user\0postgres\0database\0postgres\0\0', 'latin1')
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    socket.write(Buffer.concat([length, body]))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return answer[0] === 'R'.charCodeAt(0)
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

async function openAddress(url: string, socketPath: string): Promise<ServerAddress> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((outside) => {
    const inside = connect(socketPath)
    for (const [socket, other] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    outside.pipe(inside).pipe(outside)
  })
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://postgres@127.0.0.1:${port}/${nameIn(url)}`,
    cut() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
    async reopen() {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
  }
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1)
}
