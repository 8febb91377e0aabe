export interface Beat {
  /** In seconds of the audio clock. */
  readonly at: number
  /** Place in the bar, from 0. */
  readonly place: number
}

export interface Tempo {
  readonly bpm: number
  readonly beats: number
}

/** The beats until a moment, after the last one that is planned already. */
export function beatsUntil(last: Beat, until: number, { bpm, beats }: Tempo): Beat[] {
  const planned: Beat[] = []
  let { at, place } = last
  for (;;) {
    at += 60 / bpm
    if (at > until) return planned
    place = (place + 1) % beats
    planned.push({ at, place })
  }
}

const PAUSE_MS = 2_500
const MAX_TAPS = 8

/** Taps that belong together: a long pause begins anew. */
export function withTap(taps: readonly number[], now: number): readonly number[] {
  const last = taps.at(-1)
  return last === undefined || now - last > PAUSE_MS ? [now] : [...taps, now].slice(-MAX_TAPS)
}

/** Beats a minute of two and more taps. */
export function tappedBpm(taps: readonly number[]): number | undefined {
  if (taps.length < 2) return undefined
  const each = (taps.at(-1)! - taps[0]!) / (taps.length - 1)
  return Math.round(Math.max(20, Math.min(300, 60_000 / each)))
}
