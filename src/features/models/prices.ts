import type { ModelUsage } from '../../contract/model-schema.ts'
import type { SdkPart } from './providers/sdk-types.ts'
import { isOnThisMachine, type Target } from './target.ts'

/** What an SDK counted. */
export type SdkUsage = Extract<SdkPart, { type: 'finish' }>['usage']

/** The providers that the list of prices knows by their names; others it knows by their address. */
const listed: ReadonlySet<string> = new Set(['openai', 'anthropic', 'google', 'openrouter'])

/** What a call has used, in tokens and in money. */
export async function usageOf(target: Target, spent: SdkUsage): Promise<ModelUsage> {
  const { inputTokens, outputTokens } = spent
  const input = inputTokens.total ?? null
  const output = outputTokens.total ?? null
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input === null && output === null ? null : (input ?? 0) + (output ?? 0),
    cached_tokens: inputTokens.cacheRead ?? null,
    ...(await costOf(target, spent)),
  }
}

async function costOf(
  target: Target,
  spent: SdkUsage,
): Promise<Pick<ModelUsage, 'cost_usd' | 'cost_estimated'>> {
  if (isOnThisMachine(target)) return { cost_usd: 0, cost_estimated: false }
  const told = spent.raw?.['cost']
  if (typeof told === 'number' && told >= 0) return { cost_usd: told, cost_estimated: false }
  const cost_usd = await listedPrice(target, spent)
  return cost_usd === null ? { cost_usd } : { cost_usd, cost_estimated: true }
}

async function listedPrice(
  { provider, model, baseUrl, isElsewhere }: Target,
  { inputTokens, outputTokens }: SdkUsage,
): Promise<number | null> {
  if (inputTokens.total === undefined || outputTokens.total === undefined) return null
  const usage = {
    input_tokens: inputTokens.total,
    output_tokens: outputTokens.total,
    ...(inputTokens.cacheRead !== undefined && { cache_read_tokens: inputTokens.cacheRead }),
    ...(inputTokens.cacheWrite !== undefined && { cache_write_tokens: inputTokens.cacheWrite }),
  }
  const { calcPrice } = await import('@pydantic/genai-prices')
  try {
    // A server that only speaks like a provider has prices of its own.
    const seller =
      listed.has(provider) && !isElsewhere ? { providerId: provider } : { providerApiUrl: baseUrl }
    return calcPrice(usage, model, seller)?.total_price ?? null
  } catch {
    // Counts that cannot be, e.g. more cached than read.
    return null
  }
}
