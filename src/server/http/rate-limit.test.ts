import { expect, test } from 'vitest'
import { limits } from '../../contract/limits.ts'
import { RateLimit } from './rate-limit.ts'

const burst = limits.remote_burst.value
const rate = limits.remote_requests_per_second.value

function limit() {
  const clock = { ms: 1_000_000 }
  const rateLimit = new RateLimit(() => clock.ms)
  const takeMany = (count: number, address = '198.51.100.7') =>
    Array.from({ length: count }, () => rateLimit.take(address)).filter((wait) => wait === 0).length
  return { clock, takeMany, take: (address = '198.51.100.7') => rateLimit.take(address) }
}

test('a burst passes, then the caller is told to wait', () => {
  const { take, takeMany } = limit()
  expect(takeMany(burst)).toBe(burst)
  expect(take()).toBe(1)
})

test('after a second as many pass as the rate says, and no more', () => {
  const { takeMany, clock } = limit()
  takeMany(burst)
  clock.ms += 1000
  expect(takeMany(burst)).toBe(rate)
  expect(takeMany(burst)).toBe(0)
})

test('what was saved up while nobody asked is at most one burst', () => {
  const { takeMany, clock } = limit()
  takeMany(burst)
  clock.ms += 3_600_000
  expect(takeMany(2 * burst)).toBe(burst)
})

test('one caller does not use up what is for another', () => {
  const { take, takeMany } = limit()
  takeMany(burst + 1)
  expect(take()).toBeGreaterThan(0)
  expect(take('203.0.113.9')).toBe(0)
})

test('a steady caller below the rate is never held up', () => {
  const { take, clock } = limit()
  const waits = Array.from({ length: 10 * burst }, () => {
    clock.ms += 1000 / rate
    return take()
  })
  expect(waits.filter((wait) => wait > 0)).toEqual([])
})
