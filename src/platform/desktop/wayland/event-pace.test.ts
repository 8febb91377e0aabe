import { expect, test } from 'vitest'
import { EventPace } from './event-pace.ts'

test('some events go at once, and more of them have to wait', async () => {
  const pace = new EventPace()
  const before = performance.now()
  await pace.take(100)
  await pace.take(200)
  // 300 events when 128 are free: the others come at 400 in a second, never faster.
  expect(performance.now() - before).toBeGreaterThan(300)
})

test('who is called off does not wait on', async () => {
  const pace = new EventPace()
  const stop = new AbortController()
  const waiting = pace.take(1_000_000, stop.signal)
  stop.abort()
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' })
})
