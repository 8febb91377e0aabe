import { spawnSync } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { silentLog } from '../../src/contract/log.ts'
import {
  createAccessibility,
  type Accessibility,
} from '../../src/platform/desktop/accessibility/accessibility.ts'
import { openDesktop } from '../../src/platform/desktop/choose.ts'
import type {
  AccessibleElement,
  ActiveWindow,
  ElementList,
  Point,
} from '../../src/platform/desktop/desktop-driver.ts'
import { canBrowse } from '../security/chromium.ts'
import { hasDesktop, startDesktop, type DesktopStage, type Oracle } from './stage.ts'

// Whole programs are started here: ten seconds alone are a minute beside others.
vi.setConfig({ testTimeout: 240_000 })

const stageOptions = { width: 1024, height: 768, windowManager: 'openbox', accessibility: true } as const

interface Opened extends AsyncDisposable {
  readonly stage: DesktopStage
  readonly oracle: Oracle
  readonly accessibility: Accessibility
  readonly clicks: Point[]
}

async function openForm(
  kind: 'form' | 'text' = 'form',
  toolkit: 'gtk' | 'tk' = 'gtk',
  front: (processId: number) => ActiveWindow | null = windowOf,
): Promise<Opened> {
  const stage = await startDesktop(stageOptions)
  const oracle = await stage.openOracle({ kind, toolkit })
  const clicks: Point[] = []
  const accessibility = createAccessibility({
    displayAddress: async () => rootProperty(stage, 'AT_SPI_BUS'),
    sessionAddress: stage.environment['DBUS_SESSION_BUS_ADDRESS'],
    activeWindow: async () => front(oracle.child.pid!),
    click: async (point) => void clicks.push(point),
    log: silentLog,
  })
  return {
    stage,
    oracle,
    accessibility,
    clicks,
    async [Symbol.asyncDispose]() {
      accessibility.close()
      await stage[Symbol.asyncDispose]()
    },
  }
}

function windowOf(processId: number): ActiveWindow {
  return { id: '1', title: 'oracle', className: 'oracle', processId, area: null }
}

function rootProperty({ environment }: DesktopStage, name: string): string | null {
  const { stdout } = spawnSync('xprop', ['-root', name], { env: environment, encoding: 'utf8' })
  return /= "(.*)"/.exec(stdout)?.[1] ?? null
}

async function readForm({ accessibility }: Opened): Promise<ElementList> {
  const read = () => accessibility.read('window')
  await expect.poll(async () => (await read()).elements.some(({ name }) => name === 'Greet')).toBe(true)
  return read()
}

test.skipIf(!hasDesktop)('the elements of a window are told with role, name, place and kind', async () => {
  await using opened = await openForm()
  const { elements, degraded } = await readForm(opened)
  expect(degraded).toBe(false)
  const of = (name: string) => elements.filter((element) => element.name === name)
  const [button] = of('Greet')
  expect(button).toMatchObject({
    role: 'push button',
    isPassword: false,
    isEditable: false,
    window: 'oracle',
  })
  const [ready] = opened.oracle.of('ready')
  expect(button!.area!.x).toBeGreaterThanOrEqual(ready!.x)
  expect(button!.area!.y + button!.area!.height).toBeLessThanOrEqual(ready!.y + ready!.height)
  expect(of('Name').find(({ isEditable }) => isEditable)).toMatchObject({ role: 'text', isPassword: false })
  const secret = of('Password').find(({ isEditable }) => isEditable)
  expect(secret).toMatchObject({ role: 'password text', isPassword: true, text: null })
  const again = await opened.accessibility.read('desktop')
  expect(again.elements.find(({ name }) => name === 'Greet')).toMatchObject({
    id: button!.id,
    window: 'oracle',
  })
})

