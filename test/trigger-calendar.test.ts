import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import {
  createCalendarSource,
  type CalendarCursor,
} from '../src/features/workflows/triggers/sources/calendar.ts'
import { timeZoneText } from '../src/features/calendar/time-zone-text.ts'
import { openCalendar } from './calendar-stage.ts'
import { hasRadicale, password, startRadicale, user, type Radicale } from './radicale.ts'

const { signal } = new AbortController()

describe.skipIf(!hasRadicale)('appointments of a CalDAV server', () => {
  let server: Radicale
  beforeAll(async () => {
    server = await startRadicale()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())
  beforeEach(() => server.wipe())

  async function stage() {
    const opened = await openCalendar({
      settings: { CALDAV_URL: server.collection, CALDAV_USER: user, CALDAV_PASSWORD: password },
    })
    onTestFinished(() => opened[Symbol.asyncDispose]())
    const { calendar, clock } = opened
    const source = createCalendarSource({ book: calendar, now: () => clock.now })
    let cursor: CalendarCursor | undefined
    const told = async (moment: string) => {
      clock.now = new Date(moment)
      await calendar.sync(signal)
      const found = await source.look({ id: 't1', type: 'calendar' }, cursor, signal)
      cursor = JSON.parse(JSON.stringify(found.cursor)) as CalendarCursor
      return found.events.map(({ data }) => `${String(data['title'])} ${String(data['start']).slice(0, 16)}`)
    }
    return { calendar, source, told, cursor: () => cursor }
  }

  test('a series of another zone is told by that zone, with what was moved and what was taken out', async () => {
    const { told, source, cursor } = await stage()
    await told('2026-03-01T12:00:00Z')
    const put = await server.request('PUT', 'choir.ics', { body: series })
    expect(put.status).toBe(201)
    // In New York clocks go forward on the 8th of March, in Oslo three weeks later.
    expect(await told('2026-03-03T14:00:00Z')).toEqual(['Choir 2026-03-03T14:00'])
    expect(await told('2026-03-10T12:49:00Z')).toEqual([])
    expect(await told('2026-03-10T12:50:00Z')).toEqual(['Choir 2026-03-10T13:00'])
    expect(await told('2026-03-17T13:00:00Z')).toEqual([])
    expect(await told('2026-03-18T17:50:00Z')).toEqual(['Choir, later 2026-03-18T18:00'])
    expect(await told('2026-03-24T13:00:00Z')).toEqual([])
    expect(await told('2026-03-31T13:00:00Z')).toEqual(['Choir 2026-03-31T13:00'])
    const all = await source.look(
      { id: 't1', type: 'calendar' },
      { ...cursor()!, horizon: '2026-03-01T00:00:00.000Z', told: {} },
      signal,
    )
    expect(all.events.map(({ key }) => key)).toEqual([
      'choir//2026-03-03T14:00:00.000Z',
      'choir//2026-03-10T13:00:00.000Z',
      'choir/2026-03-17T13:00:00.000Z/2026-03-18T18:00:00.000Z',
      'choir//2026-03-31T13:00:00.000Z',
    ])
    expect(all.events[0]!.data['calendar']).toBe('home')
  })

  test('what others change on the server is told as it is now, and a change is a hint', async () => {
    const { told, source } = await stage()
    const stop = new AbortController()
    onTestFinished(() => stop.abort())
    let hints = 0
    await source.watch!({ id: 't1', type: 'calendar' }, () => (hints += 1), stop.signal)
    await server.request('PUT', 'one.ics', { body: single('one', '20260302T100000Z') })
    await server.request('PUT', 'two.ics', { body: single('two', '20260302T100000Z') })
    await told('2026-03-02T08:00:00Z')
    expect(hints).toBeGreaterThan(0)
    await server.request('PUT', 'one.ics', { body: single('one', '20260302T110000Z') })
    await server.request('DELETE', 'two.ics')
    expect(await told('2026-03-02T09:55:00Z')).toEqual([])
    expect(await told('2026-03-02T10:50:00Z')).toEqual(['one 2026-03-02T11:00'])
    await server.request('PUT', 'three.ics', { body: single('three', '20260302T110000Z') })
    expect(await told('2026-03-02T10:55:00Z')).toEqual(['three 2026-03-02T11:00'])
    expect(await told('2026-03-02T11:00:00Z')).toEqual([])
  })
})

function single(uid: string, start: string): string {
  return calendarOf([
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260301T000000Z',
    `DTSTART:${start}`,
    `SUMMARY:${uid}`,
    'END:VEVENT',
  ])
}

function calendarOf(lines: readonly string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

const series = calendarOf([
  timeZoneText('America/New_York', 2025).trim(),
  'BEGIN:VEVENT',
  'UID:choir',
  'DTSTAMP:20260301T000000Z',
  'DTSTART;TZID=America/New_York:20260303T090000',
  'DTEND;TZID=America/New_York:20260303T100000',
  'RRULE:FREQ=WEEKLY;COUNT=5',
  'EXDATE;TZID=America/New_York:20260324T090000',
  'SUMMARY:Choir',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:choir',
  'DTSTAMP:20260301T000000Z',
  'RECURRENCE-ID;TZID=America/New_York:20260317T090000',
  'DTSTART:20260318T180000Z',
  'DTEND:20260318T190000Z',
  'SUMMARY:Choir\\, later',
  'END:VEVENT',
])
