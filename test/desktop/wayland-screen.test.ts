import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Frame } from '../../src/platform/desktop/desktop-driver.ts'
import { hasWlrootsGlobals } from '../../src/platform/desktop/wayland/driver.ts'
import { openWayland } from './wayland-desktop.ts'
import { hasWayland, startWayland, type WaylandStage } from './wayland-stage.ts'

/** Sway makes the only window as large as the screen. */
const full = { kind: 'form' } as const

test.skipIf(!hasWayland)('a compositor of this kind is known by what it offers', async () => {
  await using stage = await startWayland({ width: 640, height: 480 })
  expect(await hasWlrootsGlobals(stage)).toBe(true)
  expect(await hasWlrootsGlobals({ ...stage, display: 'wayland-77' })).toBe(false)
})

test.skipIf(!hasWayland)('a picture has the pixels of the screen', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  await stage.openOracle(full)
  await expectSamePixels(stage, () => driver.capture({}))
  const area = { x: 300, y: 20, width: 333, height: 111 }
  await expectSamePixels(stage, () => driver.capture({ area }), ['-g', '300,20 333x111'])
  expect(await driver.capture({ area })).toMatchObject({ area, width: 333, height: 111 })
  const small = await driver.capture({ maxEdge: 640, format: 'jpeg' })
  expect(small).toMatchObject({ width: 640, height: 360, mimeType: 'image/jpeg' })
  expect(await sharp(small.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 640, height: 360 })
  const again = await driver.capture({})
  await expect.poll(async () => (await driver.capture({})).hash).toBe(again.hash)
  await expect(driver.capture({ display: 4 })).rejects.toMatchObject({ code: 'not_found' })
  const outside = { x: 5000, y: 0, width: 9, height: 9 }
  await expect(driver.capture({ area: outside })).rejects.toMatchObject({ code: 'invalid_request' })
})

test.skipIf(!hasWayland).each([90, 180, 270, 'flipped', 'flipped-90', 'flipped-180', 'flipped-270'])(
  'a picture of a monitor that is turned (%s) is upright, and clicks still land',
  async (transform) => {
    const configuration = `output HEADLESS-1 transform ${transform}`
    await using desktop = await openWayland({ width: 640, height: 400, configuration })
    const { driver, stage } = desktop
    const form = await stage.openOracle(full)
    const size = /90|270/.test(String(transform)) ? { width: 400, height: 640 } : { width: 640, height: 400 }
    expect(await driver.monitors()).toMatchObject([{ area: { x: 0, y: 0, ...size } }])
    await expectSamePixels(stage, () => driver.capture({}))
    await form.close()
    const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
    await driver.click({ x: 123, y: 321 }, {})
    await expect.poll(() => board.of('press')).toMatchObject([{ x: 123, y: 321 }])
  },
)

test.skipIf(!hasWayland)('on a sharp monitor pictures and points are in its own pixels', async () => {
  await using desktop = await openWayland({ configuration: 'output HEADLESS-1 scale 2' })
  const { driver, stage } = desktop
  const form = await stage.openOracle(full)
  expect(await driver.monitors()).toMatchObject([{ area: { x: 0, y: 0, width: 1280, height: 720 } }])
  await expectSamePixels(stage, () => driver.capture({}))
  await expect
    .poll(async () => (await driver.activeWindow())?.area)
    .toEqual({ x: 0, y: 0, width: 1280, height: 720 })
  await form.close()
  const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
  await driver.click({ x: 800, y: 600 }, {})
  // The application counts in units of two pixels.
  await expect.poll(() => board.of('press')).toMatchObject([{ x: 400, y: 300 }])
})

test.skipIf(!hasWayland)('each of two monitors has its own picture, also when they differ', async () => {
  const configuration = 'output HEADLESS-2 scale 2 position 640 0'
  await using desktop = await openWayland({ width: 640, height: 400, outputs: 2, configuration })
  const { driver, stage } = desktop
  stage.command('focus output HEADLESS-2')
  const board = await stage.openOracle({ kind: 'board', title: 'second' })
  const ids = ['HEADLESS-1', 'HEADLESS-2']
  expect((await driver.monitors()).map(({ id }) => id).toSorted()).toEqual(ids)
  const monitors = await driver.monitors()
  const [first, second] = ids.map((id) => monitors.find((monitor) => monitor.id === id)!)
  // In pixels of the sharper one.
  expect(first!.area).toEqual({ x: 0, y: 0, width: 1280, height: 800 })
  expect(second!.area).toEqual({ x: 1280, y: 0, width: 640, height: 400 })
  await expect.poll(async () => (await driver.activeMonitor()).id).toBe('HEADLESS-2')
  await expectSamePixels(stage, () => driver.capture({}), ['-o', 'HEADLESS-2'])
  const display = monitors.indexOf(first!)
  expect(await driver.capture({ display })).toMatchObject({ area: first!.area, width: 1280, height: 800 })
  await driver.click({ x: 1280 + 100, y: 200 }, {})
  await expect.poll(() => board.of('press')).toMatchObject([{ x: 50, y: 100 }])
})

