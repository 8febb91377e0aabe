import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test, vi } from 'vitest'
import { canBrowse } from '../security/chromium.ts'
import { submitAddresses } from './address-bar.ts'
import { openDriver } from './driver.ts'
import { openObserver, until } from './real-stage.ts'
import { hasDesktop, startDesktop, type DesktopStage } from './stage.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 300_000 })

const size = { width: 1280, height: 720, windowManager: 'openbox' } as const

describe.runIf(hasDesktop && canBrowse)('an address that is typed and submitted', () => {
  // `node prove/desktop-submit.ts` does it two hundred times.
  test('is the one that is opened, where the address bar can be read', async () => {
    await using stage = await startDesktop({ ...size, accessibility: true })
    await using driver = await openReadingDriver(stage)
    expect(await submitAddresses(stage, driver, { rounds: 8, tells: true })).toEqual({ right: 8, wrong: [] })
  })

  test('is the one that is opened, where it cannot', async () => {
    await using stage = await startDesktop(size)
    await using driver = await openDriver(stage)
    expect(await submitAddresses(stage, driver, { rounds: 8, tells: false })).toEqual({ right: 8, wrong: [] })
  })
})

describe.runIf(hasDesktop)('a text that is submitted', () => {
  test.each(['gtk', 'tk'] as const)('stands in a field of %s before Return comes', async (toolkit) => {
    await using stage = await startDesktop({ ...size, accessibility: true })
    await using driver = await openReadingDriver(stage)
    const oracle = await stage.openOracle({ kind: 'text', toolkit })
    await driver.click({ x: 300, y: 300 }, {})
    for (const text of ['first', 'second'])
      expect(await driver.type(text, { submit: true })).toMatchObject({
        submitted: true,
        value: toolkit === 'tk' ? null : (expect.stringContaining(text) as unknown),
      })
    await expect.poll(() => oracle.text()).toBe('first\nsecond\n')
  })

  test('is not followed by Return where the field does not take it, and what a field makes of it is told', async () => {
    await using stage = await startDesktop({ ...size, accessibility: true })
    await using driver = await openReadingDriver(stage)
    const fields = stage.start('/usr/bin/python3', [join(import.meta.dirname, 'own-way-fields.py')])
    const said: string[] = []
    createInterface({ input: fields.stdout! }).on('line', (line) => said.push(line))
    await until(async () => said.includes('ready'))
    await until(async () => (await driver.focusedElement()) !== null)
    // The first writes everything large, the second holds what it holds, the third shows nothing of it.
    expect(await driver.type('loud', { submit: true })).toMatchObject({ value: 'LOUD', submitted: true })
    await until(async () => said.includes('return LOUD'))
    await driver.press('Tab', {})
    await until(async () => said.includes('focus fixed'))
    expect(await driver.type('other', { submit: true })).toMatchObject({ value: 'fixed', submitted: false })
    await driver.press('Tab', {})
    await until(async () => said.includes('focus secret'))
    expect(await driver.type('pass1', { submit: true })).toMatchObject({ value: null, submitted: true })
    await until(async () => said.includes('return pass1'))
    expect(said.filter((line) => line.startsWith('return'))).toEqual(['return LOUD', 'return pass1'])
  })
})

async function openReadingDriver(stage: DesktopStage) {
  const driver = await openObserver(stage)
  // Applications tell from their start only when somebody has asked before.
  await driver.focusedElement()
  return { ...driver, [Symbol.asyncDispose]: () => driver.close() }
}
