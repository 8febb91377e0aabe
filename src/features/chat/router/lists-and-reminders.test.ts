import { expect, test } from 'vitest'
import { matchGrammar } from './grammar/grammar.ts'
import { normalize } from './normalize.ts'
import { whenOf } from './readers/reader.ts'
import { spellingCorrection } from './spelling.ts'
import type { StoredNames } from './understanding.ts'

const lists = ['shopping', 'packing', 'christmas-presents', 'trip-to-rome']
const entries: Readonly<Record<string, readonly string[]>> = {
  lists,
  items: ['Finish quarterly report', 'Bread', 'Tea bags', 'Running', 'Call mum'],
  habits: ['Running', 'Stretching'],
}
const kept: StoredNames = (kind) => entries[kind] ?? []
/** A Sunday, a quarter past four in the afternoon. */
const when = whenOf({ now: new Date('2026-11-15T16:15:00Z'), timeZone: 'UTC', kept })
const correct = spellingCorrection(() => false)

function shaped(said: string) {
  return matchGrammar(normalize(said, correct), when)
}

test.each([
  ['add milk to my shopping list', 'shopping', ['milk']],
  ['add toothbrush to packing', 'packing', ['toothbrush']],
  ['please add passport and charger to packing', 'packing', ['passport', 'charger']],
  ['add socks to christmas presents', 'christmas-presents', ['socks']],
  ['put sun cream on my trip to Rome list', 'trip-to-rome', ['sun cream']],
  ['add to shopping list: tuna, mayo & lettuce', 'shopping', ['tuna', 'mayo', 'lettuce']],
  ['add to shopping list:\n- tuna\n- mayo\n\n2. lettuce', 'shopping', ['tuna', 'mayo', 'lettuce']],
  ['Shopping:\ntuna\nmayo', 'shopping', ['tuna', 'mayo']],
  ['shopping: apples, pears', 'shopping', ['apples', 'pears']],
  ['packing: hat, coat', 'packing', ['hat', 'coat']],
  ['to do: ring HMRC, post parcel', 'todo', ['ring HMRC', 'post parcel']],
  ['add call mum and dad to my todo list', 'todo', ['call mum and dad']],
  ['we need more toilet paper', 'shopping', ['toilet paper']],
  ["we're out of olive oil", 'shopping', ['olive oil']],
  ['buy milk', 'shopping', ['milk']],
  ['buy bread, eggs and jam', 'shopping', ['bread', 'eggs', 'jam']],
  ['remember to buy yoghurt', 'shopping', ['yoghurt']],
  ['add ironing board to my shopping list', 'shopping', ['ironing board']],
  ['chuck some cheese on the shopping list', 'shopping', ['cheese']],
  ['need to buy coffee, add it to my list', 'shopping', ['coffee']],
  ['out of soap, put it on the shopping list', 'shopping', ['soap']],
  ["we're nearly out of washing up liquid", 'shopping', ['washing up liquid']],
  ["we're running low on tea", 'shopping', ['tea']],
  ["is bacon on my shopping list, add if it's not", 'shopping', ['bacon']],
  ["i'm out of bananas; add to shopping list", 'shopping', ['bananas']],
  ['I need to get coffee, add it to my shopping list', 'shopping', ['coffee']],
])('"%s" adds to %s', (said, id, items) => {
  expect(shaped(said)).toMatchObject({ intent: 'list.add', slots: { list: { id }, items } })
})

test('a bare "add milk" is for the shopping, unless another list was spoken of', () => {
  const meant = shaped('add milk')
  expect(meant).toMatchObject({ intent: 'list.add', slots: { usual: { id: 'shopping' }, items: ['milk'] } })
  expect(meant?.slots['list']).toBeUndefined()
  expect(shaped('put eggs on the list')?.slots).toEqual({ items: ['eggs'] })
})

test.each([
  ['todo: call the bank tomorrow', 'call the bank', '2026-11-16'],
  [
    'add "finish quarterly report" to my to-do list, due next wednesday',
    'finish quarterly report',
    '2026-11-18',
  ],
  ['add task "prepare slides" for monday', 'prepare slides', '2026-11-16'],
  ['add pay the gas bill by friday to my todo list', 'pay the gas bill', '2026-11-20'],
  ['I need to pay rent by friday', 'pay rent', '2026-11-20'],
])('"%s" is due', (said, text, due) => {
  expect(shaped(said)?.slots).toMatchObject({ list: { id: 'todo' }, items: [text], dues: { [text]: due } })
})

