import { setTimeout as sleep } from 'node:timers/promises'
import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import type { OverlayRequest } from '../../src/platform/desktop/desktop-driver.ts'
import { busNotices } from '../../src/platform/desktop/overlay/overlay-notices.ts'
import { openOverlayWindows } from '../../src/platform/desktop/overlay/overlay-windows.ts'
import { DesktopOverlays } from '../../src/platform/desktop/overlay/overlays.ts'
import { XConnection } from '../../src/platform/desktop/x11/connection.ts'
import { hasDesktop, startDesktop, type DesktopStage } from './stage.ts'

const width = 1024
const height = 768
const area = { x: 0, y: 0, width, height }
const hasDunst = hasDesktop && spawnSync('which', ['dunst']).status === 0

interface Opened extends AsyncDisposable {
  readonly stage: DesktopStage
  readonly overlays: DesktopOverlays
  isComposited(): Promise<boolean>
  /** The pixels of a part of the screen. */
  look(part?: { x: number; y: number; width: number; height: number }): Promise<Buffer>
}

async function open({ windows = true, notices = true, compositor = false } = {}): Promise<Opened> {
  const stage = await startDesktop({ width, height, windowManager: compositor ? 'none' : 'openbox' })
  const { display } = stage
  const overlays = new DesktopOverlays({
    openWindows: windows ? () => openOverlayWindows({ display }, silentLog) : null,
    activeMonitor: async () => ({ id: '0', area, primary: true }),
    notices: busNotices({
      address: notices ? stage.environment['DBUS_SESSION_BUS_ADDRESS'] : undefined,
      log: silentLog,
    }),
    log: silentLog,
  })
  if (compositor) stage.start('xfwm4', ['--compositor=on', '--vblank=off', '--sm-client-disable'])
  const eye = await XConnection.open({ display })
  return {
    stage,
    overlays,
    async look({ x, y, ...size } = corner) {
      const { data } = await eye.request<{ data: Buffer }>((done) =>
        eye.client.GetImage(2, eye.root, x, y, size.width, size.height, 0xffffffff, done),
      )
      return Buffer.from(data)
    },
    async isComposited() {
      const manager = await eye.atom('_NET_WM_CM_S0')
      return (await eye.request<number>((done) => eye.client.GetSelectionOwner(manager, done))) !== 0
    },
    async [Symbol.asyncDispose]() {
      await overlays.close()
      eye.close()
      await stage[Symbol.asyncDispose]()
    },
  }
}

/** Where the first one at the top right is. */
const corner = { x: width - 24 - 100, y: 24, width: 100, height: 50 }
const overlay = (id: string, more: Partial<OverlayRequest> = {}): OverlayRequest => ({
  id,
  title: 'Deskhand',
  text: 'é 漢字 <b>&amp;</b> 😀',
  position: 'top_right',
  durationMs: null,
  ...more,
})

/** How many pixels have the colour of an overlay's ground. */
function covered(pixels: Buffer): number {
  let count = 0
  for (let at = 0; at < pixels.length; at += 4)
    if (pixels[at]! > 40 && pixels[at]! > pixels[at + 2]! + 10) count += 1
  return count
}

test.skipIf(!hasDesktop)('it is seen, clicks fall through it, and the focus stays where it was', async () => {
  await using opened = await open()
  const board = await opened.stage.openOracle({ kind: 'board', geometry: 'full' })
  await expect.poll(() => board.of('focus').at(-1)).toMatchObject({ focused: true })
  board.clear()
  expect(await opened.overlays.show(overlay('a'))).toEqual({ via: 'window' })
  await expect.poll(async () => covered(await opened.look())).toBeGreaterThan(1_000)
  const point = { x: corner.x + 50, y: corner.y + 25 }
  const words = ['mousemove', `${point.x}`, `${point.y}`, 'click', '1']
  spawnSync('xdotool', words, { env: opened.stage.environment })
  await expect.poll(() => board.of('press')).toMatchObject([point])
  expect(board.of('focus')).toEqual([])
  await opened.overlays.hide('a')
  await expect.poll(async () => covered(await opened.look())).toBe(0)
})

test.skipIf(!hasDesktop)('a picture is taken without them, and they are there again after it', async () => {
  await using opened = await open()
  const before = await opened.look()
  await opened.overlays.show(overlay('a'))
  await opened.overlays.show(overlay('b', { position: 'bottom' }))
  await expect.poll(async () => covered(await opened.look())).toBeGreaterThan(1_000)
  const pictures = await Promise.all([1, 2].map(() => opened.overlays.withoutOverlays(() => opened.look())))
  for (const picture of pictures) expect(picture.equals(before)).toBe(true)
  await expect.poll(async () => covered(await opened.look())).toBeGreaterThan(1_000)
})

