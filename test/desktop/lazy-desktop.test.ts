import { once } from 'node:events'
import { expect, test } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import { createLazyDesktop } from '../../src/platform/desktop/lazy-desktop.ts'
import { hasDesktop, startDesktop } from './stage.ts'

test.skipIf(!hasDesktop)('a desktop that comes up later is found by the next one who asks', async () => {
  await using stage = await startDesktop({ width: 640, height: 480, windowManager: 'none' })
  const gone = once(stage.server, 'exit')
  stage.server.kill('SIGKILL')
  await gone
  const { environment } = stage
  const desktop = createLazyDesktop({ platform: 'linux', environment, log: silentLog })
  expect(desktop.state()).toEqual({ kind: 'x11', capabilities: [], problem: null, isOpen: false })
  const none = await desktop.driver()
  expect(none.kind).toBe('none')
  await expect(none.capture({})).rejects.toMatchObject({ code: 'unavailable' })
  await expect(desktop.open()).rejects.toMatchObject({ code: 'unavailable' })
  expect(desktop.state().problem).toContain(stage.display)
  await stage.restartServer()
  const driver = await desktop.driver()
  expect(driver.kind).toBe('x11')
  expect((await driver.capture({})).area).toEqual({ x: 0, y: 0, width: 640, height: 480 })
  expect(desktop.state()).toMatchObject({ problem: null, isOpen: true })
  expect(desktop.state().capabilities).toContain('capture')
  await desktop.close()
  await expect(desktop.open()).rejects.toMatchObject({ code: 'unavailable' })
})
