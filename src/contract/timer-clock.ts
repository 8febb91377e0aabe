import type { Timer, TimerStage } from './timer.ts'

type Ending = Pick<Timer, 'ends_at' | 'left_ms'>
type Measuring = Pick<Timer, 'began_at' | 'before_ms'>

export function leftMs({ ends_at, left_ms }: Ending, now: Date): number {
  return ends_at === null ? (left_ms ?? 0) : Math.max(0, Date.parse(ends_at) - now.getTime())
}

export function elapsedMs({ began_at, before_ms }: Measuring, now: Date): number {
  return before_ms + (began_at === null ? 0 : Math.max(0, now.getTime() - Date.parse(began_at)))
}

/** It has come to its end, whether or not somebody has noticed. */
export function isOver({ status }: Pick<Timer, 'status'>): boolean {
  return status === 'due' || status === 'missed' || status === 'done'
}

/** After every round of work a break, after the last a long one, and then from the beginning. */
export function stageAfter(stage: TimerStage): TimerStage {
  const { phase, round, rounds } = stage
  if (phase === 'work') return { ...stage, phase: round >= rounds ? 'long_break' : 'break' }
  return { ...stage, phase: 'work', round: phase === 'long_break' ? 1 : round + 1 }
}

/** How many rounds of this set have been worked, the present one not counted. */
export function roundsDone({ phase, round }: TimerStage): number {
  return phase === 'work' ? round - 1 : round
}
