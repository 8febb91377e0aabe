import { expect, test } from 'vitest'
import { openCalendar, type CalendarStage } from '../../../test/calendar-stage.ts'
import { createTestCall } from '../../../test/tool-call.ts'
import type { AnyTool, Outcome } from '../../contract/tool.ts'
import { checkFor } from '../../platform/validation/validation.ts'
import { createCalendarPlugin } from './plugin.ts'

async function run(
  stage: CalendarStage,
  action: string,
  args: object,
): Promise<Outcome<Record<string, unknown>>> {
  const tool: AnyTool = createCalendarPlugin(stage.calendar).tools.find((each) => each.action === action)!
  expect(checkFor(tool.params, 'body')(args)).toEqual([])
  const call = createTestCall({ home: '/nowhere', dataFolder: '/nowhere', now: () => stage.clock.now })
  const outcome = (await tool.run(args, call)) as Outcome<Record<string, unknown>>
  expect(checkFor(tool.data, 'result')(outcome.data)).toEqual([])
  return outcome
}

test('CALENDAR_ADD says when it is, and CALENDAR_LIST and CALENDAR_DELETE understand each other', async () => {
  await using stage = await openCalendar()
  const added = await run(stage, 'CALENDAR_ADD', {
    title: 'Stand-up',
    start: '2026-03-02T09:30',
    duration_minutes: 15,
    recurrence: 'FREQ=DAILY;COUNT=3',
  })
  expect(added.message).toBe('Added "Stand-up" to the calendar: Mon, 2 Mar 2026, 09:30, for the first time.')
  expect(added.data).toMatchObject({
    time_zone: 'Europe/Oslo',
    event: { start: '2026-03-02T09:30:00+01:00', end: '2026-03-02T09:45:00+01:00', repeats: true },
  })
  const starts = async () =>
    ((await run(stage, 'CALENDAR_LIST', {})).data['events'] as { start: string; event_id: string }[]).map(
      ({ start }) => start,
    )
  expect(await starts()).toEqual([
    '2026-03-02T09:30:00+01:00',
    '2026-03-03T09:30:00+01:00',
    '2026-03-04T09:30:00+01:00',
  ])
  const { event_id } = added.data['event'] as { event_id: string }
  const one = await run(stage, 'CALENDAR_DELETE', { event_id, start: '2026-03-03T09:30:00+01:00' })
  expect(one.message).toBe('Deleted "Stand-up" at 2026-03-03T09:30:00+01:00.')
  expect(await starts()).toHaveLength(2)
  expect((await run(stage, 'CALENDAR_DELETE', { event_id })).message).toBe('Deleted "Stand-up".')
  expect((await run(stage, 'CALENDAR_LIST', {})).message).toBe('No events in that period.')
})

test('CALENDAR_LIST reads days with their end, finds words, and counts', async () => {
  await using stage = await openCalendar()
  await run(stage, 'CALENDAR_ADD', { title: 'Holiday', start: '2026-07-01', end: '2026-07-14' })
  await run(stage, 'CALENDAR_ADD', { title: 'Dinner', start: '2026-07-14T23:00', location: 'Harbour' })
  const day = await run(stage, 'CALENDAR_LIST', { from: '2026-07-14', to: '2026-07-14' })
  expect(day.data['events']).toMatchObject([
    { title: 'Holiday', start: '2026-07-01', end: '2026-07-14', all_day: true },
    { title: 'Dinner', start: '2026-07-14T23:00:00+02:00' },
  ])
  expect(day.data['sync']).toEqual({ status: 'off', synced_at: null, problem: null })
  const found = await run(stage, 'CALENDAR_LIST', { from: '2026-07-01', to: '2026-07-31', query: 'harbour' })
  expect(found.message).toBe('1 event.')
  const first = await run(stage, 'CALENDAR_LIST', { from: '2026-07-01', to: '2026-07-31', limit: 1 })
  expect(first.message).toBe('1 event, and more.')
})

test.each([
  ['CALENDAR_LIST', { from: '2026-03-02', to: '2026-03-01' }, 'invalid_request'],
  ['CALENDAR_LIST', { from: '2026-13-02' }, 'invalid_request'],
  ['CALENDAR_LIST', { from: '2020-01-01', to: '2026-01-01' }, 'invalid_request'],
  ['CALENDAR_DELETE', { event_id: 'evt_x' }, 'not_found'],
  ['CALENDAR_DELETE', { event_id: 'evt_x', start: 'next monday' }, 'invalid_request'],
])('%s with %j is refused as %s', async (action, args, code) => {
  await using stage = await openCalendar()
  await expect(run(stage, action, args)).rejects.toMatchObject({ code })
})

test('adding and moving are writes, listing a read, and deleting asks when a model wants it', async () => {
  await using stage = await openCalendar()
  const { tools } = createCalendarPlugin(stage.calendar)
  expect(tools.map(({ action, risk }) => [action, risk])).toEqual([
    ['CALENDAR_ADD', 'write'],
    ['CALENDAR_LIST', 'read'],
    ['CALENDAR_CHANGE', 'write'],
    ['CALENDAR_DELETE', 'dangerous'],
  ])
  for (const { params, example } of tools) expect(checkFor(params, 'body')(example.args)).toEqual([])
})

