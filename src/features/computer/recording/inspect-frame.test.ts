import { expect, test } from 'vitest'
import { MemoryDesktop } from '../../../../test/desktop/memory-desktop.ts'
import { element, window } from '../../../../test/desktop/policy-scenes.ts'
import type { ActiveWindow, Area, ElementList } from '../../../platform/desktop/desktop-driver.ts'
import { UNKNOWN_WINDOW } from '../policy/gate.ts'
import { inspectFrame } from './inspect-frame.ts'
import { coversOf } from './picture-covers.ts'

const screen: Area = { x: 0, y: 0, width: 1280, height: 720 }
const left: Area = { x: 0, y: 0, width: 600, height: 700 }
const right: Area = { x: 640, y: 0, width: 600, height: 700 }
const letter: ActiveWindow = { ...window('editor', 'Letter', '0x1'), processId: 7, area: left }
const login: ActiveWindow = { ...window('browser', 'Sign in', '0x2'), processId: 8, area: right }

interface Scene extends Partial<Omit<ElementList, 'elements'>> {
  readonly elements?: ElementList['elements']
  /** None where the desktop does not list its windows. */
  readonly windows?: readonly ActiveWindow[]
  readonly secretWindows?: readonly string[]
}

/** What is black in a picture of such a desktop, on which `hunter2` is a secret. */
async function blackOn({ elements = [], windows, secretWindows = [], ...list }: Scene): Promise<Area[]> {
  const desktop = new MemoryDesktop()
  const told: ElementList = { elements, degraded: false, ...list }
  const driver = {
    capabilities: desktop.capabilities,
    readElements: async () => told,
    ...(windows && { windows: async () => windows }),
  }
  const { signal } = new AbortController()
  const frame = await desktop.capture({})
  const inspected = await inspectFrame(frame, { driver, secretWindows: new Set(secretWindows), signal })
  return coversOf(inspected.facts, (text) => text.includes('hunter2'))
}

const secret = element('entry', 'Name', { text: 'hunter2', isEditable: true, window: 'Letter' })
const password = element('password text', 'Password', { isPassword: true, window: 'Sign in' })
const place: Area = { x: 10, y: 20, width: 100, height: 30 }

test('what is told with its place is black there', async () => {
  const elements = [
    { ...secret, area: place },
    { ...password, area: right },
  ]
  expect((await blackOn({ elements })).toSorted((one, other) => one.x - other.x)).toEqual([place, right])
})

test('of what is told without its place the whole window is black', async () => {
  const windows = [letter, login]
  expect(await blackOn({ elements: [secret], windows })).toEqual([left])
  expect(await blackOn({ elements: [password], windows })).toEqual([right])
  expect(await blackOn({ elements: [{ ...secret, text: 'hello' }], windows })).toEqual([])
})

test('it is the whole picture where nobody knows the window', async () => {
  for (const elements of [[secret], [password]]) expect(await blackOn({ elements })).toEqual([screen])
  expect(await blackOn({ elements: [{ ...secret, window: 'Letter (2)' }], windows: [letter] })).toEqual([
    screen,
  ])
  expect(await blackOn({ elements: [secret], windows: [{ ...letter, area: null }] })).toEqual([screen])
  // A window with dots that is not shown is in no picture.
  expect(await blackOn({ elements: [password], windows: [letter] })).toEqual([])
})

test('a program that left a question open is black as a whole', async () => {
  expect(await blackOn({ windows: [letter, login], unanswered: [8] })).toEqual([right])
})

test.each<[string, Scene]>([
  ['whose program nobody knows', { windows: [letter], unanswered: [null] }],
  ['whose program has no window that is known', { windows: [letter], unanswered: [8] }],
  ['on a desktop that lists no windows', { unanswered: [8] }],
])('a picture %s is not kept', async (_, scene) => {
  await expect(blackOn(scene)).rejects.toThrow('Nobody knows')
})

test('a window that got a secret and tells nothing is black for as long as it is shown', async () => {
  expect(await blackOn({ windows: [letter, login], secretWindows: ['0x2'] })).toEqual([right])
  expect(await blackOn({ windows: [letter], secretWindows: ['0x2'] })).toEqual([])
  expect(await blackOn({ secretWindows: ['0x2'] })).toEqual([screen])
  expect(await blackOn({ windows: [letter], secretWindows: [UNKNOWN_WINDOW] })).toEqual([screen])
})
