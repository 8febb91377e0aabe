/** How numbers and times are written, everywhere the same. All of it follows the reader's own language. */

type NumberLook = 'number' | 'currency' | 'percent' | 'bytes' | 'duration'

export interface NumberFormat {
  readonly format?: NumberLook | undefined
  readonly currency?: string | undefined
  readonly decimals?: number | undefined
  readonly unit?: string | undefined
}

export function formatNumber(value: number, options: NumberFormat = {}): string {
  const { format = 'number', unit } = options
  const text = NUMBER_LOOKS[format](value, options)
  return unit && format !== 'bytes' && format !== 'duration' ? withUnit(text, unit) : text
}

const NUMBER_LOOKS: Record<NumberLook, (value: number, options: NumberFormat) => string> = {
  number: (value, { decimals }) => plain(value, decimals),
  percent: (value, { decimals }) => withUnit(plain(value, decimals), '%'),
  bytes: (value) => formatBytes(value),
  duration: (value) => formatDuration(value),
  currency(value, { currency = 'EUR', decimals }) {
    const digits =
      decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
    return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...digits }).format(value)
  },
}

function plain(value: number, decimals: number | undefined): string {
  const size = Math.abs(value)
  const digits = decimals ?? (Number.isInteger(value) || size >= 1000 ? 0 : size >= 10 ? 1 : 2)
  const minimum = decimals ?? 0
  return new Intl.NumberFormat(undefined, {
    minimumFractionDigits: minimum,
    maximumFractionDigits: Math.max(digits, minimum),
  }).format(value)
}

/** A thin space before a word, none before a degree sign. */
export function withUnit(text: string, unit: string): string {
  return unit.startsWith('°') ? text + unit : `${text}\u202f${unit}`
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

export function formatBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTE_UNITS.length - 1)
  const value = bytes / 1000 ** power
  return withUnit(plain(value, power === 0 || value >= 100 ? 0 : 1), BYTE_UNITS[power]!)
}

/** `4 h 5 min`, `3 min 20 s`, `0.4 s`: the two largest parts. */
export function formatDuration(seconds: number): string {
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

/** `09:41`, `1:02:03`: what a clock that counts shows. */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}

const STEPS = [
  [60, 'second', 1],
  [3600, 'minute', 60],
  [86_400, 'hour', 3600],
  [2_592_000, 'day', 86_400],
  [31_536_000, 'month', 2_592_000],
  [Number.POSITIVE_INFINITY, 'year', 31_536_000],
] as const

/** `12 min. ago`, `in 3 hours`, `now`. */
export function formatRelative(moment: Date, now: Date = new Date()): string {
  const seconds = (moment.getTime() - now.getTime()) / 1000
  const size = Math.abs(seconds)
  if (size < 10) return 'now'
  const [, unit, length] = STEPS.find(([limit]) => size < limit)!
  const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto', style: 'short' })
  return relative.format(Math.round(seconds / length), unit)
}

export function formatMoment(moment: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...zone(timeZone),
  }).format(moment)
}

export function formatDay(moment: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', ...zone(timeZone) }).format(moment)
}

/** A day alone has no hour. */
export function formatDayOrMoment(text: string): string {
  const moment = readMoment(text)
  return isDayAlone(text) ? formatDay(moment) : formatMoment(moment)
}

export function formatTime(moment: Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(undefined, { timeStyle: 'short', ...zone(timeZone) }).format(moment)
}

/** A day alone is that day where the reader is, not midnight in Greenwich. */
export function readMoment(text: string): Date {
  return new Date(isDayAlone(text) ? `${text}T00:00` : text)
}

export function isDayAlone(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

function zone(timeZone: string | undefined) {
  return timeZone === undefined ? {} : { timeZone }
}

/** What one value is, in a cell or a list of facts. */
export function formatScalar(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number') return plain(value, undefined)
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A number with so many digits that count, for results that may be of any size. It follows the reader's language. */
export function formatSignificant(value: number, digits = 7): string {
  const size = Math.abs(value)
  const far = size !== 0 && (size >= 1e12 || size < 1e-6)
  return new Intl.NumberFormat(undefined, {
    maximumSignificantDigits: digits,
    ...(far && { notation: 'scientific' as const }),
  }).format(value)
}
