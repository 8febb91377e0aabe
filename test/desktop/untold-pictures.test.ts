import { expect, test } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import { inspectFrame } from '../../src/features/computer/recording/inspect-frame.ts'
import { coversOf } from '../../src/features/computer/recording/picture-covers.ts'
import { chooseDesktop, openDesktop } from '../../src/platform/desktop/choose.ts'
import type { Area, DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import { hasDesktop, startDesktop } from './stage.ts'
import { hasWayland, startWayland } from './wayland-stage.ts'

const open = (environment: Readonly<Record<string, string>>) => {
  const context = { platform: 'linux', environment, log: silentLog } as const
  return openDesktop(chooseDesktop(context), context)
}

/** What is black in a picture of the desktop as it is now, on which this is a secret. */
async function black(driver: DesktopDriver, secret: string): Promise<Area[]> {
  const frame = await driver.capture({})
  const { signal } = new AbortController()
  const { facts } = await inspectFrame(frame, { driver, secretWindows: new Set(), signal })
  return coversOf(facts, (text) => text.includes(secret))
}

const size = ({ width, height }: Area) => width * height

test.skipIf(!hasDesktop)('the window of a program that has stopped answering is black', async () => {
  await using stage = await startDesktop({
    width: 1280,
    height: 720,
    windowManager: 'openbox',
    accessibility: true,
  })
  const driver = await open(stage.environment)
  try {
    const form = await stage.openOracle({ kind: 'form', title: 'Sign up' })
    await expect.poll(async () => (await driver.focusedElement())?.isEditable).toBe(true)
    await driver.type('hunter2', {})
    await expect.poll(() => form.text()).toBe('hunter2')
    // The field itself, and the one for passwords.
    const told = await black(driver, 'hunter2')
    const { area } = (await driver.activeWindow())!
    expect(told).toHaveLength(2)
    for (const one of told) expect(size(one)).toBeLessThan(size(area!) / 4)
    form.child.kill('SIGSTOP')
    const untold = await black(driver, 'hunter2')
    form.child.kill('SIGCONT')
    expect(untold).toContainEqual(area)
  } finally {
    await driver.close()
  }
})

test.skipIf(!hasWayland)('where no application knows its place, its window is black', async () => {
  await using stage = await startWayland({ width: 1280, height: 720, accessibility: true })
  const driver = await open(stage.environment)
  try {
    await stage.openOracle({ kind: 'text', title: 'Letter' })
    await expect.poll(async () => (await driver.focusedElement())?.isEditable).toBe(true)
    const { area } = (await driver.activeWindow())!
    await driver.type('hello', {})
    expect(await black(driver, 'hunter2')).toEqual([])
    await driver.type(' hunter2', {})
    await expect.poll(() => black(driver, 'hunter2')).toContainEqual(area)
  } finally {
    await driver.close()
  }
})
