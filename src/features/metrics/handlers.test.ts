import { expect, test } from 'vitest'
import { createMetricsSampler } from '../../platform/metrics/sampler.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { type Metrics, metricsContract } from './contract.ts'
import { metricsHandlers } from './handlers.ts'
import { summarizeMetrics } from './summary.ts'

const { read } = metricsContract
const example: Metrics = read.example.result
const call = {} as never

test('the example of the endpoint fits its schemas', () => {
  expect(checkFor(read.query, 'query')({ ...read.example.query })).toEqual([])
  expect(checkFor(read.result, 'result')(example)).toEqual([])
})

test.skipIf(process.platform !== 'linux')('what this machine tells fits the declared shape', async () => {
  const metrics = createMetricsSampler({ now: () => new Date(), platform: process.platform })
  const answer = await metricsHandlers({ metrics }).read(
    { params: undefined, query: { processes: 3 }, body: undefined },
    call,
  )
  expect(checkFor(read.result, 'result')(answer)).toEqual([])
  expect(answer).toMatchObject({ host: { arch: process.arch } })
  expect((answer as Metrics).processes).toHaveLength(3)
})

test('the lists of processes are as long as asked, ten by default', async () => {
  const [process] = example.processes
  const many = Array.from({ length: 30 }, (_, pid) => ({ ...process!, pid }))
  const current = async () => ({ ...example, processes: many, processes_by_memory: many.toReversed() })
  const handlers = metricsHandlers({ metrics: { current } })
  const ask = async (query: { processes?: number }) =>
    (await handlers.read({ params: undefined, query, body: undefined }, call)) as Metrics

  expect((await ask({})).processes).toHaveLength(10)
  const few = await ask({ processes: 2 })
  expect(few.processes.map(({ pid }) => pid)).toEqual([0, 1])
  expect(few.processes_by_memory.map(({ pid }) => pid)).toEqual([29, 28])
  expect((await ask({ processes: 0 })).processes).toEqual([])
})

test('a summary tells of the root disk, and of a battery only where there is one', () => {
  const data = { ...example.disks[0]!, mount: '/data', percent: 99 }
  expect(summarizeMetrics({ ...example, disks: [data, ...example.disks] })).toMatchObject({
    cpu_percent: 17.5,
    disk_percent: 25,
    battery_percent: 81,
  })
  expect(summarizeMetrics({ ...example, battery: null, disks: [] })).toEqual({
    cpu_percent: 17.5,
    load_1: 0.42,
    memory_percent: 25,
    memory_used_bytes: 4_194_304_000,
    memory_total_bytes: 16_777_216_000,
  })
})
