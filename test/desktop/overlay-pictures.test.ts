import { expect, test, vi } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import { chooseDesktop, openDesktop } from '../../src/platform/desktop/choose.ts'
import { openDriver } from './driver.ts'
import { picturesWithOverlay } from './overlay-pictures.ts'
import { hasDesktop, startDesktop } from './stage.ts'
import { hasWayland, startWayland } from './wayland-stage.ts'

vi.setConfig({ testTimeout: 240_000 })

// `node prove/desktop-overlays.ts` takes eight hundred.
const PICTURES = 30

test.skipIf(!hasDesktop)('no picture of an X11 desktop has a message of its own in it', async () => {
  await using stage = await startDesktop({ width: 1024, height: 768, windowManager: 'openbox' })
  await using driver = await openDriver(stage)
  await stage.openOracle({ kind: 'board', geometry: 'full' })
  expect(await picturesWithOverlay(driver, PICTURES)).toBe(0)
})

test.skipIf(!hasWayland)('no picture of a Wayland desktop has a message of its own in it', async () => {
  await using stage = await startWayland({ width: 1024, height: 768 })
  const context = { platform: 'linux', environment: stage.environment, log: silentLog } as const
  const driver = await openDesktop(chooseDesktop(context), context)
  try {
    await stage.openOracle({ kind: 'board', geometry: 'full' })
    expect(await picturesWithOverlay(driver, PICTURES)).toBe(0)
  } finally {
    await driver.close()
  }
})
