import { arrayOf, objectOf, type Json } from './bounded-json.ts'
import type { Target } from './target.ts'

/** What a model's server says about it; undefined where it says nothing. */
export interface ModelFacts {
  readonly contextTokens?: number
  readonly tools?: boolean
  readonly vision?: boolean
}

type Fetch = typeof globalThis.fetch

/** Asks the server what it knows about the model. What cannot be found out is left out, never a failure. */
export async function readFacts(target: Target, fetch: Fetch, signal: AbortSignal): Promise<ModelFacts> {
  try {
    return await ask(target, { get: getter(fetch, signal) })
  } catch (error) {
    if (signal.aborted) throw error
    return {}
  }
}

/** The names of the models that the server has; undefined when it does not say. */
export async function listModels(
  { provider, baseUrl }: Target,
  fetch: Fetch,
  signal: AbortSignal,
): Promise<string[] | undefined> {
  try {
    const get = getter(fetch, signal)
    const body = await get(provider === 'ollama' ? `${baseUrl}/api/tags` : `${baseUrl}/models`)
    const listed = arrayOf(body['models'] ?? body['data'])
    return listed.map((entry) => nameOf(entry)).filter((name) => name !== '')
  } catch (error) {
    if (signal.aborted) throw error
    return undefined
  }
}

type Get = (url: string, body?: unknown) => Promise<Json>

function getter(fetch: Fetch, signal: AbortSignal): Get {
  return async (url, body) => {
    const response = await fetch(url, {
      signal,
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    })
    return objectOf(await response.json())
  }
}

async function ask({ provider, baseUrl, origin, model }: Target, { get }: { get: Get }): Promise<ModelFacts> {
  const name = encodeURIComponent(model)
  switch (provider) {
    case 'ollama':
      return ollamaFacts(await get(`${baseUrl}/api/show`, { model }))
    case 'lmstudio':
      return lmStudioFacts(await get(`${origin}/api/v0/models/${name}`))
    case 'llamacpp':
      return llamaCppFacts(await get(`${origin}/props`))
    case 'openrouter': {
      const listed = arrayOf((await get(`${baseUrl}/models`))['data'])
      return openRouterFacts(listed.find((entry) => entry['id'] === model) ?? {})
    }
    case 'google':
      return contextFacts((await get(`${baseUrl}/models/${name}`))['inputTokenLimit'])
    case 'anthropic':
      return contextFacts((await get(`${baseUrl}/models/${name}`))['max_input_tokens'])
    case 'openai':
    case 'openai_compatible':
    default: {
      const entry = await get(`${baseUrl}/models/${name}`)
      // vLLM, text-generation-inference and others each have a word of their own for it.
      return contextFacts(entry['max_model_len'] ?? entry['context_length'] ?? entry['context_window'])
    }
  }
}

export function ollamaFacts(shown: Json): ModelFacts {
  const info = objectOf(shown['model_info'])
  const length = Object.entries(info).find(([name]) => name.endsWith('.context_length'))?.[1]
  const capabilities = shown['capabilities']
  return {
    ...contextFacts(length),
    ...(Array.isArray(capabilities) && {
      tools: capabilities.includes('tools'),
      vision: capabilities.includes('vision'),
    }),
  }
}

function lmStudioFacts(entry: Json): ModelFacts {
  const capabilities = entry['capabilities']
  return {
    ...contextFacts(entry['loaded_context_length'] ?? entry['max_context_length']),
    ...(typeof entry['type'] === 'string' && { vision: entry['type'] === 'vlm' }),
    ...(Array.isArray(capabilities) && { tools: capabilities.includes('tool_use') }),
  }
}

export function llamaCppFacts(props: Json): ModelFacts {
  const { vision } = objectOf(props['modalities'])
  const { supports_tools } = objectOf(props['chat_template_caps'])
  return {
    ...contextFacts(objectOf(props['default_generation_settings'])['n_ctx']),
    ...(typeof vision === 'boolean' && { vision }),
    // Where the template knows none, the server teaches the model tools itself.
    ...(supports_tools === true && { tools: true }),
  }
}

function openRouterFacts(entry: Json): ModelFacts {
  const parameters = entry['supported_parameters']
  const modalities = objectOf(entry['architecture'])['input_modalities']
  return {
    ...contextFacts(entry['context_length']),
    ...(Array.isArray(parameters) && { tools: parameters.includes('tools') }),
    ...(Array.isArray(modalities) && { vision: modalities.includes('image') }),
  }
}

export function contextFacts(tokens: unknown): ModelFacts {
  return typeof tokens === 'number' && tokens > 0 ? { contextTokens: Math.floor(tokens) } : {}
}

/** Google writes `models/x`. */
function nameOf(entry: Json): string {
  const name = entry['id'] ?? entry['model'] ?? entry['name']
  return typeof name === 'string' ? name.replace(/^models\//, '') : ''
}
