import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DesktopDriver, Frame } from '../../src/platform/desktop/desktop-driver.ts'
import { openDriver } from './driver.ts'
import { hasDesktop, startDesktop, type DesktopStage } from './stage.ts'

describe.runIf(hasDesktop)('the screen', () => {
  let stage: DesktopStage
  let driver: DesktopDriver

  beforeAll(async () => {
    stage = await startDesktop({ width: 1280, height: 720, windowManager: 'openbox' })
    driver = await openDriver(stage)
    await stage.openOracle({ kind: 'form', title: 'Form', geometry: '600x300+100+100' })
    // An application draws when it likes.
    while ((await driver.settle({})).changed);
  })
  afterAll(async () => {
    await driver?.close()
    await stage?.[Symbol.asyncDispose]()
  })

  test('is one monitor where there is one', async () => {
    expect((await driver.monitors()).map(({ area }) => area)).toEqual([
      { x: 0, y: 0, width: 1280, height: 720 },
    ])
  })

  test('is pictured as it is', async () => {
    const frame = await driver.capture({})
    expect(frame).toMatchObject({
      area: { x: 0, y: 0, width: 1280, height: 720 },
      width: 1280,
      height: 720,
      mimeType: 'image/png',
    })
    const script = join(import.meta.dirname, 'screenshot.py')
    const differs = async () => {
      const seen = await pixelsOf(await driver.capture({}))
      const { stdout } = spawnSync('/usr/bin/python3', [script], {
        env: stage.environment,
        maxBuffer: 2 ** 26,
      })
      expect(stdout.length).toBe(1280 * 720 * 3)
      return Buffer.compare(seen, stdout)
    }
    await expect.poll(differs).toBe(0)
  })

  test('looks the same without shared memory', async () => {
    await using plain = await openDriver(stage, { shm: false })
    const [one, other] = [await driver.capture({}), await plain.capture({})]
    expect(other.hash).toBe(one.hash)
    expect(other.bytes.equals(one.bytes)).toBe(true)
  })

  test('is made small for a model, never large', async () => {
    expect(await driver.capture({ maxEdge: 640 })).toMatchObject({ width: 640, height: 360 })
    expect(await driver.capture({ maxPixels: 230_400 })).toMatchObject({ width: 640, height: 360 })
    expect(await driver.capture({ maxEdge: 4000 })).toMatchObject({ width: 1280, height: 720 })
    const frame = await driver.capture({ maxEdge: 640, format: 'jpeg' })
    expect(frame.mimeType).toBe('image/jpeg')
    expect((await sharp(frame.bytes).metadata()).format).toBe('jpeg')
  })

  test('can be looked at in part', async () => {
    const whole = await pixelsOf(await driver.capture({}))
    const frame = await driver.capture({ area: { x: 120, y: 110, width: 50, height: 40 } })
    expect(frame).toMatchObject({ area: { x: 120, y: 110, width: 50, height: 40 }, width: 50, height: 40 })
    const row = (await pixelsOf(frame)).subarray(0, 150)
    expect(row.equals(whole.subarray((110 * 1280 + 120) * 3, (110 * 1280 + 170) * 3))).toBe(true)
    expect((await driver.capture({ area: { x: 1200, y: 700, width: 500, height: 500 } })).area).toEqual({
      x: 1200,
      y: 700,
      width: 80,
      height: 20,
    })
    const outside = { x: 1280, y: 0, width: 10, height: 10 }
    await expect(driver.capture({ area: outside })).rejects.toMatchObject({ code: 'invalid_request' })
    await expect(driver.capture({ display: 3 })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('shows the pointer when that is wanted', async () => {
    await driver.move({ x: 900, y: 600 })
    const area = { x: 880, y: 580, width: 40, height: 40 }
    const without = await driver.capture({ area })
    const shown = await driver.capture({ area, cursor: true })
    expect(shown.hash).not.toBe(without.hash)
    await driver.move({ x: 20, y: 20 })
    expect((await driver.capture({ area, cursor: true })).hash).toBe(without.hash)
  })

  test('settles after what an action has changed, and says when nothing changes', async () => {
    await driver.capture({})
    expect(await driver.settle({})).toMatchObject({ changed: false })
    const opening = stage.openOracle({ kind: 'text', title: 'Later', geometry: '400x300+700+300' })
    expect(await driver.settle({ changeMs: 30_000, maxMs: 40_000 })).toMatchObject({ changed: true })
    await (await opening).close()
  })

  test('has changed since the last picture, however long ago that was', async () => {
    const later = await stage.openOracle({ kind: 'text', title: 'Later', geometry: '400x300+700+300' })
    await driver.settle({})
    await driver.capture({})
    await later.close()
    await expect.poll(async () => (await driver.activeWindow())?.title).toBe('Form')
    expect(await driver.settle({})).toMatchObject({ changed: true })
  })

  test('has changed also where nobody has looked closer meanwhile', async () => {
    const later = await stage.openOracle({ kind: 'text', title: 'Later', geometry: '400x300+700+300' })
    await driver.settle({})
    await driver.capture({})
    await driver.capture({ area: { x: 0, y: 0, width: 40, height: 40 } })
    await later.close()
    await expect.poll(async () => (await driver.activeWindow())?.title).toBe('Form')
    expect(await driver.settle({})).toMatchObject({ changed: true })
  })

  test('is not waited for by whoever has gone', async () => {
    const controller = new AbortController()
    const settling = driver.settle({ changeMs: 60_000, maxMs: 60_000 }, controller.signal)
    const captured = driver.capture({ maxEdge: 100 })
    controller.abort(new Error('stop'))
    await expect(settling).rejects.toThrowError('stop')
    expect(await captured).toMatchObject({ width: 100 })
  })
})

describe.runIf(hasDesktop)('two monitors', () => {
  test('are pictured one by one, and the active one is that of the active window', async () => {
    await using stage = await startDesktop({ width: 1280, height: 720, windowManager: 'openbox' })
    await using driver = await openDriver(stage)
    screenTool(stage, '--setmonitor', 'left', '640/160x720/180+0+0', 'screen')
    screenTool(stage, '--setmonitor', 'right', '640/160x720/180+640+0', 'none')
    expect(await driver.monitors()).toMatchObject([
      { id: 'left', area: { x: 0, y: 0, width: 640, height: 720 } },
      { id: 'right', area: { x: 640, y: 0, width: 640, height: 720 } },
    ])
    await driver.move({ x: 1000, y: 100 })
    expect((await driver.activeMonitor()).id).toBe('right')
    expect((await driver.capture({})).area.x).toBe(640)
    await stage.openOracle({ kind: 'board', geometry: '300x300+20+20' })
    await expect.poll(async () => (await driver.activeMonitor()).id).toBe('left')
    expect(await driver.capture({ display: 1 })).toMatchObject({ area: { x: 640 }, width: 640, height: 720 })
  })

  test('a screen that changes its size is known by its new one', async () => {
    await using stage = await startDesktop({ width: 1280, height: 720, windowManager: 'none' })
    await using driver = await openDriver(stage)
    await driver.move({ x: 1200, y: 700 })
    screenTool(stage, ...'--newmode small 0 640 0 0 0 480 0 0 0'.split(' '))
    screenTool(stage, '--addmode', 'screen', 'small')
    screenTool(stage, '--output', 'screen', '--mode', 'small')
    await expect.poll(async () => (await driver.capture({})).width).toBe(640)
    await driver.move({ x: 600, y: 400 })
    await expect(driver.move({ x: 1200, y: 400 })).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe.runIf(hasDesktop)('applications', () => {
  test('are opened by name, and their window is waited for', async () => {
    await using stage = await startDesktop({ width: 1280, height: 720, windowManager: 'openbox' })
    const oracle = join(import.meta.dirname, 'oracle-tk.py')
    const folder = join(stage.folder, 'data/applications')
    await mkdir(folder, { recursive: true })
    await writeFile(
      join(folder, 'org.example.notes.desktop'),
      `[Desktop Entry]\nType=Application\nName=Notes\nExec=/usr/bin/python3 "${oracle}" text "Notes of Ada" 300x200+10+10 yes %U\n`,
    )
    await writeFile(
      join(folder, 'gone.desktop'),
      '[Desktop Entry]\nType=Application\nName=Gone\nExec=/nonexistent/gone\n',
    )
    await using driver = await openDriver(stage)
    const opened = await driver.openApplication('notes')
    try {
      expect(opened).toEqual({
        name: 'Notes',
        processId: expect.any(Number),
        window: 'Notes of Ada',
        state: 'window',
        isSilent: false,
      })
    } finally {
      process.kill(opened.processId!)
    }
    await expect(driver.openApplication('no such thing')).rejects.toMatchObject({ code: 'not_found' })
    await expect(driver.openApplication('gone')).rejects.toMatchObject({ code: 'unavailable' })
  })
})

function screenTool({ environment }: DesktopStage, ...words: string[]): void {
  const { status, stderr } = spawnSync('xrandr', words, { env: environment, encoding: 'utf8' })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
}

async function pixelsOf({ bytes }: Frame): Promise<Buffer> {
  return sharp(bytes).raw().toBuffer()
}
