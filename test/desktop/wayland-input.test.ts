import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { parseChord } from '../../src/platform/desktop/chords.ts'
import { openSession } from '../../src/platform/desktop/wayland/session.ts'
import type { DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import type { Oracle } from './stage.ts'
import { openWayland } from './wayland-desktop.ts'
import { hasWayland } from './wayland-stage.ts'

test.skipIf(!hasWayland)('clicks land on the very pixel', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
  const points = Array.from({ length: 40 }, (_, index) => ({
    x: (index * 397 + 13) % 1280,
    y: (index * 211 + 7) % 720,
  }))
  for (const point of [...points, { x: 0, y: 0 }, { x: 1279, y: 719 }]) {
    board.clear()
    await driver.click(point, {})
    await expect.poll(() => board.of('release')).toMatchObject([{ ...point, button: 1 }])
    expect(board.of('press')).toMatchObject([{ ...point, button: 1 }])
  }
})

test.skipIf(!hasWayland)('a click has its button, its count and its modifiers', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
  await driver.click({ x: 100, y: 100 }, { button: 'right', modifiers: ['ctrl', 'shift'] })
  await expect.poll(() => board.of('press')).toMatchObject([{ button: 3, modifiers: ['shift', 'ctrl'] }])
  board.clear()
  await driver.click({ x: 300, y: 300 }, { count: 3 })
  await expect.poll(() => board.of('press').map(({ count }) => count)).toContain(3)
  board.clear()
  await driver.click({ x: 500, y: 100 }, { button: 'middle' })
  await expect.poll(() => board.of('press')).toMatchObject([{ button: 2, modifiers: [] }])
})

test.skipIf(!hasWayland)('the wheel turns as often as it is told, each way', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const child = stage.start('/usr/bin/python3', [join(import.meta.dirname, 'oracle-scrolling.py')])
  const seen: { x: number; y: number }[] = []
  const lines = createInterface({ input: child.stdout! })
  lines.on('line', (line) => seen.push(JSON.parse(line) as { x: number; y: number }))
  await expect.poll(() => seen.at(-1)).toEqual({ x: 0, y: 0 })
  const scroll = async (direction: 'up' | 'down' | 'left' | 'right', notches: number) => {
    const before = seen.length
    await driver.scroll({ x: 640, y: 360 }, { direction, notches })
    await expect.poll(() => seen.length).toBeGreaterThanOrEqual(before + notches)
  }
  // The first one tells how far one notch goes in this window.
  await scroll('down', 1)
  await scroll('right', 1)
  const notch = seen.at(-1)!
  expect(Math.min(notch.x, notch.y)).toBeGreaterThan(0)
  await scroll('down', 4)
  await scroll('up', 2)
  await scroll('right', 3)
  await scroll('left', 1)
  const turned = () => ({
    x: Math.round((seen.at(-1)!.x / notch.x) * 100) / 100,
    y: Math.round((seen.at(-1)!.y / notch.y) * 100) / 100,
  })
  await expect.poll(turned).toEqual({ x: 3, y: 3 })
})

test.skipIf(!hasWayland)('a wheel is turned with keys held, too', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
  await driver.scroll({ x: 640, y: 360 }, { direction: 'down', notches: 2, modifiers: ['ctrl'] })
  const turn = { x: 640, y: 360, dx: 0, dy: 1, modifiers: ['ctrl'] }
  await expect.poll(() => board.of('scroll')).toMatchObject([turn, turn])
})

test.skipIf(!hasWayland)('a drag moves with the button down from the first point to the last', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
  const path = [
    { x: 100, y: 100 },
    { x: 400, y: 200 },
    { x: 300, y: 600 },
  ]
  await driver.drag(path, {})
  await expect.poll(() => board.of('release')).toMatchObject([path[2]])
  expect(board.of('press')).toMatchObject([{ ...path[0], button: 1 }])
  const dragged = board.of('motion').filter(({ button }) => button === 1)
  expect(dragged.length).toBeGreaterThanOrEqual(10)
  expect(dragged.at(-1)).toMatchObject(path[2]!)
})

test.skipIf(!hasWayland)('chords arrive as they are named', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
  const chords: [string, string, string[]][] = [
    ['ctrl+shift+t', 'T', ['shift', 'ctrl']],
    ['F5', 'F5', []],
    ['ctrl++', 'plus', ['shift', 'ctrl']],
    ['enter', 'Return', []],
    ['pagedown', 'Page_Down', []],
    ['alt+super+x', 'x', ['alt', 'super']],
    ['KP_7', 'KP_7', []],
    ['F13', 'F13', []],
    ['ctrl+é', 'eacute', ['ctrl']],
    ['mute', 'AudioMute', []],
  ]
  for (const [chord, key, modifiers] of chords) {
    board.clear()
    await driver.press(chord, {})
    await expect.poll(() => board.of('key').at(-1), { message: chord }).toMatchObject({ key, modifiers })
  }
  board.clear()
  await expect(driver.press('ctrl+foo', {})).rejects.toMatchObject({ code: 'invalid_request' })
  await driver.press('a', {})
  await expect.poll(() => board.of('key').map(({ key }) => key)).toEqual(['a'])
})

