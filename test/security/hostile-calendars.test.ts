import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { parseObject } from '../../src/features/calendar/calendar-text.ts'
import { factsOf } from '../../src/features/calendar/event-facts.ts'
import { spansIn } from '../../src/features/calendar/occurrences.ts'
import { guardedFetch } from '../../src/platform/network/guarded-fetch.ts'
import { openCalendar, timesOf, type CalendarStage } from '../calendar-stage.ts'

const signal = new AbortController().signal

const calendarOf = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const eventOf = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:x', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n')
const times = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index)).join('\r\n')
const hour = (index: number) =>
  new Date(Date.UTC(1990, 0, 1) + index * 3_600_000).toISOString().replaceAll(/[-:]/g, '').slice(0, 15)
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index).join(',')
const zoneOf = (...rules: string[]) =>
  [
    'BEGIN:VTIMEZONE',
    'TZID:Evil',
    ...rules.map((rule) =>
      [
        'BEGIN:STANDARD',
        'DTSTART:16010101T000000',
        `RRULE:${rule}`,
        'TZOFFSETFROM:+0100',
        'TZOFFSETTO:+0200',
        'END:STANDARD',
      ].join('\r\n'),
    ),
    'END:VTIMEZONE',
  ].join('\r\n')

/** Each of them kept the service busy for more than 15 seconds, or ended it for want of memory. */
test.each([
  [
    'that lasts a century and begins every minute',
    eventOf(
      'DTSTART:19000101T000000Z',
      'DURATION:P40000D',
      `RRULE:FREQ=DAILY;BYHOUR=${upTo(24)};BYMINUTE=${upTo(60)}`,
    ),
  ],
  [
    'with 20,000 rules',
    eventOf(
      'DTSTART:19000101T000000Z',
      times(20_000, () => 'RRULE:FREQ=DAILY;COUNT=9999'),
    ),
  ],
  [
    'with 30,000 dates',
    eventOf(
      'DTSTART:20260301T000000Z',
      times(30_000, (index) => `RDATE:${hour(index)}Z`),
    ),
  ],
  [
    'with 20,000 exceptions',
    eventOf(
      'DTSTART:20260301T000000Z',
      'RRULE:FREQ=DAILY',
      times(20_000, (index) => `EXDATE;TZID=Europe/Oslo:${hour(index)}`),
    ),
  ],
  [
    'with 6,000 moved times',
    times(6_000, (index) =>
      eventOf(`RECURRENCE-ID;TZID=Europe/Oslo:${hour(index)}`, `DTSTART:${hour(index)}Z`),
    ),
  ],
  [
    'with 80,000 parameters',
    eventOf(
      'DTSTART:20260301T000000Z',
      `SUMMARY;${times(80_000, (index) => `X${index}=1`).replaceAll('\r\n', ';')}:a`,
    ),
  ],
  [
    'whose clock changes every second',
    `${zoneOf('FREQ=SECONDLY')}\r\n${eventOf('DTSTART;TZID=Evil:20260301T000000', 'RRULE:FREQ=DAILY')}`,
  ],
  [
    'whose clock has 2,000 rules',
    `${zoneOf(...Array.from({ length: 2_000 }, () => 'FREQ=YEARLY;BYMONTH=2;BYDAY=-1SU'))}\r\n${eventOf('DTSTART;TZID=Evil:20260301T000000')}`,
  ],
  [
    'with a zone that ends in the year 9999',
    `${zoneOf('FREQ=DAILY')}\r\n${eventOf('DTSTART;TZID=Evil:99990301T000000')}`,
  ],
])('an event %s costs next to nothing', (_what, lines) => {
  const began = process.threadCpuUsage()
  try {
    const object = parseObject(calendarOf(lines))!
    factsOf(object)
    expect(
      spansIn(object, { from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' }).length,
    ).toBeLessThan(100)
  } catch (error) {
    expect(error).toMatchObject({ code: 'upstream_failed' })
  }
  const { user, system } = process.threadCpuUsage(began)
  // A hundred times what they take now, and a tenth of what they took: of this thread, whoever else is busy.
  expect((user + system) / 1000).toBeLessThan(1_500)
})

test('names such as __proto__ are names, and nobody else’s', () => {
  const text = calendarOf(
    eventOf(
      'DTSTART;TZID=__proto__:20260301T000000',
      '__PROTO__:x',
      'CONSTRUCTOR:y',
      'SUMMARY;__PROTO__=1:Fine',
    ),
  )
  expect(factsOf(parseObject(text)!).title).toBe('Fine')
  expect(({} as Record<string, unknown>)['x']).toBeUndefined()
})

test('what is written into an event stays in its line', async () => {
  await using stage = await openCalendar()
  const lines = 'Lunch\r\nATTENDEE:mailto:evil@example.org\r\nEND:VEVENT\nX-EVIL:1\u2028\u0085Y:1'
  await stage.calendar.add({
    title: lines,
    start: '2026-03-02T09:30',
    location: lines,
    notes: lines,
    reminderMinutes: 5,
  })
  const text = String(stage.database.prepare('SELECT ical FROM calendar_events').get()!['ical'])
  expect(text.match(/^END:VEVENT/gm)).toHaveLength(1)
  expect(text.split(/\r?\n/).filter((line) => /^(?:ATTENDEE|X-EVIL|Y:)/.test(line))).toEqual([])
})

interface Asked {
  readonly method: string
  readonly path: string
  readonly authorization: string | undefined
  readonly body: string
}

interface DavServer extends AsyncDisposable {
  readonly address: string
  readonly asked: Asked[]
}

type Answer = (asked: Asked, response: ServerResponse) => void

/** A calendar server that answers as a test wants it to. */
async function serve(answer: Answer): Promise<DavServer> {
  const asked: Asked[] = []
  const server = createServer((request: IncomingMessage, response) => {
    void (async () => {
      const body = (await request.toArray()).join('')
      const one = {
        method: request.method!,
        path: request.url!,
        authorization: request.headers.authorization,
        body,
      }
      asked.push(one)
      answer(one, response)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/cal/`
  return {
    address,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const connectTo = (address: string): Promise<CalendarStage> =>
  openCalendar({
    settings: { CALDAV_URL: address, CALDAV_USER: 'ada', CALDAV_PASSWORD: 'secret' },
    fetch: guardedFetch({ allowedTargets: () => [new URL(address).host], totalMs: 60_000 }),
  })

const multistatus = (...responses: string[]) =>
  `<multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses.join('')}</multistatus>`
const responseOf = (href: string, properties: string) =>
  `<response><href>${href}</href><propstat><prop>${properties}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`

/** A calendar whose listing and texts a test gives; without tokens, so that each listing is whole. */
function calendarServer(events: () => Readonly<Record<string, string>>, { version = '"1"' } = {}): Answer {
  return ({ method, body }, response) => {
    response.statusCode = 207
    if (method === 'PROPFIND')
      return response.end(multistatus(responseOf('/cal/', '<resourcetype><C:calendar/></resourcetype>')))
    if (method !== 'REPORT' || body.includes('sync-collection')) return response.writeHead(403).end()
    const isListing = body.includes('calendar-query')
    return response.end(
      multistatus(
        ...Object.entries(events()).map(([href, text]) =>
          responseOf(
            href,
            `<getetag>${version}</getetag>${isListing ? '' : `<C:calendar-data><![CDATA[${text}]]></C:calendar-data>`}`,
          ),
        ),
      ),
    )
  }
}

const simple = (uid: string) =>
  calendarOf(
    ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTART:20260305T090000Z', `SUMMARY:${uid}`, 'END:VEVENT'].join('\r\n'),
  )

test('the password follows no redirect to another host, encrypted or not', async () => {
  await using other = await serve((_asked, response) => response.writeHead(404).end())
  for (const location of [other.address, 'https://evil.example/cal/', 'https://127.0.0.1:1/cal/']) {
    await using server = await serve((_asked, response) => response.writeHead(301, { location }).end())
    await using stage = await connectTo(server.address)
    await expect(stage.calendar.sync(signal)).rejects.toThrow('gets no password')
  }
  expect(other.asked).toEqual([])
})

test('a principal or a calendar on another host is not asked either', async () => {
  await using server = await serve((_asked, response) => {
    response.statusCode = 207
    response.end(
      multistatus(
        responseOf('/', '<C:calendar-home-set><href>https://evil.example/home/</href></C:calendar-home-set>'),
      ),
    )
  })
  await using stage = await connectTo(server.address)
  await expect(stage.calendar.sync(signal)).rejects.toThrow('leads to evil.example')
})

test('an event lies in its calendar: other hosts and folders are not taken, so nothing is ever sent there', async () => {
  const places = [
    'https://evil.example/x.ics',
    '/cal/../../etc/x.ics',
    '/other/x.ics',
    '//evil.example/cal/x.ics',
  ]
  const events = Object.fromEntries(
    [...places, '/cal/fine.ics'].map((href, index) => [href, simple(`event-${index}`)]),
  )
  await using server = await serve(calendarServer(() => events))
  await using stage = await connectTo(server.address)
  expect(await stage.calendar.sync(signal)).toMatchObject({ received: 1 })
  expect(stage.database.prepare('SELECT href FROM calendar_events').all()).toEqual([
    { href: `${server.address}fine.ics` },
  ])
})

test('an event that was not asked for is not taken, and one that comes twice counts once', async () => {
  const text = simple('asked')
  await using server = await serve(({ method, body }, response) => {
    const listing = calendarServer(() => ({ '/cal/asked.ics': text }))
    if (!body.includes('calendar-multiget'))
      return listing({ method, body, path: '', authorization: '' }, response)
    response.statusCode = 207
    const data = (uid: string) =>
      `<getetag>"1"</getetag><C:calendar-data><![CDATA[${simple(uid)}]]></C:calendar-data>`
    response.end(
      multistatus(
        ...['/cal/asked.ics', '/cal/asked.ics', '/cal/other.ics'].map((href) => responseOf(href, data(href))),
      ),
    )
  })
  await using stage = await connectTo(server.address)
  expect(await stage.calendar.sync(signal)).toMatchObject({ received: 1 })
})

test('a version that would break a header is no version, and the rest goes on', async () => {
  await using server = await serve((asked, response) => {
    if (asked.method === 'DELETE') return response.writeHead(204).end()
    const events = { '/cal/a.ics': simple('a') }
    return calendarServer(() => events, { version: '"1&#13;&#10;X-Evil: 1"' })(asked, response)
  })
  await using stage = await connectTo(server.address)
  await stage.calendar.sync(signal)
  const [event] = await stage.calendar.list({ from: new Date('2026-03-01'), to: new Date('2026-04-01') })
  await stage.calendar.remove(event!.event_id)
  await expect.poll(() => server.asked.map(({ method }) => method)).toContain('DELETE')
})

test.each([
  [
    'entities that multiply',
    '<!DOCTYPE m [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><multistatus xmlns="DAV:">&b;</multistatus>',
  ],
  [
    'an entity of this machine',
    '<!DOCTYPE m [<!ENTITY a SYSTEM "file:///etc/passwd">]><multistatus xmlns="DAV:">&a;</multistatus>',
  ],
  ['elements without end', `<multistatus xmlns="DAV:">${'<a>'.repeat(1_000)}`],
])('%s in an answer are refused', async (_what, xml) => {
  await using server = await serve((_asked, response) => response.writeHead(207).end(xml))
  await using stage = await connectTo(server.address)
  await expect(stage.calendar.sync(signal)).rejects.toThrow("Can't read the calendar server's answer")
})

test('an answer without end is given up', async () => {
  await using server = await serve((_asked, response) => {
    response.writeHead(207)
    const more = () => {
      while (response.write('<a/>'.repeat(20_000)));
      response.once('drain', more)
    }
    more()
  })
  await using stage = await connectTo(server.address)
  await expect(stage.calendar.sync(signal)).rejects.toMatchObject({ code: 'upstream_failed' })
})

test('a server that lists nothing any more is believed, but there is a way back and a person hears of it', async () => {
  let events: Record<string, string> = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`/cal/${index}.ics`, simple(`event-${index}`)]),
  )
  await using server = await serve(calendarServer(() => events))
  await using stage = await connectTo(server.address)
  expect(await stage.calendar.sync(signal)).toMatchObject({ received: 30, refused: [] })
  events = {}
  const { removed, refused } = await stage.calendar.sync(signal)
  expect(removed).toBe(30)
  const [backup] = stage.database.backups()
  expect(refused).toEqual([`The calendar server removed 30 of 30 events. ${backup!.path} still has them.`])
  expect(stage.calendar.syncStatus()).toMatchObject({ problem: refused[0] })
  expect(await timesOf(stage.calendar, '2026-03-01', '2026-04-01')).toEqual([])
})

test('a password is not sent in clear to a public place', async () => {
  await using stage = await openCalendar({
    settings: { CALDAV_URL: 'http://calendar.example.org/', CALDAV_USER: 'ada', CALDAV_PASSWORD: 'secret' },
    fetch: () => Promise.reject(new Error('It was sent.')),
  })
  await expect(stage.calendar.sync(signal)).rejects.toThrow(
    'would get the password unencrypted. Set CALDAV_URL to an address starting with https.',
  )
})
