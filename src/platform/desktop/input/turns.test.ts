import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('one works after the other, also after one that failed', async () => {
  const turns = new Turns()
  const told: string[] = []
  const work = (name: string) => async () => {
    told.push(`${name} begins`)
    await sleep(5)
    told.push(`${name} ends`)
    if (name === 'a') throw new Error('a failed')
  }
  const results = await Promise.allSettled([turns.take(work('a')), turns.take(work('b'))])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('who is called off does not wait for the others, and is never started', async () => {
  const turns = new Turns()
  const first = Promise.withResolvers<void>()
  const running = turns.take(() => first.promise)
  const controller = new AbortController()
  let isStarted = false
  const waiting = turns.take(async () => (isStarted = true), controller.signal)
  controller.abort(new Error('called off'))
  await expect(waiting).rejects.toThrowError('called off')
  first.resolve()
  await running
  await turns.take(async () => {})
  expect(isStarted).toBe(false)
})

test('what was called off fails with the reason that was given', async () => {
  const controller = new AbortController()
  const work = new Turns().take(
    () => sleep(60_000, undefined, { signal: controller.signal }),
    controller.signal,
  )
  controller.abort(new Error('stopped by the person'))
  await expect(work).rejects.toThrowError('stopped by the person')
})
