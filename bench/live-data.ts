import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sampleRoutes } from '../test/live-data-routes.ts'
import { startUpstream } from '../test/upstream.ts'
import { freePort, startServer } from './load.ts'
import { table } from './table.ts'

const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 10)
const PER_SECOND = 1000
const CONNECTIONS = 20

const paths = {
  // What the machine itself costs at this rate: a route that only says that it is there.
  'health (to compare)': '/health',
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
      const { perSecond, p50Ms, p99Ms, maxMs, errors } = await steadyLoad(server.url + path, SECONDS)
      const times = [p50Ms, p99Ms, maxMs].map((ms) => ms.toFixed(2))
      rows.push([name, Math.round(perSecond), ...times, errors, upstream.requests.length - asked])
    }
    console.log(table(['', 'req/s', 'p50 ms', 'p99 ms', 'max ms', 'errors', 'calls upstream'], rows))
  }
  await rm(folder, { recursive: true, force: true })
}

interface Measured {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly maxMs: number
  readonly errors: number
}

/**
 * So many requests a second whether or not the ones before have been answered, so that a server that stalls cannot hide
 * it. Each counts from when it was sent: the sender never waits for an answer, and its own timer is not the server's.
 */
async function steadyLoad(url: string, seconds: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const begun = performance.now()
  const latencies: number[] = []
  const waiting: Promise<void>[] = []
  let errors = 0
  for (let due = begun; due < begun + seconds * 1000; due += 1000 / PER_SECOND) {
    const early = due - performance.now()
    if (early > 1) await sleep(early)
    const sent = performance.now()
    const answered = send(url, agent).then((isGood) => {
      latencies.push(performance.now() - sent)
      if (!isGood) errors += 1
    })
    waiting.push(answered)
  }
  await Promise.all(waiting)
  const took = performance.now() - begun
  agent.destroy()
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
  return {
    perSecond: (sorted.length / took) * 1000,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    maxMs: at(1),
    errors,
  }
}

function send(url: string, agent: Agent): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  get(url, { agent }, (response) => {
    response.resume()
    response.on('end', () => resolve(response.statusCode === 200))
  }).on('error', () => resolve(false))
  return promise
}
