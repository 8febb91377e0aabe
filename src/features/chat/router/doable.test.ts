import { expect, test } from 'vitest'
import { doable } from './doable.ts'
import { intents } from './intents.ts'
import { normalize } from './normalize.ts'
import { whenOf } from './readers/reader.ts'
import { suggestionsFor } from './suggestions.ts'

const when = whenOf({ now: new Date('2026-11-15T09:00:00Z'), timeZone: 'Europe/Oslo' })
const can = (intent: string, said: string) => doable(intent, normalize(said), when) !== undefined

test.each([
  ['contact.add', 'delete contact Tom Smith'],
  ['note.add', 'delete the note about tea'],
  ['list.clear', 'empty the trash'],
  ['list.clear', 'delete everything in my home'],
  ['list.add', 'add toothbrush to packing'],
  ['list.add', 'why did you add milk to my shopping list'],
  ['list.add', 'do not add milk to my shopping list'],
  ['list.remove', 'add milk to my shopping list'],
  ['wiki_summary', 'over and over'],
  ['SEARCH_FILES', 'filing it away'],
  ['calculator', 'calculate something'],
  ['unit_converter', 'miles please'],
  ['translator', 'in spanish'],
  ['goodbye', 'run it now'],
  ['goodbye', "I've got the eggs"],
  ['greeting', 'whats left to do?'],
  ['thanks', 'and tomorrow?'],
  ['alarm', 'should I set an alarm for 6?'],
  ['setting.city', 'where is my home city'],
])('%s is not offered for "%s"', (intent, said) => {
  expect(can(intent, said)).toBe(false)
  const candidates = [{ name: intent, score: 0.9 }]
  expect(suggestionsFor({ candidates }, said, when)).toEqual([])
})

test.each([
  ['live_weather', 'will my washing dry on the line'],
  ['contacts', 'delete contact Tom Smith'],
  ['list.add', 'milk should be added: add milk to my shopping list'],
  ['list.remove', 'drop milk from my shopping list'],
  ['list.clear', 'wipe my shopping list'],
  ['contact.add', 'add Grace Hopper to my contacts'],
  ['live_timer', 'eggs for 5 minutes'],
])('%s can be done by "%s"', (intent, said) => {
  expect(can(intent, said)).toBe(true)
})

test('a chip whose label stands for another intent is not offered', () => {
  const candidates = [{ name: 'setting.name.show', score: 0.9 }]
  expect(suggestionsFor({ candidates }, 'my name', when)).toEqual([])
  expect(intents['setting.name.show']).toBeDefined()
})
