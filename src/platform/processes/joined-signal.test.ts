import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { joinSignals } from './joined-signal.ts'

test('it aborts with the reason of the first that does', () => {
  const [first, second] = [new AbortController(), new AbortController()]
  using joined = joinSignals([first.signal, second.signal])
  expect(joined.signal.aborted).toBe(false)
  second.abort(new Error('enough'))
  first.abort(new Error('too late'))
  expect(joined.signal.reason).toEqual(new Error('enough'))
})

test('one that was aborted before counts at once', () => {
  using joined = joinSignals([new AbortController().signal, AbortSignal.abort('before')])
  expect([joined.signal.aborted, joined.signal.reason]).toEqual([true, 'before'])
})

test('what is over leaves nothing behind on a signal that stays', () => {
  const lasting = new AbortController()
  for (let call = 0; call < 100; call += 1) {
    using joined = joinSignals([lasting.signal, new AbortController().signal])
    expect(joined.signal.aborted).toBe(false)
    expect(getEventListeners(lasting.signal, 'abort')).toHaveLength(1)
  }
  expect(getEventListeners(lasting.signal, 'abort')).toEqual([])
})
