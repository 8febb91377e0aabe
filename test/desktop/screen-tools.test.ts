import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test, vi } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import type { AnyTool } from '../../src/contract/tool.ts'
import { openDesktop } from '../../src/platform/desktop/choose.ts'
import type { DesktopDriver } from '../../src/platform/desktop/desktop-driver.ts'
import { describeScreen } from '../../src/platform/desktop/description/describe-screen.ts'
import { describePoint } from '../../src/platform/desktop/description/what-is-at.ts'
import { createComputerControl } from '../../src/plugins/computer-control/plugin.ts'
import { createTestLauncher } from '../launcher.ts'
import { canBrowse } from '../security/chromium.ts'
import { createTestCall } from '../tool-call.ts'
import { hasDesktop, startDesktop, type DesktopStage } from './stage.ts'

vi.setConfig({ testTimeout: 240_000 })

const controlsApp = new URL('controls-app.py', import.meta.url).pathname
const stageOptions = { width: 1280, height: 800, windowManager: 'openbox', accessibility: true } as const

/** However busy the machine is. */
const patient = { patienceMs: 60_000 }

type Args = Record<string, unknown>
type Answer = { readonly message: string; readonly data: Args; readonly failed?: boolean }

interface Opened extends AsyncDisposable {
  readonly stage: DesktopStage
  readonly driver: DesktopDriver
  call(action: string, args?: Args): Promise<Answer>
}

