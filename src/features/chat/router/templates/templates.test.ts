import { expect, test } from 'vitest'
import { compileTemplate } from './compile-template.ts'
import { TemplateIndex } from './match-templates.ts'
import { tokensIn } from './parse-template.ts'

const kinds = {
  text: { longest: 60, read: (text: string) => text },
  number: { longest: 1, read: (text: string) => (/^\d+$/.test(text) ? Number(text) : undefined) },
}
const ticker = {
  longest: 1,
  isTelling: true,
  read: (text: string) => (text.startsWith('$') ? text : undefined),
}
const phrases = { add: '(add|put|(stick|pop) [up])', my: '(my|the|our)' }

function indexOf(templates: Readonly<Record<string, readonly string[]>>): TemplateIndex<string, undefined> {
  const index = new TemplateIndex<string, undefined>(kinds)
  for (const [owner, own] of Object.entries(templates))
    for (const template of own) index.add(owner, compileTemplate(template, phrases))
  return index
}

const index = indexOf({
  add: ['<add> {item} (to|on) [<my>] {list} list', 'task: {item}'],
  timer: ['[set] [a] timer [for] {minutes:number} minutes', '{minutes:number} minute timer'],
  off: ['(stop|turn off) ({all=true} all|the) timers', '{does=pause} (hold|pause) it'],
  phone: ["what is {person}'s [phone] number"],
})

const understood = (said: string) => {
  const [best] = index.match(said, undefined)
  return best && [best.owner, Object.fromEntries(best.captures.map(({ name, value }) => [name, value]))]
}

test.each([
  ['Add Milk to my Shopping list', 'add', { item: 'Milk', list: 'Shopping' }],
  [
    'put milk, eggs and bread on the shopping list.',
    'add',
    { item: 'milk, eggs and bread', list: 'shopping' },
  ],
  ['stick up the poster on our chores list', 'add', { item: 'the poster', list: 'chores' }],
  ['add a note to self to my todo list', 'add', { item: 'a note', list: 'self to my todo' }],
  ['Task: write the report, by Friday!', 'add', { item: 'write the report, by Friday' }],
  ['timer 5 minutes', 'timer', { minutes: 5 }],
  ['set a timer for 5 minutes', 'timer', { minutes: 5 }],
  ['5 minute timer', 'timer', { minutes: 5 }],
  ['stop all timers', 'off', { all: true }],
  ['turn off the timers', 'off', {}],
  ['hold it', 'off', { does: 'pause' }],
  ['What is Anna’s phone number?', 'phone', { person: 'Anna' }],
  ["what is the O'Brien family's number", 'phone', { person: "the O'Brien family" }],
])('%s', (said, owner, slots) => {
  expect(understood(said)).toEqual([owner, slots])
})

test.each([
  'add milk',
  'please add milk to my shopping list',
  'add to my list',
  'timer for five minutes',
  'timer 5 minutes please',
  'what is Annas number',
  '',
  '?!',
])('is not worded so: %s', (said) => {
  expect(understood(said)).toBeUndefined()
})

test('the template with more words of its own is the surer one', () => {
  const two = indexOf({ wide: ['show {what}'], narrow: ['show my {list} list'] })
  expect(two.match('show my shopping list', undefined).map(({ owner }) => owner)).toEqual(['narrow', 'wide'])
})

test('a sentence of three hundred characters that nearly fits everything costs a bounded number of readings', () => {
  let readings = 0
  const counting = new TemplateIndex<string, undefined>({
    text: { longest: 60, read: (text) => (readings++, text) },
  })
  counting.add('x', compileTemplate('a {one} a {two} a {three} a {four} a {five} end'))
  const said = `${'a '.repeat(149)}b`
  const words = tokensIn(said).length
  expect(counting.match(`${said} end of it`, undefined)).toEqual([])
  // Each stretch of words is read once, however many slots could begin there.
  expect(readings).toBeLessThanOrEqual((words + 3) * 60)
})

test.each([
  ['add (milk', 'is never closed'],
  ['add milk)', 'too many'],
  ['add {Item}', 'must be {name}, {name:kind} or {name=value}'],
  ['<ad> milk', 'which nothing explains'],
  ['{item}', 'no word that must be said'],
  ['[add] {item}', 'no word that must be said'],
])('a mistake in a template is told: %s', (template, problem) => {
  expect(() => index.add('x', compileTemplate(template, phrases))).toThrow(problem)
})

test('a slot that can be nothing else needs no word beside it', () => {
  const telling = new TemplateIndex<string, undefined>({ ...kinds, ticker })
  telling.add('stock', compileTemplate('{symbol:ticker} [today]'))
  expect(telling.match('$XYZ', undefined)).toMatchObject([{ owner: 'stock', captures: [{ value: '$XYZ' }] }])
  expect(telling.match('$XYZ today', undefined)).toHaveLength(1)
  expect(telling.match('XYZ', undefined)).toEqual([])
})

test('a slot of an unknown kind is told', () => {
  expect(() => index.add('x', compileTemplate('wake me at {time:clock}'))).toThrow('"clock"')
})