test('a day that there is not is said, for a task too', () => {
  expect(shaped('add submit the form by 31 february to my todo list')?.slots).toMatchObject({
    problem: "31 February doesn't exist.",
  })
})

test.each([
  ['remove jam from shopping', 'list.remove', { list: { id: 'shopping' }, items: ['jam'] }],
  ['delete task ring HMRC', 'list.remove', { items: ['ring HMRC'] }],
  ['cross off bread', 'list.complete', { items: ['bread'] }],
  ['check off "salt & pepper"', 'list.complete', { items: ['salt & pepper'] }],
  ['cross off salt & pepper', 'list.complete', { items: ['salt', 'pepper'], whole: 'salt & pepper' }],
  ['mark passport as done on packing', 'list.complete', { list: { id: 'packing' }, items: ['passport'] }],
  ['untick bread', 'list.untick', { items: ['bread'] }],
  ['mark bread as not done', 'list.untick', { items: ['bread'] }],
  ["i've finished the quarterly report", 'list.finish', { items: ['quarterly report'] }],
  ['I got the bread', 'list.finish', { items: ['bread'] }],
  ['remove bread', 'list.drop', { items: ['bread'] }],
  ['rename bread to brown bread', 'list.relabel', { item: 'bread', to: 'brown bread' }],
  ['rename the shopping list to food', 'list.rename', { list: { id: 'shopping' }, to: { id: 'food' } }],
  ['clear completed items', 'list.sweep', {}],
  ['clear done items from the shopping list', 'list.sweep', { list: { id: 'shopping' } }],
  ['new list Christmas presents', 'list.create', { list: { id: 'christmas-presents' } }],
  ['make a list called trip to Rome', 'list.create', { list: { id: 'trip-to-rome' } }],
  ['show christmas presents', 'list.show', { list: { id: 'christmas-presents' } }],
  ["what's on packing?", 'list.show', { list: { id: 'packing' }, asks: 'entries' }],
  ['how many things are on my shopping list', 'list.show', { list: { id: 'shopping' }, asks: 'count' }],
  ["what's the third item on my todo list", 'list.show', { list: { id: 'todo' }, at: 3 }],
  ['have we got milk on the shopping list', 'list.show', { item: 'milk' }],
  ['whats left to do?', 'list.show', {}],
  ['show me my to-dos', 'list.show', { list: { id: 'todo' } }],
  ['open my to dos', 'list.show', { list: { id: 'todo' } }],
  [
    'strike bread and tea off the shopping list',
    'list.complete',
    { list: { id: 'shopping' }, items: ['bread', 'tea'] },
  ],
  [
    'push the dentist reminder back an hour',
    'reminder.move',
    { name: 'dentist', words: 'in an hour', by: true },
  ],
  [
    'push back the dentist reminder by 2 hours',
    'reminder.move',
    { name: 'dentist', words: 'in 2 hours', by: true },
  ],
  ['make sure I remember to ring Jo at 18:00', 'reminder.add', { text: 'ring Jo' }],
  ['remember to water the plants tomorrow', 'reminder.add', { text: 'water the plants' }],
  ["please don't forget to water the plants tomorrow", 'reminder.add', { text: 'water the plants' }],
  ['remember to call mom at 5pm', 'reminder.add', { text: 'call mom' }],
  ['remember that I need to call mom', 'reminder.add', { text: 'call mom' }],
  ['delete all reminders', 'reminder.clear', {}],
  ['cancel the call mum reminder', 'reminder.remove', { name: 'call mum' }],
  ['delete the reminder to call mum', 'reminder.remove', { name: 'call mum' }],
  ['stop reminding me to stretch', 'reminder.remove', { name: 'stretch' }],
  ['move the mum reminder to 6pm', 'reminder.move', { name: 'mum', words: '6pm' }],
  ['change the reminder to call mum to friday', 'reminder.move', { name: 'call mum', words: 'friday' }],
  [
    'snooze the dentist reminder for 10 minutes',
    'reminder.move',
    { name: 'dentist', words: 'in 10 minutes' },
  ],
])('"%s" is %s', (said, intent, slots) => {
  expect(shaped(said)).toMatchObject({ intent, slots })
})

