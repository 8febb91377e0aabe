import { describe, expect, test } from 'vitest'
import type { Change } from './screen-changes.ts'
import { RestlessPlaces, waitUntilSettled } from './settling.ts'

const page: Change = {
  left: 0,
  top: 0,
  right: 600,
  bottom: 400,
  tiles: Array.from({ length: 200 }, (_, at) => at),
}
const caret: Change = { left: 40, top: 40, right: 41, bottom: 58, tiles: [300] }
const spinner: Change = { left: 700, top: 40, right: 730, bottom: 70, tiles: [400, 401] }

describe('waitUntilSettled', () => {
  test('waits for the quiet after a change', async () => {
    const screen = showing([[], [page], [page], [], []], [page])
    const restless = new RestlessPlaces()
    const settled = await waitUntilSettled(screen, { restless, changeMs: 60_000, quietMs: 1, maxMs: 60_000 })
    expect(settled).toMatchObject({ changed: true, isBounded: false })
    expect(screen.looks).toBe(4)
  })

  test('does not take a blinking caret for a change', async () => {
    const screen = showing([[caret], [caret], [caret]], [caret])
    const settled = await waitUntilSettled(screen, { restless: new RestlessPlaces(), changeMs: 1 })
    expect(settled).toMatchObject({ changed: false, isBounded: false })
  })

  test('finds nothing changed where it looks again as it did', async () => {
    const screen = showing([[page], [page], []], [])
    const settled = await waitUntilSettled(screen, { restless: new RestlessPlaces(), quietMs: 1 })
    expect(settled).toMatchObject({ changed: false })
  })

  test('waits no longer than it may for what never rests, and says so', async () => {
    const screen = showing([], [page], [page])
    const settled = await waitUntilSettled(screen, { restless: new RestlessPlaces(), maxMs: 100 })
    expect(settled).toMatchObject({ changed: true, isBounded: true })
  })

  test('waits a while for a small thing that begins to move, and then no more until it has stood still', async () => {
    const restless = new RestlessPlaces(200)
    const wait = async (screen: ReturnType<typeof showing>) => {
      const { changed, isBounded } = await waitUntilSettled(screen, {
        restless,
        changeMs: 1,
        quietMs: 1,
        maxMs: 60_000,
      })
      return { isLong: screen.looks > 3, changed, isBounded }
    }
    const spinning = () => showing([], [spinner], [spinner])
    expect(await wait(spinning())).toEqual({ isLong: true, changed: false, isBounded: false })
    expect(await wait(spinning())).toEqual({ isLong: false, changed: false, isBounded: false })
    // It stands still, and the next one that begins there is another one.
    expect(await wait(showing([], []))).toMatchObject({ isLong: false })
    expect(await wait(showing([[spinner]], [spinner]))).toMatchObject({ changed: true })
    expect(await wait(spinning())).toMatchObject({ isLong: true })
  })

  test('ends when it is called off', async () => {
    const controller = new AbortController()
    const waiting = waitUntilSettled(
      showing([], []),
      { restless: new RestlessPlaces(), changeMs: 60_000, maxMs: 60_000 },
      controller.signal,
    )
    controller.abort()
    await expect(waiting).rejects.toThrowError('aborted')
  })
})

/** A screen on which so much changes with every look, and `always` after the last; and what differs in the end. */
function showing(
  looks: readonly (readonly Change[])[],
  difference: readonly Change[],
  always: readonly Change[] = [],
) {
  return {
    looks: 0,
    async look() {
      return looks[this.looks++] ?? always
    },
    difference: async () => difference,
  }
}
