import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '../src/contract/errors.ts'
import { createWorkflow } from '../src/features/workflows/engine/create-workflow.ts'
import { planOf } from '../src/features/workflows/validate-steps.ts'
import { selectWorkflows } from '../src/features/workflows/engine/workflow-rows.ts'
import { table } from './table.ts'
import {
  openBareEngine,
  openPrototype,
  openServiceEngine,
  type BenchEngine,
  type GraphStep,
  type ServiceEngine,
} from './workflow-engines.ts'

const WORKFLOWS = 1000
const ROUNDS = 5
const STORED = Number(process.env['BENCH_STORED'] ?? 100_000)

/** a → b‖c → d → e */
const diamond: readonly GraphStep[] = [
  { id: 'a', depends_on: [] },
  { id: 'b', depends_on: ['a'] },
  { id: 'c', depends_on: ['a'] },
  { id: 'd', depends_on: ['b', 'c'] },
  { id: 'e', depends_on: ['d'] },
]

/** Workflows beside the prototype, alone, in odd shapes, and among a hundred thousand others. */
export async function benchWorkflows(): Promise<void> {
  console.log(`Workflows: ${WORKFLOWS} of 5 steps that do nothing, every commit on disk`)
  await compareWithPrototype()
  await measureAlone()
  await measureShapes()
  await measureStored()
}

const engines: Readonly<Record<string, (folder: string) => Promise<BenchEngine | undefined>>> = {
  'Deskhand, engine alone': openBareEngine,
  'Deskhand, with tool runner, audit log and events': openServiceEngine,
  prototype: openPrototype,
}

/** Fresh stores in turn, each engine warmed up before it counts. */
async function compareWithPrototype(): Promise<void> {
  const found = new Map<string, number[]>()
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, open] of Object.entries(engines)) {
      await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
      const engine = await open(folder.path)
      if (!engine) continue
      await using _ = engine
      await engine.run(diamond, WORKFLOWS)
      const ms = await engine.run(diamond, WORKFLOWS)
      found.set(name, [...(found.get(name) ?? []), (WORKFLOWS * diamond.length * 1000) / ms])
    }
  const theirs = found.get('prototype')
  const rows = [...found].map(([name, rates]) => [
    name,
    Math.round(median(rates)),
    rates.map(Math.round).join(' '),
    // Round by round: whatever else the machine did meanwhile, it did to both.
    theirs && name !== 'prototype' ? `${median(rates.map((rate, i) => rate / theirs[i]!)).toFixed(2)} x` : '',
  ])
  console.log(table(['engine', 'steps/s', 'rounds', 'of the prototype'], rows))
  if (!theirs) console.log('prototype not here')
}

async function measureAlone(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  await using engine = await openServiceEngine(folder.path)
  const times: number[] = []
  for (let index = 0; index < 40; index += 1) times.push(await engine.run(diamond, 1))
  console.log(`\none workflow of 5 steps alone: ${median(times.slice(10)).toFixed(1)} ms (median of 30)`)
}

async function measureShapes(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  await using engine = await openServiceEngine(folder.path)
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `s${index}`)
  const graph = ids(500).map((id, index) => ({
    id,
    depends_on: [...new Set([index - 1 - (index % 7), index >> 1])]
      .filter((before) => before >= 0 && before < index)
      .map((before) => `s${before}`),
  }))
  const wide = [
    { id: 'first', depends_on: [] },
    ...ids(1000).map((id) => ({ id, depends_on: ['first'] })),
    { id: 'last', depends_on: ids(1000) },
  ]
  console.log(`a graph of 500 steps: ${Math.round(await engine.run(graph, 1))} ms`)
  console.log(`1,000 steps side by side, then one: ${Math.round(await engine.run(wide, 1))} ms`)
  const items = Array.from({ length: 1000 }, (_, index) => index)
  const each = [{ id: 'each', depends_on: [], for_each: { in: items, concurrency: 8 } }]
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await engine.run(each, 1))
  console.log(`one step for each of 1,000 items: ${Math.round(median(times))} ms (median of ${ROUNDS})`)
  console.log(`a circle of 300 steps refused: ${refuseCircle(engine).toFixed(1)} ms`)
}

function refuseCircle({ catalog }: ServiceEngine): number {
  const steps = Array.from({ length: 300 }, (_, index) => ({
    id: `s${index}`,
    agent: 'bench',
    action: 'NOOP',
    args: {},
    depends_on: [`s${(index + 1) % 300}`],
  }))
  const started = performance.now()
  try {
    planOf({ steps, variables: {} }, { catalog })
  } catch (error) {
    const ms = performance.now() - started
    if (error instanceof AppError && error.message.includes('s298 → s299 → s0')) return ms
  }
  throw new Error('The circle was not refused with its path.')
}

async function measureStored(): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-bench-'))
  {
    await using engine = await openServiceEngine(folder.path)
    await store(engine, STORED)
  }
  globalThis.gc?.()
  const memory = process.memoryUsage.rss()
  const started = performance.now()
  await using engine = await openServiceEngine(folder.path)
  const startMs = performance.now() - started
  const page = () => engine.workflows.engine.backend.read(selectWorkflows({ limit: 51 }))
  const waiting = () =>
    engine.workflows.engine.backend.read(selectWorkflows({ limit: 51, status: 'waiting' }))
  const deep = () => engine.workflows.engine.backend.read(selectWorkflows({ limit: 51, before: 1000 }))
  const read = async (what: () => Promise<unknown>) => {
    const times: number[] = []
    for (let index = 0; index < 50; index += 1) {
      const from = performance.now()
      await what()
      times.push(performance.now() - from)
    }
    return median(times).toFixed(2)
  }
  console.log(`\nwith ${STORED.toLocaleString('en')} stored workflows (${STORED * 5} steps):`)
  console.log(`  open the database and start: ${Math.round(startMs)} ms`)
  console.log(
    `  a page of the list: ${await read(page)} ms; deep in it: ${await read(deep)} ms; a status with none: ${await read(waiting)} ms`,
  )
  console.log(`  memory: ${megabytes(process.memoryUsage.rss() - memory)} more than before the start`)
  console.log(`  one workflow alone: ${(await engine.run(diamond, 1)).toFixed(1)} ms`)
}

/** Finished ones, as they would have been left by a long life. */
async function store({ workflows, catalog, database }: ServiceEngine, count: number): Promise<void> {
  const steps = diamond.map(({ id, depends_on }) => ({
    id,
    agent: 'bench',
    action: 'NOOP',
    args: {},
    depends_on: [...depends_on],
  }))
  const plan = planOf({ steps, variables: {} }, { catalog })
  const origin = { source: 'api', provenance: 'local-client', start: false } as const
  for (let done = 0; done < count; done += 500)
    await workflows.engine.transact(function* (scene) {
      for (let index = 0; index < 500; index += 1) yield* createWorkflow(scene, plan, origin)
    })
  await database.write(() => {
    database
      .prepare("UPDATE workflows SET status = 'completed', open_count = 0, active_count = 0, done_count = 5")
      .run()
    database
      .prepare(
        `UPDATE workflow_steps SET status = 'completed', blocked = 0, result = '{"success":true,"message":"Done.","data":{}}'`,
      )
      .run()
  })
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1024 / 1024)} MB`
}

if (import.meta.main) await benchWorkflows()
