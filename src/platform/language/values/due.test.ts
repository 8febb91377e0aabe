import { expect, test } from 'vitest'
import { dayIn } from './calendar.ts'
import { movedDue, readDue } from './due.ts'
import { nextOccurrence, readRepetition, readRule, repetitionWords, ruleText } from './repetition.ts'
import { whenAtEnd, whenAtStart, whenWithin } from './when-phrases.ts'

/** A Sunday, a quarter past four in the afternoon. */
const now = new Date('2026-11-15T16:15:00Z')
const reading = { now, timeZone: 'UTC', today: dayIn('UTC', now) }

test.each([
  ['at 5 on friday', '2026-11-20T17:00:00.000Z'],
  ['at 5', '2026-11-15T17:00:00.000Z'],
  ['at 4', '2026-11-16T16:00:00.000Z'],
  ['at 8', '2026-11-15T20:00:00.000Z'],
  ['at 5 am', '2026-11-16T05:00:00.000Z'],
  ['at 06:00', '2026-11-16T06:00:00.000Z'],
  ['at 12', '2026-11-16T12:00:00.000Z'],
  ['tomorrow morning', '2026-11-16T09:00:00.000Z'],
  ['tomorrow afternoon', '2026-11-16T15:00:00.000Z'],
  ['this evening', '2026-11-15T18:00:00.000Z'],
  ['tonight', '2026-11-15T20:00:00.000Z'],
  ['first thing tomorrow', '2026-11-16T08:00:00.000Z'],
  ['tomorrow at noon', '2026-11-16T12:00:00.000Z'],
  ['tomorrow night at 9', '2026-11-16T21:00:00.000Z'],
  ['in 1h30', '2026-11-15T17:45:00.000Z'],
  ['in 1 h 30 min', '2026-11-15T17:45:00.000Z'],
  ['in an hour and a half', '2026-11-15T17:45:00.000Z'],
  ['in two weeks', '2026-11-29'],
  ['for 15/12', '2026-12-15'],
  ['on 12/15', '2026-12-15'],
  ['on 3/4', '2027-03-04'],
  ['on 29 february 2028 at noon', '2028-02-29T12:00:00.000Z'],
  ['on sunday at 9', '2026-11-22T09:00:00.000Z'],
  ['today at 8', '2026-11-15T20:00:00.000Z'],
  ['at the end of the week', '2026-11-20'],
  ['by the end of the month', '2026-11-30'],
  ['on the 31st', '2026-12-31'],
  ['on the 14th', '2026-12-14'],
  ['at 12 tonight', '2026-11-16T00:00:00.000Z'],
  ['tonight at midnight', '2026-11-16T00:00:00.000Z'],
  ['at 1 tonight', '2026-11-16T01:00:00.000Z'],
  ['tonight at 11', '2026-11-15T23:00:00.000Z'],
  ['at 3 at night', '2026-11-16T03:00:00.000Z'],
  ['tomorrow night at 12', '2026-11-17T00:00:00.000Z'],
  ['in 1/2 hour', '2026-11-15T16:45:00.000Z'],
  ['in 1,5 hours', '2026-11-15T17:45:00.000Z'],
  ['in a fortnight', '2026-11-29'],
])('"%s" is %s', (words, due) => {
  expect(readDue(words, reading)).toEqual({ due })
})

test('who writes the day first is read so', () => {
  const abroad = { ...reading, dayFirst: true }
  expect(readDue('on 3/4', abroad).due).toBe('2027-04-03')
  expect(readDue('on 3/4/2028 at 5pm', abroad).due).toBe('2028-04-03T17:00:00.000Z')
  expect(readDue('on 12/15', abroad).due).toBe('2026-12-15')
})