test.each([
  ['set a reminder for 15/12 to order presents', 'order presents', '2026-12-15'],
  ['remind me in 1h30 to leave', 'leave', '2026-11-15T17:45:00.000Z'],
  ['remind me tomorrow morning to call the bank', 'call the bank', '2026-11-16T09:00:00.000Z'],
  ['Remind me to pick up 2 parcels at 5 on friday', 'pick up 2 parcels', '2026-11-20T17:00:00.000Z'],
  ["don't let me forget to call Anna at 4", 'call Anna', '2026-11-16T16:00:00.000Z'],
  ['remind me first thing tomorrow to email Sue', 'email Sue', '2026-11-16T08:00:00.000Z'],
  ['set reminder for tomorrow 8am: take out trash', 'take out trash', '2026-11-16T08:00:00.000Z'],
  ['remind me to call John tomorrow about the invoice', 'call John tomorrow about the invoice', '2026-11-16'],
  ['remind me that the rent is due on friday', 'the rent is due on friday', '2026-11-20'],
  ['remind me today to buy stamps', 'buy stamps', '2026-11-15T18:00:00.000Z'],
  ['add call the plumber to my reminders', 'call the plumber', undefined],
  ['remind me about lunch with Tom at half 12 tomorrow', 'lunch with Tom', '2026-11-16T12:30:00.000Z'],
  ['remind me a week on friday to call Bob', 'call Bob', '2026-11-27'],
  ['remind me friday week at 9 to call Bob', 'call Bob', '2026-11-27T09:00:00.000Z'],
  ['remind me two days before christmas to buy a goose', 'buy a goose', '2026-12-23'],
  ['remind me 10 minutes before the call at 6pm', 'the call', '2026-11-15T17:50:00.000Z'],
  ['remind me an hour before the film at 20:00 tomorrow', 'the film', '2026-11-16T19:00:00.000Z'],
  ['remind me 10 minutes before the call on friday', '10 minutes before the call on friday', undefined],
  ['remind me later to ring Jo', 'ring Jo', undefined],
  ['remind me of the meeting on the twenty second of january', 'the meeting', '2027-01-22'],
  ['remind me on the sixteenth of december to post the cards', 'post the cards', '2026-12-16'],
  ['remind me on the last day of the month to pay rent', 'pay rent', '2026-11-30'],
  ['remind me at half six to feed the cat', 'feed the cat', '2026-11-15T18:30:00.000Z'],
  ['remind me to cut the other half 2 inches', 'cut the other half 2 inches', undefined],
  ['remind me to read the Sunday Times', 'read the Sunday Times', undefined],
])('"%s" is a reminder', (said, text, due) => {
  expect(shaped(said)).toEqual({
    intent: 'reminder.add',
    slots: { text, ...(due !== undefined && { due }) },
    isWhole: expect.any(Boolean),
  })
})

test.each([
  ['remind me every day at 8 to take my pills', 'take my pills', 'FREQ=DAILY'],
  ['every day at 9 remind me to water the plants', 'water the plants', 'FREQ=DAILY'],
  ['remind me on weekdays at 8 to stretch', 'stretch', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR'],
  ['remind me to pay rent on the 1st of every month', 'pay rent', 'FREQ=MONTHLY;BYMONTHDAY=1'],
  ['set a daily reminder to drink water at 10', 'drink water', 'FREQ=DAILY'],
])('"%s" comes again', (said, text, repeat) => {
  expect(shaped(said)).toMatchObject({ intent: 'reminder.add', slots: { text, repeat } })
})

test.each([
  ['remind me on 31 February to jump', "31 February doesn't exist."],
  ['remind me to call John tomorrow at 25:00', '25:00 is not a valid time.'],
])('"%s" cannot be', (said, problem) => {
  expect(shaped(said)?.slots).toMatchObject({ problem })
  expect(shaped(said)?.slots['due']).toBeUndefined()
})

test.each([
  'add socks to birthday presents',
  'add toothbrush to holiday',
  'buy 10 shares of apple',
  'buy two tickets for the opera',
  'buy bitcoin',
  'add a new contact',
  'add 5 and 7',
  'add two minutes to the timer',
  "i've finished the novel",
  'I got a new job',
  'remove the background',
  'delete everything in my home',
  'rename notes.txt to plumber.txt',
  'change my name to Bob',
  'add "write docs" to todo on the Website board',
  'mark stretching as done',
  'i need to book a flight before tuesday',
  'remind me how to tie a tie',
  'you remind me of my brother',
  'make a list of the best beaches',
  'create a list of 10 famous painters',
  'this place will always remind me of you',
  'does this remind me of home',
])('"%s" changes no list and sets no reminder', (said) => {
  expect(shaped(said)?.intent ?? '').not.toMatch(/^(?:list\.(?!show)|reminder\.(?!show))/)
})

test('what is still on a list is no entry called "still"', () => {
  expect(shaped('whats still on my todo list')).toMatchObject({ intent: 'list.show' })
  expect(shaped('whats still on my todo list')?.slots).not.toHaveProperty('item')
})
