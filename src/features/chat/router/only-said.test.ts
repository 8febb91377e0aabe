import { expect, test } from 'vitest'
import { matchGrammar } from './grammar/grammar.ts'
import { normalize } from './normalize.ts'
import { whenOf } from './readers/reader.ts'
import { spellingCorrection } from './spelling.ts'
import type { StoredKind } from './understanding.ts'

/** A Monday. */
const now = new Date('2026-11-16T10:00:00Z')
const kept = (kind: StoredKind) => (kind === 'lists' ? ['shopping', 'todo'] : [])
const when = whenOf({ now, timeZone: 'Europe/Berlin', kept })
const correct = spellingCorrection(() => false)

function meant(said: string) {
  const shaped = matchGrammar(normalize(said, correct), when)
  return shaped && { intent: shaped.intent, ...shaped.slots }
}

test.each([
  'I bought 3 apples',
  'we bought 12 eggs',
  'I bought two shirts',
  'bought a 3 piece suit',
  'I bought iPhone 15',
  'I bought a house in 1999',
  'I received 2 emails',
  'I received 5 letters',
  'I earned 2 medals',
  'I spent between 10 and 20 on lunch',
  'I spent 3 nights in Rome',
  'I spent my 30s in Paris',
  'I paid attention to 3 speakers',
  'I paid 3 visits to my aunt',
  'expense report 2024',
  'income tax 2025',
  'log 50 pushups',
  'record 3 songs',
])('%s: no payment is written down', (said) => {
  expect(meant(said)?.intent).not.toBe('budget.add')
})

test.each([
  ['I bought lunch for 12', 12],
  ['I bought a book for 15 euros', 15],
  ['bought 3 apples for 2.50', 2.5],
  ['I paid 45 for gas', 45],
  ['I spent 12 on lunch', 12],
  ['spent 20', 20],
  ['I spent 20 yesterday', 20],
  ['I received 200 from mum', 200],
  ['I earned 3000', 3000],
  ['I earned 3000 this month', 3000],
  ['received 1,200 salary', 1200],
  ['I bought shoes, 80 euros', 80],
  ['log 12.50 lunch', 12.5],
  ['log $12 coffee', 12],
])('%s: the payment is written down', (said, amount) => {
  expect(meant(said)).toMatchObject({ intent: 'budget.add', payments: [{ amount }] })
})

test.each([
  'Lunch on monday at noon sounds great',
  'The doctor said friday at 3pm',
  'Our meeting tomorrow at 10 got postponed',
  'My interview on monday at 9 went well',
  'Yoga class on friday at 6 costs 20 euros',
  'Thanks for lunch today at noon',
  'Dinner at 7pm tomorrow would be nice',
  'call with Tom tomorrow at 5 failed',
  'coffee tomorrow at 10 tastes bad',
  'Bob missed the meeting on monday at 9',
  'The class on monday at 9 starts late',
  'the party on friday at 9pm sucked',
  'John hates meetings on monday at 9',
])('%s: no event is written down', (said) => {
  expect(meant(said)?.intent).not.toBe('calendar.add')
})

test.each([
  'dentist thursday 3:30pm',
  'lunch with Tom tomorrow at noon',
  'Great Gatsby party on saturday at 8pm',
  'team meeting tomorrow at 10 with Anna',
  'dinner at the new place tomorrow at 7pm',
  "Anna's birthday party on friday at 6pm",
])('%s: the event is written down', (said) => {
  expect(meant(said)?.intent).toBe('calendar.add')
})

test.each([
  'call me maybe',
  'call me crazy',
  'I go by bus',
  'I am called away',
  'I live in fear',
  'I live in hope',
  'I live in luxury',
])('%s: no setting is changed', (said) => {
  expect(meant(said)).toBeUndefined()
})

test.each([
  'I must not eat anything before 8 am',
  'I should not drink coffee before 9am',
  'I should have called mom by friday',
  'add two and two',
  'add two plus three',
])('%s: nothing is put on a list', (said) => {
  expect(meant(said)?.intent ?? 'nothing').not.toMatch(/^list\./)
})

test.each([
  ['make a list called constructor', { intent: 'list.create', list: { id: 'constructor' } }],
  ['log 12 for constructor', { payments: [{ amount: 12, text: 'constructor' }] }],
  ['open the constructor folder', { intent: 'LIST_FILES', name: 'constructor' }],
  ['delete the constructor folder', { path: { name: 'constructor', kind: 'folder' } }],
])('%s: a word that every object knows is a word like others', (said, slots) => {
  expect(meant(said)).toMatchObject(slots)
})

