import { channel } from 'node:diagnostics_channel'
import { afterEach, expect, test, vi } from 'vitest'
import { returnIdleMemory } from './idle-memory.ts'

afterEach(() => vi.useRealTimers())

/** The loop of a test is busy only now and then: real time must pass in which it is not. */
async function looks(count: number): Promise<void> {
  for (let look = 0; look < count; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    vi.advanceTimersByTime(5_000)
  }
}

test('what is not needed any more goes once nothing happens, and only when that is worth it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  // That of this process holds room for whatever ran here before.
  let heap = 100_000_000
  const collected: number[] = []
  const stop = returnIdleMemory({ collect: () => collected.push(heap), heapBytes: () => heap })
  await looks(1)
  expect(collected).toEqual([])
  await vi.waitFor(
    async () => {
      await looks(1)
      expect(collected).toHaveLength(1)
    },
    { timeout: 60_000, interval: 1 },
  )
  // Little more is held than then.
  heap += 1_000_000
  await looks(3)
  expect(collected).toHaveLength(1)
  heap += 10_000_000
  await vi.waitFor(
    async () => {
      await looks(1)
      expect(collected).toHaveLength(2)
    },
    { timeout: 60_000, interval: 1 },
  )
  stop()
  await looks(3)
  expect(collected).toHaveLength(2)
})

test('while somebody asks, nobody has to wait for it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const collected: number[] = []
  const stop = returnIdleMemory({ collect: () => collected.push(0) })
  for (let round = 0; round < 6; round += 1) {
    channel('http.server.request.start').publish({})
    await looks(1)
  }
  expect(collected).toEqual([])
  stop()
})

test('the collector that is used takes what nobody holds, and leaves no way to call it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const reference = new WeakRef({ text: 'nobody holds this' })
  const stop = returnIdleMemory()
  await vi.waitFor(
    async () => {
      await looks(1)
      // Not the object itself: a failure would hold it.
      expect(reference.deref() === undefined).toBe(true)
    },
    { timeout: 60_000, interval: 1 },
  )
  stop()
  expect('gc' in globalThis).toBe(false)
})
