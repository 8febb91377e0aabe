import { elapsedMs, isOver, leftMs, stageAfter } from '../../contract/timer-clock.ts'
import type { Timer } from '../../contract/timer.ts'

/** What is counted, and how far it is. It holds moments and never counts, so that sleep cannot make it wrong. */
export type TimerState = Readonly<
  Pick<
    Timer,
    'kind' | 'status' | 'length_ms' | 'ends_at' | 'left_ms' | 'began_at' | 'before_ms' | 'laps' | 'stage'
  >
>

const MAX_LAPS = 1_000

export function started(state: TimerState, now: Date): TimerState {
  if (state.status === 'running') return state
  if (state.kind === 'stopwatch') return { ...state, status: 'running', began_at: now.toISOString() }
  const left = isOver(state) ? state.length_ms! : state.left_ms!
  return { ...state, status: 'running', left_ms: left, ends_at: after(now, left) }
}

export function paused(state: TimerState, now: Date): TimerState {
  if (state.status !== 'running') return state
  if (state.kind === 'stopwatch')
    return { ...state, status: 'paused', began_at: null, before_ms: elapsedMs(state, now) }
  return { ...state, status: 'paused', left_ms: leftMs(state, now), ends_at: null }
}

/** As it was before it was started. */
export function reset(state: TimerState): TimerState {
  if (state.kind === 'stopwatch')
    return { ...state, status: 'paused', began_at: null, before_ms: 0, laps: [] }
  const stage = state.stage && { ...state.stage, phase: 'work' as const, round: 1 }
  const length = stage ? stage.lengths_ms.work : state.length_ms
  return { ...state, stage, status: 'paused', length_ms: length, left_ms: length, ends_at: null }
}

/** More time, or less; one that is over begins again with it. A reset leads back to what it was set to. */
export function prolonged(state: TimerState, moreMs: number, now: Date): TimerState {
  const left = Math.max(0, (isOver(state) ? 0 : leftMs(state, now)) + moreMs)
  const runs = isOver(state) || state.status === 'running'
  return {
    ...state,
    status: runs ? 'running' : state.status,
    left_ms: left,
    ends_at: runs ? after(now, left) : null,
  }
}

export function withLap(state: TimerState, now: Date): TimerState {
  if (state.kind !== 'stopwatch' || state.status !== 'running' || state.laps.length >= MAX_LAPS) return state
  return { ...state, laps: [...state.laps, elapsedMs(state, now)] }
}

/** Whoever was to be told knows. A pomodoro waits to be told to go on. */
export function dismissed(state: TimerState): TimerState {
  return isOver(state) ? { ...state, status: 'done' } : state
}

/** The next phase of a pomodoro, which begins at once. */
export function inNextPhase(state: TimerState, now: Date): TimerState {
  if (!state.stage) return state
  const stage = stageAfter(state.stage)
  const length = stage.lengths_ms[stage.phase]
  return {
    ...state,
    stage,
    status: 'running',
    length_ms: length,
    left_ms: length,
    ends_at: after(now, length),
  }
}

/** The clock was set: what is counted goes on, what is said by the clock stays there. */
export function shifted(state: TimerState, byMs: number): TimerState {
  if (state.kind === 'alarm' || state.kind === 'countdown' || state.status !== 'running') return state
  const move = (time: string | null) => (time === null ? null : after(new Date(time), byMs))
  return { ...state, ends_at: move(state.ends_at), began_at: move(state.began_at) }
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}
