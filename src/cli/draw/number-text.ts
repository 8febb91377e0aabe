import { formatNumber, type NumberFormat, withPlainSpaces } from '../../contract/text/numbers.ts'

/** A number as a person reads it, as in the shell. */
export function numberText(value: number, look: NumberFormat = {}): string {
  return withPlainSpaces(formatNumber(value, look))
}

export function moneyText(value: number, currency: string): string {
  return numberText(value, { format: 'currency', currency })
}

export function rounded(value: number, decimals?: number): string {
  return numberText(value, { decimals })
}
