import { describe, expect, test } from 'vitest'
import { countChanged, waitUntilSettled } from './settling.ts'

const MANY = 100_000

describe('waitUntilSettled', () => {
  test('waits for the quiet after a change', async () => {
    const { screen, looks } = changing([0, MANY, MANY, 0, 0])
    const settled = await waitUntilSettled(screen, { changeMs: 60_000, quietMs: 1, maxMs: 60_000 })
    expect(settled.changed).toBe(true)
    expect(looks()).toBe(4)
  })

  test('does not take a blinking caret for a change', async () => {
    const { screen } = changing([20, 20, 20])
    expect((await waitUntilSettled(screen, { changeMs: 1 })).changed).toBe(false)
  })

  test('waits no longer than it may for what never rests', async () => {
    const settled = await waitUntilSettled({ changedPixels: () => Promise.resolve(MANY) }, { maxMs: 1 })
    expect(settled.changed).toBe(true)
  })

  test('ends when it is called off', async () => {
    const controller = new AbortController()
    const waiting = waitUntilSettled(
      changing([0]).screen,
      { changeMs: 60_000, maxMs: 60_000 },
      controller.signal,
    )
    controller.abort()
    await expect(waiting).rejects.toThrowError('aborted')
  })
})

describe('countChanged', () => {
  const before = Buffer.alloc(40)

  test('counts pixels, not what their fourth byte says', () => {
    const after = Buffer.from(before)
    after[3] = 9
    expect(countChanged(before, after, 100)).toBe(0)
    after[5] = 1
    after[6] = 1
    after[36] = 1
    expect(countChanged(before, after, 100)).toBe(2)
  })

  test('stops when it is enough', () => {
    expect(countChanged(before, Buffer.alloc(40, 1), 3)).toBe(4)
  })
})

/** A screen on which so much changes with every look; nothing after the last. */
function changing(pixels: readonly number[]) {
  let looks = 0
  return { looks: () => looks, screen: { changedPixels: () => Promise.resolve(pixels[looks++] ?? 0) } }
}
