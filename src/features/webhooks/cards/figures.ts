import { bytesText, durationText } from '../../../contract/text/numbers.ts'
import { numberOf, textOf } from '../../../platform/upstream/fields.ts'

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
