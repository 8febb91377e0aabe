import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { planOf } from '../src/features/workflows/validate-steps.ts'
import { postgresFolder, startCluster, type Cluster } from '../test/postgres.ts'
import { table } from './table.ts'
import { installPeer, peers, runPeer } from './workflow-peers.ts'
import { openSharedEngine, type SharedEngine } from './workflow-shared-engine.ts'
import { first } from '../src/features/workflows/engine/statement.ts'

const STEP_MS = 200
/** Few, so that the workers and not the processors of this machine are what there is too little of. */
const PLACES = 4
const CROWD = [1, 2, 4] as const
const TAKE_OVERS = 5

/** Several processes on one PostgreSQL: how the work spreads, how soon a dead one is replaced. */
export async function benchSharedWorkflows(): Promise<void> {
  if (postgresFolder === undefined) {
    console.log('Workflows on PostgreSQL: it is not installed here')
    return
  }
  await using cluster = await startCluster({ durable: true })
  await measureCrowd(cluster)
  await measureNothing(cluster)
  await measurePeers(cluster)
  await measureAlone(cluster)
  await measureTakeOver(cluster)
}

async function measureCrowd(cluster: Cluster): Promise<void> {
  console.log(`Workflows on PostgreSQL: steps of ${STEP_MS} ms, ${PLACES} places a worker`)
  const rates: number[] = []
  for (const workers of CROWD) {
    await using crowd = await openCrowd(cluster, { workers, places: PLACES })
    await crowd.run({ count: 4 * workers, ms: STEP_MS })
    const ms = await crowd.run({ count: 30 * workers, ms: STEP_MS })
    rates.push((30 * workers * 5 * 1000) / ms)
  }
  const rows = CROWD.map((workers, index) => [
    workers,
    rates[index]!.toFixed(1),
    `${(rates[index]! / rates[0]!).toFixed(2)} x`,
    ((workers * PLACES * 1000) / STEP_MS).toFixed(0),
  ])
  console.log(table(['workers', 'steps/s', 'of one', 'at most possible'], rows))
}

async function measureNothing(cluster: Cluster): Promise<void> {
  const rows: (string | number)[][] = []
  for (const places of [16, 64])
    for (const workers of CROWD) {
      await using crowd = await openCrowd(cluster, { workers, places })
      await crowd.run({ count: 200, ms: 0 })
      const ms = await crowd.run({ count: 400, ms: 0 })
      rows.push([places, workers, Math.round((400 * 5 * 1000) / ms)])
    }
  console.log('\nsteps that do nothing, every commit on disk')
  console.log(table(['places a worker', 'workers', 'steps/s'], rows))
}

/** The same five steps that do nothing, by engines that others would pick. They are fetched for this alone. */
async function measurePeers(cluster: Cluster): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  const rows: (string | number)[][] = []
  for (const peer of peers) {
    const place = join(folder.path, peer.name)
    await installPeer(peer, place)
    for (const workers of CROWD) {
      const ms = await runPeer(peer, { cluster, folder: place, workers, places: 64, count: 400 })
      rows.push([peer.name, workers, Math.round((400 * 5 * 1000) / ms), peer.note])
    }
  }
  console.log('\nthe same by others, 64 at once')
  console.log(table(['', 'workers', 'steps/s', ''], rows))
}

async function measureAlone(cluster: Cluster): Promise<void> {
  await using crowd = await openCrowd(cluster, { workers: 1, places: 16 })
  const times: number[] = []
  for (let index = 0; index < 25; index += 1) times.push(await crowd.run({ count: 1, ms: 0 }))
  const median = times.slice(5).toSorted((a, b) => a - b)[10]!
  console.log(`\none workflow of 5 steps alone: ${median.toFixed(1)} ms (median of 20)`)
}

async function measureTakeOver(cluster: Cluster): Promise<void> {
  const times: number[] = []
  for (let round = 0; round < TAKE_OVERS; round += 1) {
    await using crowd = await openCrowd(cluster, { workers: 1, places: PLACES })
    times.push(await crowd.takeOver())
  }
  const shown = times.map((ms) => (ms / 1000).toFixed(1)).join(', ')
  console.log(
    `\ntaken over after kill -9 of a worker: ${shown} s (longest ${(Math.max(...times) / 1000).toFixed(1)} s)`,
  )
}

interface Crowd extends AsyncDisposable {
  /** Runs so many workflows of five steps (a → b‖c → d → e) until the last has ended; the answer is in milliseconds. */
  run(work: { count: number; ms: number }): Promise<number>
  /** Kills the worker that runs a step, and answers after how many milliseconds another has begun it. */
  takeOver(): Promise<number>
}

async function openCrowd(
  cluster: Cluster,
  { workers, places }: { workers: number; places: number },
): Promise<Crowd> {
  const url = await cluster.createDatabase()
  await using opening = new AsyncDisposableStack()
  const folder = opening.use(await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-')))
  let left = 0
  let isOver = () => {}
  const onEnded = () => {
    left -= 1
    if (left === 0) isOver()
  }
  const engine = opening.use(
    await openSharedEngine({ url, folder: folder.path, places, runsSteps: false, onEnded }),
  )
  const children = await Promise.all(Array.from({ length: workers }, () => startWorker({ url, places })))
  opening.defer(async () => void (await Promise.all(children.map(endWorker))))
  const opened = opening.move()
  return {
    async run({ count, ms }) {
      const { promise, resolve } = Promise.withResolvers<void>()
      left = count
      isOver = resolve
      const started = performance.now()
      await Promise.all(Array.from({ length: count }, () => createDiamond(engine, ms)))
      await promise
      return performance.now() - started
    },
    takeOver: () => takeOver(engine, { url, worker: children[0]! }),
    async [Symbol.asyncDispose]() {
      await opened.disposeAsync()
      await cluster.dropDatabase(url)
    },
  }
}

async function startWorker(options: { url: string; places: number }): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./workflow-worker-child.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface(child.stdout), 'line')
  return child
}

async function endWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const origin = { source: 'api', provenance: 'local-client' } as const

async function createDiamond({ workflows, catalog }: SharedEngine, ms: number): Promise<void> {
  const step = (id: string, ...depends_on: string[]) => ({
    id,
    agent: 'bench',
    action: 'REST',
    args: { ms },
    depends_on,
  })
  const steps = [step('a'), step('b', 'a'), step('c', 'a'), step('d', 'b', 'c'), step('e', 'd')]
  await workflows.engine.create(planOf({ steps, variables: {} }, { catalog }), origin)
}

async function takeOver({ workflows, catalog }: SharedEngine, { url, worker }: TakeOver): Promise<number> {
  const steps = [{ id: 'a', agent: 'bench', action: 'REST', args: { ms: 60_000 }, depends_on: [] }]
  await workflows.engine.create(planOf({ steps, variables: {} }, { catalog }), origin)
  const begun = async (attempts: number) =>
    workflows.engine.backend.read(
      first("SELECT 1 AS found FROM workflow_steps WHERE status = 'running' AND attempts = ?1", attempts),
    )
  while (!(await begun(1))) await sleep(10)
  const other = await startWorker({ url, places: PLACES })
  try {
    // In its first seconds it takes nobody for dead; and the kill comes anywhere between two signs of life.
    await sleep(9_000 + Math.random() * 2_000)
    const killed = performance.now()
    await endWorker(worker)
    while (!(await begun(2))) await sleep(10)
    return performance.now() - killed
  } finally {
    await endWorker(other)
  }
}

interface TakeOver {
  readonly url: string
  readonly worker: ChildProcess
}

if (import.meta.main) await benchSharedWorkflows()
