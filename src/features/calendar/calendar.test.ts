import { expect, test } from 'vitest'
import { openCalendar, timesOf } from '../../../test/calendar-stage.ts'
import { timeZoneText } from './time-zone-text.ts'

test('an event is found in the time that it takes, and one at the edge is not', async () => {
  await using stage = await openCalendar()
  const { calendar } = stage
  const added = await calendar.add({
    title: 'Dentist',
    start: '2026-03-02T14:30',
    durationMinutes: 45,
    location: 'Main street 1',
    notes: 'Bring, if found; the card\nand money',
    reminderMinutes: 60,
  })
  expect(added).toMatchObject({
    title: 'Dentist',
    location: 'Main street 1',
    notes: 'Bring, if found; the card\nand money',
    starts_at: '2026-03-02T13:30:00.000Z',
    ends_at: '2026-03-02T14:15:00.000Z',
    all_day: false,
    repeats: false,
    reminder_minutes: 60,
  })
  const between = (from: string, to: string) =>
    calendar.list({ from: new Date(`2026-03-02T${from}Z`), to: new Date(`2026-03-02T${to}Z`) })
  expect(await between('13:00', '13:31')).toEqual([added])
  expect(await between('14:14', '18:00')).toEqual([added])
  expect(await between('14:15', '18:00')).toEqual([])
  expect(await between('12:00', '13:30')).toEqual([])
})

test('a weekly event keeps its time of day when the clocks change', async () => {
  await using stage = await openCalendar()
  await stage.calendar.add({
    title: 'Stand-up',
    start: '2026-03-23T09:30',
    recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=MO;COUNT=3',
  })
  expect(await timesOf(stage.calendar, '2026-03-01', '2026-05-01')).toEqual([
    'Stand-up 2026-03-23T08:30',
    'Stand-up 2026-03-30T07:30',
    'Stand-up 2026-04-06T07:30',
  ])
})

test('a daily event that began long ago is found today, and ends with the day it should end with', async () => {
  await using stage = await openCalendar({ timeZone: 'America/New_York' })
  const { calendar } = stage
  await calendar.add({ title: 'Walk', start: '1995-01-01T07:00', recurrence: 'FREQ=DAILY;UNTIL=20260302' })
  await calendar.add({
    title: 'Bins',
    start: '2001-01-02T06:00',
    recurrence: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU',
  })
  expect(await timesOf(calendar, '2026-02-28', '2026-03-20')).toEqual([
    'Walk 2026-02-28T12:00',
    'Walk 2026-03-01T12:00',
    'Walk 2026-03-02T12:00',
    'Bins 2026-03-10T10:00',
  ])
})

test('whole days begin at midnight where the machine is, and include their last day', async () => {
  await using stage = await openCalendar()
  const { calendar } = stage
  const holiday = await calendar.add({ title: 'Holiday', start: '2026-07-01', end: '2026-07-14' })
  expect(holiday).toMatchObject({
    all_day: true,
    starts_at: '2026-06-30T22:00:00.000Z',
    ends_at: '2026-07-14T22:00:00.000Z',
  })
  await calendar.add({ title: 'Birthday', start: '2020-02-29', recurrence: 'FREQ=YEARLY' })
  expect(await timesOf(calendar, '2024-01-01', '2029-01-01')).toEqual([
    'Birthday 2024-02-28T23:00',
    'Holiday 2026-06-30T22:00',
    'Birthday 2028-02-28T23:00',
  ])
  expect(await timesOf(calendar, '2026-07-14', '2026-07-15')).toEqual(['Holiday 2026-06-30T22:00'])
  expect(await timesOf(calendar, '2026-07-15', '2026-07-16')).toEqual([])
})

test('one time of a repeated event is removed without the others, and then the whole', async () => {
  await using stage = await openCalendar()
  const { calendar } = stage
  const { event_id } = await calendar.add({
    title: 'Call',
    start: '2026-03-02T10:00',
    recurrence: 'FREQ=DAILY;COUNT=3',
  })
  expect(await timesOf(calendar, '2026-03-01', '2026-03-10')).toHaveLength(3)
  await calendar.remove(event_id, { occurrence: '2026-03-03T09:00:00.000Z' })
  expect(await timesOf(calendar, '2026-03-01', '2026-03-10')).toEqual([
    'Call 2026-03-02T09:00',
    'Call 2026-03-04T09:00',
  ])
  await expect(calendar.remove(event_id, { occurrence: '2026-03-03T09:00:00.000Z' })).rejects.toMatchObject({
    code: 'not_found',
  })
  expect(await calendar.remove(event_id)).toEqual({ title: 'Call' })
  expect(await timesOf(calendar, '2026-03-01', '2026-03-10')).toEqual([])
  await expect(calendar.remove(event_id)).rejects.toMatchObject({ code: 'not_found' })
})

