import { expect, test } from 'vitest'
import { timeAfter, timesFrom, timingOf } from './schedule-times.ts'

const anchor = new Date('2026-06-01T10:00:00.000Z')
const after = (given: { cron?: string; every?: string | number; timezone?: string }, moment: string) =>
  timeAfter(timingOf({ ...given, anchor }), new Date(moment))?.toISOString()

test.each([
  [{ every: '15m' }, '2026-06-01T10:00:00.000Z', '2026-06-01T10:15:00.000Z'],
  [{ every: '15m' }, '2026-06-01T10:14:59.999Z', '2026-06-01T10:15:00.000Z'],
  [{ every: 90 }, '2026-06-01T10:01:30.000Z', '2026-06-01T10:03:00.000Z'],
  [{ every: '2 h' }, '2026-06-02T09:00:00.000Z', '2026-06-02T10:00:00.000Z'],
  [{ every: '1w' }, '2026-06-30T00:00:00.000Z', '2026-07-06T10:00:00.000Z'],
  // Before the anchor, after the clock was set back.
  [{ every: '1h' }, '2026-06-01T07:30:00.000Z', '2026-06-01T08:00:00.000Z'],
  [{ cron: '0 8 * * *', timezone: 'Europe/Berlin' }, '2026-06-01T06:00:00.000Z', '2026-06-02T06:00:00.000Z'],
  [{ cron: '*/10 * * * * *', timezone: 'UTC' }, '2026-06-01T06:00:00.000Z', '2026-06-01T06:00:10.000Z'],
])('%j after %s is %s', (given, moment, expected) => {
  expect(after(given, moment)).toBe(expected)
})

test('a day of `every` is 24 hours, a day of cron is a day of the calendar', () => {
  const timing = { timezone: 'Europe/Berlin', anchor: new Date('2026-10-24T06:00:00.000Z') }
  const first = new Date('2026-10-25T07:00:00.000Z')
  const daily = timesFrom(timingOf({ ...timing, cron: '0 8 * * *' }), { first, count: 2 })
  expect(daily[1]!.toISOString()).toBe('2026-10-26T07:00:00.000Z')
  expect(timeAfter(timingOf({ ...timing, every: '1d' }), timing.anchor)!.toISOString()).toBe(
    '2026-10-25T06:00:00.000Z',
  )
})

test('a pattern with steps follows the clock through the hour that comes twice', () => {
  const timing = timingOf({
    cron: '*/30 1 * * *',
    timezone: 'America/New_York',
    anchor: new Date('2026-11-01T04:00:00.000Z'),
  })
  const times = timesFrom(timing, { first: new Date('2026-11-01T05:00:00.000Z'), count: 4 })
  expect(times.map((time) => time.toISOString().slice(11, 16))).toEqual(['05:00', '05:30', '06:00', '06:30'])
})

test('without a time zone that of the machine is kept', () => {
  expect(timingOf({ cron: '0 8 * * *', anchor }).timezone).toBe(
    new Intl.DateTimeFormat().resolvedOptions().timeZone,
  )
})
