import { afterEach, expect, test, vi } from 'vitest'
import type { Metrics } from '../../features/metrics/contract.ts'
import {
  createMetricsSampler,
  metricsPace,
  type MetricsSampler,
  type MetricsSamplerOptions,
} from './sampler.ts'
import type { MetricsSource } from './source.ts'

const HOUR = 3_600_000
const opened: MetricsSampler[] = []

afterEach(() => {
  vi.useRealTimers()
  for (const sampler of opened.splice(0)) sampler.stop()
})

test('the first question waits for the first sample, which has rates already', async () => {
  const machine = createMachine()
  const sampler = createSampler({ source: machine.source, monotonic: machine.monotonic })
  const metrics = await sampler.current()
  expect(metrics.cpu).toMatchObject({
    percent: 50,
    cores: 2,
    per_core: [100, 0],
    load_1: 0.5,
    model: 'Example CPU',
  })
  expect(metrics.network).toEqual([
    {
      interface: 'eth0',
      received_bytes: 2000,
      sent_bytes: 200,
      received_bytes_per_second: 1000,
      sent_bytes_per_second: 100,
    },
  ])
  expect(metrics.processes.map(({ name, cpu_percent }) => [name, cpu_percent])).toEqual([
    ['busy', 100],
    ['large', 0],
  ])
  expect(metrics.processes_by_memory.map(({ name }) => name)).toEqual(['large', 'busy'])
  expect(metrics.process_count).toBe(2)
  expect(metrics.sampled_at).toBe('2026-03-02T09:30:00.000Z')
})

test('memory and disks are known after one reading, which the first sample is then made from', async () => {
  const machine = createMachine()
  const pace = { ...metricsPace, first: HOUR }
  const sampler = createSampler({ source: machine.source, monotonic: machine.monotonic, pace })
  sampler.start()
  const [one, two] = await Promise.all([sampler.levels(), sampler.levels()])
  expect(one.memory.percent).toBe(25)
  expect(two).toBe(one)
  expect(machine.reads).toEqual({ vitals: 1, inventory: 1 })
})

test('levels that could not be read are read again', async () => {
  const machine = createMachine()
  machine.broken = true
  const sampler = createSampler({ source: machine.source, monotonic: machine.monotonic })
  await expect(sampler.levels()).rejects.toMatchObject({ name: 'AppError', code: 'unavailable' })
  machine.broken = false
  expect((await sampler.levels()).memory.percent).toBe(25)
  const other = createMetricsSampler({ now: () => new Date(), platform: 'win32' })
  await expect(other.levels()).rejects.toMatchObject({ code: 'unavailable_on_platform' })
})

test('questions that come together share one sample', async () => {
  const machine = createMachine()
  const sampler = createSampler({ source: machine.source, monotonic: machine.monotonic })
  const [one, two] = await Promise.all([sampler.current(), sampler.current()])
  expect(one).toBe(two)
  expect(machine.reads.vitals).toBe(2)
})

test('a later question is answered from memory', async () => {
  const machine = createMachine({ stepMs: 0 })
  const sampler = createSampler({ source: machine.source, monotonic: machine.monotonic })
  sampler.start()
  const first = await sampler.current()
  const reads = machine.reads.vitals
  expect(await sampler.current()).toBe(first)
  expect(machine.reads.vitals).toBe(reads)
})

test('the last samples are kept, the oldest first and no more than sixty', async () => {
  const machine = createMachine()
  const published = collect<Metrics>()
  const pace = { ...metricsPace, first: 0, watched: 1, unwatched: HOUR, attention: HOUR * 1000 }
  const sampler = createSampler({ source: machine.source, pace, publish: published.add })
  expect(sampler.recent()).toEqual([])
  sampler.start()
  await sampler.current()
  await published.reach(70)
  sampler.stop()
  const taken = published.items.map(({ sampled_at, cpu, memory }) => ({
    at: sampled_at,
    cpu_percent: cpu.percent,
    memory_percent: memory.percent,
  }))
  expect(sampler.recent()).toHaveLength(60)
  expect(sampler.recent().slice(0, 10)).toEqual(taken.slice(10, 20))
})

test('while somebody asks it samples by itself, and tells of every sample', async () => {
  const machine = createMachine()
  const published = collect<Metrics>()
  const pace = { ...metricsPace, first: 0, watched: 1, unwatched: HOUR, attention: HOUR * 1000 }
  const sampler = createSampler({ source: machine.source, pace, publish: published.add })
  sampler.start()
  await sampler.current()
  await published.reach(3)
  expect(published.items).toHaveLength(3)
})

test('while nobody asks it waits for the longer interval', async () => {
  const machine = createMachine()
  const published = collect<Metrics>()
  const pace = { ...metricsPace, first: 0, watched: 1, unwatched: HOUR }
  const sampler = createSampler({ source: machine.source, pace, publish: published.add })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  sampler.start()
  await published.reach(1)
  await expect.poll(() => vi.getTimerCount()).toBe(1)
  const { vitals } = machine.reads
  await vi.advanceTimersByTimeAsync(HOUR / 2)
  expect(machine.reads.vitals).toBe(vitals)
  await vi.advanceTimersByTimeAsync(HOUR / 2)
  await published.reach(2)
})

