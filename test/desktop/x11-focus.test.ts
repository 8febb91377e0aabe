import { describe, expect, test } from 'vitest'
import { openDriver } from './driver.ts'
import { raceFocus } from './focus-race.ts'
import { hasDesktop, startDesktop } from './stage.ts'

describe.runIf(hasDesktop).each(['openbox', 'xfwm4'] as const)('with %s', (windowManager) => {
  test('what is typed right after a click is in the window that was clicked', async () => {
    await using stage = await startDesktop({ width: 1280, height: 720, windowManager })
    await using driver = await openDriver(stage)
    expect(await raceFocus(stage, driver, { rounds: 20 })).toEqual({ right: 20, wrong: 0, lost: 0 })
  }, 240_000)

  test('the active window is the one that was clicked', async () => {
    await using stage = await startDesktop({ width: 1280, height: 720, windowManager })
    await using driver = await openDriver(stage)
    expect(await driver.activeWindow()).toBeNull()
    await stage.openOracle({ kind: 'text', title: 'Erste – 一', geometry: '400x300+50+100' })
    const second = await stage.openOracle({ kind: 'text', title: 'Zweite', geometry: '400x300+650+100' })
    // The window manager says which is active a moment after it has given it the focus.
    const active = () => driver.activeWindow()
    await expect.poll(active).toMatchObject({ title: 'Zweite' })
    await driver.click({ x: 200, y: 300 }, {})
    await expect.poll(active).toMatchObject({
      id: expect.stringMatching(/^0x[0-9a-f]+$/),
      title: 'Erste – 一',
      className: 'Oracle-gtk.py',
      area: { width: 400, height: 300 },
    })
    await driver.click({ x: 800, y: 300 }, {})
    await expect.poll(active).toMatchObject({ processId: second.child.pid })
  })
})
