import { expect, test } from 'vitest'
import { movedBeside, movedBy } from '../../web/src/pages/home/arrange.ts'
import { laidOut, layoutOf } from '../../web/src/pages/home/layout.ts'
import { allPins, starterPins } from '../../web/src/pages/home/starter.ts'

const pins = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id).join('')

test.each([
  ['b', 1, 'acbd'],
  ['b', -1, 'bacd'],
  ['a', -1, 'abcd'],
  ['b', 9, 'acdb'],
  ['d', -9, 'dabc'],
  ['x', 1, 'abcd'],
])('%s moved by %i places stands as %s', (id, places, order) => {
  expect(ids(movedBy(pins, id, places))).toBe(order)
})

test.each([
  ['a', 'c', 'before', 'bacd'],
  ['a', 'c', 'after', 'bcad'],
  ['d', 'a', 'before', 'dabc'],
  ['a', 'gone', 'after', 'abcd'],
] as const)('%s let go at %s, %s it, stands as %s', (id, target, edge, order) => {
  expect(ids(movedBeside(pins, id, { id: target, edge }))).toBe(order)
})

const widget = (id: string, size?: 'wide') => ({ id, component: { type: 'card', id }, ...(size && { size }) })

test('a browser with its own layout keeps its order and widths, and shows what is new at the end', () => {
  const layout = { ...layoutOf(['c', 'a'].map((id) => widget(id))), sizes: { a: 'wide' as const } }
  expect(laidOut([widget('a'), widget('b'), widget('c')], layout)).toEqual([
    widget('c'),
    widget('a', 'wide'),
    widget('b'),
  ])
  expect(layoutOf([widget('b', 'wide'), widget('a')])).toEqual({ order: ['b', 'a'], sizes: { b: 'wide' } })
})

test('the starting widgets stand before what was pinned, until somebody changes Home', () => {
  const starter = [widget('clock'), widget('todo')]
  expect(ids(allPins({}, starter))).toBe('clocktodo')
  expect(ids(allPins({ starter: true, pins: [widget('x'), widget('todo')] }, starter))).toBe('clockxtodo')
  expect(allPins({ pins: [] }, starter)).toEqual([])
})

test('the weather is among them where the home city is known', () => {
  const types = (city: unknown) => starterPins(city).map(({ component }) => component.type)
  expect(types('Oslo')).toContain('live_weather')
  expect(types(null)).toEqual(['live_clock', 'todo_list', 'calendar_view'])
})
