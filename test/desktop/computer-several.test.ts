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

test('a picture that shows nothing new is not sent again', async () => {
  await using at = await openStage()
  at.models.wants(['PRESS_KEY', { key: 'F5' }], ['PRESS_KEY', { key: 'F6' }])
  await at.stage.run('x')
  const { turns } = at.models.requests.at(-1)!
  expect(turns.filter((turn) => 'pictures' in turn)).toHaveLength(1)
  expect(textOf(turns)).toContain('looks the same as in the last picture')
})
