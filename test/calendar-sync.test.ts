import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openCalendar, timesOf, type CalendarStage } from './calendar-stage.ts'
import { hasRadicale, password, startRadicale, user, type Radicale } from './radicale.ts'

const signal = new AbortController().signal

describe.skipIf(!hasRadicale)('with a CalDAV server', () => {
  let server: Radicale
  beforeAll(async () => {
    server = await startRadicale()
  })
  afterAll(() => server?.[Symbol.asyncDispose]())
  beforeEach(() => server.wipe())

  const connected = (address = server.collection): Promise<CalendarStage> =>
    openCalendar({ settings: { CALDAV_URL: address, CALDAV_USER: user, CALDAV_PASSWORD: password } })
  const idOf = async (stage: CalendarStage, title: string): Promise<string> => {
    const all = await stage.calendar.list({ from: new Date('2026-03-01'), to: new Date('2026-04-01') })
    return all.find((one) => one.title === title)!.event_id
  }
  /** What is done while the server cannot be asked, so that the next exchange meets a conflict. */
  const offline = async (stage: CalendarStage, work: () => Promise<unknown>): Promise<void> => {
    const address = stage.settings['CALDAV_URL']
    stage.settings['CALDAV_URL'] = null
    await work()
    stage.settings['CALDAV_URL'] = address
  }
  const march = ({ calendar }: CalendarStage) => timesOf(calendar, '2026-03-01', '2026-04-01')

  test('what is added on one machine is there on the other, repeated and removed times included', async () => {
    await using here = await connected()
    await using there = await connected(server.root)
    const { event_id } = await here.calendar.add({
      title: 'Jour fixe, Raum „2“; bitte',
      start: '2026-03-02T09:30',
      recurrence: 'FREQ=WEEKLY;BYDAY=MO;COUNT=4',
      notes: 'Erste Zeile\nzweite, lange Zeile: ' + 'ü'.repeat(200),
      location: 'Raum 2',
      reminderMinutes: 15,
    })
    await here.calendar.add({ title: 'Holiday', start: '2026-03-10', end: '2026-03-11' })
    await here.calendar.remove(event_id, { occurrence: '2026-03-09T08:30:00.000Z' })
    await here.calendar.sync(signal)
    expect(await there.calendar.sync(signal)).toMatchObject({ received: 2, removed: 0, refused: [] })
    expect(await march(there)).toEqual(await march(here))
    expect(await march(there)).toHaveLength(4)
    const list = (stage: CalendarStage) =>
      stage.calendar.list({ from: new Date('2026-03-01'), to: new Date('2026-04-01') })
    expect(await list(there)).toEqual(await list(here))
    expect(await there.calendar.sync(signal)).toEqual({ sent: 0, received: 0, removed: 0, refused: [] })
  })

  test('what is deleted on one is gone on the other', async () => {
    await using here = await connected()
    await using there = await connected()
    const { event_id } = await here.calendar.add({ title: 'Dentist', start: '2026-03-02T09:30' })
    await here.calendar.add({ title: 'Lunch', start: '2026-03-02T12:00' })
    await here.calendar.sync(signal)
    await there.calendar.sync(signal)
    await there.calendar.remove(event_id)
    await there.calendar.sync(signal)
    expect(await here.calendar.sync(signal)).toMatchObject({ removed: 1 })
    expect(await march(here)).toEqual(['Lunch 2026-03-02T11:00'])
    expect(await march(there)).toEqual(['Lunch 2026-03-02T11:00'])
  })

  test('a removed time is removed again from an event that was changed elsewhere meanwhile', async () => {
    await using here = await connected()
    await server.request('PUT', 'weekly.ics', { body: weekly('Choir') })
    await here.calendar.sync(signal)
    const [first] = await here.calendar.list({ from: new Date('2026-03-01'), to: new Date('2026-04-01') })
    await server.request('PUT', 'weekly.ics', { body: weekly('Choir in the hall') })
    await here.calendar.remove(first!.event_id, { occurrence: '2026-03-10T18:00:00.000Z' })
    await here.calendar.sync(signal)
    expect(await march(here)).toEqual([
      'Choir in the hall 2026-03-03T18:00',
      'Choir in the hall 2026-03-17T18:00',
    ])
    const kept = await (await server.request('GET', 'weekly.ics')).text()
    expect(kept).toContain('SUMMARY:Choir in the hall')
    expect(kept).toMatch(/EXDATE[^\n]*20260310T190000/)
    expect(kept).toContain('ATTENDEE')
  })

  test('an event that was deleted here but changed elsewhere since is kept', async () => {
    await using here = await connected()
    await server.request('PUT', 'weekly.ics', { body: weekly('Choir') })
    await here.calendar.sync(signal)
    const [first] = await here.calendar.list({ from: new Date('2026-03-01'), to: new Date('2026-04-01') })
    here.settings['CALDAV_URL'] = null
    await here.calendar.remove(first!.event_id)
    expect(await march(here)).toEqual([])
    await server.request('PUT', 'weekly.ics', { body: weekly('Choir new room') })
    here.settings['CALDAV_URL'] = server.collection
    await here.calendar.sync(signal)
    expect(await march(here)).toHaveLength(3)
    expect((await march(here))[0]).toBe('Choir new room 2026-03-03T18:00')
  })

  test('an event that was changed here but deleted elsewhere is gone, and so is one that both deleted', async () => {
    await using here = await connected()
    await server.request('PUT', 'weekly.ics', { body: weekly('Choir') })
    await server.request('PUT', 'e1.ics', { body: single('e1', '20260305') })
    await here.calendar.sync(signal)
    const [choir, other] = await Promise.all(['Choir', 'e1'].map((title) => idOf(here, title)))
    await offline(here, async () => {
      await here.calendar.remove(choir!, { occurrence: '2026-03-10T18:00:00.000Z' })
      await here.calendar.remove(other!)
    })
    await server.request('DELETE', 'weekly.ics')
    await server.request('DELETE', 'e1.ics')
    expect(await here.calendar.sync(signal)).toMatchObject({ refused: [] })
    expect(await march(here)).toEqual([])
    expect((await server.request('GET', 'weekly.ics')).status).toBe(404)
    expect(await here.calendar.sync(signal)).toEqual({ sent: 0, received: 0, removed: 0, refused: [] })
  })

  test('a moved time that was removed here stays removed when the event was changed elsewhere', async () => {
    await using here = await connected()
    await server.request('PUT', 'moved.ics', { body: moved })
    await here.calendar.sync(signal)
    const id = await idOf(here, 'Weekly')
    await offline(here, () => here.calendar.remove(id, { occurrence: '2026-03-11T14:00:00.000Z' }))
    await server.request('PUT', 'moved.ics', {
      body: moved.replace('SUMMARY:Weekly\r', 'SUMMARY:Fortnightly\r'),
    })
    await here.calendar.sync(signal)
    expect(await march(here)).toEqual(['Fortnightly 2026-03-04T09:00', 'Fortnightly 2026-03-18T09:00'])
    await using there = await connected()
    await there.calendar.sync(signal)
    expect(await march(there)).toEqual(await march(here))
  })

  test('a time that was removed here and another that was moved elsewhere both stay so', async () => {
    await using here = await connected()
    const plain = moved.replace(
      /BEGIN:VEVENT\r\nUID:moved\r\nDTSTAMP:\w+\r\nRECURRENCE-ID[^]*?END:VEVENT\r\n/,
      '',
    )
    await server.request('PUT', 'moved.ics', { body: plain })
    await here.calendar.sync(signal)
    const id = await idOf(here, 'Weekly')
    await offline(here, () => here.calendar.remove(id, { occurrence: '2026-03-18T09:00:00.000Z' }))
    await server.request('PUT', 'moved.ics', { body: moved })
    await here.calendar.sync(signal)
    expect(await march(here)).toEqual(['Weekly 2026-03-04T09:00', 'Weekly, later 2026-03-11T14:00'])
    const kept = await (await server.request('GET', 'moved.ics')).text()
    expect(kept).toContain('RECURRENCE-ID:20260311T090000Z')
    expect(kept).toContain('EXDATE:20260318T090000Z')
  })

  test.each([
    [
      'in a zone, over the change of the clock',
      'DTSTART;TZID=America/New_York:20260302T090000',
      '2026-03-09T13:00:00.000Z',
      /EXDATE;TZID=America\/New_York:20260309T090000\r/,
    ],
    ['of whole days', 'DTSTART;VALUE=DATE:20260302', '2026-03-09', /EXDATE;VALUE=DATE:20260309\r/],
    [
      'by the clock of wherever one is',
      'DTSTART:20260302T090000',
      new Date('2026-03-09T09:00:00').toISOString(),
      /EXDATE:20260309T090000\r/,
    ],
    ['in UTC', 'DTSTART:20260302T090000Z', '2026-03-09T09:00:00.000Z', /EXDATE:20260309T090000Z\r/],
  ])(
    'a removed time %s is written as other programs understand it',
    async (_, start, occurrence, written) => {
      await server.request('PUT', 'zone.ics', { body: repeating(start) })
      await using here = await connected()
      await here.calendar.sync(signal)
      expect(await march(here)).toHaveLength(3)
      await here.calendar.remove(await idOf(here, 'Standup'), { occurrence })
      await here.calendar.sync(signal)
      expect(await march(here)).toHaveLength(2)
      expect(await (await server.request('GET', 'zone.ics')).text()).toMatch(written)
      await using there = await connected()
      await there.calendar.sync(signal)
      expect(await march(there)).toEqual(await march(here))
    },
  )

  test('an event that changes on the server each time it is sent is sent later', async () => {
    let races = 3
    const racing: typeof fetch = async (input, init) => {
      if (init?.method === 'PUT' && races > 0) {
        races -= 1
        await server.request('PUT', 'weekly.ics', { body: weekly(`Choir ${races}`) })
      }
      return fetch(input, init)
    }
    await using here = await openCalendar({
      settings: { CALDAV_URL: server.collection, CALDAV_USER: user, CALDAV_PASSWORD: password },
      fetch: racing,
    })
    await server.request('PUT', 'weekly.ics', { body: weekly('Choir') })
    await here.calendar.sync(signal)
    const id = await idOf(here, 'Choir')
    await offline(here, () => here.calendar.remove(id, { occurrence: '2026-03-10T18:00:00.000Z' }))
    expect(await here.calendar.sync(signal)).toMatchObject({
      sent: 0,
      refused: ['"Choir" keeps changing on the calendar server. It will be sent later.'],
    })
    expect(await march(here)).toHaveLength(2)
    expect(await here.calendar.sync(signal)).toMatchObject({ sent: 1, refused: [] })
    expect(await march(here)).toEqual(['Choir 0 2026-03-03T18:00', 'Choir 0 2026-03-17T18:00'])
  })

  test.each([404, 410])(
    'a server that says %i to a change of what it no longer has is understood',
    async (status) => {
      const gone: typeof fetch = async (input, init) => {
        const condition = new Headers(init?.headers).get('if-match')
        if (init?.method === 'PUT' && condition !== null) return new Response(null, { status })
        return fetch(input, init)
      }
      await using here = await openCalendar({
        settings: { CALDAV_URL: server.collection, CALDAV_USER: user, CALDAV_PASSWORD: password },
        fetch: gone,
      })
      await server.request('PUT', 'weekly.ics', { body: weekly('Choir') })
      await here.calendar.sync(signal)
      const id = await idOf(here, 'Choir')
      await offline(here, () => here.calendar.remove(id, { occurrence: '2026-03-10T18:00:00.000Z' }))
      await server.request('DELETE', 'weekly.ics')
      expect(await here.calendar.sync(signal)).toMatchObject({ refused: [] })
      expect(await march(here)).toEqual([])
    },
  )

  test('a calendar that may not be written to says so, and what was made here stays', async () => {
    const readOnly: typeof fetch = async (input, init) =>
      init?.method === 'PUT' ? new Response(null, { status: 403 }) : fetch(input, init)
    await using here = await openCalendar({
      settings: { CALDAV_URL: server.collection, CALDAV_USER: user, CALDAV_PASSWORD: password },
      fetch: readOnly,
    })
    await here.calendar.add({ title: 'Dentist', start: '2026-03-02T09:30' })
    const { refused } = await here.calendar.sync(signal)
    expect(refused).toEqual([
      'The calendar server rejected "Dentist" (it answered 403): check that you can write to the calendar in CALDAV_URL. It stays here.',
    ])
    expect(await march(here)).toHaveLength(1)
  })

  test('an event that was called off does not take place', async () => {
    await server.request('PUT', 'e1.ics', { body: single('e1', '20260305') })
    await using here = await connected()
    await here.calendar.sync(signal)
    expect(await march(here)).toHaveLength(1)
    const body = single('e1', '20260305').replace('SUMMARY', 'STATUS:CANCELLED\r\nSUMMARY')
    await server.request('PUT', 'e1.ics', { body })
    await here.calendar.sync(signal)
    expect(await march(here)).toEqual([])
  })

  test('without the server everything works, and is told when it is back', async () => {
    await using here = await connected()
    await here.calendar.sync(signal)
    await server.stop()
    const { event_id } = await here.calendar.add({ title: 'Made offline', start: '2026-03-05T10:00' })
    await here.calendar.add({ title: 'Kept', start: '2026-03-06T10:00' })
    await here.calendar.remove(event_id)
    await expect(here.calendar.sync(signal)).rejects.toMatchObject({ code: 'upstream_failed' })
    expect(await march(here)).toEqual(['Kept 2026-03-06T09:00'])
    expect(here.calendar.syncStatus().status).toBe('failing')
    await server.resume()
    await here.calendar.sync(signal)
    expect(here.calendar.syncStatus()).toMatchObject({ status: 'ok', problem: null })
    await using there = await connected()
    await there.calendar.sync(signal)
    expect(await march(there)).toEqual(['Kept 2026-03-06T09:00'])
  })

  test('a server that lost everything is told again what was made here', async () => {
    await using here = await connected()
    await here.calendar.add({ title: 'Dentist', start: '2026-03-02T09:30' })
    await here.calendar.sync(signal)
    await server.wipe()
    await here.calendar.sync(signal)
    await here.calendar.sync(signal)
    expect(await march(here)).toEqual(['Dentist 2026-03-02T08:30'])
    await using there = await connected()
    await there.calendar.sync(signal)
    expect(await march(there)).toEqual(['Dentist 2026-03-02T08:30'])
  })

  test('events of other programs are understood: foreign zones, moved times, tasks, and rules without an end', async () => {
    await server.request('PUT', 'outlook.ics', { body: outlook })
    await server.request('PUT', 'moved.ics', { body: moved })
    await server.request('PUT', 'task.ics', { body: task })
    await server.request('PUT', 'hostile.ics', { body: hostile })
    await using here = await connected()
    expect(await here.calendar.sync(signal)).toMatchObject({ received: 3 })
    expect(await march(here)).toEqual([
      'Never-ending 2026-03-02T08:00',
      'Weekly 2026-03-04T09:00',
      'Outlook 2026-03-10T08:00',
      'Weekly, later 2026-03-11T14:00',
      'Weekly 2026-03-18T09:00',
    ])
    expect(here.warnings).toContain("Couldn't follow a recurrence rule.")
  })

  test('a wrong password says what to check, and nothing is lost', async () => {
    await using here = await connected()
    await here.calendar.add({ title: 'Dentist', start: '2026-03-02T09:30' })
    await here.calendar.sync(signal)
    here.settings['CALDAV_PASSWORD'] = 'wrong'
    await expect(here.calendar.sync(signal)).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining(
        'rejected the user name or password. Check CALDAV_USER and CALDAV_PASSWORD.',
      ) as string,
    })
    expect(await march(here)).toHaveLength(1)
  })

  test('what came from one server goes with it, and what was made here moves to the next', async () => {
    await using other = await startRadicale()
    await other.request('PUT', 'weekly.ics', { body: weekly('Choir') })
    await using here = await connected(other.root)
    await here.calendar.add({ title: 'Dentist', start: '2026-03-02T09:30' })
    await here.calendar.sync(signal)
    expect(await march(here)).toHaveLength(4)
    here.settings['CALDAV_URL'] = server.root
    await here.calendar.sync(signal)
    expect(await march(here)).toEqual(['Dentist 2026-03-02T08:30'])
    await using there = await connected()
    await there.calendar.sync(signal)
    expect(await march(there)).toEqual(['Dentist 2026-03-02T08:30'])
  })

  test('many events come in portions', async () => {
    for (let day = 1; day <= 120; day += 1)
      await server.request('PUT', `e${day}.ics`, { body: single(`e${day}`, `2026030${1 + (day % 9)}`) })
    await using here = await connected()
    expect(await here.calendar.sync(signal)).toMatchObject({ received: 120 })
    expect(await march(here)).toHaveLength(120)
  })
})

