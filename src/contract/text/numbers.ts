/**
 * How numbers are written, everywhere the same. What begins with `format` follows the reader's own language and is for a page; what ends
 * in `Text` is English and can be searched and piped on.
 */

type NumberLook = 'number' | 'currency' | 'percent' | 'bytes' | 'duration'

export interface NumberFormat {
  readonly format?: NumberLook | undefined
  readonly currency?: string | undefined
  readonly decimals?: number | undefined
  readonly unit?: string | undefined
  /** The reader's own when left out. */
  readonly locale?: string
}

export function formatNumber(value: number, options: NumberFormat = {}): string {
  const { format = 'number', unit } = options
  const text = NUMBER_LOOKS[format](value, options)
  return unit && format !== 'bytes' && format !== 'duration' ? withUnit(text, unit) : text
}

const NUMBER_LOOKS: Record<NumberLook, (value: number, options: NumberFormat) => string> = {
  number: (value, { decimals, locale }) => plain(value, decimals, locale),
  percent: (value, { decimals, locale }) => withUnit(plain(value, decimals, locale), '%'),
  bytes: (value, { locale }) => formatBytes(value, locale),
  duration: (value) => formatDuration(value),
  currency(value, { currency = 'EUR', decimals, locale }) {
    // What a provider calls a currency may be none that anybody knows.
    if (!/^[A-Za-z]{3}$/.test(currency)) return withUnit(plain(value, decimals ?? 2, locale), currency)
    const digits =
      decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(value)
  },
}

function plain(value: number, decimals?: number, locale?: string): string {
  const size = Math.abs(value)
  const digits = decimals ?? (Number.isInteger(value) || size >= 1000 ? 0 : size >= 10 ? 1 : 2)
  const minimum = decimals ?? 0
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: minimum,
    maximumFractionDigits: Math.max(digits, minimum),
  }).format(value)
}

/** A thin space before a word, none before a degree sign. */
export function withUnit(text: string, unit: string): string {
  return unit.startsWith('°') ? text + unit : `${text}\u202f${unit}`
}

const BYTE_UNITS = ['kB', 'MB', 'GB', 'TB', 'PB']

/** The figure and its unit, as file managers tell it: 7 bytes, 1.5 kB, 30 MB. */
function byteFigure(bytes: number): [number, string] {
  if (Math.abs(bytes) < 1000) return [bytes, Math.abs(bytes) === 1 ? 'byte' : 'bytes']
  let value = bytes / 1000
  let unit = 0
  // What would be rounded to 1000 is one of the next unit.
  while (Math.abs(value) >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1000
    unit += 1
  }
  const scale = Math.abs(value) < 99.95 ? 10 : 1
  return [Math.round(value * scale) / scale, BYTE_UNITS[unit]!]
}

export function formatBytes(bytes: number, locale?: string): string {
  const [value, unit] = byteFigure(bytes)
  return withUnit(plain(value, undefined, locale), unit)
}

export function bytesText(bytes: number): string {
  return byteFigure(bytes).join(' ')
}

/** `8 MB`, of a limit or of what is beside one: limits count in powers of two, and whoever is over one must see it. */
export function megabytesText(bytes: number): string {
  return `${Math.ceil(bytes / (1024 * 1024))} MB`
}

/** `4 h 5 min`, `3 min 20 s`, `0.4 s`: the two largest parts. */
export function formatDuration(seconds: number): string {
  if (seconds < 0) return `-${formatDuration(-seconds)}`
  if (seconds < 10) return withUnit(plain(seconds, Number.isInteger(seconds) ? 0 : 1), 's')
  const whole = Math.round(seconds)
  const parts = [
    [Math.floor(whole / 86_400), 'd'],
    [Math.floor(whole / 3600) % 24, 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ] as const
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(first, first + 2)
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count}\u202f${unit}`)
    .join(' ')
}

export function durationText(seconds: number): string {
  return withPlainSpaces(formatDuration(seconds))
}

/** Thin spaces would be in the way of whoever searches what was printed, or pipes it on. */
export function withPlainSpaces(text: string): string {
  return text.replaceAll('\u202F', ' ')
}

/** `09:41`, `1:02:03`: what a clock that counts shows. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}

/** What one value is, in a cell or a list of facts, as plain text. */
export function valueText(value: unknown, look: NumberFormat = {}): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number') return withPlainSpaces(formatNumber(value, look))
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return look.unit ? withPlainSpaces(withUnit(text, look.unit)) : text
}

/** The same on a page. */
export function formatScalar(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number') return plain(value, undefined)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A number with the seven digits that count, for results that may be of any size. */
export function formatSignificant(value: number, locale?: string): string {
  const size = Math.abs(value)
  const far = size !== 0 && (size >= 1e12 || size < 1e-6)
  return new Intl.NumberFormat(locale, {
    maximumSignificantDigits: 7,
    ...(far && { notation: 'scientific' as const }),
  }).format(value)
}
