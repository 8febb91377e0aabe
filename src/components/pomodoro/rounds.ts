export type Phase = 'work' | 'break' | 'long_break'

export interface Stage {
  readonly phase: Phase
  /** From 1. */
  readonly round: number
}

export const FIRST_STAGE: Stage = { phase: 'work', round: 1 }

/** After every round of work a break, after the last a long one, and then from the beginning. */
export function stageAfter({ phase, round }: Stage, rounds: number): Stage {
  if (phase === 'work') return { phase: round < rounds ? 'break' : 'long_break', round }
  return phase === 'break' ? { phase: 'work', round: round + 1 } : FIRST_STAGE
}

/** How many rounds of this set have been worked, the present one not counted. */
export function roundsDone({ phase, round }: Stage): number {
  return phase === 'work' ? round - 1 : round
}
