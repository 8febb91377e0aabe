import { Type, type Static } from './type.ts'
import { closed, literals, nullable } from './schema.ts'

export const providerNames = [
  'openai',
  'anthropic',
  'google',
  'openrouter',
  'ollama',
  'lmstudio',
  'llamacpp',
  'openai_compatible',
] as const

const modelName = (description: string) =>
  Type.String({ minLength: 1, maxLength: 200, pattern: '^[^\\u0000-\\u001f\\u007f]+$', description })

/** One model of one server. */
export const ModelPick = closed(
  {
    provider: literals(providerNames, { description: 'As in LLM_PROVIDER' }),
    model: modelName('As in LLM_MODEL'),
    base_url: Type.Optional(
      Type.String({
        pattern: '^https?://[^\\s/@?#]+(?:/[^\\s?#]*)?$',
        maxLength: 2048,
        description: "As in LLM_BASE_URL; defaults to the provider's usual address",
      }),
    ),
  },
  { $id: 'ModelPick', description: 'One model of one server' },
)
export type ModelPick = Static<typeof ModelPick>

const tokenCount = (description: string) => nullable(Type.Integer({ minimum: 0 }), { description })

export const ModelUsage = Type.Object(
  {
    input_tokens: tokenCount('Tokens read'),
    output_tokens: tokenCount('Tokens written'),
    total_tokens: tokenCount('Total tokens'),
    cached_tokens: Type.Optional(tokenCount('Input tokens the provider had cached and charges less for')),
    cost_usd: Type.Optional(
      nullable(Type.Number({ minimum: 0 }), {
        description: 'Price in US dollars; 0 for a model on this machine, null if unknown',
      }),
    ),
    cost_estimated: Type.Optional(
      Type.Boolean({
        description: 'Whether the cost was estimated from a price list instead of reported by the provider',
      }),
    ),
  },
  { $id: 'ModelUsage', description: "Cost of a call; null if the provider doesn't say" },
)
export type ModelUsage = Readonly<Static<typeof ModelUsage>>

/** Two calls together. A price of which a part is not known is not known. */
export function addUsage(a: ModelUsage, b: ModelUsage): ModelUsage {
  const add = (x: number | null, y: number | null) => (x === null && y === null ? null : (x ?? 0) + (y ?? 0))
  const isPriced = a.cost_usd !== undefined && b.cost_usd !== undefined
  const cost = isPriced && a.cost_usd !== null && b.cost_usd !== null ? a.cost_usd + b.cost_usd : null
  const hasCached = a.cached_tokens !== undefined || b.cached_tokens !== undefined
  return {
    input_tokens: add(a.input_tokens, b.input_tokens),
    output_tokens: add(a.output_tokens, b.output_tokens),
    total_tokens: add(a.total_tokens, b.total_tokens),
    ...(hasCached && { cached_tokens: add(a.cached_tokens ?? null, b.cached_tokens ?? null) }),
    ...(isPriced && { cost_usd: cost }),
    ...(cost !== null && { cost_estimated: a.cost_estimated === true || b.cost_estimated === true }),
  }
}
