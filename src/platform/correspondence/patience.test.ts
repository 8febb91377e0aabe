import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { within } from './patience.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const { signal } = new AbortController()

test('what comes in time is the answer, and no timer is left', async () => {
  expect(await within(Promise.resolve('soon'), { ms: 1000, signal })).toBe('soon')
  expect(vi.getTimerCount()).toBe(0)
})

test('what takes longer is not waited for, and goes on', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const answer = within(promise, { ms: 1000, signal })
  await vi.advanceTimersByTimeAsync(1000)
  expect(await answer).toBeUndefined()
  resolve('late')
  expect(await promise).toBe('late')
})

test('a failure in time is the failure, and no timer is left', async () => {
  await expect(within(Promise.reject(new Error('broken')), { ms: 1000, signal })).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('whoever waits is told when the service stops, also when it had stopped before', async () => {
  const stop = new AbortController()
  const waiting = within(new Promise(() => {}), { ms: 1000, signal: stop.signal })
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ code: 'unavailable' })
  await expect(within(new Promise(() => {}), { ms: 1000, signal: stop.signal })).rejects.toMatchObject({
    code: 'unavailable',
  })
  expect(vi.getTimerCount()).toBe(0)
})
