const EIGHTHS_ACROSS = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉']
export const EIGHTHS_UP = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█']

/** A bar of a fixed width, filled to a share of it. */
export function blockBar(share: number, width: number): string {
  const filled = filledBar(share, width)
  return filled + '░'.repeat(Math.max(0, width - filled.length))
}

/** A bar that is as long as its share, to an eighth of a character. */
export function filledBar(share: number, width: number): string {
  const eighths = Math.round(Math.min(1, Math.max(0, share)) * width * 8)
  return '█'.repeat(Math.floor(eighths / 8)) + EIGHTHS_ACROSS[eighths % 8]!
}

/** A line of small blocks; more values than columns are brought together by their mean. */
export function sparks(values: readonly (number | null)[], width: number): string {
  const points = squeezed(values, width)
  const known = points.filter((value) => value !== null)
  const [least, most] = [Math.min(...known), Math.max(...known)]
  return points
    .map((value) => {
      if (value === null) return ' '
      const share = most === least ? 0.5 : (value - least) / (most - least)
      return EIGHTHS_UP[1 + Math.round(share * 7)]!
    })
    .join('')
}

/** At most `width` values: each is the mean of those that fall to it, null where all are gaps. */
export function squeezed(values: readonly (number | null)[], width: number): (number | null)[] {
  if (values.length <= width) return [...values]
  return Array.from({ length: width }, (_, index) => {
    const from = Math.floor((index * values.length) / width)
    const to = Math.max(from + 1, Math.floor(((index + 1) * values.length) / width))
    const known = values.slice(from, to).filter((value) => value !== null)
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length
  })
}
