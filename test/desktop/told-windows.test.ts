import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import { chooseDesktop, openDesktop } from '../../src/platform/desktop/choose.ts'
import type { DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import { middleOf } from '../../src/platform/desktop/description/write-description.ts'
import { canBrowse } from '../security/chromium.ts'
import { hasDesktop, startDesktop } from './stage.ts'
import { hasWayland, startWayland } from './wayland-stage.ts'

vi.setConfig({ testTimeout: 240_000 })

const menusApp = new URL('menus-app.py', import.meta.url).pathname
const size = { width: 1280, height: 800, accessibility: true } as const

async function openDriver(environment: Readonly<Record<string, string>>): Promise<DesktopDriver> {
  const context = { platform: 'linux', environment, log: silentLog } as const
  const driver = await openDesktop(chooseDesktop(context), context)
  // Before it, a program asks nobody whether it should tell.
  await driver.readElements('desktop')
  return driver
}

async function find(driver: DesktopDriver, name: string) {
  const { elements } = await driver.readElements('window')
  return elements.find((one) => one.name === name)
}

async function press(driver: DesktopDriver, name: string): Promise<void> {
  await expect.poll(() => find(driver, name)).toBeDefined()
  await driver.activateElement((await find(driver, name))!.id)
}

interface Started {
  start(
    program: string,
    words: readonly string[],
  ): ReturnType<Awaited<ReturnType<typeof startDesktop>>['start']>
}

/** Gives what it writes down. */
async function openMenus(stage: Started): Promise<readonly string[]> {
  const used: string[] = []
  const child = stage.start('/usr/bin/python3', [menusApp])
  createInterface({ input: child.stdout! }).on('line', (line) => used.push(line))
  await expect.poll(() => used).toContain('ready')
  return used
}

test.skipIf(!hasDesktop)('the entries of an open menu are told, wherever its bar is', async () => {
  await using stage = await startDesktop({ ...size, windowManager: 'openbox' })
  const driver = await openDriver(stage.environment)
  try {
    const used = await openMenus(stage)
    await press(driver, 'Sheet')
    await press(driver, 'Rename')
    await expect.poll(() => used).toContain('Rename')
  } finally {
    await driver.close()
  }
})

test.skipIf(!hasWayland)('a tab is opened where nobody knows its place', async () => {
  await using stage = await startWayland(size)
  const driver = await openDriver(stage.environment)
  try {
    const used = await openMenus(stage)
    await press(driver, 'Fonts')
    await expect.poll(() => used).toContain('This is Fonts')
  } finally {
    await driver.close()
  }
})

/** A browser on a page of its own, which the driver has opened. */
async function openPage(body: string) {
  await using opened = new AsyncDisposableStack()
  const stage = opened.use(await startDesktop({ ...size, windowManager: 'openbox' }))
  const page = join(stage.folder, 'page.html')
  await writeFile(page, body)
  const words = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--password-store=basic']
  await mkdir(join(stage.folder, 'data/applications'), { recursive: true })
  await writeFile(
    join(stage.folder, 'data/applications/browser.desktop'),
    `[Desktop Entry]\nType=Application\nName=Browser\nExec=chromium ${words.join(' ')} --user-data-dir=${stage.folder}/profile file://${page}\n`,
  )
  const driver = await openDriver(stage.environment)
  opened.defer(() => driver.close())
  const { processId } = await driver.openApplication('browser')
  opened.defer(() => void process.kill(processId!))
  const all = opened.move()
  return { stage, driver, [Symbol.asyncDispose]: () => all.disposeAsync() }
}

test.skipIf(!hasDesktop || !canBrowse)(
  'a dialog that a browser has from another toolkit is told instead of the page behind it',
  async () => {
    await using opened = await openPage('<title>Claim</title><input type="file" aria-label="Receipt">')
    const { stage, driver } = opened
    await writeFile(join(stage.folder, 'receipt.txt'), 'Paid')
    await press(driver, 'Receipt: No file chosen')
    await expect.poll(() => find(driver, 'Cancel')).toMatchObject({ window: 'Open File' })
    expect(await find(driver, 'Receipt: No file chosen')).toBeUndefined()
    const open = (await find(driver, 'Open'))!
    expect(await driver.elementAt(middleOf(open.area!))).toMatchObject({ name: 'Open' })
    await driver.press('ctrl+l', {})
    await expect.poll(() => driver.focusedElement()).toMatchObject({ isEditable: true })
    await driver.type(join(stage.folder, 'receipt.txt'), { replace: true })
    await press(driver, 'Open')
    await expect.poll(() => find(driver, 'Receipt: receipt.txt')).toMatchObject({ role: 'push button' })
  },
)

test.skipIf(!hasDesktop || !canBrowse)(
  'the button that Return presses is that of the form around the focus',
  async () => {
    const forms =
      '<form><input aria-label="Voucher"><textarea aria-label="Remark"></textarea><button type="button">Show</button><button>Pay</button></form>'
    await using opened = await openPage(`<title>Tickets</title>${forms}<p><input aria-label="Alone"></p>`)
    const { driver } = opened
    const beside = async (name: string) => {
      await press(driver, name)
      await expect.poll(() => driver.focusedElement()).toMatchObject({ name })
      return (await driver.defaultButton!((await driver.focusedElement())!.id))?.name ?? null
    }
    expect(await beside('Voucher')).toBe('Pay')
    // There it begins a new line.
    expect(await beside('Remark')).toBeNull()
    expect(await beside('Alone')).toBeNull()
    expect(await beside('Address and search bar')).toBeNull()
  },
)
