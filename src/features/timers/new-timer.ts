import { AppError } from '../../contract/errors.ts'
import type { TimerStage } from '../../contract/timer.ts'
import type { NewTimer } from './contract.ts'
import { started, type TimerState } from './timer-state.ts'

const STILL: TimerState = {
  kind: 'timer',
  status: 'paused',
  length_ms: null,
  ends_at: null,
  left_ms: null,
  began_at: null,
  before_ms: 0,
  laps: [],
  stage: null,
}

/** How a new one begins. */
export function newState(wish: NewTimer, now: Date): TimerState {
  const state = atRest(wish, now)
  return wish.start === false ? state : started(state, now)
}

function atRest({ kind, seconds, at, pomodoro }: NewTimer, now: Date): TimerState {
  if (seconds !== undefined) return lasting(kind ?? 'timer', Math.round(seconds * 1_000))
  if (at !== undefined) {
    const left = Date.parse(at) - now.getTime()
    if (left <= 0)
      throw new AppError('invalid_request', 'That moment has passed. Give one that is still to come.')
    return lasting(kind ?? 'alarm', left)
  }
  if (!pomodoro) return { ...STILL, kind: 'stopwatch' }
  const { work_minutes = 25, break_minutes = 5, long_break_minutes = 15, rounds = 4 } = pomodoro
  const [work, short, long] = [work_minutes, break_minutes, long_break_minutes].map((minutes) =>
    Math.round(minutes * 60_000),
  )
  const lengths_ms = { work: work!, break: short!, long_break: long! }
  const stage: TimerStage = { phase: 'work', round: 1, rounds, lengths_ms }
  return { ...lasting('pomodoro', work!), stage }
}

function lasting(kind: TimerState['kind'], length: number): TimerState {
  return { ...STILL, kind, length_ms: length, left_ms: length }
}