test('a whole day stays that day, in whatever time zone it is added', async () => {
  await using stage = await openCalendar()
  for (const time_zone of ['America/New_York', 'Pacific/Auckland', 'Europe/Oslo']) {
    const args = { title: 'Holiday', start: '2026-03-02', end: '2026-03-03', time_zone }
    const { data, message } = await run(stage, 'CALENDAR_ADD', args)
    expect(data['event']).toMatchObject({ start: '2026-03-02', end: '2026-03-03' })
    expect(message).toContain('2 Mar 2026')
  }
})

test('a day that does not exist is not taken for another one', async () => {
  await using stage = await openCalendar()
  await expect(run(stage, 'CALENDAR_LIST', { from: '2026-02-30' })).rejects.toThrow('is not a valid date')
  await expect(run(stage, 'CALENDAR_LIST', { from: '2026-02-01', to: '2026-02-30' })).rejects.toThrow(
    'is not a valid date',
  )
})

test('CALENDAR_CHANGE moves an event as long as it was, and leaves everything else', async () => {
  await using stage = await openCalendar()
  const { data } = await run(stage, 'CALENDAR_ADD', {
    title: 'Dentist',
    start: '2026-03-04T09:30',
    duration_minutes: 45,
    location: 'Main street',
    notes: 'Bring the card',
    reminder_minutes: 30,
  })
  const { event_id } = data['event'] as { event_id: string }
  const moved = await run(stage, 'CALENDAR_CHANGE', { event_id, start: '2026-03-05T14:00' })
  expect(moved.message).toBe('Moved "Dentist" from Wed, 4 Mar 2026, 09:30 to Thu, 5 Mar 2026, 14:00.')
  expect(moved.data['after']).toMatchObject({
    event_id,
    start: '2026-03-05T14:00:00+01:00',
    end: '2026-03-05T14:45:00+01:00',
    location: 'Main street',
    notes: 'Bring the card',
    reminder_minutes: 30,
  })
  const changed = await run(stage, 'CALENDAR_CHANGE', { event_id, title: 'Dr. Berg', location: null })
  expect(changed.data['after']).toMatchObject({
    title: 'Dr. Berg',
    location: null,
    start: '2026-03-05T14:00:00+01:00',
  })
  const { events } = (await run(stage, 'CALENDAR_LIST', {})).data as { events: { title: string }[] }
  expect(events.map(({ title }) => title)).toEqual(['Dr. Berg'])
})

test('CALENDAR_CHANGE moves one time of a series, and whole days as many as they were', async () => {
  await using stage = await openCalendar()
  const series = await run(stage, 'CALENDAR_ADD', {
    title: 'Stand-up',
    start: '2026-03-02T09:30',
    recurrence: 'FREQ=DAILY;COUNT=3',
  })
  const { event_id } = series.data['event'] as { event_id: string }
  const one = { event_id, occurrence: '2026-03-03T09:30:00+01:00' }
  await run(stage, 'CALENDAR_CHANGE', { ...one, start: '2026-03-03T11:00' })
  await run(stage, 'CALENDAR_CHANGE', { event_id, location: 'Room 2' })
  const { events } = (await run(stage, 'CALENDAR_LIST', {})).data as { events: Record<string, string>[] }
  expect(events.map(({ start, location }) => [start, location])).toEqual([
    ['2026-03-02T09:30:00+01:00', 'Room 2'],
    ['2026-03-03T11:00:00+01:00', null],
    ['2026-03-04T09:30:00+01:00', 'Room 2'],
  ])
  await expect(run(stage, 'CALENDAR_CHANGE', { event_id, start: '2026-03-09T09:30' })).rejects.toThrow(
    '" repeats. Give the one time to move as occurrence. To move all of them, delete the event and add it again.',
  )
  await expect(run(stage, 'CALENDAR_CHANGE', { ...one, start: '2026-03-09T09:30' })).rejects.toThrow(
    '. See CALENDAR_LIST for its times.',
  )
  const holiday = await run(stage, 'CALENDAR_ADD', {
    title: 'Holiday',
    start: '2026-07-01',
    end: '2026-07-03',
  })
  const { event_id: days } = holiday.data['event'] as { event_id: string }
  const later = await run(stage, 'CALENDAR_CHANGE', { event_id: days, start: '2026-07-08' })
  expect(later.data['after']).toMatchObject({ start: '2026-07-08', end: '2026-07-10', all_day: true })
})

test.each([
  [{ start: '2026-02-30' }, 'start must be a date like'],
  [
    { start: '2026-03-05T09:00', end: '2026-03-05T08:00' },
    'The event ends before it starts. Check start and end.',
  ],
  [{}, 'Nothing to change. Give a start, title, location or notes.'],
])('CALENDAR_CHANGE with %j is refused with a sentence', async (change, sentence) => {
  await using stage = await openCalendar()
  const { data } = await run(stage, 'CALENDAR_ADD', { title: 'Dentist', start: '2026-03-04T09:30' })
  const { event_id } = data['event'] as { event_id: string }
  await expect(run(stage, 'CALENDAR_CHANGE', { event_id, ...change })).rejects.toThrow(sentence)
})
