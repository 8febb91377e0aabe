import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { daysOf, type DayRule } from './rule-days.ts'

const DAY_MS = 86_400_000

function ruleOf(text: string): DayRule {
  const { freq, interval, count, wkst, parts } = ICAL.Recur.fromString(text)
  return { freq, interval, count, weekStart: wkst, parts }
}

function days(text: string, start: string, { from = start, to }: { from?: string; to: string }): string[] {
  const number = (date: string) => Date.parse(date) / DAY_MS
  return daysOf(ruleOf(text), number(start), { from: number(from), to: number(to) }).map((day) =>
    new Date(day * DAY_MS).toISOString().slice(0, 10),
  )
}

/** Examples of RFC 5545, 3.8.5.3. */
test.each([
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02', '09-02 09-12 09-22 10-02 10-12'],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU;BYDAY=TU,TH;COUNT=8',
    '1997-09-02',
    '09-02 09-04 09-16 09-18 09-30 10-02 10-14 10-16',
  ],
  ['FREQ=MONTHLY;COUNT=4;BYDAY=1FR', '1997-09-05', '09-05 10-03 11-07 12-05'],
  ['FREQ=MONTHLY;INTERVAL=2;COUNT=4;BYDAY=1SU,-1SU', '1997-09-07', '09-07 09-28 11-02 11-30'],
  ['FREQ=MONTHLY;BYMONTHDAY=-3;COUNT=3', '1997-09-28', '09-28 10-29 11-28'],
  ['FREQ=MONTHLY;COUNT=5;BYMONTHDAY=1,-1', '1997-09-30', '09-30 10-01 10-31 11-01 11-30'],
  ['FREQ=MONTHLY;BYDAY=TU,WE,TH;BYSETPOS=3;COUNT=3', '1997-09-04', '09-04 10-07 11-06'],
  ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2;COUNT=4', '1997-09-29', '09-29 10-30 11-27 12-30'],
  ['FREQ=YEARLY;COUNT=4;BYMONTH=6,7', '1997-06-10', '06-10 07-10 06-10 07-10'],
  ['FREQ=YEARLY;INTERVAL=3;COUNT=4;BYYEARDAY=1,100,200', '1997-01-01', '01-01 04-10 07-19 01-01'],
  ['FREQ=YEARLY;BYDAY=20MO;COUNT=3', '1997-05-19', '05-19 05-18 05-17'],
  ['FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO;COUNT=3', '1997-05-12', '05-12 05-11 05-17'],
  ['FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3', '1998-02-13', '02-13 03-13 11-13'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', '08-05 08-10 08-19 08-24'],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', '08-05 08-17 08-19 08-31'],
])('%s from %s is %s', (text, start, expected) => {
  expect(days(text, start, { to: '2003-12-31' }).map((day) => day.slice(5))).toEqual(expected.split(' '))
})

test('a day that a month or year does not have is left out', () => {
  expect(days('FREQ=MONTHLY', '2026-01-31', { to: '2026-06-30' })).toEqual([
    '2026-01-31',
    '2026-03-31',
    '2026-05-31',
  ])
  expect(days('FREQ=YEARLY', '2020-02-29', { to: '2029-01-01' })).toEqual([
    '2020-02-29',
    '2024-02-29',
    '2028-02-29',
  ])
})

test.each([
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=6',
  'FREQ=DAILY;INTERVAL=7;BYDAY=TU',
  'FREQ=MONTHLY;INTERVAL=12;BYMONTH=2',
])('%s, which never holds, ends', (text) => {
  expect(days(text, '2026-01-05', { to: '2100-01-01' })).toEqual([])
})

test.each([
  'FREQ=DAILY;INTERVAL=3',
  'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR',
  'FREQ=DAILY;BYMONTH=1,7',
  'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,SA',
  'FREQ=WEEKLY;BYMONTH=3,4;BYDAY=SU',
  'FREQ=MONTHLY;BYDAY=-1FR',
  'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=1,15,-1',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1',
  'FREQ=YEARLY;BYMONTH=11;BYDAY=4TH',
  'FREQ=YEARLY;INTERVAL=2;BYMONTH=1;BYDAY=SU,MO',
])('%s is followed as the library follows it, wherever one begins to look', (text) => {
  const iterator = ICAL.Recur.fromString(text).iterator(ICAL.Time.fromDateString('2026-01-05'))
  const theirs: string[] = []
  for (let time = iterator.next(); time && time.year < 2030; time = iterator.next()) theirs.push(String(time))
  // Of the first days they do not ask whether the rule holds.
  const ours = days(text, '2026-01-05', { to: '2029-12-31' })
  const settled = (day: string) => day >= '2026-02-01'
  expect(theirs.filter(settled)).toEqual(ours.filter(settled))
  expect(ours.filter(settled).length).toBeGreaterThan(2)
  const later = { from: '2027-05-17', to: '2028-08-09' }
  expect(days(text, '2026-01-05', later)).toEqual(ours.filter((day) => day >= later.from && day <= later.to))
})