test.skipIf(!hasDesktop)(
  'an id lives for one description of one reader, and is never given again',
  async () => {
    await using opened = await openForm()
    await readForm(opened)
    const { accessibility } = opened
    const describe = async (reader: string) =>
      (await accessibility.describe({ scope: 'window', reader })).elements.find(
        ({ name }) => name === 'Greet',
      )!
    const first = await describe('one')
    const other = await describe('other')
    expect(await accessibility.element(first.id)).toMatchObject({
      id: first.id,
      name: 'Greet',
      window: 'oracle',
    })
    const second = await describe('one')
    expect(new Set([first.id, other.id, second.id]).size).toBe(3)
    const over = { code: 'not_found', message: expect.stringContaining('earlier description') as string }
    await expect(accessibility.activate(first.id)).rejects.toMatchObject(over)
    await expect(accessibility.element(first.id)).rejects.toMatchObject(over)
    accessibility.forget('one')
    await expect(accessibility.activate(second.id)).rejects.toMatchObject(over)
    await accessibility.activate(other.id)
    await expect.poll(() => opened.oracle.of('activated')).toHaveLength(1)
  },
)

test.skipIf(!hasDesktop)('what is under a point is told by who draws it, not searched for', async () => {
  await using opened = await openForm()
  const { elements } = await readForm(opened)
  const { accessibility, oracle } = opened
  const window = windowOf(oracle.child.pid!)
  const middle = (wanted: (element: AccessibleElement) => boolean) => {
    const { x, y, width, height } = elements.find(wanted)!.area!
    return { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }
  }
  const at = (wanted: (element: AccessibleElement) => boolean) => accessibility.at(middle(wanted), window)
  expect(await at(({ name }) => name === 'Greet')).toMatchObject({ role: 'push button', name: 'Greet' })
  expect(await at(({ isPassword }) => isPassword)).toMatchObject({ isPassword: true, text: null })
  expect(await accessibility.insert('Ada')).toEqual({ verified: true })
  expect(await at(({ name, isEditable }) => name === 'Name' && isEditable)).toMatchObject({ text: 'Ada' })
  expect(await accessibility.at({ x: 1023, y: 767 }, window)).toBeNull()
})

test.skipIf(!hasDesktop)('a button is pressed by its own action, and an entry by a click on it', async () => {
  await using opened = await openForm()
  const { elements } = await readForm(opened)
  const button = elements.find(({ name }) => name === 'Greet')!
  await opened.accessibility.activate(button.id)
  await expect.poll(() => opened.oracle.of('activated')).toHaveLength(1)
  expect(opened.clicks).toEqual([])
  const entry = elements.find(({ name, isEditable }) => name === 'Name' && isEditable)!
  await opened.accessibility.activate(entry.id)
  const { x, y, width, height } = entry.area!
  expect(opened.clicks).toEqual([{ x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }])
  await expect(opened.accessibility.activate('e99999')).rejects.toMatchObject({ code: 'not_found' })
  await opened.oracle.close()
  await expect(opened.accessibility.activate(button.id)).rejects.toMatchObject({ code: 'not_found' })
})

test.skipIf(!hasDesktop)('the focus is followed, also into a password field', async () => {
  await using opened = await openForm()
  await readForm(opened)
  // It had the focus before anybody listened.
  await expect.poll(() => opened.accessibility.focused()).toMatchObject({ name: 'Name', isPassword: false })
  spawnSync('xdotool', ['key', 'Tab'], { env: opened.stage.environment })
  await expect
    .poll(() => opened.accessibility.focused())
    .toMatchObject({ name: 'Password', isPassword: true, text: null })
  // Once, and not over the clipboard, where others would see it.
  expect(await opened.accessibility.insert('hunter2')).toEqual({ verified: true })
  await expect
    .poll(() => opened.oracle.of('text'))
    .toEqual([{ event: 'text', field: 'Password', text: 'hunter2' }])
})

