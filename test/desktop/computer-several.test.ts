import { expect, test } from 'vitest'
import type { Turn } from '../../src/features/models/language-model.ts'
import { openComputerStage } from './computer-stage.ts'
import { DecidingModels } from './deciding-models.ts'
import { MemoryDesktop } from './memory-desktop.ts'

async function openStage() {
  const desktop = new MemoryDesktop()
  const models = new DecidingModels()
  const stage = await openComputerStage({ driver: desktop, models })
  return { desktop, models, stage, [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]() }
}

const textOf = (turns: readonly Turn[]) => JSON.stringify(turns)
const picturesIn = (turns: readonly Turn[]) =>
  turns
    .flatMap((turn) => ('pictures' in turn ? (turn.pictures ?? []) : []))
    .map(({ data }) => Buffer.from(data, 'base64').toString())

test('several calls are done in order, each with its own result and one new picture', async () => {
  await using at = await openStage()
  at.models.wants({
    calls: [
      ['CLICK_AT', { x: 1, y: 1 }],
      ['TYPE_TEXT', { text: 'Ada' }],
      ['PRESS_KEY', { key: 'Tab' }],
      ['DONE', { summary: 'Too early.' }],
    ],
  })
  const task = await at.stage.run('x')
  expect(at.desktop.reached.map(([name]) => name)).toEqual(['click', 'type', 'press'])
  expect(task.steps.map(({ step, action }) => [step, action])).toEqual([
    [1, 'CLICK_AT'],
    [2, 'TYPE_TEXT'],
    [3, 'PRESS_KEY'],
  ])
  const results = at.models.requests[1]!.turns.flatMap((turn) => (turn.role === 'tool' ? [turn.result] : []))
  expect(results).toEqual([
    'Clicked at 1, 1.',
    'Typed 3 characters.',
    expect.stringMatching(/^Pressed Tab\./),
    expect.stringMatching(/^Not done/),
  ])
})

test('of several calls the rest is left out when another window comes up, or the place has changed', async () => {
  await using at = await openStage()
  const calls = [
    ['CLICK_AT', { x: 1, y: 1 }],
    ['CLICK_AT', { x: 2, y: 2 }],
  ] as const
  at.desktop.onAction = () => (at.desktop.window = { ...at.desktop.window!, id: '0x2', title: 'Save as' })
  at.models.wants({ calls })
  await at.stage.run('x')
  expect(at.desktop.reached).toHaveLength(1)
  expect(textOf(at.models.requests[1]!.turns)).toContain('another window has come to the front')
  at.desktop.onAction = () => (at.desktop.screen = 'menu')
  at.models.wants({ calls })
  await at.stage.run('y')
  expect(at.desktop.reached).toHaveLength(2)
  expect(textOf(at.models.requests.at(-1)!.turns)).toContain('something else is now at its place')
})

test('a picture that shows nothing new is not sent again, however often that is', async () => {
  await using at = await openStage()
  at.models.wants(...['F5', 'F6', 'F7', 'F8', 'F9'].map((key) => ['PRESS_KEY', { key }] as const))
  await at.stage.run('x')
  const { turns } = at.models.requests.at(-1)!
  expect(picturesIn(turns)).toEqual(['picture of first'])
  expect(textOf(turns).split('looks the same as in the last whole screenshot')).toHaveLength(6)
})

test('a part in detail takes nothing from the whole screen', async () => {
  await using at = await openStage()
  const region = { x: 10, y: 20, x2: 410, y2: 220 }
  const { capture } = at.desktop
  at.desktop.capture = async (wanted) => {
    const frame = await capture.call(at.desktop, wanted)
    return wanted.enlarge ? { ...frame, bytes: Buffer.from('detail') } : frame
  }
  at.models.wants(['SCREENSHOT', { region }], ['PRESS_KEY', { key: 'F5' }])
  await at.stage.run('x')
  const [, zoomed, after] = at.models.requests.map(({ turns }) => turns)
  expect(picturesIn(zoomed!)).toEqual(['picture of first', 'detail'])
  expect(textOf(zoomed!)).toContain('This is the part in detail.')
  expect(picturesIn(after!)).toEqual(['picture of first'])
  expect(textOf(after!)).toContain(String.raw`It showed 10, 20 to 410, 220 of \"Letter\".`)
  expect(textOf(after!)).toContain('looks the same as in the last whole screenshot')
})

test('what changes while it looks closely is shown as well', async () => {
  await using at = await openStage()
  const { capture } = at.desktop
  at.desktop.capture = async (wanted) => {
    const frame = await capture.call(at.desktop, wanted)
    if (!wanted.enlarge) return frame
    at.desktop.screen = 'second'
    return { ...frame, bytes: Buffer.from('detail') }
  }
  at.models.wants(['SCREENSHOT', { region: { x: 10, y: 20, x2: 410, y2: 220 } }])
  await at.stage.run('x')
  const { turns } = at.models.requests.at(-1)!
  expect(picturesIn(turns)).toEqual(['picture of second', 'detail'])
  expect(textOf(turns)).toContain('This is the screen now, and then the part in detail.')
})
