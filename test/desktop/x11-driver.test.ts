import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Point } from '../../src/platform/desktop/desktop-driver.ts'
import { openDriver } from './driver.ts'
import { hasDesktop, startDesktop, type DesktopStage, type Oracle } from './stage.ts'

type Driver = Awaited<ReturnType<typeof openDriver>>

describe.runIf(hasDesktop).each([
  { width: 1280, height: 720, windowManager: 'openbox' },
  { width: 1920, height: 1080, windowManager: 'xfwm4' },
  { width: 3840, height: 2160, windowManager: 'openbox' },
  { width: 1280, height: 720, windowManager: 'none' },
] as const)('the pointer at $width × $height with window manager $windowManager', (size) => {
  let stage: DesktopStage
  let driver: Driver
  let board: Oracle

  beforeAll(async () => {
    stage = await startDesktop(size)
    driver = await openDriver(stage)
    board = await stage.openOracle({ kind: 'board', geometry: 'full' })
  })
  afterAll(async () => {
    await driver?.close()
    await stage?.[Symbol.asyncDispose]()
  })

  /** What the application saw of an action, once it has seen all. */
  async function seen(isComplete: () => boolean): Promise<void> {
    await expect.poll(isComplete).toBe(true)
    expect(await driver.held()).toEqual({ keys: [], buttons: [] })
  }

  test('twenty clicks land on the very pixel', async () => {
    board.clear()
    const points = spread(size.width, size.height)
    for (const point of points) await driver.click(point, {})
    await seen(() => board.of('release').length === points.length)
    expect(board.of('release').map(({ x, y }) => ({ x, y }))).toEqual(points)
    expect(await driver.pointer()).toEqual(points.at(-1))
  })

  test.each([2, 3])('%i clicks are taken together', async (count) => {
    board.clear()
    // Away from the place of the test before, whose clicks would count.
    await driver.click({ x: 200 * count, y: 300 }, { count })
    await seen(() => board.of('release').length === count)
    expect(Math.max(...board.of('press').map((press) => press.count))).toBe(count)
  })

  test.each(['left', 'middle', 'right'] as const)('the %s button is that button', async (button) => {
    board.clear()
    await driver.click({ x: 50, y: 60 }, { button })
    await seen(() => board.of('release').length === 1)
    expect(board.of('release')[0]?.button).toBe({ left: 1, middle: 2, right: 3 }[button])
  })

  test('modifiers are down during the click', async () => {
    board.clear()
    await driver.click({ x: 500, y: 400 }, { modifiers: ['ctrl', 'shift'] })
    await seen(() => board.of('release').length === 1)
    expect(board.of('press')[0]?.modifiers).toEqual(['shift', 'ctrl'])
    expect(board.of('release')[0]?.modifiers).toEqual(['shift', 'ctrl'])
  })

  test.each([
    ['up', 2, { dx: 0, dy: -2 }],
    ['down', 5, { dx: 0, dy: 5 }],
    ['left', 1, { dx: -1, dy: 0 }],
    ['right', 40, { dx: 40, dy: 0 }],
  ] as const)('scrolling %s by %i adds up', async (direction, notches, sum) => {
    board.clear()
    await driver.scroll({ x: 300, y: 200 }, { direction, notches })
    // A busy application is told of several notches at once.
    const total = (axis: 'dx' | 'dy') => board.of('scroll').reduce((all, event) => all + event[axis], 0)
    await seen(() => Math.abs(total('dx') + total('dy')) >= notches)
    expect({ dx: total('dx'), dy: total('dy') }).toEqual(sum)
    expect(board.of('scroll')[0]).toMatchObject({ x: 300, y: 200, modifiers: [] })
  })

  test('a drag goes all the way with the button down', async () => {
    board.clear()
    const path = [
      { x: 100, y: 100 },
      { x: 600, y: 100 },
      { x: 600, y: 0 },
    ]
    await driver.drag(path, { durationMs: 150 })
    await seen(() => board.of('release').length === 1)
    expect(board.of('press')[0]).toMatchObject({ ...path[0], button: 1 })
    expect(board.of('release')[0]).toMatchObject(path[2]!)
    const moved = board.of('motion').filter(({ button }) => button === 1)
    // A busy application is told of several motions as one.
    expect(moved.length).toBeGreaterThanOrEqual(1)
    expect(moved.at(-1)).toMatchObject(path[2]!)
  })

  test('a drag that is called off lets go', async () => {
    board.clear()
    const controller = new AbortController()
    const path = [
      { x: 150, y: 150 },
      { x: 600, y: 600 },
    ]
    const dragging = driver.drag(path, { durationMs: 30_000 }, controller.signal)
    await expect.poll(() => board.of('press').length).toBeGreaterThan(0)
    controller.abort(new Error('stop'))
    await expect(dragging).rejects.toThrowError('stop')
    await seen(() => board.of('release').length === 1)
  })

  test('a point outside of the desktop is refused, and nothing happens', async () => {
    board.clear()
    for (const point of [
      { x: size.width, y: 5 },
      { x: -1, y: 5 },
      { x: 5, y: size.height },
    ]) {
      await expect(driver.click(point, {})).rejects.toMatchObject({ code: 'invalid_request' })
    }
    await driver.click({ x: 11, y: 12 }, {})
    await seen(() => board.of('release').length === 1)
    expect(board.of('release')[0]).toMatchObject({ x: 11, y: 12 })
  })
})

