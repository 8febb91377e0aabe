/** What is counted, and how far it is. It holds moments and never counts, so that sleep cannot make it wrong. */
export interface TimerState {
  readonly kind: TimerKind
  readonly status: TimerStatus
  /** How long it runs in all; null for a stopwatch. */
  readonly length_ms: number | null
  /** When it is due; null while it stands still, and for a stopwatch. */
  readonly ends_at: string | null
  /** What is left while it stands still; null for a stopwatch. */
  readonly left_ms: number | null
  /** Of a stopwatch: since when it runs, and what it measured before that. */
  readonly began_at: string | null
  readonly before_ms: number
  /** Of a stopwatch: what it showed at each lap. */
  readonly laps: readonly number[]
  /** Of a pomodoro: where it is. */
  readonly stage: Stage | null
}

export const timerKinds = ['timer', 'alarm', 'countdown', 'pomodoro', 'stopwatch'] as const
export type TimerKind = (typeof timerKinds)[number]

/** `due` until somebody says that they know; `missed` where nobody could be told in time. */
export const timerStatuses = ['running', 'paused', 'due', 'missed', 'done'] as const
export type TimerStatus = (typeof timerStatuses)[number]

export type Phase = 'work' | 'break' | 'long_break'

export interface Stage {
  readonly phase: Phase
  readonly round: number
  readonly rounds: number
  /** How long each phase is. */
  readonly lengths_ms: Readonly<Record<Phase, number>>
}

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
  return { ...state, status: 'paused', left_ms: state.length_ms, ends_at: null }
}

/** More time, or less; one that is over begins again with it. */
export function prolonged(state: TimerState, moreMs: number, now: Date): TimerState {
  if (isOver(state)) {
    const length = Math.max(0, moreMs)
    return { ...state, status: 'running', length_ms: length, left_ms: length, ends_at: after(now, length) }
  }
  const left = Math.max(0, leftMs(state, now) + moreMs)
  const length_ms = Math.max(left, state.length_ms! + moreMs)
  return { ...state, length_ms, left_ms: left, ends_at: state.ends_at === null ? null : after(now, left) }
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

function stageAfter(stage: Stage): Stage {
  const { phase, round, rounds } = stage
  if (phase === 'work') return { ...stage, phase: round >= rounds ? 'long_break' : 'break' }
  return { ...stage, phase: 'work', round: phase === 'long_break' ? 1 : round + 1 }
}

/** The clock was set: what is counted goes on, what is said by the clock stays there. */
export function shifted(state: TimerState, byMs: number): TimerState {
  if (state.kind === 'alarm' || state.kind === 'countdown' || state.status !== 'running') return state
  const move = (time: string | null) => (time === null ? null : after(new Date(time), byMs))
  return { ...state, ends_at: move(state.ends_at), began_at: move(state.began_at) }
}

export function leftMs({ ends_at, left_ms }: TimerState, now: Date): number {
  return ends_at === null ? (left_ms ?? 0) : Math.max(0, Date.parse(ends_at) - now.getTime())
}

export function elapsedMs({ began_at, before_ms }: TimerState, now: Date): number {
  return before_ms + (began_at === null ? 0 : Math.max(0, now.getTime() - Date.parse(began_at)))
}

export function isOver({ status }: TimerState): boolean {
  return status === 'due' || status === 'missed' || status === 'done'
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}