test('a question after a quiet time gets the old numbers at once and starts a new sample', async () => {
  const machine = createMachine()
  const published = collect<Metrics>()
  const pace = { ...metricsPace, first: 0, unwatched: HOUR }
  const sampler = createSampler({
    source: machine.source,
    monotonic: machine.monotonic,
    pace,
    publish: published.add,
  })
  sampler.start()
  await published.reach(1)
  machine.advance(14_000)
  expect(await sampler.current()).toBe(published.items[0])
  await published.reach(2)
  expect(await sampler.current()).toBe(published.items[1])
})

test('processes and disks are read less often than the rest', async () => {
  const machine = createMachine({ stepMs: 0 })
  const sampler = createSampler({ source: machine.source, monotonic: machine.monotonic })
  await sampler.current()
  const lists = machine.reads.inventory
  machine.advance(2_000)
  await sampler.current()
  expect(machine.reads.inventory).toBe(lists)
  machine.advance(metricsPace.inventoryWatched)
  await sampler.current()
  expect(machine.reads.inventory).toBe(lists + 1)
})

test('a machine that cannot be read is unavailable, until it can be', async () => {
  const machine = createMachine()
  machine.broken = true
  const sampler = createSampler({ source: machine.source, monotonic: machine.monotonic })
  await expect(sampler.current()).rejects.toMatchObject({ name: 'AppError', code: 'unavailable' })
  machine.broken = false
  expect((await sampler.current()).cpu.cores).toBe(2)
})

test('when reading fails later, the last numbers stay and the log says so once', async () => {
  const machine = createMachine()
  const warnings = collect<string>()
  const log = {
    debug() {},
    info() {},
    error() {},
    warn: (_: object, message: string) => warnings.add(message),
  }
  const pace = { ...metricsPace, first: 0, watched: 1, attention: HOUR * 1000 }
  const sampler = createSampler({ source: machine.source, pace, log })
  sampler.start()
  const last = await sampler.current()
  machine.broken = true
  await warnings.reach(1)
  const reads = machine.reads.vitals
  await machine.readsBeyond(reads + 3)
  expect(warnings.items).toHaveLength(1)
  expect((await sampler.current()).host).toEqual(last.host)
})

test('a stopped sampler tells nothing more', async () => {
  const machine = createMachine()
  const published = collect<Metrics>()
  const sampler = createSampler({
    source: machine.source,
    pace: { ...metricsPace, first: 5 },
    publish: published.add,
  })
  sampler.start()
  sampler.stop()
  await sampler.current()
  expect(published.items).toHaveLength(0)
})

test('other systems are told that they have no metrics', async () => {
  const sampler = createMetricsSampler({ now: () => new Date(), platform: 'win32' })
  await expect(sampler.current()).rejects.toMatchObject({ code: 'unavailable_on_platform' })
})

test.skipIf(process.platform !== 'linux')('this machine can be sampled', async () => {
  const sampler = createMetricsSampler({ now: () => new Date(), platform: process.platform })
  const metrics = await sampler.current()
  expect(metrics.process_count).toBeGreaterThan(0)
  expect(metrics.memory.used_bytes + metrics.memory.available_bytes).toBe(metrics.memory.total_bytes)
  expect(metrics.disks[0]?.mount).toBe('/')
})

function createSampler(options: Partial<MetricsSamplerOptions>): MetricsSampler {
  const sampler = createMetricsSampler({
    now: () => new Date('2026-03-02T09:30:00Z'),
    platform: 'linux',
    pace: { ...metricsPace, first: 0 },
    ...options,
  })
  opened.push(sampler)
  return sampler
}

/** A machine whose every reading of the vitals is a second after the one before: one core and one process are busy. */
function createMachine({ stepMs = 1000 } = {}) {
  let elapsed = 0
  const reads = { vitals: 0, inventory: 0 }
  const machine = {
    reads,
    broken: false,
    monotonic: () => elapsed,
    advance: (milliseconds: number) => {
      elapsed += milliseconds
    },
    async readsBeyond(count: number) {
      while (reads.vitals <= count) await new Promise((resolve) => setTimeout(resolve, 1))
    },
    source: {
      async vitals() {
        reads.vitals += 1
        if (machine.broken) throw new Error('unreadable')
        elapsed += stepMs
        const second = reads.vitals
        return {
          cpu: { busy: second * 100, total: second * 200 },
          cores: [
            { busy: second * 100, total: second * 100 },
            { busy: 0, total: second * 100 },
          ],
          load: [0.5, 0.4, 0.3],
          memory: {
            total_bytes: 100,
            used_bytes: 25,
            available_bytes: 75,
            percent: 25,
            swap_total_bytes: 0,
            swap_used_bytes: 0,
          },
          network: [{ interface: 'eth0', received_bytes: second * 1000, sent_bytes: second * 100 }],
          uptime_s: 1000 + second,
        }
      },
      async inventory() {
        reads.inventory += 1
        return {
          disks: [],
          battery: null,
          temperature: null,
          processes: [
            { pid: 1, started: 1, name: 'large', cpu_seconds: 500, memory_bytes: 5000 },
            { pid: 2, started: 2, name: 'busy', cpu_seconds: reads.inventory, memory_bytes: 10 },
          ],
        }
      },
      async details(processes) {
        return new Map(processes.map(({ pid, name }) => [pid, { name, command: name, user: 'ada' }]))
      },
      async identity() {
        return { cpu_model: 'Example CPU', os: 'Example OS' }
      },
    } satisfies MetricsSource as MetricsSource,
  }
  return machine
}

function collect<Item>() {
  const items: Item[] = []
  let wake = () => {}
  return {
    items,
    add(item: Item) {
      items.push(item)
      wake()
    },
    async reach(count: number) {
      while (items.length < count) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
    },
  }
}
