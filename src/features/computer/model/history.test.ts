import { describe, expect, test } from 'vitest'
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

test('the first picture is told by what it showed too', () => {
  const history = new History({ text: 'Begin.', picture: picture('p0'), showed: 'Desk' })
  history.add(exchange(1))
  const begin = 'Begin. (The screenshot that was here is left out. It showed "Desk" in front.)'
  expect(history.turns(null)[0]).toEqual({ role: 'user', text: begin })
})

describe('a part of the screen in detail', () => {
  const zoom = (index: number, members: Partial<Exchange> = {}) =>
    exchange(index, {
      picture: null,
      detail: picture(`d${index}`),
      region: '10, 20 to 110, 60',
      showed: 'Letter',
      ...members,
    })

  test('stands beside the whole screen, for as long as it is the newest', () => {
    const history = new History({ text: 'Begin.', picture: picture('p0') })
    history.add(exchange(1))
    history.add(zoom(2))
    expect(picturesIn(history.turns(null))).toEqual(['p1', 'd2'])
    history.add(zoom(3))
    expect(picturesIn(history.turns(null))).toEqual(['p1', 'd3'])
    history.add(exchange(4, { picture: null }))
    expect(picturesIn(history.turns(null))).toEqual(['p1'])
    const told = String.raw`The detail that was here is left out. It showed 10, 20 to 110, 60 of \"Letter\".`
    expect(JSON.stringify(history.turns(null))).toContain(told)
    history.add(exchange(5))
    expect(picturesIn(history.turns(null))).toEqual(['p5'])
  })

  test('comes after the whole screen where that has changed in the meantime', () => {
    const history = new History({ text: 'Begin.', picture: picture('p0') })
    history.add(zoom(1, { picture: picture('p1') }))
    expect(picturesIn(history.turns(null))).toEqual(['p1', 'd1'])
    history.add(exchange(2, { picture: null }))
    expect(picturesIn(history.turns(null))).toEqual(['p1'])
    history.add(exchange(3))
    const told = JSON.stringify(history.turns(null))
    expect(told).toContain(String.raw`It showed \"Letter\" in front.`)
    expect(told).toContain('It showed 10, 20 to 110, 60.')
  })

  test("goes into the result of a provider's own tool, which is told in words after it", () => {
    const history = new History({ text: 'Begin.', picture: picture('p0') })
    const results = [{ call_id: 'c1', name: 'computer', result: 'This is that part.', shows: true }]
    history.add(zoom(1, { inResult: true, results, note: 'Now.', picture: picture('p1') }))
    const [, , result, beside] = history.turns(null)
    expect([result, beside].map((turn) => picturesIn([turn!]))).toEqual([['d1'], ['p1']])
    history.add(exchange(2, { picture: null }))
    expect(history.turns(null).map((turn) => [turn.role, picturesIn([turn])])).toEqual([
      ['user', []],
      ['assistant', []],
      ['user', ['p1']],
      ['assistant', []],
      ['tool', []],
      ['user', []],
    ])
  })
})

test('the newest picture stays when its exchange makes room', () => {
  const history = new History({ text: 'Begin.', picture: picture('p0') })
  history.add(exchange(1))
  for (let index = 2; index <= 8; index += 1)
    history.add(exchange(index, { text: 'word '.repeat(300), picture: null }))
  const turns = history.turns(5_000)
  expect(picturesIn(turns)).toEqual(['p1'])
  expect(turns[0]).toMatchObject({ text: expect.stringContaining('The screenshot was taken after them.') })
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