describe.runIf(hasDesktop)('keys', () => {
  let stage: DesktopStage
  let driver: Driver
  let board: Oracle

  beforeAll(async () => {
    stage = await startDesktop({ width: 1280, height: 720, windowManager: 'openbox' })
    driver = await openDriver(stage)
    board = await stage.openOracle({ kind: 'board' })
    await driver.click({ x: 300, y: 300 }, {})
  })
  afterAll(async () => {
    await driver?.close()
    await stage?.[Symbol.asyncDispose]()
  })

  test.each([
    ['ctrl+shift+t', { key: 'T', modifiers: ['shift', 'ctrl'] }],
    ['F5', { key: 'F5', modifiers: [] }],
    ['ctrl++', { key: 'plus', modifiers: ['shift', 'ctrl'] }],
    ['alt+Left', { key: 'Left', modifiers: ['alt'] }],
    ['super+1', { key: '1', modifiers: ['super'] }],
    ['enter', { key: 'Return', modifiers: [] }],
    ['ctrl+ü', { key: 'udiaeresis', modifiers: ['ctrl'] }],
    ['%', { key: 'percent', modifiers: ['shift'] }],
  ])('%s', async (chord, expected) => {
    board.clear()
    await driver.press(chord, {})
    await expect.poll(() => board.of('key').at(-1)).toMatchObject(expected)
    expect(await driver.held()).toEqual({ keys: [], buttons: [] })
  })

  test('an unknown name presses nothing at all', async () => {
    board.clear()
    await expect(driver.press('ctrl+foo', {})).rejects.toMatchObject({ code: 'invalid_request' })
    await driver.press('F7', {})
    await expect.poll(() => board.of('key').map(({ key }) => key)).toEqual(['F7'])
  })

  test('a chord is held as long as it shall be, and let go when it is called off', async () => {
    board.clear()
    const controller = new AbortController()
    const pressing = driver.press('ctrl+a', { holdMs: 60_000 }, controller.signal)
    await expect.poll(async () => (await driver.held())?.keys.length).toBe(2)
    controller.abort(new Error('stop'))
    await expect(pressing).rejects.toThrowError('stop')
    expect(await driver.held()).toEqual({ keys: [], buttons: [] })
  })

  test('all that is down can be let go of at any time', async () => {
    const controller = new AbortController()
    const pressing = driver.press('ctrl+shift+x', { holdMs: 60_000 }, controller.signal)
    await expect.poll(async () => (await driver.held())?.keys.length).toBe(3)
    await driver.releaseAll()
    expect(await driver.held()).toEqual({ keys: [], buttons: [] })
    controller.abort(new Error('stop'))
    await expect(pressing).rejects.toThrowError('stop')
    await driver.releaseAll()
    expect(await driver.held()).toEqual({ keys: [], buttons: [] })
  })
})

/** Twenty points over the whole desktop, its edges included. */
function spread(width: number, height: number): Point[] {
  return Array.from({ length: 20 }, (_, index) => ({
    x: Math.round(((width - 1) * ((index * 7) % 20)) / 19),
    y: Math.round(((height - 1) * index) / 19),
  }))
}
