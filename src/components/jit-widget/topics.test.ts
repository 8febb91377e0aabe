import { expect, test } from 'vitest'
import { isWanted, membersOf } from './topics.ts'

test('an event is wanted by its name or by its kind', () => {
  expect(isWanted('metrics', ['metrics'])).toBe(true)
  expect(isWanted('store.changed', ['store.*'])).toBe(true)
  expect(isWanted('storehouse', ['store.*'])).toBe(false)
  expect(isWanted('settings.changed', ['metrics', 'store.*'])).toBe(false)
  expect(isWanted('settings.changed', [])).toBe(false)
})

test('a widget gets the members of an event and not its envelope', () => {
  expect(membersOf({ seq: 1, type: 'metrics', at: 'now', cpu_percent: 3 })).toEqual({ cpu_percent: 3 })
})
