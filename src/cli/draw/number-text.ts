import { formatNumber, withUnit, type NumberFormat, withPlainSpaces } from '../../contract/text/numbers.ts'

/** A number as a person reads it, as in the shell. */
export function numberText(value: number, look: NumberFormat = {}): string {
  return withPlainSpaces(formatNumber(value, look))
}

/** What one value is, in a cell or a list of facts. */
export function scalarText(value: unknown, look: NumberFormat = {}): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'number') return numberText(value, look)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return look.unit ? withPlainSpaces(withUnit(text, look.unit)) : text
}

export function moneyText(value: number, currency: string): string {
  return numberText(value, { format: 'currency', currency })
}

export function rounded(value: number, decimals?: number): string {
  return numberText(value, { decimals })
}
