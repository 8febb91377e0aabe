import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { DesktopDriver, Interference } from '../../src/platform/desktop/desktop-driver.ts'
import { XConnection } from '../../src/platform/desktop/x11/connection.ts'
import { openDriver } from './driver.ts'
import { hasDesktop, startDesktop, type DesktopStage } from './stage.ts'

describe.runIf(hasDesktop)('the person at the desktop', () => {
  let stage: DesktopStage
  let driver: DesktopDriver
  /** Another program that moves and presses, as a hand would. */
  let hand: DesktopDriver

  beforeAll(async () => {
    stage = await startDesktop({ width: 1280, height: 720, windowManager: 'openbox' })
    driver = await openDriver(stage)
    hand = await openDriver(stage)
  })
  afterAll(async () => {
    await hand?.close()
    await driver?.close()
    await stage?.[Symbol.asyncDispose]()
  })

  /** Listens while `run` runs; the hotkey at the beginning proves that the listening has begun. */
  async function told(run: (seen: Interference[]) => Promise<void>): Promise<void> {
    await driver.move({ x: 640, y: 360 })
    const seen: Interference[] = []
    const stop = driver.onInterference((why) => seen.push(why))
    try {
      await expect
        .poll(async () => {
          if (!seen.includes('hotkey')) await hand.press('ctrl+alt+Escape', {})
          return seen.length
        })
        .toBeGreaterThan(0)
      seen.length = 0
      await run(seen)
    } finally {
      stop()
    }
  }

  /** Until the watch has looked at the pointer and the keys: while a menu has all keys, nothing else can see the hotkey. */
  async function isLookedAt(seen: readonly Interference[]): Promise<void> {
    const hotkeys = () => seen.filter((why) => why === 'hotkey').length
    const before = hotkeys()
    const menu = await XConnection.open(stage)
    try {
      const { client, root } = menu
      const grab = client as unknown as { GrabKeyboard(...args: unknown[]): void }
      await menu.request((done) => grab.GrabKeyboard(root, true, 0, 1, 1, done))
      await expect
        .poll(async () => {
          await hand.press('ctrl+alt+Escape', { holdMs: 300 })
          return hotkeys()
        })
        .toBeGreaterThan(before)
    } finally {
      menu.close()
    }
  }

  test('stops with the hotkey, also when Caps Lock is on', () =>
    told(async (seen) => {
      await hand.press('CapsLock', {})
      await hand.press('ctrl+alt+Escape', {})
      await expect.poll(() => seen).toContain('hotkey')
      await hand.press('CapsLock', {})
    }))

  test('stops with the hotkey also while a menu has all keys for itself', () => told(isLookedAt))

  test('is noticed when the pointer moves by another hand', () =>
    told(async (seen) => {
      await hand.move({ x: 700, y: 360 })
      await expect.poll(() => seen).toContain('pointer')
    }))

  test.each([
    { x: 0, y: 0 },
    { x: 1279, y: 0 },
    { x: 1, y: 718 },
    { x: 1279, y: 719 },
  ])('stops with the pointer in the corner %j', (corner) =>
    told(async (seen) => {
      await hand.move(corner)
      await expect.poll(() => seen).toContain('corner')
    }),
  )

  test('is noticed in a corner that an action leaves again at once', () =>
    told(async (seen) => {
      // No time passes, so the pointer is never long enough in the corner to stop by that.
      vi.useFakeTimers({ toFake: ['performance'] })
      try {
        await hand.move({ x: 0, y: 0 })
        await isLookedAt(seen)
        await driver.move({ x: 640, y: 360 })
        await expect.poll(() => seen).toContain('pointer')
        expect(seen).not.toContain('corner')
      } finally {
        vi.useRealTimers()
      }
    }))

  test('is not seen in what the driver itself does', () =>
    told(async (seen) => {
      await driver.move({ x: 0, y: 0 })
      await isLookedAt(seen)
      await driver.drag(
        [
          { x: 100, y: 100 },
          { x: 900, y: 600 },
        ],
        { durationMs: 300 },
      )
      await driver.click({ x: 1279, y: 719 }, {})
      await isLookedAt(seen)
      expect(seen.filter((why) => why !== 'hotkey')).toEqual([])
    }))

  test('has a second hotkey when another program has the first', async () => {
    const stopFirst = hand.onInterference(() => {})
    try {
      // The other driver has ctrl+alt+Escape from when its own listener hears it.
      const seen: Interference[] = []
      const heard: Interference[] = []
      const stopOther = hand.onInterference((why) => heard.push(why))
      await expect
        .poll(async () => {
          await driver.press('ctrl+alt+Escape', {})
          return heard.includes('hotkey')
        })
        .toBe(true)
      const stop = driver.onInterference((why) => seen.push(why))
      await expect
        .poll(async () => {
          await hand.press('ctrl+alt+shift+Escape', {})
          return seen.includes('hotkey')
        })
        .toBe(true)
      stop()
      stopOther()
    } finally {
      stopFirst()
    }
  })

  test('is listened for again on the next X server', async () => {
    await using other = await startDesktop({ width: 800, height: 600, windowManager: 'none' })
    await using watched = await openDriver(other)
    const seen: Interference[] = []
    watched.onInterference((why) => seen.push(why))
    await other.restartServer()
    await using fresh = await openDriver(other)
    await expect
      .poll(async () => {
        await fresh.press('ctrl+alt+Escape', {})
        return seen.includes('hotkey')
      })
      .toBe(true)
  })
})