test('a time with an offset, in another zone or in UTC is the same moment', async () => {
  await using stage = await openCalendar()
  const { calendar } = stage
  const starts = async (draft: { start: string; timeZone?: string }) =>
    (await calendar.add({ title: 'Call', ...draft })).starts_at
  expect(await starts({ start: '2026-07-01T12:00:00+02:00' })).toBe('2026-07-01T10:00:00.000Z')
  expect(await starts({ start: '2026-07-01 10:00Z' })).toBe('2026-07-01T10:00:00.000Z')
  expect(await starts({ start: '2026-07-01T15:30', timeZone: 'Asia/Kolkata' })).toBe(
    '2026-07-01T10:00:00.000Z',
  )
  expect(await starts({ start: '2026-07-01T10:00', timeZone: 'UTC' })).toBe('2026-07-01T10:00:00.000Z')
})

test.each([
  [{ start: '2026-02-30' }, 'start must be a date'],
  [{ start: 'tomorrow at nine' }, 'start must be a date'],
  [
    { start: '2026-03-02T09:00', end: '2026-03-02T08:00' },
    'The event ends before it starts. Check start and end.',
  ],
  [{ start: '2026-03-02T09:00', end: '2026-03-02T10:00', durationMinutes: 5 }, 'not both'],
  [{ start: '2026-03-02', allDay: false }, 'without a time'],
  [{ start: '2026-03-02T09:00', end: '2026-03-03' }, 'without a time'],
  [{ start: '2026-03-02T09:00', timeZone: 'Mars/Olympus' }, 'not an IANA name'],
  [{ start: '2026-03-02T09:00', recurrence: 'every monday' }, 'recurrence must be a rule'],
  [{ start: '2026-03-02T09:00', recurrence: 'FREQ=MINUTELY' }, 'DAILY, WEEKLY, MONTHLY or YEARLY'],
  [{ start: '2026-03-02T09:00', recurrence: 'FREQ=DAILY;COUNT=2;UNTIL=20270101' }, 'COUNT or UNTIL'],
  [{ start: '2026-03-02T09:00', recurrence: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' }, 'never happens'],
])('%j is refused with a sentence', async (draft, sentence) => {
  await using stage = await openCalendar()
  const adding = stage.calendar.add({ title: 'Odd', ...draft })
  await expect(adding).rejects.toMatchObject({
    code: 'invalid_request',
    message: expect.stringContaining(sentence) as string,
  })
  expect(await timesOf(stage.calendar, '2026-01-01', '2027-01-01')).toEqual([])
})

test('a zone is described by its two changes of the clock, or by what always holds', () => {
  expect(timeZoneText('America/New_York', 2026).split('\r\n')).toEqual([
    'BEGIN:VTIMEZONE',
    'TZID:America/New_York',
    'BEGIN:DAYLIGHT',
    'DTSTART:20260308T020000',
    'TZOFFSETFROM:-0500',
    'TZOFFSETTO:-0400',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'DTSTART:20261101T020000',
    'TZOFFSETFROM:-0400',
    'TZOFFSETTO:-0500',
    'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
    'END:STANDARD',
    'END:VTIMEZONE',
  ])
  expect(timeZoneText('Asia/Kolkata', 2026)).toContain('TZOFFSETTO:+0530')
  expect(timeZoneText('Europe/Oslo', 2026)).toContain('BYMONTH=10;BYDAY=-1SU')
})

test('events are still there after a restart, and the server is not needed for them', async () => {
  await using stage = await openCalendar({ settings: { CALDAV_URL: 'http://127.0.0.1:1/' } })
  const { calendar } = stage
  await calendar.add({ title: 'Dentist', start: '2026-03-02T14:30' })
  await expect(calendar.sync(new AbortController().signal)).rejects.toMatchObject({ code: 'upstream_failed' })
  expect(calendar.syncStatus()).toMatchObject({
    status: 'failing',
    problem: "Can't reach the calendar server 127.0.0.1:1.",
  })
  expect(await timesOf(calendar, '2026-03-02', '2026-03-03')).toEqual(['Dentist 2026-03-02T13:30'])
})