test.skipIf(!hasWayland)('without shared memory another program takes the same picture', async () => {
  await using desktop = await openWayland({ descriptors: false })
  const { driver, stage } = desktop
  expect(await driver.monitors()).toHaveLength(1)
  await stage.openOracle(full)
  await expectSamePixels(stage, () => driver.capture({}))
})

test.skipIf(!hasWayland)('settling sees a window come up, and a quiet screen', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  await driver.capture({})
  const opening = stage.openOracle({ kind: 'text', geometry: 'full' })
  expect(await driver.settle({ changeMs: 20_000, maxMs: 30_000 })).toMatchObject({ changed: true })
  await opening
  await expect.poll(async () => (await driver.settle({ changeMs: 100, maxMs: 5000 })).changed).toBe(false)
})

test.skipIf(!hasWayland)('an application is opened by its name, and its window is told of', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const folder = join(stage.environment['XDG_DATA_HOME']!, 'applications')
  await mkdir(folder, { recursive: true })
  const entry = '[Desktop Entry]\nType=Application\nName=My Terminal\nExec=foot --title mine sleep 30\n'
  await writeFile(join(folder, 'mine.desktop'), entry)
  const opened = await driver.openApplication('my terminal')
  try {
    expect(opened).toMatchObject({ name: 'My Terminal', window: 'mine' })
    await expect
      .poll(() => driver.activeWindow())
      .toMatchObject({ title: 'mine', className: 'foot', processId: opened.processId })
  } finally {
    if (opened.processId !== null) process.kill(opened.processId)
  }
  await expect(driver.openApplication('no such thing')).rejects.toMatchObject({ code: 'not_found' })
})

test.skipIf(!hasWayland)('the window at a place is told, whichever is in front', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  await stage.openOracle({ kind: 'text', title: 'left' })
  await stage.openOracle({ kind: 'text', title: 'right' })
  const { area } = await driver.activeMonitor()
  const titleAt = async (share: number) => {
    const point = { x: Math.floor(area.width * share), y: Math.floor(area.height / 2) }
    return (await driver.windowAt!(point))?.title ?? null
  }
  await expect.poll(async () => [await titleAt(0.1), await titleAt(0.9)]).toEqual(['left', 'right'])
  expect((await driver.activeWindow())?.title).toBe('right')
  stage.command(
    '[title="left"] floating enable, resize set width 1270 px height 700 px, move absolute position 0 0',
  )
  await expect.poll(async () => [await titleAt(0.1), await titleAt(0.9)]).toEqual(['left', 'left'])
  stage.command('[title="right"] fullscreen enable')
  await expect.poll(async () => [await titleAt(0.1), await titleAt(0.9)]).toEqual(['right', 'right'])
})

/** As another program sees the screen; both look until they see the same, for an application draws when it likes. */
async function expectSamePixels(
  stage: WaylandStage,
  capture: () => Promise<Frame>,
  words: readonly string[] = [],
): Promise<void> {
  const differing = async () => {
    const { stdout } = spawnSync('grim', ['-t', 'png', ...words, '-'], {
      env: stage.environment,
      maxBuffer: 1 << 28,
    })
    const [theirs, ours] = await Promise.all([pixelsOf(stdout), pixelsOf((await capture()).bytes)])
    // An empty screen would be the same however it was turned.
    expect(new Set(theirs).size).toBeGreaterThan(2)
    if (theirs.length !== ours.length) return `${ours.length} bytes and not ${theirs.length}`
    return theirs.filter((byte, index) => byte !== ours[index]).length
  }
  await expect.poll(differing, { interval: 200 }).toBe(0)
}

async function pixelsOf(picture: Buffer): Promise<Buffer> {
  return sharp(picture).removeAlpha().raw().toBuffer()
}
