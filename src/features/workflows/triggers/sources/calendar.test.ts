import { expect, onTestFinished, test } from 'vitest'
import { openCalendar, type CalendarStageOptions } from '../../../../../test/calendar-stage.ts'
import type { SourceEvent } from '../source.ts'
import { createCalendarSource, type CalendarCursor } from './calendar.ts'

const MINUTE = 60_000
const { signal } = new AbortController()

/** A calendar in Oslo, and looks at it at the times that a test says. */
async function stage(options: CalendarStageOptions & { before_s?: number } = {}) {
  const opened = await openCalendar(options)
  onTestFinished(() => opened[Symbol.asyncDispose]())
  const { calendar, clock } = opened
  const source = createCalendarSource({ book: calendar, now: () => clock.now })
  const trigger = {
    id: 't1',
    type: 'calendar',
    ...(options.before_s !== undefined && { before_s: options.before_s }),
  } as const
  let cursor: CalendarCursor | undefined
  const keys: string[] = []
  const look = async (moment: string) => {
    clock.now = new Date(moment)
    const found = await source.look(trigger, cursor, signal)
    cursor = JSON.parse(JSON.stringify(found.cursor)) as CalendarCursor
    keys.push(...found.events.map(({ key }) => key))
    return found
  }
  const told = async (moment: string) => startsOf((await look(moment)).events)
  return { ...opened, source, trigger, look, told, keys, cursor: () => cursor! }
}

const startsOf = (events: readonly SourceEvent[]) =>
  events.map(({ data }) => `${String(data['title'])} ${String(data['start']).slice(0, 16)}`)

test('an appointment is told once, so long before it begins, with what it is about', async () => {
  const { calendar, look, told } = await stage()
  await calendar.add({
    title: 'Dentist',
    start: '2026-03-02T11:00',
    end: '2026-03-02T11:30',
    location: 'Main Street',
    notes: 'Bring the card',
  })
  expect((await look('2026-03-02T08:00:00Z')).againInMs).toBeUndefined()
  expect((await look('2026-03-02T09:49:30Z')).againInMs).toBe(MINUTE / 2)
  expect((await look('2026-03-02T09:50:00Z')).events).toEqual([
    {
      key: expect.stringMatching(/\/\/2026-03-02T10:00:00\.000Z$/),
      at: '2026-03-02T09:50:00.000Z',
      data: {
        uid: expect.any(String),
        title: 'Dentist',
        start: '2026-03-02T10:00:00.000Z',
        end: '2026-03-02T10:30:00.000Z',
        all_day: false,
        location: 'Main Street',
        calendar: 'local',
        description: 'Bring the card',
      },
    },
  ])
  expect(await told('2026-03-02T09:50:30Z')).toEqual([])
  expect(await told('2026-03-02T10:00:00Z')).toEqual([])
  expect(await told('2026-03-02T10:05:00Z')).toEqual([])
})

test('what is about to begin when a trigger is made is not told, nor what has begun', async () => {
  const { calendar, told } = await stage()
  await calendar.add({ title: 'Soon', start: '2026-03-02T09:05' })
  await calendar.add({ title: 'Begun', start: '2026-03-02T08:30', end: '2026-03-02T12:00' })
  expect(await told('2026-03-02T08:00:00Z')).toEqual([])
  expect(await told('2026-03-02T08:01:00Z')).toEqual([])
  expect(await told('2026-03-02T08:06:00Z')).toEqual([])
})

test('one that is made too late to be told in time is told at once; one that is entered afterwards is not', async () => {
  const { calendar, look, told } = await stage()
  await look('2026-03-02T08:00:00Z')
  await calendar.add({ title: 'Call', start: '2026-03-02T09:04' })
  await calendar.add({ title: 'Over', start: '2026-03-02T08:30' })
  const { events } = await look('2026-03-02T08:01:00Z')
  expect(startsOf(events)).toEqual(['Call 2026-03-02T08:04'])
  expect(events[0]!.at).toBe('2026-03-02T08:01:00.000Z')
  // Made and begun between two looks.
  await calendar.add({ title: 'Quick', start: '2026-03-02T09:02' })
  expect(await told('2026-03-02T08:02:30Z')).toEqual(['Quick 2026-03-02T08:02'])
  expect(await told('2026-03-02T08:05:00Z')).toEqual([])
})

test('one that is moved is told again at its new time, one that is renamed is not, one that is deleted never', async () => {
  const { calendar, told } = await stage()
  const { event_id } = await calendar.add({ title: 'Review', start: '2026-03-02T11:00' })
  const gone = await calendar.add({ title: 'Gone', start: '2026-03-02T11:00' })
  await told('2026-03-02T08:00:00Z')
  await calendar.remove(gone.event_id)
  expect(await told('2026-03-02T09:51:00Z')).toEqual(['Review 2026-03-02T10:00'])
  await calendar.change(event_id, { title: 'Second review' })
  expect(await told('2026-03-02T09:52:00Z')).toEqual([])
  await calendar.change(event_id, { start: '2026-03-02T15:00' })
  expect(await told('2026-03-02T10:01:00Z')).toEqual([])
  expect(await told('2026-03-02T13:50:00Z')).toEqual(['Second review 2026-03-02T14:00'])
  await calendar.change(event_id, { start: '2026-03-02T14:55' })
  expect(await told('2026-03-02T13:51:00Z')).toEqual(['Second review 2026-03-02T13:55'])
})

