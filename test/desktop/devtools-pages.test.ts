import { mkdtempDisposable, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import { chooseDesktop, openDesktop } from '../../src/platform/desktop/choose.ts'
import type { AccessibleElement, DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import { hasDesktop, startDesktop, type DesktopStage } from './stage.ts'

const page = `<!doctype html><title>Order</title><style>body{margin:20px}</style>
<h1>Order form</h1>
<form onsubmit="document.title = 'Sent ' + new FormData(this).get('name') + ' ' + new FormData(this).get('size'); return false">
  <label>Name <input name="name" value="Ada"></label>
  <label>Secret <input type="password" value="hunter2"></label>
  <select name="size" aria-label="Size"><option>Small</option><option>Large</option></select>
  <label><input type="checkbox" id="gift"> Gift</label>
  <button>Send order</button> <button type="button" disabled>Pay</button>
</form>
<div style="position:relative;width:120px;height:40px"><button type="button" style="width:120px;height:40px">Covered</button>
  <div style="position:absolute;inset:0;background:#fff">Wait</div></div>
<div style="height:3000px"></div><p>Opening hours</p>`

describe.skipIf(!hasDesktop)('pages of a browser that tells nothing of them', () => {
  const opened = new AsyncDisposableStack()
  let stage: DesktopStage
  let driver: DesktopDriver
  let profile: string
  let isAllowed = true
  beforeAll(async () => {
    const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(page))
    await once(server.listen(0, '127.0.0.1'), 'listening')
    opened.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    stage = opened.use(await startDesktop({ width: 1280, height: 800, windowManager: 'openbox' }))
    profile = opened.use(await mkdtempDisposable(join(tmpdir(), 'profile-'))).path
    // It begins to tell as soon as somebody asks for that, also when it has run for long: so it finds nobody to tell.
    const silent = ['DBUS_SESSION_BUS_ADDRESS=disabled:', `AT_SPI_BUS_ADDRESS=unix:path=${profile}/none`]
    const options = [
      '--no-sandbox',
      '--no-first-run',
      '--password-store=basic',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
    ]
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    stage.start('env', [...silent, 'chromium', ...options, address])
    const context = { platform: 'linux', environment: stage.environment, log: silentLog } as const
    driver = await openDesktop(chooseDesktop(context), { ...context, allowsDevTools: () => isAllowed })
    opened.defer(() => driver.close())
  })
  afterAll(() => opened.disposeAsync())

  const describePage = async () =>
    (await driver.describeElements({ scope: 'window', reader: 'test' })).elements
  const find = async (name: string, role?: string): Promise<AccessibleElement> => {
    const fits = (one: AccessibleElement) => one.name === name && (role === undefined || one.role === role)
    let found: AccessibleElement | undefined
    await expect.poll(async () => (found = (await describePage()).find(fits))).toBeDefined()
    return found!
  }
  const title = async () => (await driver.activeWindow())?.title

  test('it is told as all others are: in its order, with places, states and what a box offers', async () => {
    await find('Send order')
    const told = (await describePage()).filter(({ window }) => window === 'Order - Chromium')
    const page = told.slice(told.findIndex(({ role }) => role === 'document web'))
    expect(page.map(({ role, name }) => `${role} ${name}`)).toEqual([
      'document web Order',
      'heading Order form',
      'entry Name',
      'password text Secret',
      'combo box Size',
      'check box Gift',
      'push button Send order',
      'push button Pay',
      'push button Covered',
      'static Wait',
    ])
    expect(page.find(({ name }) => name === 'Size')).toMatchObject({
      text: 'Small',
      options: ['Small', 'Large'],
    })
    expect(page.find(({ name }) => name === 'Name')).toMatchObject({ text: 'Ada', isEditable: true })
    expect(page.find(({ name }) => name === 'Pay')!.states).not.toContain('enabled')
    expect(JSON.stringify(page)).not.toContain('hunter2')
    expect(page.find(({ name }) => name === 'Secret')).toMatchObject({ text: null, isPassword: true })
  })

  test('what is told of a place is what a hand reaches there', async () => {
    const { area } = await find('Name')
    const middle = { x: Math.round(area!.x + area!.width / 2), y: Math.round(area!.y + area!.height / 2) }
    expect(await driver.elementAt(middle)).toMatchObject({ role: 'entry', name: 'Name' })
    await driver.click(middle, {})
    await expect.poll(() => driver.focusedElement()).toMatchObject({ name: 'Name', role: 'entry' })
    const typed = await driver.type('Grace', { replace: true })
    expect(typed).toMatchObject({ value: 'Grace' })
    const focused = await driver.focusedElement()
    expect(await driver.defaultButton!(focused!.id)).toMatchObject({ name: 'Send order' })
  })

  test('boxes are ticked, options chosen and buttons pressed', async () => {
    await driver.activateElement((await find('Gift')).id)
    await expect.poll(async () => (await find('Gift')).states).toContain('checked')
    const size = await find('Size')
    expect(await driver.chooseOption(size.id, 'large')).toEqual({ chosen: 'Large', changed: true })
    expect(await driver.chooseOption(size.id, 'Large')).toEqual({ chosen: 'Large', changed: false })
    await expect(driver.chooseOption(size.id, 'Huge')).rejects.toThrow('It offers "Small", "Large".')
    await driver.activateElement((await find('Send order')).id)
    await expect.poll(title).toBe('Sent Grace Large - Chromium')
  })

  test('what is covered, disabled or gone is not pressed', async () => {
    const pressing = async (name: string) => driver.activateElement((await find(name)).id)
    await expect(pressing('Covered')).rejects.toThrow('Something lies over the element')
    await expect(pressing('Pay')).rejects.toThrow('is disabled by its application')
    const { id } = await find('Gift')
    await driver.press('F5', {})
    await expect.poll(title).toBe('Order - Chromium')
    await expect
      .poll(() => driver.element(id).then(String, (error: Error) => error.message))
      .toContain('is gone')
  })

  test('words further down are found, and brought into view', async () => {
    await find('Send order')
    const beyond = (words: string) => words.includes('Opening')
    const { elements } = await driver.describeElements({ scope: 'window', reader: 'test', beyond })
    const hours = elements.find(({ name }) => name === 'Opening hours')!
    expect(hours.states).not.toContain('showing')
    await driver.activateElement(hours.id)
    expect((await find('Opening hours')).states).toContain('showing')
  })

  test('nobody is asked who was not allowed, and no port of somebody else', async () => {
    isAllowed = false
    try {
      expect((await describePage()).filter(({ name }) => name === 'Opening hours')).toEqual([])
      expect(await driver.focusedElement()).not.toMatchObject({ name: 'Name' })
    } finally {
      isAllowed = true
    }
    const { devToolsAddress } = await import('../../src/platform/desktop/devtools/devtools-address.ts')
    const [port] = (await readFile(join(profile, 'DevToolsActivePort'), 'utf8')).split('\n')
    const found = async () => {
      const { processId = null } = (await driver.activeWindow()) ?? {}
      return processId === null ? null : await devToolsAddress(processId)
    }
    await expect.poll(found).toContain(`ws://127.0.0.1:${port}/devtools/browser/`)
    expect(await devToolsAddress(process.pid)).toBeNull()
  })
})
