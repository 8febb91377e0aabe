import { expect, test } from 'vitest'
import { cpuPercent, networkRates, processShares, usedPercent } from './rates.ts'
import type { ProcessCounters } from './source.ts'

test('the CPU share is what was busy between two readings', () => {
  expect(cpuPercent({ busy: 100, total: 1000 }, { busy: 150, total: 1200 })).toBe(25)
})

test('a CPU share stays within 0 and 100 when the counters run backwards', () => {
  expect(cpuPercent({ busy: 100, total: 1000 }, { busy: 90, total: 1100 })).toBe(0)
  expect(cpuPercent({ busy: 100, total: 1000 }, { busy: 220, total: 1100 })).toBe(100)
  expect(cpuPercent({ busy: 100, total: 1000 }, { busy: 100, total: 1000 })).toBe(0)
})

test('network rates are a second, and zero for an interface that is new or was reset', () => {
  const before = [
    { interface: 'eth0', received_bytes: 1000, sent_bytes: 500 },
    { interface: 'wlan0', received_bytes: 9000, sent_bytes: 9000 },
  ]
  const after = [
    { interface: 'eth0', received_bytes: 5000, sent_bytes: 700 },
    { interface: 'wlan0', received_bytes: 10, sent_bytes: 10 },
    { interface: 'usb0', received_bytes: 77, sent_bytes: 77 },
  ]
  const rates = networkRates(before, after, 2)
  expect(rates.map((rate) => [rate.received_bytes_per_second, rate.sent_bytes_per_second])).toEqual([
    [2000, 100],
    [0, 0],
    [0, 0],
  ])
  expect(rates[0]?.received_bytes).toBe(5000)
})

test('a process is charged for the time since the reading before, a new one for all of its time', () => {
  const before = [process({ pid: 1, cpu_seconds: 10 }), process({ pid: 2, started: 5, cpu_seconds: 100 })]
  const after = [
    process({ pid: 1, cpu_seconds: 13 }),
    process({ pid: 2, started: 9, cpu_seconds: 1 }),
    process({ pid: 3, cpu_seconds: 0.5 }),
  ]
  expect(processShares(before, after, 2).map((share) => share.cpu_percent)).toEqual([150, 50, 25])
})

test('without start times, a process that spent less than before is a new one behind the same id', () => {
  const shares = processShares([process({ cpu_seconds: 100 })], [process({ cpu_seconds: 1 })], 2)
  expect(shares[0]?.cpu_percent).toBe(50)
})

test('the first reading charges nobody', () => {
  expect(processShares(undefined, [process({ cpu_seconds: 100 })], 0)[0]?.cpu_percent).toBe(0)
})

test('a share of nothing is zero', () => {
  expect(usedPercent(0, 0)).toBe(0)
  expect(usedPercent(1, 3)).toBe(33.3)
})

function process(members: Partial<ProcessCounters>): ProcessCounters {
  return { pid: 1, started: 0, name: 'any', cpu_seconds: 0, memory_bytes: 0, ...members }
}
