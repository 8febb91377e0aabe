import {
  formatBytes,
  formatDuration,
  formatNumber,
  withUnit,
  type NumberFormat,
} from '../../components/view-kit/text/format.ts'

/** A number as a person reads it, as in the shell. */
export function numberText(value: number, look: NumberFormat = {}): string {
  return spaced(formatNumber(value, look))
}

/** What one value is, in a cell or a list of facts. */
export function scalarText(value: unknown, look: NumberFormat = {}): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number') return numberText(value, look)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return look.unit ? spaced(withUnit(text, look.unit)) : text
}

export function moneyText(value: number, currency: string): string {
  return numberText(value, { format: 'currency', currency })
}

export function rounded(value: number, decimals?: number): string {
  return numberText(value, { decimals })
}

export function bytesText(bytes: number): string {
  return spaced(formatBytes(bytes))
}

export function durationText(seconds: number): string {
  return spaced(formatDuration(seconds))
}

/** The thin spaces of the shell would be in the way of whoever searches what was printed, or pipes it on. */
function spaced(text: string): string {
  return text.replaceAll('\u202F', ' ')
}
