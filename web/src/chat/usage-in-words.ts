import type { ModelUsage } from '../../../src/contract/model-schema.ts'
import { formatNumber } from '../../../src/contract/text/numbers.ts'

/** What an answer has used: tokens, how many of them the provider still had, and the price where it is known. */
export function usageInWords(usage: ModelUsage): string {
  const { input_tokens, output_tokens, cached_tokens, cost_usd, cost_estimated } = usage
  const told: string[] = []
  if (input_tokens !== null) {
    const cached = cached_tokens ? ` (${formatNumber(cached_tokens)} from the cache)` : ''
    told.push(`${formatNumber(input_tokens)} tokens read${cached}`)
  }
  if (output_tokens !== null) told.push(`${formatNumber(output_tokens)} written`)
  if (typeof cost_usd === 'number' && cost_usd > 0) told.push(priceInWords(cost_usd, cost_estimated))
  return told.length === 0 ? "The provider didn't report its usage." : `${told.join(', ')}.`
}

/** Dollars and cents; below a dollar the first two digits that count, since an answer may cost a part of a cent. */
export function priceInWords(dollars: number, isEstimated = false): string {
  return `${isEstimated ? 'about ' : ''}$${significant(dollars)}`
}

function significant(dollars: number): string {
  if (dollars === 0) return '0.00'
  return dollars >= 1 ? dollars.toFixed(2) : dollars.toPrecision(2).replace(/(?:\.0+|(\.\d*?)0+)$/, '$1')
}
