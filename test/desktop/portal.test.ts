import { existsSync } from 'node:fs'
import { mkdtempDisposable, readFile, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import type { Accessibility } from '../../src/platform/desktop/accessibility/accessibility.ts'
import { openDesktop } from '../../src/platform/desktop/choose.ts'
import { hasRemoteDesktopPortal } from '../../src/platform/desktop/portal/driver.ts'
import { openPortal } from './portal-stage.ts'
import { hasDesktop } from './stage.ts'

test.skipIf(!hasDesktop)('a desktop with a portal is known by it, and nobody is asked for that', async () => {
  await using portal = await openPortal()
  expect(await hasRemoteDesktopPortal(portal.address)).toBe(true)
  expect(await portal.of('Start')).toEqual([])
  expect(await hasRemoteDesktopPortal('unix:path=/nowhere')).toBe(false)
})

test.skipIf(!hasDesktop)('the service takes it where the compositor itself cannot be asked', async () => {
  await using portal = await openPortal()
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-home-'))
  const context = {
    platform: 'linux',
    environment: { DBUS_SESSION_BUS_ADDRESS: portal.address, DESKHAND_HOME: folder.path },
    log: silentLog,
  } as const
  const choice = { kind: 'wayland', display: 'wayland-0', runtimeFolder: folder.path } as const
  const driver = await openDesktop(choice, context)
  expect(driver.kind).toBe('portal')
  await driver.click({ x: 410, y: 20 }, {})
  expect(await portal.of('NotifyPointerButton')).toHaveLength(2)
  await driver.close()
  expect(existsSync(join(folder.path, 'desktop-permission.json'))).toBe(true)
})

test.skipIf(!hasDesktop)('the pointer goes to the place on the monitor that has it', async () => {
  await using portal = await openPortal()
  const { driver } = portal
  expect((await driver.monitors()).map(({ area }) => area)).toEqual([
    { x: 400, y: 0, width: 800, height: 600 },
    { x: 0, y: 0, width: 400, height: 300 },
  ])
  await driver.click({ x: 410, y: 20 }, { button: 'right', count: 2 })
  await driver.move({ x: 30, y: 40 })
  const session = (await portal.of('Start'))[0]![0]
  expect(await portal.of('NotifyPointerMotionAbsolute')).toEqual([
    [session, {}, 41, 10.5, 20.5],
    [session, {}, 42, 30.5, 40.5],
  ])
  const strokes = (await portal.of('NotifyPointerButton')).map(([, , button, state]) => [button, state])
  expect(strokes).toEqual([
    [0x111, 1],
    [0x111, 0],
    [0x111, 1],
    [0x111, 0],
  ])
  await driver.scroll({ x: 410, y: 20 }, { direction: 'left', notches: 2 })
  expect((await portal.of('NotifyPointerAxisDiscrete')).map((values) => values.slice(2))).toEqual([
    [1, -1],
    [1, -1],
  ])
  await expect(driver.move({ x: 1200, y: 0 })).rejects.toMatchObject({ code: 'invalid_request' })
})

test.skipIf(!hasDesktop)('keys are struck by their symbols, and let go of whatever happens', async () => {
  await using portal = await openPortal()
  const { driver } = portal
  const strokes = async () =>
    (await portal.of('NotifyKeyboardKeysym')).map(([, , keysym, state]) => [keysym, state])
  await driver.press('ctrl+t', {})
  const chord = [
    [0xffe3, 1],
    [0x74, 1],
    [0x74, 0],
    [0xffe3, 0],
  ]
  expect(await strokes()).toEqual(chord)
  expect(await driver.type('é漢', {})).toMatchObject({ method: 'keys', characters: 2, verified: false })
  const typed = [0xe9, 0x0100_6f22].flatMap((keysym) => [
    [keysym, 1],
    [keysym, 0],
  ])
  expect((await strokes()).slice(4)).toEqual(typed)
  const stop = new AbortController()
  const path = [
    { x: 410, y: 10 },
    { x: 900, y: 500 },
  ]
  const dragging = driver.drag(path, { durationMs: 60_000, modifiers: ['shift'] }, stop.signal)
  await expect.poll(async () => (await portal.of('NotifyPointerButton')).length).toBe(1)
  stop.abort(new Error('called off'))
  await expect(dragging).rejects.toThrow('called off')
  expect((await portal.of('NotifyPointerButton')).map(([, , , state]) => state)).toEqual([1, 0])
  expect((await strokes()).slice(8)).toEqual([
    [0xffe1, 1],
    [0xffe1, 0],
  ])
})

test.skipIf(!hasDesktop)('Return waits for the text to be seen where the application tells', async () => {
  await using portal = await openPortal()
  const strokes = async () =>
    (await portal.of('NotifyKeyboardKeysym')).flatMap(([, , keysym, state]) => (state === 1 ? [keysym] : []))
  let value = 'Al'
  let looks = 0
  const beforeReturn: unknown[][] = []
  const told = {
    // It shows what was typed only when it is looked at for the fifth time.
    async field() {
      looks += 1
      beforeReturn.push(await strokes())
      if (looks >= 5 && beforeReturn.at(-1)!.includes(0x61)) value = 'Ala'
      return { value, selected: { start: value.length, end: value.length }, isPassword: false }
    },
    close: () => {},
  } as Partial<Accessibility> as Accessibility
  const driver = await portal.open(told)
  expect(await driver.type('a', { submit: true })).toMatchObject({
    value: 'Ala',
    verified: true,
    submitted: true,
  })
  expect(beforeReturn.flat()).not.toContain(0xff0d)
  expect(await strokes()).toEqual([0x61, 0xff0d])
  // A field that takes nothing is not sent.
  expect(await driver.type('b', { submit: true })).toMatchObject({ value: 'Ala', submitted: false })
  expect(await strokes()).toEqual([0x61, 0xff0d, 0x62])
})

test.skipIf(!hasDesktop)(
  'a picture is cut out of that of the desktop, and its file is not left lying',
  async () => {
    await using portal = await openPortal()
    const { driver } = portal
    const left = await driver.capture({ display: 1 })
    expect(left).toMatchObject({ area: { x: 0, y: 0, width: 400, height: 300 }, width: 800, height: 600 })
    expect(await colours(left.bytes)).toEqual([[255, 0, 0]])
    const right = await driver.capture({ maxEdge: 400, format: 'jpeg' })
    expect(right).toMatchObject({ width: 400, height: 300, mimeType: 'image/jpeg' })
    const both = await driver.capture({ area: { x: 300, y: 100, width: 200, height: 50 } })
    expect(await colours(both.bytes)).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ])
    const files = (await portal.of('file')).map(([path]) => path as string)
    expect(files).toHaveLength(3)
    expect(files.filter((path) => existsSync(path))).toEqual([])
  },
)

