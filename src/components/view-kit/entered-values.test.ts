import { expect, test } from 'vitest'
import { pointerTo, withEntered } from './action-values.ts'
import { FormScope } from './controls/form-scope.ts'
import { edited, isFound, readTags, withChanges, withoutEntry } from './store/entries.ts'

const form = { name: 'Ada', age: 36, tags: ['a', 'b'], place: { city: 'Oslo' } }

test.each([
  ['a value with its type', '$age', 36],
  ['a list with its type', '$tags', ['a', 'b']],
  ['a value inside of words', 'Hello $name!', 'Hello Ada!'],
  ['a list inside of words', 'Tags: $tags.', 'Tags: a, b.'],
  ['an object inside of words', 'At $place', 'At {"city":"Oslo"}'],
  ['what the control holds', '$value', true],
  ['the whole form', '$form', form],
  ['a dollar', 'It costs $$5', 'It costs $5'],
  ['a dollar before a name', '$$name', '$name'],
  ['an unknown name', '$nobody and $name', '$nobody and Ada'],
  ['an unknown name alone', '$nobody', '$nobody'],
  ['a name that every object has', '$constructor', '$constructor'],
  ['a sum', '$5', '$5'],
])('%s is put in', (_what, template, told) => {
  expect(withEntered(template, { value: true, form })).toEqual(told)
})

test('what was entered goes into every depth, and what is no text stays', () => {
  const template = { args: { to: '$name', list: ['$age', 7, null] }, flag: false }
  expect(withEntered(template, { form })).toEqual({ args: { to: 'Ada', list: [36, 7, null] }, flag: false })
})

test('what was entered is not looked into for names', () => {
  expect(withEntered('$a $b', { form: { a: '$b', b: '$$' } })).toBe('$b $$')
})

test('a member is found by what it is, with its marks written out', () => {
  const action = { kind: 'say' }
  const holder = { items: [{ action: { kind: 'say' } }, { 'a/b~c': action }] }
  expect(pointerTo(holder, action)).toBe('/items/1/a~1b~0c')
  expect(pointerTo(holder, holder)).toBe('')
  expect(pointerTo(holder, { kind: 'say' })).toBeUndefined()
})

test('a form holds what its fields say, until they go', () => {
  const scope = new FormScope()
  scope.set('a', 1)
  scope.set('b', undefined)
  scope.set('a', 2)
  expect(scope.values()).toEqual({ a: 2, b: undefined })
  scope.remove('a')
  expect(scope.values()).toEqual({ b: undefined })
})

const entries: { id: string; text: string; due?: string }[] = [
  { id: '1', text: 'one', due: 'today' },
  { id: '2', text: 'two' },
]

test('an entry is changed by its id, and what is undefined goes away', () => {
  expect(edited(entries, '1', { due: undefined, text: 'uno' })).toEqual([
    { id: '1', text: 'uno' },
    entries[1],
  ])
  expect(edited(entries, '9', { text: 'nobody' })).toEqual(entries)
  expect(withoutEntry(entries, '1')).toEqual([entries[1]])
  expect(withChanges(entries[0], {})).toEqual(entries[0])
  expect(entries[0]).toHaveProperty('due')
})

test.each([
  ['', true],
  ['milk', true],
  ['MILK oat', true],
  ['milk soy', false],
  ['barista', true],
])('"%s" is found: %s', (search, found) => {
  expect(isFound(search, ['Oat milk', undefined, 'the Barista kind'])).toBe(found)
})

test('words between commas are tags, each once, and not without end', () => {
  expect(readTags(' a, b ,a,, ')).toEqual(['a', 'b'])
  expect(readTags(' , ')).toBeUndefined()
  expect(readTags(Array.from({ length: 30 }, (_, index) => index).join())).toHaveLength(20)
  expect(readTags('x'.repeat(80))![0]).toHaveLength(50)
})