test.each([
  ['delete ~/①.txt', { path: { path: '~/①.txt' } }],
  ['delete ~/ﬁle.txt', { path: { path: '~/ﬁle.txt' } }],
  ['delete ~/10².txt', { path: { path: '~/10².txt' } }],
  ['write "3 ½ cups… ™" to ~/a.txt', { content: '3 ½ cups… ™' }],
  ['Computer, put hello in ~/a.txt', { content: 'hello', path: { path: '~/a.txt' } }],
  ['note: 3 ½ cups', { text: '3 ½ cups' }],
  ["add It's a Wonderful Life to my reading list", { title: "It's a Wonderful Life" }],
  ["remind me to tell Bob I'm late", { text: "tell Bob I'm late" }],
  ["remind me to tell Bob I'm late tomorrow at 5", { text: "tell Bob I'm late" }],
  ["add a don't panic sign and milk to my shopping list", { items: ["a don't panic sign", 'milk'] }],
  ["add we're hiring to my website board", { card: "we're hiring" }],
  ["email bob@example.com that I won't come", { body: "I won't come" }],
  ["send an email to bob@example.com saying I'm at the calender shop", { body: "I'm at the calender shop" }],
  ["reply to Anna's mail saying I'm late", { from: 'Anna', body: "I'm late" }],
  ["tell Bob on slack that I'm late", { user: 'Bob', text: "I'm late" }],
  ['message Sarah on slack that I am late', { user: 'Sarah', text: 'I am late' }],
  ['message Sarah Connor on slack that I am late', { user: 'Sarah Connor', text: 'I am late' }],
  ["add What's Up Doc to my calendar tomorrow at 8pm", { title: "What's Up Doc" }],
  ['add Wat Tyler to my contacts', { name: 'Wat Tyler' }],
  ["create an issue in a/b: it doesn't start", { title: "It doesn't start" }],
  ['save snippet: for x in y:\n    print(x)', { intent: 'snippet.add', code: 'for x in y:\n    print(x)' }],
])('%s: names and texts stay letter for letter', (said, slots) => {
  expect(meant(said)).toMatchObject(slots)
})

test.each(['move ~/a.txt to ~/b tomorrow', 'delete ~/a.txt at 5pm', 'copy ~/a.txt to ~/b in 10 minutes'])(
  '%s: a time is no part of a path, and nothing waits for it',
  (said) => {
    expect(meant(said)).toBeUndefined()
  },
)

test.each([
  ['clear my todo list and my shopping list', undefined],
  ['add logging to server.ts', undefined],
  ['remove all but milk from my shopping list', undefined],
  ['"add milk to my shopping list"', { intent: 'list.add', items: ['milk'] }],
  ['I spent about 12 on lunch', { payments: [{ amount: 12, text: 'lunch' }] }],
  ['remove milk and eggs but not bread from my shopping list', { items: ['milk', 'eggs'] }],
  ['add milk but not eggs to my shopping list', { items: ['milk'] }],
  ['create a list of books', { list: { id: 'books' } }],
  ['remind me at 5 yesterday', { intent: 'reminder.add', due: '2026-11-16T16:00:00.000Z' }],
  ['I live in Oslo and work in Bergen', { intent: 'setting.city', city: 'Oslo' }],
  ['clear my todo and shopping lists', undefined],
  [
    'note: buy milk and add eggs to my list',
    { intent: 'note.add', text: 'buy milk and add eggs to my list' },
  ],
  ['add "clear my shopping list" to my todo list', { list: { id: 'todo' } }],
  ['add eggs, but not milk, to my shopping list', { items: ['eggs'] }],
  [
    'email bob@example.com saying tell me about the tea',
    { to: ['bob@example.com'], body: 'Tell me about the tea' },
  ],
])('%s', (said, slots) => {
  if (slots === undefined) expect(meant(said)).toBeUndefined()
  else expect(meant(said)).toMatchObject(slots)
})

test('a list without a name is not called by its entry', () => {
  expect(meant('add milk to list')).toEqual({ intent: 'list.add', items: ['milk'] })
})

test('words that say nothing are no reminder', () => {
  expect(meant('remind me to')).not.toHaveProperty('text')
  expect(meant('remind me at 5 yesterday')).not.toHaveProperty('text')
})

test('all but one is not all', () => {
  expect(meant('remove everything from my shopping list except milk')?.intent).not.toBe('list.clear')
})

test('what was said before is not posted as "it"', () => {
  expect(meant('post it to #general')).not.toHaveProperty('text')
})

test('what a mail says is not its subject', () => {
  expect(meant('email bob@example.com saying tell me about the tea')).not.toHaveProperty('subject')
})
