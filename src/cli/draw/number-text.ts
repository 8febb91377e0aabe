export interface NumberLook {
  readonly format?: 'number' | 'currency' | 'percent' | 'bytes' | 'duration' | undefined
  readonly currency?: string | undefined
  readonly decimals?: number | undefined
  readonly unit?: string | undefined
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

/** A number as a person reads it; the same looks as in the shell. */
export function numberText(value: number, look: NumberLook = {}): string {
  return looks[look.format ?? 'number'](value, look)
}

const looks: Readonly<
  Record<NonNullable<NumberLook['format']>, (value: number, look: NumberLook) => string>
> = {
  bytes: bytesText,
  duration: durationText,
  percent: (value, { decimals }) => withUnit(rounded(value, decimals), '%'),
  currency: (value, { currency = 'EUR', decimals }) => moneyText(value, currency, decimals),
  number: (value, { decimals, unit }) =>
    unit ? withUnit(rounded(value, decimals), unit) : rounded(value, decimals),
}

/** What one value is, in a cell or a list of facts. */
export function scalarText(value: unknown, look: NumberLook = {}): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number') return numberText(value, look)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return look.unit ? withUnit(text, look.unit) : text
}

export function withUnit(text: string, unit: string): string {
  return unit.startsWith('°') ? text + unit : `${text} ${unit}`
}

export function moneyText(value: number, currency: string, decimals?: number): string {
  const digits =
    decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  return new Intl.NumberFormat(undefined, { style: 'currency', currency, ...digits }).format(value)
}

export function rounded(value: number, decimals?: number): string {
  const size = Math.abs(value)
  const digits = decimals ?? (Number.isInteger(value) || size >= 1000 ? 0 : size >= 10 ? 1 : 2)
  return new Intl.NumberFormat(undefined, {
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: digits,
  }).format(value)
}

export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), BYTE_UNITS.length - 1)
  const value = bytes / 1000 ** power
  return withUnit(rounded(value, power === 0 || value >= 100 ? 0 : 1), BYTE_UNITS[power]!)
}

/** The two largest parts: `4 h 5 min`, `3 min 20 s`, `0.4 s`. */
export function durationText(seconds: number): string {
  if (seconds < 10) return withUnit(rounded(seconds, Number.isInteger(seconds) ? 0 : 1), 's')
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
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

/** `09:41`, `1:02:03`: what a clock that counts shows. */
export function clockText(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const two = (value: number) => String(value).padStart(2, '0')
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${two(minutes)}:${two(rest)}`
}