test.skipIf(!hasDesktop)('the permission is remembered, for this user alone', async () => {
  await using portal = await openPortal()
  await portal.driver.move({ x: 410, y: 10 })
  expect((await portal.of('SelectDevices'))[0]![1]).toMatchObject({ types: 3, persist_mode: 2 })
  expect((await portal.of('SelectDevices'))[0]![1]).not.toHaveProperty('restore_token')
  expect(JSON.parse(await readFile(portal.tokenFile, 'utf8'))).toMatchObject({ restore_token: 'token-1' })
  expect((await stat(portal.tokenFile)).mode & 0o777).toBe(0o600)
  const next = await portal.open()
  await next.move({ x: 410, y: 10 })
  expect((await portal.of('SelectDevices'))[1]![1]).toMatchObject({ restore_token: 'token-1' })
  expect(JSON.parse(await readFile(portal.tokenFile, 'utf8'))).toMatchObject({ restore_token: 'token-2' })
})

test.skipIf(!hasDesktop)('an older portal that remembers nothing is not asked to', async () => {
  await using portal = await openPortal('allow', 1)
  await portal.driver.move({ x: 410, y: 10 })
  expect(Object.keys((await portal.of('SelectDevices'))[0]![1] as object).toSorted()).toEqual([
    'handle_token',
    'types',
  ])
  expect(existsSync(portal.tokenFile)).toBe(false)
})

test.skipIf(!hasDesktop)(
  'without permission it says what to click, and asks again the next time',
  async () => {
    await using portal = await openPortal('deny')
    const refused = { code: 'forbidden', message: expect.stringContaining('"Share"') as string }
    await expect(portal.driver.click({ x: 1, y: 1 }, {})).rejects.toMatchObject(refused)
    await expect(portal.driver.capture({})).rejects.toMatchObject(refused)
    expect(await portal.of('Start')).toHaveLength(2)
    // Nothing is left open by a refusal, and there is nothing to let go of.
    await expect.poll(async () => (await portal.of('Session.Close')).length).toBe(2)
    await portal.driver.releaseAll()
    await using partly = await openPortal('no-input')
    const without = {
      code: 'forbidden',
      message: expect.stringContaining('Allow Remote Interaction') as string,
    }
    await expect(partly.driver.press('a', {})).rejects.toMatchObject(without)
  },
)

test.skipIf(!hasDesktop)('a dialog that nobody answers is closed when the action is called off', async () => {
  await using portal = await openPortal('silent')
  const stop = new AbortController()
  const clicking = portal.driver.click({ x: 1, y: 1 }, {}, stop.signal)
  await expect.poll(async () => (await portal.of('Start')).length).toBe(1)
  stop.abort(new Error('called off'))
  await expect(clicking).rejects.toThrow('called off')
  await expect.poll(async () => (await portal.of('Request.Close')).length).toBe(1)
})

test.skipIf(!hasDesktop)('a permission that was taken back is asked for again', async () => {
  await using portal = await openPortal()
  await portal.driver.press('F6', {})
  await expect
    .poll(async () => {
      await portal.driver.press('a', {})
      return (await portal.of('Start')).length
    })
    .toBe(2)
})

/** The different ones of a row in the middle, from left to right. */
async function colours(picture: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const start = Math.floor(info.height / 2) * info.width * 3
  const row = Array.from({ length: info.width }, (_, x) => [
    ...data.subarray(start + x * 3, start + x * 3 + 3),
  ])
  return row.filter((colour, index) => index === 0 || String(colour) !== String(row[index - 1]))
}
