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
  expect(added.message).toBe('"Stand-up" is in the calendar: Mon, 2 Mar 2026, 09:30, for the first time.')
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
  expect(one.message).toBe('"Stand-up" at 2026-03-03T09:30:00+01:00 is deleted.')
  expect(await starts()).toHaveLength(2)
  expect((await run(stage, 'CALENDAR_DELETE', { event_id })).message).toBe('"Stand-up" is deleted.')
  expect((await run(stage, 'CALENDAR_LIST', {})).message).toBe('Nothing is in the calendar for that time.')
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
  await expect(run(stage, 'CALENDAR_LIST', { from: '2026-02-30' })).rejects.toThrow('is no date that exists')
  await expect(run(stage, 'CALENDAR_LIST', { from: '2026-02-01', to: '2026-02-30' })).rejects.toThrow(
    'is no date that exists',
  )
})
