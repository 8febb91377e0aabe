import { afterAll, beforeAll, expect, test } from 'vitest'
import { openOrganizer, type OrganizerStage } from '../../../test/organizer-stage.ts'

let stage: OrganizerStage
beforeAll(async () => {
  stage = await openOrganizer()
})
afterAll(() => stage[Symbol.asyncDispose]())

test('timers are started, listed, changed and cancelled by name', async () => {
  expect((await stage.run('TIMERS', {})).message).toBe('No timers.')
  const started = await stage.run('TIMERS', { start: { seconds: 600, label: 'Pasta' } })
  expect(started.message).toBe('Running: “Pasta”, 10 min left.')
  await stage.run('TIMERS', { start: { at: '2026-03-03T06:15+01:00', label: 'Up' } })
  await stage.run('TIMERS', { start: { focus_minutes: 25 } })
  await stage.run('TIMERS', { start: { stopwatch: true, label: 'Run' } })
  const { timers } = (await stage.data('TIMERS', {})) as {
    timers: { kind: string; ends_at: string | null }[]
  }
  expect(timers.map(({ kind, ends_at }) => [kind, ends_at])).toEqual([
    ['timer', '2026-03-02T08:10:00.000Z'],
    ['pomodoro', '2026-03-02T08:25:00.000Z'],
    ['alarm', '2026-03-03T05:15:00.000Z'],
    ['stopwatch', null],
  ])
  const changed = await stage.run('TIMERS', { extend: { timer: 'pasta', seconds: 60 }, pause: ['Run'] })
  expect(changed.message).toBe('Running: “Pasta”, 11 min left. Paused: “Run”, 0 s so far.')
  expect((await stage.run('TIMERS', { cancel: ['Pasta', 'Up'] })).message).toBe(
    'Cancelled “Pasta”. Cancelled “Up”.',
  )
  expect(stage.timers.list().map(({ kind }) => kind)).toEqual(['pomodoro', 'stopwatch'])
})

test('what is not there or not clear changes nothing', async () => {
  const before = stage.timers.list()
  const none = await stage.run('TIMERS', { cancel: ['Run', 'Nothing'] })
  expect(none).toMatchObject({ success: false, message: 'No timer called “Nothing”. Nothing was changed.' })
  const local = await stage.run('TIMERS', { start: { at: '2026-03-03T06:15' } })
  expect(local).toMatchObject({ success: false, message: expect.stringContaining('with an offset') })
  const both = await stage.run('TIMERS', { start: { seconds: 5, stopwatch: true } })
  expect(both.success).toBe(false)
  expect(stage.timers.list()).toEqual(before)
})