test.skipIf(!hasDesktop)('a picture waits for the window under them to be drawn again', async () => {
  await using opened = await open()
  const board = await opened.stage.openOracle({ kind: 'board', geometry: 'full' })
  const taken = () => opened.overlays.withoutOverlays(async () => covered(await opened.look()))
  await opened.overlays.show(overlay('a'))
  await expect.poll(async () => covered(await opened.look())).toBeGreaterThan(1_000)
  board.child.kill('SIGSTOP')
  let isTaken = false
  const picture = taken().finally(() => (isTaken = true))
  // Its window is gone, and its pixels are still there.
  await sleep(100)
  expect([isTaken, covered(await opened.look()) > 1_000]).toEqual([false, true])
  board.child.kill('SIGCONT')
  expect(await picture).toBe(0)

  // An owner that never draws holds nobody up for long.
  board.child.kill('SIGSTOP')
  expect(await taken()).toBeGreaterThan(1_000)
  await opened.overlays.hide('a')
  board.child.kill('SIGCONT')
  await expect.poll(async () => covered(await opened.look())).toBe(0)
  expect(await taken()).toBe(0)
})

test.skipIf(!hasDesktop)(
  'several stand under each other, move up, and go when their time is over',
  async () => {
    await using opened = await open()
    const column = { x: corner.x, y: 0, width: 100, height: 400 }
    const before = await opened.look(column)
    const lowest = async () => {
      const pixels = await opened.look(column)
      const rows = Array.from({ length: column.height }, (_, row) =>
        pixels.subarray(row * 400, (row + 1) * 400),
      )
      return rows.findLastIndex((row) => covered(row) > 40)
    }
    await opened.overlays.show(overlay('a'))
    await opened.overlays.show(overlay('b'))
    await opened.overlays.show(overlay('c', { text: 'third' }))
    await expect.poll(lowest).toBeGreaterThan(220)
    await opened.overlays.hide('a')
    await opened.overlays.show(overlay('b', { durationMs: 100 }))
    // The second goes by itself, and the third takes its place.
    await expect.poll(lowest).toBeLessThan(130)
    await opened.overlays.hide('c')
    await expect.poll(async () => (await opened.look(column)).equals(before)).toBe(true)
  },
)

test.skipIf(!hasDesktop)('the same one again only changes its words', async () => {
  await using opened = await open()
  await opened.overlays.show(overlay('a', { text: 'step 1' }))
  await expect.poll(async () => covered(await opened.look())).toBeGreaterThan(1_000)
  await opened.overlays.show(overlay('a', { text: 'step 2', durationMs: 400 }))
  await expect.poll(async () => covered(await opened.look())).toBe(0)
})

test.skipIf(!hasDesktop)('with a compositor it is blended in, and gone when its time is over', async () => {
  await using opened = await open({ compositor: true })
  await expect.poll(() => opened.isComposited()).toBe(true)
  await opened.overlays.show(overlay('a'))
  await expect.poll(async () => covered(await opened.look())).toBeGreaterThan(1_000)
  await opened.overlays.show(overlay('a', { durationMs: 100 }))
  await expect.poll(async () => covered(await opened.look())).toBe(0)
})

test.skipIf(!hasDesktop)('it stays above a window that comes up later', async () => {
  await using opened = await open()
  await opened.overlays.show(overlay('a'))
  const board = await opened.stage.openOracle({ kind: 'board', geometry: 'full' })
  await expect.poll(async () => covered(await opened.look())).toBeGreaterThan(1_000)
  await board.close()
})

test.skipIf(!hasDesktop)('a new X server shows them again', async () => {
  await using opened = await open()
  await opened.overlays.show(overlay('a'))
  await opened.stage.restartServer()
  await expect.poll(() => opened.overlays.show(overlay('b'))).toEqual({ via: 'window' })
})

test.skipIf(!hasDesktop)(
  'where no window can be shown and nothing shows notices, it is written down',
  async () => {
    await using opened = await open({ windows: false, notices: false })
    expect(await opened.overlays.show(overlay('a'))).toEqual({ via: 'log' })
    await opened.overlays.hide('a')
  },
)

test.skipIf(!hasDunst)('where no window can be shown, it is a notification', async () => {
  await using opened = await open({ windows: false })
  opened.stage.start('dunst', [])
  await expect.poll(() => opened.overlays.show(overlay('a'))).toEqual({ via: 'notification' })
  const waiting = () => {
    const words = ['count', 'displayed']
    return spawnSync('dunstctl', words, { env: opened.stage.environment, encoding: 'utf8' }).stdout.trim()
  }
  await expect.poll(waiting).toBe('1')
  await opened.overlays.hide('a')
  await expect.poll(waiting).toBe('0')
})
