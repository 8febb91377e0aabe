import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { chooseDesktop, openDesktop } from './choose.ts'
import type { DesktopDriver } from './desktop-driver.ts'

const choose = (environment: NodeJS.ProcessEnv, platform: NodeJS.Platform = 'linux') =>
  chooseDesktop({ platform, environment })

test.each<[NodeJS.ProcessEnv, NodeJS.Platform, string]>([
  [{ DISPLAY: ':0' }, 'linux', 'x11'],
  [{ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0', XDG_RUNTIME_DIR: '/run/user/1' }, 'linux', 'wayland'],
  [{ DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 'none'],
  [{ DISPLAY: ':0', XDG_SESSION_TYPE: 'wayland' }, 'linux', 'none'],
  [{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', 'none'],
  [{}, 'linux', 'none'],
  [{ DISPLAY: ':0' }, 'darwin', 'macos'],
])('%j on %s is %s', (environment, platform, kind) => {
  expect(choose(environment, platform).kind).toBe(kind)
})

test('the cookie file of the session goes along', () => {
  expect(choose({ DISPLAY: ':3', XAUTHORITY: '/a' })).toEqual({
    kind: 'x11',
    display: ':3',
    xauthority: '/a',
  })
})

test('without a desktop every call says why, and nothing is ever held', async () => {
  const context = { platform: 'linux', environment: {}, log: silentLog } as const
  const driver = await openDesktop(choose({}), context)
  const calls: (() => Promise<unknown>)[] = [
    () => driver.capture({}),
    () => driver.click({ x: 1, y: 1 }, {}),
    () => driver.type('x', {}),
    () => driver.openApplication('x'),
    () => driver.readElements('window'),
  ]
  for (const call of calls)
    await expect(call()).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('DISPLAY') as string,
    })
  await driver.releaseAll()
  expect(Object.values(driver.capabilities)).not.toContain(true)
  const overlay = { id: 'a', text: 'x', position: 'top', durationMs: 1 } as const
  expect(await driver.overlays.show(overlay)).toEqual({ via: 'log' })
  await driver.close()
})

test('a Wayland session that lets nobody in is unavailable, also when there is a DISPLAY', async () => {
  const environment = { DISPLAY: ':987', WAYLAND_DISPLAY: 'wayland-987', XDG_RUNTIME_DIR: '/nowhere' }
  const opening = openDesktop(choose(environment), { platform: 'linux', environment, log: silentLog })
  await expect(opening).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('Wayland') as string,
  })
})

test('a display on which nobody answers is unavailable', async () => {
  const context = { platform: 'linux', environment: {}, log: silentLog } as const
  const opening: Promise<DesktopDriver> = openDesktop(choose({ DISPLAY: ':987' }), context)
  await expect(opening).rejects.toMatchObject({ code: 'unavailable' })
})
