/** What the numbers of an axis have in common, so that all of them are written alike. */
export interface NumberLook {
  readonly low: number
  readonly high: number
  /** `%`, the symbol of a currency, or nothing. */
  readonly unit: string
  /** Years are numbers without thousands. */
  readonly isYear?: boolean
}

const scales = [
  { from: 1e12, by: 1e12, letter: 'T' },
  { from: 1e9, by: 1e9, letter: 'B' },
  { from: 1e6, by: 1e6, letter: 'M' },
  { from: 1e4, by: 1e3, letter: 'k' },
] as const

/** `1.5M`, `$20k`, `12.5%`, `0.003`: as short as the distance between the numbers of the axis allows. */
export function numberText(value: number, look: NumberLook): string {
  if (!Number.isFinite(value)) return ''
  if (look.isYear && Number.isInteger(value)) return String(value)
  const factor = look.unit === '%' ? 100 : 1
  const largest = Math.max(Math.abs(look.low), Math.abs(look.high)) * factor
  if (largest >= 1e15 || (largest > 0 && largest < 1e-4)) return withUnit(value.toExponential(1), look.unit)
  const { by, letter } = scales.find(({ from }) => largest >= from) ?? { by: 1, letter: '' }
  const shown = (value * factor) / by
  const spacing = (Math.abs(look.high - look.low) * factor) / by / 10
  const text = rounded(shown, decimalsFor(spacing, shown))
  return withUnit(text === '0' ? text : `${text}${letter}`, look.unit)
}

function decimalsFor(spacing: number, shown: number): number {
  if (spacing > 0) return Math.min(6, Math.max(0, 1 - Math.floor(Math.log10(spacing))))
  return Math.abs(shown) >= 100 ? 1 : 3
}

/** One for each number of decimals: making one takes longer than all the numbers of a chart. */
const formats = new Map<number, Intl.NumberFormat>()

function formatWith(decimals: number): Intl.NumberFormat {
  const known = formats.get(decimals) ?? new Intl.NumberFormat('en', { maximumFractionDigits: decimals })
  formats.set(decimals, known)
  return known
}

function rounded(value: number, decimals: number): string {
  const text = formatWith(decimals).format(value)
  return text === '-0' ? '0' : text
}

function withUnit(text: string, unit: string): string {
  const minus = text.startsWith('-') ? '−' : ''
  const size = text.replace('-', '')
  if (unit === '%') return `${minus}${size}%`
  // A code of letters stands apart from its number.
  return `${minus}${unit}${/[A-Z]$/i.test(unit) ? ' ' : ''}${size}`
}