function object(...lines: string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Other//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
}

function weekly(title: string): string {
  return object(
    'BEGIN:VEVENT',
    'UID:weekly@example.org',
    'DTSTAMP:20260101T000000Z',
    'DTSTART;TZID=Europe/Oslo:20260303T190000',
    'DTEND;TZID=Europe/Oslo:20260303T210000',
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'ATTENDEE;CN=Bob:mailto:bob@example.org',
    `SUMMARY:${title}`,
    'END:VEVENT',
  )
}

function repeating(start: string): string {
  return object(
    'BEGIN:VEVENT',
    'UID:zone',
    'DTSTAMP:20260101T000000Z',
    start,
    'RRULE:FREQ=WEEKLY;COUNT=3',
    'SUMMARY:Standup',
    'END:VEVENT',
  )
}

function single(uid: string, date: string): string {
  return object(
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20260101T000000Z',
    `DTSTART:${date}T120000Z`,
    `SUMMARY:${uid}`,
    'END:VEVENT',
  )
}

const outlook = object(
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
  'BEGIN:VEVENT',
  'UID:outlook',
  'DTSTAMP:20260101T000000Z',
  'DTSTART;TZID="W. Europe Standard Time":20260310T090000',
  'DURATION:PT30M',
  'SUMMARY:Outlook',
  'END:VEVENT',
)

const moved = object(
  'BEGIN:VEVENT',
  'UID:moved',
  'DTSTAMP:20260101T000000Z',
  'DTSTART:20260304T090000Z',
  'DTEND:20260304T100000Z',
  'RRULE:FREQ=WEEKLY;COUNT=3',
  'SUMMARY:Weekly',
  'END:VEVENT',
  'BEGIN:VEVENT',
  'UID:moved',
  'DTSTAMP:20260101T000000Z',
  'RECURRENCE-ID:20260311T090000Z',
  'DTSTART:20260311T140000Z',
  'DTEND:20260311T150000Z',
  'SUMMARY:Weekly\\, later',
  'END:VEVENT',
)

const task = object('BEGIN:VTODO', 'UID:task', 'DTSTAMP:20260101T000000Z', 'SUMMARY:No event', 'END:VTODO')

const hostile = object(
  'BEGIN:VEVENT',
  'UID:hostile',
  'DTSTAMP:20260101T000000Z',
  'DTSTART:20260302T080000Z',
  'DTEND:20260302T090000Z',
  'RRULE:FREQ=SECONDLY',
  'SUMMARY:Never-ending',
  'END:VEVENT',
)
