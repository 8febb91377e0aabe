export interface BreathPhase {
  readonly name: 'Breathe in' | 'Hold' | 'Breathe out' | 'Rest'
  readonly seconds: number
  /** How full the lungs are at its end, from 0 to 1. */
  readonly fullness: number
}

export interface BreathAt extends BreathPhase {
  /** From 1. */
  readonly cycle: number
  /** What is left of the phase. */
  readonly leftSeconds: number
  /** Counts every phase since the beginning. */
  readonly step: number
}

/** The phases that take any time, in order; a plain breath when none does. */
export function phasesOf(seconds: {
  inhale: number
  hold: number
  exhale: number
  rest: number
}): BreathPhase[] {
  const all: BreathPhase[] = [
    { name: 'Breathe in', seconds: seconds.inhale, fullness: 1 },
    { name: 'Hold', seconds: seconds.hold, fullness: 1 },
    { name: 'Breathe out', seconds: seconds.exhale, fullness: 0 },
    { name: 'Rest', seconds: seconds.rest, fullness: 0 },
  ]
  const taken = all.filter((phase) => phase.seconds > 0)
  return taken.length > 0 ? taken : phasesOf({ inhale: 4, hold: 0, exhale: 4, rest: 0 })
}

/** Where somebody is so many seconds after the beginning; undefined when all breaths are done. */
export function breathAt(
  phases: readonly BreathPhase[],
  cycles: number,
  elapsedSeconds: number,
): BreathAt | undefined {
  const whole = phases.reduce((sum, { seconds }) => sum + seconds, 0)
  const cycle = Math.floor(elapsedSeconds / whole)
  if (cycle >= cycles) return undefined
  let rest = elapsedSeconds - cycle * whole
  const at = phases.findIndex(({ seconds }) => {
    if (rest < seconds) return true
    rest -= seconds
    return false
  })
  const index = at === -1 ? phases.length - 1 : at
  const phase = phases[index]!
  return {
    ...phase,
    cycle: cycle + 1,
    leftSeconds: Math.max(0, phase.seconds - rest),
    step: cycle * phases.length + index,
  }
}
