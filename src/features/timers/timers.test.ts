import { expect, test } from 'vitest'
import { openTimerStage } from '../../../test/timer-stage.ts'

test('a timer is due once, to the second, and tells so until somebody says that they know', async () => {
  await using stage = await openTimerStage()
  const { timer_id } = await stage.timers.create({ seconds: 300, label: 'Eggs' })
  await stage.pass(299)
  expect(stage.timers.read(timer_id)).toMatchObject({
    status: 'running',
    ends_at: '2026-06-01T10:05:00.000Z',
  })
  expect(stage.notices()).toEqual([])
  await stage.pass(1)
  await stage.timers.tick()
  expect(stage.timers.list()).toMatchObject([{ status: 'due', rang_at: '2026-06-01T10:05:00.000Z' }])
  expect(stage.notices()).toMatchObject([
    { type: 'timer', title: 'Eggs', message: 'The timer “Eggs” is up.', read: false, count: 1 },
  ])
  await stage.timers.change(timer_id, { does: 'done' })
  expect(stage.timers.list()).toEqual([])
  expect(stage.timers.list({ all: true })).toMatchObject([{ status: 'done' }])
  expect(stage.notices()).toMatchObject([{ read: true }])
  expect(stage.told.map(({ status }) => status)).toEqual(['running', 'due', 'done'])
})

test('several run side by side, are paused, prolonged and cancelled each for itself', async () => {
  await using stage = await openTimerStage()
  const eggs = await stage.timers.create({ seconds: 300, label: 'Eggs' })
  const pasta = await stage.timers.create({ seconds: 600, label: 'Pasta' })
  await stage.pass(60)
  await stage.timers.change(eggs.timer_id, { does: 'pause' })
  await stage.timers.change(pasta.timer_id, { does: 'add', seconds: 120 })
  await stage.pass(600)
  expect(stage.notices()).toEqual([])
  expect(stage.timers.read(eggs.timer_id)).toMatchObject({
    status: 'paused',
    left_ms: 240_000,
    ends_at: null,
  })
  await stage.timers.change(eggs.timer_id, { does: 'resume' })
  await stage.pass(60)
  expect(stage.notices()).toMatchObject([{ title: 'Pasta' }])
  await stage.timers.remove(pasta.timer_id)
  expect(stage.removed).toEqual([pasta.timer_id])
  expect(stage.notices()).toMatchObject([{ title: 'Pasta', read: true }])
  await stage.pass(180)
  expect(stage.notices().map(({ title }) => title)).toEqual(['Eggs', 'Pasta'])
  await stage.timers.change(eggs.timer_id, { does: 'add', seconds: 600 })
  expect(stage.timers.read(eggs.timer_id)).toMatchObject({ status: 'running', left_ms: 600_000 })
  await stage.timers.change(eggs.timer_id, { does: 'reset' })
  expect(stage.timers.read(eggs.timer_id)).toMatchObject({ status: 'paused', left_ms: 300_000 })
})

test('what was due while the service was off is told as missed, and what is still to come goes on', async () => {
  await using stage = await openTimerStage()
  await stage.timers.create({ at: '2026-06-01T10:30:00.000Z', label: 'Call Ann' })
  await stage.timers.create({ at: '2026-06-01T12:00:00.000Z' })
  await stage.restart(3_600)
  expect(stage.notices()).toMatchObject([{ title: 'Missed: Call Ann', level: 'warning' }])
  expect(stage.timers.list()).toMatchObject([
    { kind: 'alarm', status: 'running' },
    { kind: 'alarm', status: 'missed' },
  ])
  await stage.restart(0)
  expect(stage.notices()).toHaveLength(1)
  await stage.pass(3_600)
  expect(stage.notices()).toMatchObject([{ title: 'Alarm', message: 'Your alarm is ringing.' }, {}])
})

test('a notification that was raised before the service died is not raised again', async () => {
  await using stage = await openTimerStage()
  const { timer_id } = await stage.timers.create({ seconds: 60 })
  await stage.pass(60)
  // As if the row had not been written any more.
  await stage.timers.change(timer_id, { at: '2026-06-01T10:02:00.000Z' })
  await stage.pass(60)
  await stage.restart(5)
  await stage.timers.tick()
  expect(stage.notices()).toHaveLength(2)
})