async function open(): Promise<Opened> {
  await using opened = new AsyncDisposableStack()
  const stage = opened.use(await startDesktop(stageOptions))
  const { display, environment } = stage
  const context = { platform: 'linux', environment, log: silentLog } as const
  const driver = await openDesktop({ kind: 'x11', display, xauthority: undefined }, context)
  opened.defer(() => driver.close())
  // Before it, a program asks nobody whether it should tell.
  await driver.describeElements({ scope: 'desktop', reader: 'begin' })
  const desktop = { driver: async () => driver, launcher: createTestLauncher({ home: '/nowhere' }) }
  const { tools } = createComputerControl(desktop)
  const all = opened.move()
  return {
    stage,
    driver,
    async call(action, args = {}) {
      const tool: AnyTool = tools.find((one) => one.action === action)!
      const answer = await tool.run(args, createTestCall({ home: '/nowhere', dataFolder: '/no' }))
      return answer as Answer
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  }
}

/** Opens the window with the controls, and gives what it writes down. */
async function openControls({ stage, driver }: Opened): Promise<readonly Args[]> {
  const events: Args[] = []
  const child = stage.start('/usr/bin/python3', [controlsApp])
  createInterface({ input: child.stdout! }).on('line', (line) => events.push(JSON.parse(line) as Args))
  await expect.poll(() => events.some(({ event }) => event === 'ready')).toBe(true)
  const isTold = async () =>
    (await driver.readElements('window')).elements.some(({ name }) => name === 'Book now')
  await expect.poll(isTold).toBe(true)
  return events
}

/** Until all of it is told: a reading that a busy machine has cut short says so. */
async function readWhole({ call }: Opened): Promise<Args> {
  let data: Args = {}
  await expect.poll(async () => (data = (await call('READ_SCREEN')).data)['degraded']).toBe(false)
  return data
}

/** The line of the description about something, without what changes. */
const lineOf = (description: unknown, words: string) =>
  String(description)
    .split('\n')
    .find((line) => line.includes(words))
    ?.replace(/^\[e\d+\] | at \d+, \d+$/g, '')

test.skipIf(!hasDesktop)('a window is described as a person reads it, and acted on by names', async () => {
  await using opened = await open()
  const { call } = opened
  const events = await openControls(opened)
  const { description, elements } = (await readWhole(opened)) as {
    description: string
    elements: { role: string; name: string; id: string }[]
  }
  expect(description).toContain('Window "The deskhand manual" of')
  expect(lineOf(description, '"Room"')).toBe('combo box "Room" = "Single" [Single | Double | Suite]')
  expect(lineOf(description, '"Level"')).toBe('spin button "Level" = "4"')
  expect(lineOf(description, 'Not now')).toBe('push button "Not now" (disabled)')
  expect(lineOf(description, 'Name')).toBe('text field "Name" (focused)')
  const order = ['File', 'Name', 'Room', 'Breakfast', 'Level', 'Delete', 'Delete', 'Book now', 'Not now']
  expect(elements.map(({ name }) => name).filter((name) => order.includes(name))).toEqual(order)
  expect(elements.filter(({ name }) => /^Guest \d/.test(name)).length).toBeLessThan(60)

  const typed = await call('TYPE', { label: 'Name', text: 'Ada é 漢字' })
  expect(typed.data).toMatchObject({ holds: 'Ada é 漢字' })
  await expect
    .poll(() => events.findLast(({ event }) => event === 'text'))
    .toMatchObject({ text: 'Ada é 漢字' })
  expect((await call('SELECT', { label: 'Room', option: 'suite' })).data).toMatchObject({
    selected: 'Suite',
    was_selected: false,
  })
  expect((await call('SELECT', { label: 'Room', option: 'Suite' })).data).toMatchObject({
    was_selected: true,
  })
  await expect(call('SELECT', { label: 'Room', option: 'Palace' })).rejects.toThrow(
    '"Single", "Double", "Suite"',
  )
  for (const was_so of [false, true])
    expect((await call('TOGGLE', { label: 'Breakfast', on: true })).data).toMatchObject({ on: true, was_so })
  expect((await call('TOGGLE', { label: 'Breakfast', on: false })).data).toMatchObject({ on: false })
  await expect
    .poll(() => events.filter(({ event }) => event === 'toggled').map(({ on }) => on))
    .toEqual([true, false])
  expect((await call('CLICK', { label: 'Book now' })).message).toContain('Clicked push button "Book now"')
  await expect
    .poll(() => events.findLast(({ event }) => event === 'pressed'))
    .toMatchObject({ name: 'Book now' })
})

test.skipIf(!hasDesktop)(
  'several that fit are asked about, none says what is near, an old id is refused',
  async () => {
    await using opened = await open()
    const { call, driver } = opened
    const events = await openControls(opened)
    const several = await call('CLICK', { label: 'Delete' }).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(several).toMatch(/^2 elements fit "Delete": \[e\d+\] push button "Delete" at \d+, \d+; \[e\d+\]/)
    const second = /.*\[(e\d+)\] push button "Delete"/.exec(several)![1]
    await call('CLICK', { element: second })
    await expect.poll(() => events.findLast(({ event }) => event === 'pressed')).toMatchObject({ place: 2 })
    await expect(call('CLICK', { label: 'Brekfast' })).rejects.toThrow(
      /Near it: \[e\d+\] check box "Breakfast"/,
    )
    await expect(call('CLICK', { label: 'Save', x: 1, y: 1 })).rejects.toMatchObject({
      code: 'invalid_request',
    })

    const { elements } = (await call('READ_SCREEN')).data as { elements: { id: string; name: string }[] }
    const old = elements.find(({ name }) => name === 'Book now')!.id
    await call('READ_SCREEN')
    const before = events.length
    await expect(call('CLICK', { element: old })).rejects.toThrow('from an earlier description')
    expect(events.length).toBe(before)

    const menu = (await call('FIND_ON_SCREEN', { text: 'export' })).data as {
      elements: { id: string; in_view: boolean }[]
    }
    expect(menu.elements).toMatchObject([{ name: 'Export as PDF', role: 'menu item', in_view: false }])
    await call('CLICK', { element: menu.elements[0]!.id })
    await expect
      .poll(() => events.findLast(({ event }) => event === 'menu'))
      .toMatchObject({ name: 'Export as PDF' })
    // The table has two thousand cells, which take a busy machine longer than one search has.
    const rows = async () => (await call('FIND_ON_SCREEN', { text: 'Guest 700' })).data['elements']
    await expect.poll(rows).toMatchObject([{ name: 'Guest 700', role: 'table cell', in_view: false }])

    const { elements: now } = await describeScreen(driver, { scope: 'window', reader: 'test' })
    const { x, y, width, height } = now.find(({ name }) => name === 'Book now')!.area!
    const point = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }
    expect(await describePoint(driver, point, patient)).toBe(
      'push button "Book now" in the window "The deskhand manual"',
    )
    expect(await describePoint(driver, { x: 1279, y: 799 }, patient)).toBe('the bare desktop')
  },
)

