import { expect, test } from 'vitest'
import { Check } from 'typebox/value'
import * as ofComputer from './computer-events.ts'
import * as declared from './event-types.ts'
import { eventTypeByName, eventTypes } from './event-types.ts'
import * as ofNotices from './notice-events.ts'
import * as ofRuns from './run-events.ts'

test('every declared event is in the list, under a name of its own', () => {
  const definitions = Object.values({ ...declared, ...ofNotices, ...ofRuns, ...ofComputer }).filter(
    (value) => 'summary' in value,
  )
  expect(new Set(eventTypes)).toEqual(new Set(definitions))
  expect(eventTypeByName.size).toBe(eventTypes.length)
})

test.each(eventTypes)('the example of $type fits its own schema', ({ data, example }) => {
  expect(Check(data, example)).toBe(true)
})

test.each(eventTypes)('$type has no member that the envelope of an event needs', ({ data }) => {
  const members = Object.keys(data.properties)
  expect(members.filter((member) => ['seq', 'type', 'at'].includes(member))).toEqual([])
})

test.each(eventTypes)('$type can be named as a topic', ({ type }) => {
  expect(type).toMatch(/^[a-z_]+(\.[a-z_]+)*$/)
})
