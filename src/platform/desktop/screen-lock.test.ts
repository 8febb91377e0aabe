import { expect, test } from 'vitest'
import { startBus, startBusProgram } from '../../../test/bus-stage.ts'
import { silentLog } from '../../contract/log.ts'
import { openNone } from './choose.ts'
import { refusingWhenLocked, watchScreenLock } from './screen-lock.ts'

const saver = 'org.freedesktop.ScreenSaver'
const changed = {
  path: '/org/freedesktop/ScreenSaver',
  interface: saver,
  member: 'ActiveChanged',
  signature: 'b',
}

test('a screen that is locked, or gets locked, refuses until it is unlocked', async () => {
  await using bus = await startBus()
  const program = await startBusProgram(bus.address, saver, () => ({ signature: 'b', body: [true] }))
  const lock = watchScreenLock({ address: bus.address, log: silentLog })
  const codeOf = () =>
    lock.assertUnlocked().then(
      () => 'unlocked',
      (error: { code: string }) => error.code,
    )
  expect(await codeOf()).toBe('forbidden')
  program.signal({ ...changed, body: [false] })
  await expect.poll(codeOf).toBe('unlocked')
  program.signal({ ...changed, body: [true] })
  await expect.poll(codeOf).toBe('forbidden')
  // It was asked once, and told since.
  expect(program.told).toEqual([['GetActive']])
  lock.close()
  program.close()
})

test('where nobody tells, nothing is refused', async () => {
  await using bus = await startBus()
  for (const address of [undefined, 'unix:path=/nowhere', bus.address]) {
    const lock = watchScreenLock({ address, log: silentLog })
    await expect(lock.assertUnlocked()).resolves.toBeUndefined()
    lock.close()
  }
})

test('everything that acts is refused, and what looks or lets go is not', async () => {
  const none = await openNone('no desktop', { platform: 'linux', environment: {}, log: silentLog })
  const locked = {
    assertUnlocked: () => Promise.reject(new Error('locked')),
    close() {},
  }
  const driver = refusingWhenLocked(none, locked)
  const point = { x: 1, y: 1 }
  const acts = [
    driver.move(point),
    driver.click(point, {}),
    driver.drag([point, point], {}),
    driver.scroll(point, { direction: 'up', notches: 1 }),
    driver.press('a', {}),
    driver.type('a', {}),
    driver.openApplication('a'),
    driver.activateElement('e1'),
  ]
  for (const act of acts) await expect(act).rejects.toThrow('locked')
  await expect(driver.capture({})).rejects.toThrow('no desktop')
  await driver.releaseAll()
  await driver.close()
})