test.skipIf(!hasDesktop || !canBrowse)(
  'a page is told at once, searched below the view, and filled in',
  async () => {
    await using opened = await open()
    const { stage, driver, call } = opened
    const page = join(stage.folder, 'page.html')
    const rows = Array.from(
      { length: 400 },
      (_, index) => `<div>Row ${index + 1} <button>Open ${index + 1}</button></div>`,
    )
    const countries = Array.from({ length: 195 }, (_, index) => `<option>Country ${index + 1}`)
    await writeFile(
      page,
      `<title>Booking</title><meta charset=utf-8><p>Some <b>bold</b> text with <a href="#x">rules</a>.</p>
     <label>Guest <input value=Ada></label> <label>Room <select><option>Single<option selected>Double</select></label>
     <select aria-label=Country>${countries.join('')}</select>
     <label><input type=checkbox> Breakfast</label> <button disabled>Not now</button>${rows.join('')}
     <script>addEventListener('click', ({ target }) => { if (target.matches('button')) document.title = target.textContent + ' pressed' })</script>`,
    )
    const words = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--password-store=basic']
    await mkdir(join(stage.folder, 'data/applications'), { recursive: true })
    await writeFile(
      join(stage.folder, 'data/applications/browser.desktop'),
      `[Desktop Entry]\nType=Application\nName=Browser\nExec=chromium ${words.join(' ')} --user-data-dir=${stage.folder}/profile file://${page}\n`,
    )
    const { processId } = await driver.openApplication('browser')
    try {
      await expect.poll(async () => (await driver.activeWindow())?.title).toContain('Booking')
      // Nobody has asked the browser before, so it has not built what it tells.
      const { description } = (await call('READ_SCREEN')).data
      expect(lineOf(description, '"Guest"')).toBe('entry "Guest" = "Ada"')
      expect(lineOf(description, '"Room"')).toBe('combo box "Room" = "Double" [Single | Double]')
      expect(lineOf(description, 'Some')).toBe('text "Some bold text with"')
      expect(lineOf(description, 'Not now')).toBe('push button "Not now" (disabled)')
      const below = (await call('FIND_ON_SCREEN', { text: 'Row 333' })).data as { elements: object[] }
      expect(below.elements).toMatchObject([{ name: 'Row 333 ', in_view: false }])
      expect((await call('TYPE', { label: 'Guest', text: 'Grace Hopper' })).data).toMatchObject({
        holds: 'Grace Hopper',
      })
      expect((await call('SELECT', { label: 'Room', option: 'Single' })).data).toMatchObject({
        selected: 'Single',
      })
      // Many more than are told with the box.
      expect((await call('SELECT', { label: 'Country', option: 'Country 180' })).data).toMatchObject({
        selected: 'Country 180',
      })
      expect((await call('TOGGLE', { label: 'Breakfast', on: true })).data).toMatchObject({ on: true })
      // Far below the view: it is brought there first.
      await call('CLICK', { label: 'Open 350' })
      await expect.poll(async () => (await driver.activeWindow())?.title).toContain('Open 350 pressed')
    } finally {
      process.kill(processId!)
    }
  },
)
