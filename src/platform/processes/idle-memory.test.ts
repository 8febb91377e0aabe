import { getHeapStatistics } from 'node:v8'
import { afterEach, expect, test, vi } from 'vitest'
import { returnIdleMemory } from './idle-memory.ts'

afterEach(() => vi.useRealTimers())

test('what is not needed any more goes once nothing happens, and only when that is worth it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const collected: number[] = []
  const stop = returnIdleMemory(() => collected.push(getHeapStatistics().total_heap_size))
  vi.advanceTimersByTime(5_000)
  expect(collected).toEqual([])
  // The loop of a test is busy only now and then: real time must pass in which it is not.
  await vi.waitFor(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      vi.advanceTimersByTime(5_000)
      expect(collected).toHaveLength(1)
    },
    { timeout: 20_000, interval: 1 },
  )
  const held = Array.from({ length: 200_000 }, (_, index) => ({ index, text: `${index}` }))
  await vi.waitFor(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      vi.advanceTimersByTime(5_000)
      expect(collected).toHaveLength(2)
    },
    { timeout: 20_000, interval: 1 },
  )
  expect(held).toHaveLength(200_000)
  stop()
  vi.advanceTimersByTime(60_000)
  expect(collected).toHaveLength(2)
})

test('the collector that is used takes what nobody holds, and leaves no way to call it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const reference = new WeakRef({ text: 'nobody holds this' })
  const stop = returnIdleMemory()
  await vi.waitFor(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 400))
      vi.advanceTimersByTime(5_000)
      // Not the object itself: a failure would hold it.
      expect(reference.deref() === undefined).toBe(true)
    },
    { timeout: 20_000, interval: 1 },
  )
  stop()
  expect('gc' in globalThis).toBe(false)
})
