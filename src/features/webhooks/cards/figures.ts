import { numberOf, textOf } from '../../../platform/upstream/fields.ts'

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB', 'TB', 'PB']

export interface Figure {
  readonly format?: unknown
  readonly currency?: unknown
  readonly decimals?: unknown
  readonly unit?: unknown
}

/** A value of a component in words, the way its declaration says. */
export function figureText(value: unknown, figure: Figure = {}): string {
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? writtenNumber(value, figure) : (textOf(value) ?? '')
}

function writtenNumber(value: number, { format, currency, decimals, unit }: Figure): string {
  const digits = numberOf(decimals) ?? undefined
  switch (format) {
    case 'bytes':
      return bytesText(value)
    case 'duration':
      return durationText(value)
    case 'percent':
      return `${numberText(value, digits)} %`
    case 'currency':
      return `${numberText(value, digits ?? 2)} ${textOf(currency) ?? ''}`.trim()
    default:
      return numberText(value, digits) + (typeof unit === 'string' ? ` ${unit}` : '')
  }
}

function numberText(value: number, digits: number | undefined): string {
  return value.toLocaleString('en-US', {
    minimumFractionDigits: digits ?? 0,
    maximumFractionDigits: digits ?? 2,
  })
}

function bytesText(bytes: number): string {
  let value = bytes
  let step = 0
  while (Math.abs(value) >= 1000 && step < BYTE_UNITS.length - 1) {
    value /= 1000
    step += 1
  }
  return `${numberText(value, step === 0 ? 0 : 1)} ${BYTE_UNITS[step]}`
}

function durationText(seconds: number): string {
  const whole = Math.round(Math.abs(seconds))
  const parts = [
    [Math.floor(whole / 3600), 'h'],
    [Math.floor(whole / 60) % 60, 'min'],
    [whole % 60, 's'],
  ] as const
  const shown = parts.filter(([amount]) => amount > 0).map(([amount, name]) => `${amount} ${name}`)
  return (seconds < 0 ? '-' : '') + (shown.join(' ') || '0 s')
}
