import { providers, type ProviderName } from '../../../../src/features/models/providers/providers.ts'

export interface Preset {
  readonly provider: ProviderName
  readonly title: string
  /** Where it usually is; undefined when only the person can know. */
  readonly address: string | undefined
  readonly asksAddress: boolean
  readonly asksKey: boolean
  readonly needsKey: boolean
  /** How an identifier of its models looks. */
  readonly example: string
}

/** What a person entered. The key is empty when the kept one is to stay. */
export interface ModelChoice {
  readonly provider: string
  readonly model: string
  readonly address: string
  readonly key: string
}

const EXAMPLES: Readonly<Record<ProviderName, string>> = {
  openai: 'gpt-5-mini',
  anthropic: 'claude-sonnet-4-5',
  google: 'gemini-2.5-flash',
  openrouter: 'qwen/qwen3-32b',
  ollama: 'qwen3:8b',
  lmstudio: 'qwen3-8b',
  llamacpp: 'default',
  openai_compatible: 'qwen3-8b',
}

export const presets: readonly Preset[] = (Object.keys(EXAMPLES) as ProviderName[]).map((provider) => {
  const { title, address, isLocal, needsKey } = providers[provider]
  return {
    provider,
    title: provider === 'openai_compatible' ? 'Another server' : title,
    address,
    asksAddress: isLocal || address === undefined,
    asksKey: !isLocal,
    needsKey,
    example: EXAMPLES[provider],
  }
})

export function presetOf(provider: string): Preset | undefined {
  return presets.find((preset) => preset.provider === provider)
}

/** What `POST /api/llm/test` takes for this choice. */
export function trialOf({ provider, model, address, key }: ModelChoice) {
  return {
    provider,
    model: model.trim(),
    ...(address.trim() !== '' && { base_url: address.trim() }),
    ...(key !== '' && { api_key: key }),
  }
}

/** The settings that keep this choice. An address of the provider before would lead to the wrong place, so it goes. */
export function valuesOf({ provider, model, address, key }: ModelChoice): Record<string, string | null> {
  return {
    LLM_PROVIDER: provider,
    LLM_MODEL: model.trim(),
    LLM_BASE_URL: address.trim() === '' ? null : address.trim(),
    ...(key !== '' && { LLM_API_KEY: key }),
  }
}
