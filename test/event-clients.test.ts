import { expect, test } from 'vitest'
import { failuresOf, proveEventClients } from '../prove/event-clients.ts'

test('clients that never read are dropped, and all others get every event in order', async () => {
  const options = {
    reading: 40,
    stalled: 10,
    eventBytes: 20_000,
    eventsPerSecond: 100,
    seconds: 5,
    backlogBytes: 256 * 1024,
  }
  const result = await proveEventClients(options)
  expect(failuresOf(result, options)).toEqual([])
  expect(result).toMatchObject({ published: 500, slowest: 500, gaps: 0, ended: 0, dropped: 10 })
  // Without a bound it would be what ten clients did not read: 100 MB.
  expect(result.maxQueuedBytes).toBeLessThan(10_000_000)
  expect(result.lastUnsentBytes).toBeLessThan(2_000_000)
})
