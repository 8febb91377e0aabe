export type ProviderName =
  | 'openai'
  | 'anthropic'
  | 'google'
  | 'openrouter'
  | 'ollama'
  | 'lmstudio'
  | 'llamacpp'
  | 'openai_compatible'

export interface ProviderInfo {
  readonly title: string
  /** Its usual address; undefined when only the user can know it. */
  readonly address: string | undefined
  /** What the path of an address begins with when the user gave only a host. */
  readonly path: string
  /** The header that carries the key; `authorization` gets `Bearer` in front. */
  readonly keyHeader: 'authorization' | 'x-api-key' | 'x-goog-api-key'
  /** Its usual address answers nobody without a key. */
  readonly needsKey: boolean
  /** Runs on the user's own machine: loading a model may take a while. */
  readonly isLocal: boolean
}

const hosted = { keyHeader: 'authorization', needsKey: true, isLocal: false } as const
const local = { keyHeader: 'authorization', needsKey: false, isLocal: true } as const

export const providers: Readonly<Record<ProviderName, ProviderInfo>> = {
  openai: { title: 'OpenAI', address: 'https://api.openai.com/v1', path: '/v1', ...hosted },
  anthropic: {
    title: 'Anthropic',
    address: 'https://api.anthropic.com/v1',
    path: '/v1',
    ...hosted,
    keyHeader: 'x-api-key',
  },
  google: {
    title: 'Google',
    address: 'https://generativelanguage.googleapis.com/v1beta',
    path: '/v1beta',
    ...hosted,
    keyHeader: 'x-goog-api-key',
  },
  openrouter: { title: 'OpenRouter', address: 'https://openrouter.ai/api/v1', path: '/api/v1', ...hosted },
  ollama: { title: 'Ollama', address: 'http://127.0.0.1:11434', path: '', ...local },
  lmstudio: { title: 'LM Studio', address: 'http://127.0.0.1:1234/v1', path: '/v1', ...local },
  llamacpp: { title: 'llama.cpp', address: 'http://127.0.0.1:8080/v1', path: '/v1', ...local },
  openai_compatible: {
    title: 'The model server',
    address: undefined,
    path: '/v1',
    keyHeader: 'authorization',
    needsKey: false,
    isLocal: false,
  },
}

export function isProviderName(name: string): name is ProviderName {
  return Object.hasOwn(providers, name)
}

/** The address under which a provider's paths lie, from what a person typed: with or without `/v1` and slashes. */
export function baseAddress(provider: ProviderName, typed: string | null): string | undefined {
  const { address, path } = providers[provider]
  if (typed === null) return address
  const url = URL.parse(typed)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return undefined
  const given = url.pathname
    .replace(/\/(?:chat\/completions|messages|responses)?\/*$/, '')
    .replace(/\/+$/, '')
  if (provider === 'ollama') return url.origin + given.replace(/\/(?:api|v1)$/, '')
  return url.origin + (given === '' ? path : given)
}
