import { spawnSync } from 'node:child_process'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import { chooseDesktop, openDesktop } from '../../src/platform/desktop/choose.ts'
import { hasWayland, startWayland, type WaylandStage } from './wayland-stage.ts'

test.skipIf(!hasWayland)(
  'the service finds this desktop, and its overlays are seen but not taken',
  async () => {
    await using stage = await startWayland({ width: 1280, height: 720 })
    const context = { platform: 'linux', environment: stage.environment, log: silentLog } as const
    const choice = chooseDesktop(context)
    expect(choice).toMatchObject({ kind: 'wayland', display: stage.display })
    const driver = await openDesktop(choice, context)
    try {
      expect(driver.kind).toBe('wayland')
      const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
      await expect.poll(() => dark(seen(stage))).toBe(0)
      await driver.move({ x: 100, y: 600 })
      const overlay = { id: 'a', text: 'é 漢字 😀', position: 'top_right', durationMs: null } as const
      expect(await driver.overlays.show(overlay)).toEqual({ via: 'window' })
      await expect.poll(() => dark(seen(stage))).toBeGreaterThan(1_000)
      expect(await dark((await driver.capture({})).bytes)).toBe(0)
      await expect.poll(() => dark(seen(stage))).toBeGreaterThan(1_000)
      // It lies there, and the click goes through it.
      await driver.click({ x: 1280 - 60, y: 40 }, {})
      await expect.poll(() => board.of('press')).toMatchObject([{ x: 1220, y: 40 }])
      await driver.overlays.hide('a')
      // Without a graphics card the pointer is a part of every picture.
      await driver.move({ x: 100, y: 600 })
      await expect.poll(() => dark(seen(stage))).toBe(0)
    } finally {
      await driver.close()
    }
  },
)

/** The screen as another program sees it. */
function seen({ environment }: WaylandStage): Buffer {
  return spawnSync('grim', ['-t', 'png', '-'], { env: environment, maxBuffer: 1 << 28 }).stdout
}

/** How many pixels at the upper right are dark: the ground of an overlay, on a window that is light. */
async function dark(picture: Buffer): Promise<number> {
  const area = { left: 1280 - 300, top: 0, width: 300, height: 150 }
  const pixels = await sharp(picture).extract(area).greyscale().raw().toBuffer()
  return pixels.filter((grey) => grey < 100).length
}
