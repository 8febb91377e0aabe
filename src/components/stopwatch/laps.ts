export interface Lap {
  readonly number: number
  readonly lap_ms: number
  readonly total_ms: number
  readonly rank: 'fastest' | 'slowest' | undefined
}

/** The latest lap first. Among three and more the fastest and the slowest are named. */
export function lapsOf(laps: readonly number[]): Lap[] {
  const lengths = laps.map((total, index) => total - (laps[index - 1] ?? 0))
  const [fastest, slowest] =
    lengths.length < 3 ? [] : [lengths.indexOf(Math.min(...lengths)), lengths.indexOf(Math.max(...lengths))]
  const rankOf = (index: number) =>
    index === fastest ? 'fastest' : index === slowest ? 'slowest' : undefined
  return laps
    .map(
      (total_ms, index) =>
        ({ number: index + 1, lap_ms: lengths[index]!, total_ms, rank: rankOf(index) }) as const,
    )
    .toReversed()
}

/** `02:05.37`: hundredths are cut off, as a watch that still runs shows them. */
export function watchText(ms: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const hours = Math.floor(ms / 3_600_000)
  return `${hours > 0 ? `${hours}:` : ''}${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${two((ms % 1000) / 10)}`
}
