import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled, measure, startServer, type Measured, type RunningServer } from './load.ts'
import { table } from './table.ts'

const CONNECTIONS = 64
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 8)
/** Debian's own, which has Debian's packages, whatever stands first on the path. */
const PYTHON = '/usr/bin/python3'
const BODY = JSON.stringify({
  items: Array.from({ length: 10 }, (_, index) => ({ text: `item ${index}`, done: false })),
})

/** Store reads and writes beside a bare server and FastAPI, first with the disk as it is, then with a slow fsync. */
export async function benchStore(): Promise<void> {
  if (!(await isInstalled('wrk', ['-v'])))
    throw new Error('This benchmark needs wrk (Debian: apt-get install wrk).')
  console.log(`Store, ${CONNECTIONS} connections, ${SECONDS} s each`)
  for (const slow of [false, true]) {
    if (slow && !(await isInstalled('strace', ['-V']))) continue
    console.log(slow ? '\nEvery fsync takes 3 ms longer (strace):' : '\nThe disk as it is:')
    await compare(slow)
  }
}

async function compare(slow: boolean): Promise<void> {
  const results = new Map<string, { get: Measured; post: Measured }>()
  for (const [name, start] of Object.entries(servers)) {
    if (name === 'FastAPI' && !(await isInstalled(PYTHON, ['-c', 'import fastapi, uvicorn']))) continue
    const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
    {
      await using server = await start(folder, slow)
      const url = `${server.url}/api/store/bench`
      await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: BODY })
      await measure({ url, connections: CONNECTIONS, seconds: 2 })
      const get = await measure({ url, connections: CONNECTIONS, seconds: SECONDS })
      await measure({ url, connections: CONNECTIONS, seconds: 2, body: BODY })
      const post = await measure({ url, connections: CONNECTIONS, seconds: SECONDS, body: BODY })
      results.set(name, { get, post })
    }
    await rm(folder, { recursive: true, force: true })
  }
  const ours = results.get('Deskhand')!
  const rows = [...results].flatMap(([name, { get, post }]) => [
    row(name, 'GET', { found: get, ours: ours.get }),
    row(name, 'POST', { found: post, ours: ours.post }),
  ])
  console.log(table(['server', '', 'req/s', 'p50 ms', 'p99 ms', 'errors', 'Deskhand is'], rows))
}

function row(
  name: string,
  method: string,
  { found, ours }: Record<'found' | 'ours', Measured>,
): (string | number)[] {
  const ratio = name === 'Deskhand' ? '' : `${(ours.perSecond / found.perSecond).toFixed(2)} x`
  return [
    name,
    method,
    Math.round(found.perSecond),
    found.p50Ms.toFixed(2),
    found.p99Ms.toFixed(2),
    found.errors,
    ratio,
  ]
}

type Start = (folder: string, slow: boolean) => Promise<RunningServer>

const servers: Readonly<Record<string, Start>> = {
  async Deskhand(folder, slow) {
    const port = await freePort()
    const environment = { DESKHAND_HOME: folder, DESKHAND_KEYRING: 'off', NODE_ENV: 'production' }
    const args = ['bin/deskhand.js', 'start', '--port', String(port)]
    return startServer({ ...slowed(process.execPath, args, slow), environment, port, readyPath: '/health' })
  },
  async 'bare node:http'(folder, slow) {
    const port = await freePort()
    const environment = { BENCH_DATABASE: join(folder, 'bare.db'), BENCH_PORT: String(port) }
    return startServer({
      ...slowed(process.execPath, ['bench/servers/bare-store.ts'], slow),
      environment,
      port,
      readyPath: '/api/store/x',
    })
  },
  async FastAPI(folder, slow) {
    const port = await freePort()
    const environment = { BENCH_DATABASE: join(folder, 'fastapi.db'), BENCH_PORT: String(port) }
    return startServer({
      ...slowed(PYTHON, ['bench/servers/fastapi_store.py'], slow),
      environment,
      port,
      readyPath: '/api/store/x',
    })
  },
}

/** SQLite in Node calls fsync, Python's may call fdatasync: both are slowed. */
function slowed(
  command: string,
  args: readonly string[],
  slow: boolean,
): { command: string; args: readonly string[] } {
  if (!slow) return { command, args }
  const inject = [
    '-f',
    '-qq',
    '--seccomp-bpf',
    '-o',
    '/dev/null',
    '-e',
    'trace=fsync,fdatasync',
    '-e',
    'inject=fsync,fdatasync:delay_exit=3000',
  ]
  return { command: 'strace', args: [...inject, command, ...args] }
}
