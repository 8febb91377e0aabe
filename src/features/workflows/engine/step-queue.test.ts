import { expect, test } from 'vitest'
import { StepQueue } from './step-queue.ts'

test('steps get a place in the order in which they came', () => {
  const queue = new StepQueue(2)
  for (const key of [1, 2, 3]) queue.add({ key })
  expect([queue.take(), queue.take(), queue.take()]).toEqual([{ key: 1 }, { key: 2 }, undefined])
  queue.release({ key: 1 })
  expect(queue.take()).toEqual({ key: 3 })
  expect(queue.isEmpty).toBe(true)
})

test('asking a person needs no place', () => {
  const queue = new StepQueue(1)
  expect(queue.reserve({ key: 1 })).toBe(true)
  expect(queue.reserve({ key: 2 })).toBe(false)
  expect(queue.reserve({ key: 3, ask: true })).toBe(true)
  queue.release({ key: 3, ask: true })
  expect(queue.reserve({ key: 2 })).toBe(false)
})

test('of those that were there when the service ended twice, one runs at a time', () => {
  const queue = new StepQueue(8)
  for (const key of [1, 2]) queue.add({ key, suspect: true })
  queue.add({ key: 3 })
  expect([queue.take(), queue.take(), queue.take()]).toEqual([
    { key: 1, suspect: true },
    { key: 3 },
    undefined,
  ])
  queue.release({ key: 1, suspect: true })
  expect(queue.take()).toEqual({ key: 2, suspect: true })
})

test('a release that did not come about is taken back', () => {
  const queue = new StepQueue(1)
  queue.reserve({ key: 1 })
  queue.release({ key: 1 })
  queue.undoRelease({ key: 1 })
  expect(queue.reserve({ key: 2 })).toBe(false)
})

test('a long queue is worked off in order', () => {
  const queue = new StepQueue(1)
  const keys = Array.from({ length: 5000 }, (_, key) => key)
  for (const key of keys) queue.add({ key })
  const taken = keys.map(() => {
    const ref = queue.take()!
    queue.release(ref)
    return ref.key
  })
  expect(taken).toEqual(keys)
  expect(queue.isEmpty).toBe(true)
})