test.skipIf(!hasWayland)('whatever is called off in the middle lets everything go', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
  const path = [
    { x: 100, y: 100 },
    { x: 900, y: 500 },
  ]
  const stops = [
    (signal: AbortSignal) => driver.drag(path, { durationMs: 60_000, modifiers: ['ctrl'] }, signal),
    (signal: AbortSignal) => driver.press('ctrl+alt+k', { holdMs: 60_000 }, signal),
  ]
  for (const act of stops) {
    board.clear()
    const stop = new AbortController()
    const acting = act(stop.signal)
    await expect.poll(() => board.of('key').length).toBeGreaterThan(0)
    stop.abort(new Error('called off'))
    await expect(acting).rejects.toThrow('called off')
    board.clear()
    await expect.poll(wiggling(driver, board)).toMatchObject({ button: 0, modifiers: [] })
    await driver.press('z', {})
    await expect.poll(() => board.of('key')).toMatchObject([{ key: 'z', modifiers: [] }])
  }
})

test.skipIf(!hasWayland)('what was held when everything ended is let go of at the next start', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
  const path = [
    { x: 100, y: 100 },
    { x: 900, y: 500 },
  ]
  // The other one goes on having a mouse, as a person has: with the last mouse gone every button would be up.
  const killed = await openSession(stage)
  const dragging = killed.pointer.drag(path, { durationMs: 60_000, modifiers: ['ctrl'] })
  await expect.poll(() => board.of('press').length).toBe(1)
  killed.connection.close()
  await expect(dragging).rejects.toMatchObject({ code: 'unavailable' })
  await expect.poll(wiggling(driver, board)).toMatchObject({ y: 360, button: 1 })
  const next = await openSession(stage)
  await expect.poll(() => board.of('release')).toMatchObject([{ button: 1 }])
  board.clear()
  await expect.poll(wiggling(driver, board)).toMatchObject({ button: 0, modifiers: [] })
  next.connection.close()
})

/**
 * Moves on with each call and tells of the last move that was heard. One alone may be lost: when another mouse is
 * taken away in that moment, or in GTK, which joins the moves of a frame and forgets the last one after a release.
 */
function wiggling(driver: Pick<DesktopDriver, 'move'>, board: Oracle) {
  let x = 640
  return async () => {
    x = x === 640 ? 642 : 640
    await driver.move({ x, y: 360 })
    return board.of('motion').at(-1)
  }
}

test.skipIf(!hasWayland)('releaseAll ends a drag that is under way', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
  const stop = new AbortController()
  const held = driver.press('ctrl+k', { holdMs: 60_000 }, stop.signal)
  await expect.poll(() => board.of('key').length).toBeGreaterThanOrEqual(2)
  await driver.releaseAll()
  const person = await openSession(stage)
  await person.pointer.click({ x: 5, y: 5 }, {})
  await expect.poll(() => board.of('press')).toMatchObject([{ modifiers: [] }])
  person.connection.close()
  stop.abort(new Error('called off'))
  await expect(held).rejects.toThrow('called off')
})

test.skipIf(!hasWayland)('the person stops it with the hotkey', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  const board = await stage.openOracle({ kind: 'board', geometry: 'full' })
  expect(driver.capabilities).toMatchObject({ hotkey: true, read_pointer: false })
  expect(await driver.pointer()).toBeNull()
  expect(await driver.held()).toBeNull()
  const heard: string[] = []
  const stop = driver.onInterference((why) => heard.push(why))
  const person = await openWaylandPerson(stage)
  await expect
    .poll(async () => {
      await person.press()
      return heard
    })
    .toContain('hotkey')
  // Whoever reads the configuration anew drops all keys that are not in it.
  stage.command('reload')
  heard.length = 0
  await expect
    .poll(async () => {
      await person.press()
      return heard
    })
    .toContain('hotkey')
  stop()
  // After that the key belongs to the application again.
  await expect
    .poll(async () => {
      board.clear()
      await person.press()
      return board.of('key').map(({ key }) => key)
    })
    .toContain('Escape')
  person.close()
})

async function openWaylandPerson(stage: { display: string; runtimeFolder: string }) {
  const { keyboard, connection } = await openSession(stage)
  return {
    press: () => keyboard.press(parseChord('ctrl+alt+Escape'), { holdMs: 10 }),
    close: () => connection.close(),
  }
}

test.skipIf(!hasWayland)('a compositor that has ended is told of, not waited for', async () => {
  await using desktop = await openWayland()
  const { driver, stage } = desktop
  stage.compositor.kill('SIGKILL')
  const act = () =>
    driver.click({ x: 1, y: 1 }, {}).then(
      () => 'done',
      (error: { code: string }) => error.code,
    )
  await expect.poll(act).toBe('unavailable')
})