test.each([
  ['on 31 February', "31 February doesn't exist."],
  ['on february 30th', "30 February doesn't exist."],
  ['on 31/02', "31 February doesn't exist."],
  ['on 29 february', "29 February in 2027 doesn't exist."],
  ['tomorrow at 25:00', '25:00 is not a valid time.'],
  ['at 12:75', '12:75 is not a valid time.'],
  ['this morning', '09:00 on 2026-11-15 has passed.'],
  ['today at 8am', '08:00 on 2026-11-15 has passed.'],
  ['on 2020-01-01', '2020-01-01 has passed.'],
  ['twice a day', 'A reminder rings at one time. Set them one at a time.'],
  ['at 8 am and 5 pm', 'A reminder rings at one time. Set them one at a time.'],
])('"%s" cannot be: %s', (words, problem) => {
  expect(readDue(words, reading)).toEqual({ problem })
})

test.each([
  ['every day at 8', 'FREQ=DAILY', 'every day', '2026-11-16T08:00:00.000Z'],
  ['every monday at 9', 'FREQ=WEEKLY;BYDAY=MO', 'every Monday', '2026-11-16T09:00:00.000Z'],
  ['on weekdays at 8', 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'every weekday', '2026-11-16T08:00:00.000Z'],
  [
    'on tuesdays and thursdays at 6pm',
    'FREQ=WEEKLY;BYDAY=TU,TH',
    'every Tuesday and Thursday',
    '2026-11-17T18:00:00.000Z',
  ],
  [
    'every other week on friday',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=FR',
    'every 2 weeks on Friday',
    '2026-11-20T09:00:00.000Z',
  ],
  ['every other day at 7am', 'FREQ=DAILY;INTERVAL=2', 'every 2 days', '2026-11-16T07:00:00.000Z'],
  [
    'on the 1st of every month',
    'FREQ=MONTHLY;BYMONTHDAY=1',
    'on the 1st of every month',
    '2026-12-01T09:00:00.000Z',
  ],
  [
    'at the end of every month',
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'on the last day of every month',
    '2026-11-30T09:00:00.000Z',
  ],
  ['every month', 'FREQ=MONTHLY;BYMONTHDAY=15', 'on the 15th of every month', '2026-12-15T09:00:00.000Z'],
  [
    'every second tuesday of the month',
    'FREQ=MONTHLY;BYDAY=2TU',
    'on the 2nd Tuesday of every month',
    '2026-12-08T09:00:00.000Z',
  ],
  [
    'every year on 5 march',
    'FREQ=YEARLY;BYMONTH=3;BYMONTHDAY=5',
    'every year on 5 March',
    '2027-03-05T09:00:00.000Z',
  ],
  ['every night', 'FREQ=DAILY', 'every day', '2026-11-15T20:00:00.000Z'],
  ['every night at 12', 'FREQ=DAILY', 'every day', '2026-11-16T00:00:00.000Z'],
  ['every night at 2', 'FREQ=DAILY', 'every day', '2026-11-16T02:00:00.000Z'],
  ['every 2 hours', 'FREQ=HOURLY;INTERVAL=2', 'every 2 hours', '2026-11-15T18:15:00.000Z'],
  ['every day at 8 starting friday', 'FREQ=DAILY', 'every day', '2026-11-20T08:00:00.000Z'],
])('"%s" repeats', (words, rule, told, due) => {
  const read = readDue(words, reading)
  expect(read.due).toBe(due)
  expect(ruleText(read.repetition!)).toBe(rule)
  expect(repetitionWords(read.repetition!)).toBe(told)
  expect(readRule(rule)).toEqual(expect.objectContaining(read.repetition!))
})

test('what is said once does not repeat', () => {
  for (const words of ['on monday', 'tomorrow', 'in two weeks', 'next month', 'on the 1st'])
    expect(readRepetition(words), words).toBeUndefined()
})