test('after a day off, what began meanwhile is told too, each once', async () => {
  const { calendar, look, keys } = await stage()
  for (const hour of ['10', '12', '14'])
    await calendar.add({ title: `At ${hour}`, start: `2026-03-03T${hour}:00` })
  await calendar.add({ title: 'Next', start: '2026-03-04T09:05' })
  await look('2026-03-02T20:00:00Z')
  const { events } = await look('2026-03-04T08:00:00Z')
  expect(startsOf(events)).toEqual([
    'At 10 2026-03-03T09:00',
    'At 12 2026-03-03T11:00',
    'At 14 2026-03-03T13:00',
    'Next 2026-03-04T08:05',
  ])
  expect(events.map(({ at }) => at.slice(11, 16))).toEqual(['08:50', '10:50', '12:50', '07:55'])
  expect(new Set(keys).size).toBe(4)
})

test('repeated ones keep their time where clocks change, and one of them can be moved or removed', async () => {
  const { calendar, told } = await stage({ now: '2026-03-01T00:00:00Z' })
  const { event_id } = await calendar.add({
    title: 'Standup',
    start: '2026-03-20T09:30',
    recurrence: 'FREQ=DAILY;COUNT=14',
  })
  await calendar.remove(event_id, { occurrence: '2026-03-31T07:30:00.000Z' })
  await calendar.change(event_id, { start: '2026-04-01T10:00' }, { occurrence: '2026-04-01T07:30:00.000Z' })
  await told('2026-03-27T12:00:00Z')
  expect(await told('2026-03-28T08:20:00Z')).toEqual(['Standup 2026-03-28T08:30'])
  // On the 29th clocks go forward in Oslo.
  expect(await told('2026-03-29T07:19:59Z')).toEqual([])
  expect(await told('2026-03-29T07:20:00Z')).toEqual(['Standup 2026-03-29T07:30'])
  expect(await told('2026-03-30T07:20:00Z')).toEqual(['Standup 2026-03-30T07:30'])
  expect(await told('2026-04-01T07:40:00Z')).toEqual([])
  expect(await told('2026-04-01T07:50:00Z')).toEqual(['Standup 2026-04-01T08:00'])
  expect(await told('2026-04-02T08:00:00Z')).toEqual(['Standup 2026-04-02T07:30'])
})

test('whole days begin at midnight where the machine is', async () => {
  const { calendar, told } = await stage({ before_s: 3600 })
  await calendar.add({ title: 'Holiday', start: '2026-03-30', end: '2026-03-30' })
  await told('2026-03-02T08:00:00Z')
  expect(await told('2026-03-29T20:59:59Z')).toEqual([])
  expect(await told('2026-03-29T21:00:00Z')).toEqual(['Holiday 2026-03-29T22:00'])
})

test('zero seconds before is when it begins', async () => {
  const { calendar, told } = await stage({ before_s: 0 })
  await calendar.add({ title: 'Now', start: '2026-03-02T10:00' })
  await told('2026-03-02T08:00:00Z')
  expect(await told('2026-03-02T08:59:59Z')).toEqual([])
  expect(await told('2026-03-02T09:00:00Z')).toEqual(['Now 2026-03-02T09:00'])
  expect(await told('2026-03-02T09:00:01Z')).toEqual([])
})

test('a clock that was ahead for a while and is put right hides nothing', async () => {
  const { calendar, told, keys } = await stage()
  await told('2026-03-02T08:00:00Z')
  expect(await told('2027-03-02T08:00:00Z')).toEqual([])
  await calendar.add({ title: 'Real', start: '2026-03-02T11:00' })
  expect(await told('2026-03-02T09:50:00Z')).toEqual(['Real 2026-03-02T10:00'])
  expect(await told('2026-03-02T09:51:00Z')).toEqual([])
  expect(keys).toHaveLength(1)
})

test('more than one look takes come in the next ones', async () => {
  const { calendar, look, keys } = await stage()
  await look('2026-03-02T08:00:00Z')
  for (const minute of ['00', '01', '02', '03'])
    await calendar.add({
      title: `At ${minute}`,
      start: `2026-03-03T12:${minute}`,
      recurrence: 'FREQ=DAILY;COUNT=300',
    })
  for (;;) {
    const { events, againInMs } = await look('2027-03-02T08:00:00Z')
    expect(events.length).toBeLessThanOrEqual(500)
    if (againInMs === undefined) break
  }
  expect(keys).toHaveLength(1200)
  expect(new Set(keys).size).toBe(1200)
})

test('a change of the calendar is a hint, until nobody listens any more', async () => {
  const { calendar, source, trigger } = await stage()
  const stop = new AbortController()
  let hints = 0
  await source.watch!(trigger, () => (hints += 1), stop.signal)
  const { event_id } = await calendar.add({ title: 'One', start: '2026-03-02T11:00' })
  expect(hints).toBe(1)
  await calendar.change(event_id, { title: 'Two' })
  await calendar.remove(event_id)
  expect(hints).toBe(3)
  stop.abort()
  await calendar.add({ title: 'Three', start: '2026-03-02T11:00' })
  expect(hints).toBe(3)
  await expect(source.look(trigger, undefined, AbortSignal.abort(new Error('stopped')))).rejects.toThrow(
    'stopped',
  )
})
