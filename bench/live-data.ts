import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sampleRoutes } from '../test/live-data-samples.ts'
import { startUpstream } from '../test/upstream.ts'
import { freePort, startServer } from './load.ts'
import { table } from './table.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10)
const PER_SECOND = 1000
const CONNECTIONS = 20

const paths = {
  weather: '/api/widget/weather?city=Springfield',
  stock: '/api/widget/stock?symbol=ACME',
  rates: '/api/widget/exchange_rates?base=EUR&symbols=USD',
}

/** Live data from the cache at a steady rate; the aim is a 99th percentile below 5 ms at 1,000 requests a second. */
export async function benchLiveData(): Promise<void> {
  console.log(
    `Live data from the cache, ${PER_SECOND} requests a second for ${SECONDS} s, ${CONNECTIONS} connections`,
  )
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-bench-'))
  await using upstream = await startUpstream(sampleRoutes())
  {
    const port = await freePort()
    await using server = await startServer({
      command: process.execPath,
      args: ['bin/deskhand.js', 'start', '--port', String(port)],
      environment: {
        ...upstream.environment,
        DESKHAND_HOME: folder,
        DESKHAND_KEYRING: 'off',
        NODE_ENV: 'production',
      },
      port,
      readyPath: '/health',
    })
    const rows: (string | number)[][] = []
    for (const [name, path] of Object.entries(paths)) {
      await (await fetch(server.url + path)).text()
      await steadyLoad(server.url + path, 2)
      const asked = upstream.requests.length
      const { requests, latency, errors, non2xx } = await steadyLoad(server.url + path, SECONDS)
      rows.push([
        name,
        Math.round(requests.average),
        latency.p50,
        latency.p99,
        latency.max,
        errors + non2xx,
        upstream.requests.length - asked,
      ])
    }
    console.log(table(['', 'req/s', 'p50 ms', 'p99 ms', 'max ms', 'errors', 'calls upstream'], rows))
  }
  await rm(folder, { recursive: true, force: true })
}

interface Measured {
  readonly requests: { readonly average: number }
  readonly latency: { readonly p50: number; readonly p99: number; readonly max: number }
  readonly errors: number
  readonly non2xx: number
}

/** In a process of its own, so that it takes nothing from what it measures. */
async function steadyLoad(url: string, seconds: number): Promise<Measured> {
  const load = ['-c', String(CONNECTIONS), '-R', String(PER_SECOND), '-d', String(seconds), '--json', url]
  const { stdout } = await promisify(execFile)(process.execPath, [
    'node_modules/autocannon/autocannon.js',
    ...load,
  ])
  return JSON.parse(stdout) as Measured
}