test('every second week is counted from the first time, and a short month has its last day', () => {
  const timeZone = 'Europe/Oslo'
  const start = new Date('2026-01-31T08:00:00Z')
  const times = (rule: string, count: number) => {
    const found: string[] = []
    for (let after = start; found.length < count;) {
      after = nextOccurrence(readRule(rule)!, { start, after, timeZone })!
      found.push(after.toISOString().slice(0, 16))
    }
    return found
  }
  expect(times('FREQ=WEEKLY;INTERVAL=2;BYDAY=SA', 2)).toEqual(['2026-02-14T08:00', '2026-02-28T08:00'])
  expect(times('FREQ=MONTHLY;BYMONTHDAY=31', 3)).toEqual([
    '2026-02-28T08:00',
    '2026-03-31T07:00',
    '2026-04-30T07:00',
  ])
  expect(times('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', 1)).toEqual(['2028-02-29T08:00'])
})

test.each([
  ['pick up 2 parcels at 5 on friday', 'pick up 2 parcels', 'at 5 on friday'],
  ['pay rent on the 1st of every month', 'pay rent', 'on the 1st of every month'],
  ['leave in 1h30', 'leave', 'in 1h30'],
  ['call one of the boys in two weeks', 'call one of the boys', 'in two weeks'],
  ['read the Sunday Times', 'read the Sunday Times', ''],
  ['book a table for 2', 'book a table for 2', ''],
  ['book flights for christmas', 'book flights for christmas', ''],
  ["prepare for tomorrow's meeting", "prepare for tomorrow's meeting", ''],
  ['read chapter 5', 'read chapter 5', ''],
])('"%s" is "%s", %s', (text, rest, when) => {
  expect(whenAtEnd(text)).toEqual({ rest, when })
})

test('what says when may stand first, or in the midst', () => {
  expect(whenAtStart('for 15/12 to order presents')).toEqual({ rest: 'to order presents', when: 'for 15/12' })
  expect(whenAtStart('for tomorrow at 9: call Joe')).toEqual({ rest: 'call Joe', when: 'for tomorrow at 9' })
  expect(whenAtStart('call Joe')).toEqual({ rest: 'call Joe', when: '' })
  expect(whenWithin('call John tomorrow about the invoice')).toBe('tomorrow')
  expect(whenWithin('read the Sunday Times again')).toBe('')
})

test('a new time keeps the day, and a new day keeps the time', () => {
  const due = '2026-11-20T17:00:00.000Z'
  expect(movedDue('6pm', due, reading).due).toBe('2026-11-20T18:00:00.000Z')
  expect(movedDue('monday', due, reading).due).toBe('2026-11-16T17:00:00.000Z')
  expect(movedDue('monday at 9', due, reading).due).toBe('2026-11-16T09:00:00.000Z')
  expect(movedDue('6pm', '2026-11-20', reading).due).toBe('2026-11-20T18:00:00.000Z')
  expect(movedDue('in 10 minutes', due, reading).due).toBe('2026-11-15T16:25:00.000Z')
})

test('a long text without any time is read at once', () => {
  const text = 'in the first week on the second day by the third way at a half past of all '.repeat(4).trim()
  expect(whenAtEnd(`${text} x`).when).toBe('')
})

test.each(['call the 24/7 hotline', 'add 1/2 cup of sugar', 'read the book on 9/11'])(
  '"%s" says no day',
  (text) => {
    expect(whenWithin(text)).toBe('')
    expect(whenAtEnd(text).when).toBe('')
  },
)

test('a part of an hour says when, at the beginning too', () => {
  expect(whenAtStart('in 1/2 hour to stretch').when).toBe('in 1/2 hour')
  expect(whenAtStart('in 1,5 hours to stretch').when).toBe('in 1,5 hours')
})

test('the 30th, said on the last day of January, is that of March', () => {
  const at = new Date('2027-01-31T10:00:00Z')
  expect(readDue('on the 30th', { now: at, timeZone: 'UTC', today: dayIn('UTC', at) })).toEqual({
    due: '2027-03-30',
  })
})
