import { expect, test } from 'vitest'
import type { Turn } from '../../models/language-model.ts'
import { SCREEN_SOURCE } from '../actions/tell-screen.ts'
import { asData } from '../untrusted.ts'
import { History, type Exchange } from './history.ts'

const picture = (name: string) => ({ mime_type: 'image/png', data: name })
const exchange = (index: number, members: Partial<Exchange> = {}): Exchange => ({
  text: `thought ${index}`,
  calls: [{ call_id: `c${index}`, name: 'CLICK_AT', args: { x: index, y: 1 } }],
  results: [{ call_id: `c${index}`, name: 'CLICK_AT', result: `Clicked ${index}.` }],
  note: `Now ${index}.`,
  picture: picture(`p${index}`),
  inResult: false,
  ...members,
})
const picturesIn = (turns: readonly Turn[]) =>
  turns.flatMap((turn) => ('pictures' in turn && turn.pictures ? turn.pictures.map(({ data }) => data) : []))

test('the last picture stays, and every word', () => {
  const history = new History({ text: 'Begin.', picture: picture('p0') })
  const counts: number[] = []
  for (let index = 1; index <= 9; index += 1) {
    history.add(exchange(index))
    counts.push(picturesIn(history.turns(null)).length)
  }
  expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1])
  const turns = history.turns(null)
  expect(picturesIn(turns)).toEqual(['p9'])
  expect(JSON.stringify(turns)).toContain('Clicked 1.')
  expect(turns.filter(({ role }) => role === 'tool')).toHaveLength(9)
})

test('a picture that is left out is told by what it showed', () => {
  const history = new History({ text: 'Begin.', picture: picture('p0') })
  for (let index = 1; index <= 3; index += 1) history.add(exchange(index, { showed: `Window ${index}` }))
  const told = JSON.stringify(history.turns(null))
  expect(told).toContain(String.raw`left out. It showed \"Window 1\" in front.`)
  expect(told).not.toContain('Window 3')
})

test('what is sent before the last picture stays the same, so that a provider can use its cache', () => {
  const history = new History({ text: 'Begin.', picture: picture('p0') })
  for (let index = 1; index <= 4; index += 1) history.add(exchange(index))
  const before = history.turns(null).slice(0, -1)
  history.add(exchange(5))
  expect(history.turns(null).slice(0, before.length)).toEqual(before)
})

test('a small model gets the newest exchanges and is told how many are missing', () => {
  const history = new History({ text: 'Begin.', picture: picture('p0') })
  for (let index = 1; index <= 8; index += 1) history.add(exchange(index, { text: 'word '.repeat(300) }))
  const turns = history.turns(5_000)
  expect(JSON.stringify(turns[0])).toMatch(/\d earlier actions are left out/)
  expect(picturesIn(turns).at(-1)).toBe('p8')
  expect(turns.filter(({ role }) => role === 'tool').length).toBeLessThan(8)
})

test("a provider's own tool gets the picture in its result, and is told in words once the picture is gone", () => {
  const history = new History({ text: 'Begin.', picture: picture('p0') })
  for (let index = 1; index <= 5; index += 1) {
    const result = { call_id: `c${index}`, name: 'computer', result: `Clicked ${index}.`, shows: true }
    history.add(exchange(index, { inResult: true, results: [result] }))
  }
  const turns = history.turns(null)
  expect(turns.filter(({ role }) => role === 'tool').map((turn) => picturesIn([turn]))).toEqual([
    ['p4'],
    ['p5'],
  ])
  expect(turns[1]).toEqual({ role: 'assistant', text: 'thought 1\nCLICK_AT {"x":1,"y":1}' })
})

test('only the newest list of what was on the screen stays, and every other word', () => {
  const history = new History({ text: 'Begin.', picture: picture('p0') })
  const listed = (index: number) => {
    const result = `Read 1 element. ${asData(`[e${index}] push button "Save"`, SCREEN_SOURCE)}`
    return exchange(index, { results: [{ call_id: `c${index}`, name: 'READ_SCREEN', result }] })
  }
  const output = `It printed ${asData('[e9] of the terminal', 'terminal')}`
  history.add(exchange(0, { results: [{ call_id: 'c0', name: 'RUN_TERMINAL', result: output }] }))
  for (let index = 1; index <= 3; index += 1) history.add(listed(index))
  const told = JSON.stringify(history.turns(null))
  expect(told).not.toMatch(/\[e[12]\]/)
  expect(told).toContain('[e3] push button')
  expect(told).toContain('[e9] of the terminal')
  expect(told.split('its ids are over')).toHaveLength(3)
})
