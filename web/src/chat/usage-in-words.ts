import type { ModelUsage } from '../../../src/contract/model-schema.ts'
import { formatNumber } from '../../../src/components/view-kit/format.ts'

/** What an answer has used: tokens, how many of them the provider still had, and the price where it is known. */
export function usageInWords(usage: ModelUsage): string {
  const { input_tokens, output_tokens, cached_tokens, cost_usd, cost_estimated } = usage
  const told: string[] = []
  if (input_tokens !== null) {
    const cached = cached_tokens ? ` (${formatNumber(cached_tokens)} from the cache)` : ''
    told.push(`${formatNumber(input_tokens)} tokens read${cached}`)
  }
  if (output_tokens !== null) told.push(`${formatNumber(output_tokens)} written`)
  if (typeof cost_usd === 'number' && cost_usd > 0)
    told.push(`${cost_estimated ? 'about ' : ''}$${significant(cost_usd)}`)
  return told.length === 0 ? 'The provider did not say what it used.' : `${told.join(', ')}.`
}

/** Cents and their parts: two digits that count. */
function significant(dollars: number): string {
  return dollars >= 1 ? dollars.toFixed(2) : dollars.toPrecision(2).replace(/(?:\.0+|(\.\d*?)0+)$/, '$1')
}
