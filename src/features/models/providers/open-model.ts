import { createHash } from 'node:crypto'
import type { NativeTool } from '../language-model.ts'
import { withComputerUse } from './google-computer.ts'
import type { ProviderName } from './providers.ts'
import type { SdkModel, SdkOptions } from './sdk-types.ts'
import type { Target } from '../target.ts'

export interface ModelOptions {
  readonly fetch: typeof globalThis.fetch
  /** Whether an answer in a schema is asked for by the schema itself. */
  readonly bySchema: boolean
  /** Ollama: how many tokens the model is loaded for. */
  readonly contextTokens?: number | undefined
  /** Tools of the provider that are offered. */
  readonly nativeTools?: readonly NativeTool[] | undefined
  /** The conversation that the call belongs to. */
  readonly session?: string | undefined
}

export interface OpenModel {
  readonly model: SdkModel
  readonly providerOptions?: SdkOptions['providerOptions']
}

/** SDKs look for keys in the environment when they get none. The real one is put in, and this taken out, on the wire. */
const NO_KEY = 'set-on-the-wire'

type Opener = (target: Target, options: ModelOptions) => Promise<OpenModel>

/** The SDK of the one provider that is needed, loaded when it is. */
export function openModel(target: Target, options: ModelOptions): Promise<OpenModel> {
  return openers[target.provider](target, options)
}

const openers: Readonly<Record<ProviderName, Opener>> = {
  async openai({ model: name, baseUrl: baseURL, isElsewhere }, { fetch, session }) {
    const { createOpenAI } = await import('@ai-sdk/openai')
    const openai = createOpenAI({ baseURL, fetch, apiKey: NO_KEY })
    // Servers that imitate OpenAI know the older protocol; OpenAI's own newest models know only the newer one well.
    const model = isElsewhere ? openai.chat(name) : openai.responses(name)
    // Imitations may refuse a member that they do not know.
    const promptCacheKey = session === undefined || isElsewhere ? undefined : cacheKey(session)
    return {
      model,
      providerOptions: {
        openai: { store: false, strictJsonSchema: false, ...(promptCacheKey && { promptCacheKey }) },
      },
    }
  },
  async anthropic({ model, baseUrl: baseURL }, { fetch }) {
    const { createAnthropic } = await import('@ai-sdk/anthropic')
    return { model: createAnthropic({ baseURL, fetch, apiKey: NO_KEY })(model) }
  },
  async google({ model, baseUrl: baseURL }, { fetch, nativeTools }) {
    const { createGoogle } = await import('@ai-sdk/google')
    const own = withComputerUse(fetch, nativeTools)
    return { model: createGoogle({ baseURL, fetch: own, apiKey: NO_KEY })(model) }
  },
  async ollama({ model, baseUrl: baseURL }, { fetch, contextTokens }) {
    const { createOllama } = await import('ai-sdk-ollama')
    const settings = contextTokens === undefined ? {} : { options: { num_ctx: contextTokens } }
    return { model: createOllama({ baseURL, fetch })(model, settings) }
  },
  openrouter: openCompatible,
  lmstudio: openCompatible,
  llamacpp: openCompatible,
  openai_compatible: openCompatible,
}

/** OpenAI takes 64 characters; a client may have given its conversation a longer name. */
function cacheKey(session: string): string {
  return session.length <= 64 ? session : createHash('sha256').update(session).digest('hex')
}

async function openCompatible(
  { provider: name, model, baseUrl: baseURL }: Target,
  { fetch, bySchema }: ModelOptions,
): Promise<OpenModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const compatible = createOpenAICompatible({
    name,
    baseURL,
    fetch,
    apiKey: NO_KEY,
    includeUsage: true,
    supportsStructuredOutputs: bySchema,
  })
  // Strict schemas are a dialect that few schemas are written in; the answer is checked anyway.
  return {
    model: compatible.chatModel(model),
    providerOptions: { openaiCompatible: { strictJsonSchema: false } },
  }
}