test('when the clock is set, timers go on as before, and alarms follow the clock', async () => {
  await using stage = await openTimerStage()
  const timer = await stage.timers.create({ seconds: 600 })
  const alarm = await stage.timers.create({ at: '2026-06-01T11:30:00.000Z' })
  const watch = await stage.timers.create({ stopwatch: true })
  await stage.pass(300)
  await stage.setClock(3_600)
  expect(stage.timers.read(timer.timer_id)).toMatchObject({ ends_at: '2026-06-01T11:10:00.000Z' })
  expect(stage.timers.read(watch.timer_id)).toMatchObject({ began_at: '2026-06-01T11:00:00.000Z' })
  await stage.setClock(-7_200)
  expect(stage.timers.read(timer.timer_id)).toMatchObject({ ends_at: '2026-06-01T09:10:00.000Z' })
  expect(stage.timers.read(alarm.timer_id)).toMatchObject({ ends_at: '2026-06-01T11:30:00.000Z' })
  await stage.pass(299)
  expect(stage.notices()).toEqual([])
  await stage.pass(1)
  expect(stage.notices()).toHaveLength(1)
})

test('a stopwatch measures, keeps laps, and stops', async () => {
  await using stage = await openTimerStage()
  const { timer_id } = await stage.timers.create({ stopwatch: true, label: 'Run' })
  await stage.pass(10)
  await stage.timers.change(timer_id, { does: 'lap' })
  await stage.pass(5)
  await stage.timers.change(timer_id, { does: 'pause' })
  await stage.restart(100)
  expect(stage.timers.read(timer_id)).toMatchObject({ before_ms: 15_000, laps: [10_000], began_at: null })
  await expect(stage.timers.change(timer_id, { does: 'add', seconds: 1 })).rejects.toMatchObject({
    code: 'conflict',
  })
  await stage.timers.change(timer_id, { does: 'reset' })
  expect(stage.timers.read(timer_id)).toMatchObject({ before_ms: 0, laps: [] })
})

test('a pomodoro goes from work to break and back', async () => {
  await using stage = await openTimerStage()
  const pomodoro = { work_minutes: 25, break_minutes: 5, long_break_minutes: 15, rounds: 2 }
  const { timer_id } = await stage.timers.create({ pomodoro })
  const phases: string[] = []
  for (const minutes of [25, 5, 25, 15]) {
    await stage.pass(minutes * 60)
    expect(stage.timers.read(timer_id).status).toBe('due')
    const { stage: now } = await stage.timers.change(timer_id, { does: 'next' })
    phases.push(`${now!.phase} ${now!.round}`)
  }
  expect(phases).toEqual(['break 1', 'work 2', 'long_break 2', 'work 1'])
  expect(stage.notices()[0]).toMatchObject({ message: 'The long break is over.' })
})

test('what cannot be kept is refused', async () => {
  await using stage = await openTimerStage()
  await expect(stage.timers.create({ at: '2026-06-01T09:00:00.000Z' })).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(() => stage.timers.read('tmr_none')).toThrow(/No timer/)
  const { timer_id } = await stage.timers.create({ seconds: 5 })
  await expect(stage.timers.change(timer_id, { does: 'add' })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})

test('a name of one’s own makes a repeated request harmless', async () => {
  await using stage = await openTimerStage()
  await stage.timers.create({ timer_id: 'tmr_live_timer.cmp_1', seconds: 5 })
  await expect(stage.timers.create({ timer_id: 'tmr_live_timer.cmp_1', seconds: 5 })).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(stage.timers.list({ timer_id: 'tmr_live_timer.cmp_1' })).toHaveLength(1)
  expect(stage.timers.list({ timer_id: 'tmr_other' })).toEqual([])
})

test('a pomodoro that is reset begins with its first round', async () => {
  await using stage = await openTimerStage()
  const { timer_id } = await stage.timers.create({ pomodoro: { work_minutes: 25, break_minutes: 5 } })
  await stage.timers.change(timer_id, { does: 'next' })
  await stage.timers.change(timer_id, { does: 'reset' })
  expect(stage.timers.read(timer_id)).toMatchObject({
    status: 'paused',
    length_ms: 1_500_000,
    left_ms: 1_500_000,
    stage: { phase: 'work', round: 1 },
  })
})