test.skipIf(!hasDesktop)(
  'a desktop that tells nothing of its windows still has a focus and a front',
  async () => {
    await using opened = await openForm('form', 'gtk', () => null)
    const { accessibility } = opened
    await readForm(opened)
    spawnSync('xdotool', ['key', 'Tab'], { env: opened.stage.environment })
    await expect.poll(() => accessibility.focused()).toMatchObject({ name: 'Password', isPassword: true })
    // Where the text would go is not sure enough.
    expect(await accessibility.insert('hunter2')).toBeNull()
  },
)

test.skipIf(!hasDesktop)('text goes in at the caret, over what is selected, and is read back', async () => {
  await using opened = await openForm('text')
  const { accessibility, oracle, stage } = opened
  await expect.poll(() => accessibility.focused()).toMatchObject({ isEditable: true })
  const pieces = ['ascii ', 'é ñ ß Ü € ', '漢字テスト한글 ', '😀👍🏽🇫🇷 ', 'two\nlines\tand a tab ']
  for (const piece of pieces) expect(await accessibility.insert(piece)).toEqual({ verified: true })
  await expect.poll(() => oracle.text()).toBe(pieces.join(''))
  spawnSync('xdotool', ['key', 'ctrl+a'], { env: stage.environment })
  // The application has handled the key before it answers anybody again.
  await expect.poll(() => oracle.of('key').some(({ key }) => key === 'a')).toBe(true)
  const long = 'x'.repeat(100_000)
  expect(await accessibility.insert(long)).toEqual({ verified: true })
  await expect.poll(() => oracle.text() === long).toBe(true)
})

test.skipIf(!hasDesktop)(
  'an application that tells nothing gives a degraded list, not an empty window',
  async () => {
    await using opened = await openForm('text', 'tk')
    expect(await opened.accessibility.read('window')).toMatchObject({ elements: [], degraded: true })
    expect(await opened.accessibility.focused()).toBeNull()
    expect(await opened.accessibility.insert('x')).toBeNull()
  },
)

test.skipIf(!hasDesktop || !canBrowse)(
  'a browser that is opened here tells of its password fields',
  async () => {
    await using stage = await startDesktop(stageOptions)
    const page = join(stage.folder, 'page.html')
    await writeFile(page, '<title>Login</title><input type="password" aria-label="Secret">')
    const words = ['--no-sandbox', '--no-first-run', '--disable-gpu', '--password-store=basic']
    await mkdir(join(stage.folder, 'data/applications'), { recursive: true })
    await writeFile(
      join(stage.folder, 'data/applications/browser.desktop'),
      `[Desktop Entry]\nType=Application\nName=Browser\nExec=chromium ${words.join(' ')} --user-data-dir=${stage.folder}/profile file://${page}\n`,
    )
    const { display, environment } = stage
    const context = { platform: 'linux', environment, log: silentLog } as const
    const driver = await openDesktop({ kind: 'x11', display, xauthority: undefined }, context)
    const { processId } = await driver.openApplication('browser')
    try {
      const secret = async () =>
        (await driver.readElements('window')).elements.find(({ isPassword }) => isPassword)
      await expect.poll(secret).toMatchObject({ name: 'Secret', window: 'Login - Chromium' })
      await driver.activateElement((await secret())!.id)
      await expect.poll(() => driver.focusedElement()).toMatchObject({ name: 'Secret', isPassword: true })
    } finally {
      process.kill(processId!)
      await driver.close()
    }
  },
)

test('without any bus there is nothing, and no error', async () => {
  const accessibility = createAccessibility({
    displayAddress: async () => null,
    sessionAddress: undefined,
    activeWindow: async () => null,
    click: async () => {},
    log: silentLog,
  })
  expect(await accessibility.read('desktop')).toMatchObject({ elements: [], degraded: true })
  expect(await accessibility.focused()).toBeNull()
  await expect(accessibility.activate('e1')).rejects.toMatchObject({ code: 'not_found' })
})
