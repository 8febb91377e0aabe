import { expect, test } from 'vitest'
import { elapsedMs, leftMs, roundsDone, stageAfter } from './timer-clock.ts'
import type { TimerStage } from './timer.ts'

test('work and breaks take turns, and the last round ends with a long one', () => {
  const lengths_ms = { work: 1, break: 1, long_break: 1 }
  const stages: TimerStage[] = [{ phase: 'work', round: 1, rounds: 3, lengths_ms }]
  for (let step = 0; step < 6; step += 1) stages.push(stageAfter(stages.at(-1)!))
  expect(stages.map(({ phase, round }) => `${phase} ${round}`)).toEqual([
    'work 1',
    'break 1',
    'work 2',
    'break 2',
    'work 3',
    'long_break 3',
    'work 1',
  ])
  expect(stages.map(roundsDone)).toEqual([0, 1, 1, 2, 2, 3, 0])
})

test('time goes on while a timer runs, and stands still while it is paused', () => {
  const now = new Date('2026-03-02T10:00:00.000Z')
  expect(leftMs({ ends_at: '2026-03-02T10:00:30.000Z', left_ms: 60_000 }, now)).toBe(30_000)
  expect(leftMs({ ends_at: null, left_ms: 60_000 }, now)).toBe(60_000)
  expect(leftMs({ ends_at: '2026-03-02T09:00:00.000Z', left_ms: 60_000 }, now)).toBe(0)
  expect(elapsedMs({ began_at: '2026-03-02T09:59:00.000Z', before_ms: 5_000 }, now)).toBe(65_000)
  expect(elapsedMs({ began_at: null, before_ms: 5_000 }, now)).toBe(5_000)
})
