import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly errors: number
}

export interface Load {
  readonly url: string
  readonly connections: number
  readonly seconds: number
  /** A JSON body makes it a POST. */
  readonly body?: string
}

/** The same load on any server: wrk from Debian, which leaves one core to the server. */
export async function measure({ url, connections, seconds, body }: Load): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  const script = join(folder, 'load.lua')
  const post =
    body === undefined
      ? ''
      : `wrk.method = "POST"\nwrk.body = [==[${body}]==]\nwrk.headers["Content-Type"] = "application/json"\n`
  await writeFile(
    script,
    `${post}done = function(summary, latency, requests)
  local errors = summary.errors
  io.write(string.format("RESULT %f %f %f %d\\n", summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end\n`,
  )
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url]
  const { stdout } = await promisify(execFile)('wrk', args)
  await rm(folder, { recursive: true })
  const [perSecond, p50Ms, p99Ms, errors] = /RESULT (\S+) (\S+) (\S+) (\S+)/
    .exec(stdout)!
    .slice(1)
    .map(Number)
  return { perSecond: perSecond!, p50Ms: p50Ms!, p99Ms: p99Ms!, errors: errors! }
}

export interface RunningServer extends AsyncDisposable {
  readonly url: string
  readonly process: ChildProcess
}

export interface ServerCommand {
  readonly command: string
  readonly args: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  readonly port: number
  readonly readyPath: string
}

/** Starts a server in a process of its own and waits until it answers. */
export async function startServer({
  command,
  args,
  environment,
  port,
  readyPath,
}: ServerCommand): Promise<RunningServer> {
  const child = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...environment },
    detached: true,
  })
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  const url = `http://127.0.0.1:${port}`
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`${command} ended: ${complaint}`)
    const isReady = await fetch(url + readyPath).then(
      (response) => response.status < 500,
      () => false,
    )
    if (isReady) break
    await sleep(50)
  }
  return {
    url,
    process: child,
    async [Symbol.asyncDispose]() {
      // The whole group: under strace the server is a grandchild.
      process.kill(-child.pid!, 'SIGKILL')
      await sleep(100)
    },
  }
}

export async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const server = createServer()
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as { port: number }
    server.close(() => resolve(port))
  })
  return promise
}

export async function isInstalled(
  command: string,
  args: readonly string[] = ['--version'],
): Promise<boolean> {
  return promisify(execFile)(command, args).then(
    () => true,
    (error: { code?: unknown }) => typeof error.code === 'number' && !args.includes('-c'),
  )
}
