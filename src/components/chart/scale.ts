/** Round numbers that divide a range into about so many parts, and the range widened to them. */
export function niceTicks(low: number, high: number, about = 5): number[] {
  if (low === high) return niceTicks(low - (Math.abs(low) || 1) / 2, high + (Math.abs(high) || 1) / 2, about)
  const rough = (high - low) / about
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  const first = Math.floor(low / step) * step
  const count = Math.ceil(high / step - 1e-9) - Math.floor(low / step)
  // Counting from the first one keeps 0.30000000000000004 away.
  return Array.from({ length: count + 1 }, (_, index) => Number((first + index * step).toPrecision(12)))
}

export interface Scale {
  (value: number): number
  readonly ticks: readonly number[]
}

export function linearScale(ticks: readonly number[], [from, to]: readonly [number, number]): Scale {
  const low = ticks[0] ?? 0
  const span = (ticks.at(-1) ?? 1) - low || 1
  return Object.assign((value: number) => from + ((value - low) / span) * (to - from), { ticks })
}

/** Every so many labels, so that they do not run into each other. */
export function labelStride(count: number, room: number, width: number): number {
  return Math.max(1, Math.ceil((count * width) / Math.max(1, room)))
}
