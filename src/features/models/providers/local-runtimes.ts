import { arrayOf, objectOf, type Json } from '../bounded-json.ts'
import { contextFacts, llamaCppFacts, ollamaFacts, type ModelFacts } from '../model-facts.ts'
import type { ProviderName } from './providers.ts'

export type RuntimeName = 'ollama' | 'lmstudio' | 'llamacpp' | 'docker' | 'vllm' | 'jan'

/** A model, and what its server says that it can do; null where it does not say. */
export interface FoundModel {
  readonly model: string
  readonly tools: boolean | null
  readonly vision: boolean | null
  readonly context_tokens: number | null
}

export interface Runtime {
  readonly name: RuntimeName
  readonly title: string
  readonly port: number
  readonly provider: ProviderName
  /** What the address ends with under which its model calls lie. */
  readonly base: string
  readonly path: string
  /** The models in what it answers there; undefined when this runtime does not answer so. */
  readonly read: (answer: Json) => FoundModel[] | undefined
  /** What the list does not say; undefined for what is no model to talk with. */
  readonly abilities?: (model: FoundModel, more: MoreToAsk) => Promise<FoundModel | undefined>
}

interface MoreToAsk {
  readonly ask: (path: string, body?: Json) => Promise<Json>
  /** How many models it has. */
  readonly count: number
}

/** Every program that serves models on the machine of its user, as it documents itself. */
export const runtimes: readonly Runtime[] = [
  {
    name: 'ollama',
    title: 'Ollama',
    port: 11_434,
    provider: 'ollama',
    base: '',
    path: '/api/tags',
    read: ({ models }) =>
      Array.isArray(models) ? named(arrayOf(models), 'model').map(({ model }) => model) : undefined,
    async abilities(found, { ask }) {
      const shown = await ask('/api/show', { model: found.model })
      const { capabilities } = shown
      const isForTalk = !Array.isArray(capabilities) || capabilities.includes('completion')
      return isForTalk ? withFacts(found, ollamaFacts(shown)) : undefined
    },
  },
  {
    name: 'lmstudio',
    title: 'LM Studio',
    port: 1234,
    provider: 'lmstudio',
    base: '/v1',
    path: '/api/v1/models',
    read({ models }) {
      if (!Array.isArray(models)) return undefined
      const forTalk = arrayOf(models).filter(({ type }) => type === 'llm')
      return named(forTalk, 'key').map(({ model, entry }) => withFacts(model, lmStudioFacts(entry)))
    },
  },
  {
    name: 'llamacpp',
    title: 'llama.cpp',
    port: 8080,
    provider: 'llamacpp',
    base: '/v1',
    path: '/v1/models',
    read: (answer) => listedBy(answer, 'llamacpp', llamaCppListFacts),
    async abilities(found, { ask, count }) {
      // A server for several models would load the one that is asked about.
      return count === 1 ? withFacts(found, llamaCppFacts(await ask('/props'))) : found
    },
  },
  {
    name: 'docker',
    title: 'Docker Model Runner',
    port: 12_434,
    provider: 'openai_compatible',
    base: '/engines/v1',
    path: '/engines/v1/models',
    read: (answer) => listedBy(answer, 'docker'),
  },
  {
    name: 'vllm',
    title: 'vLLM',
    port: 8000,
    provider: 'openai_compatible',
    base: '/v1',
    path: '/v1/models',
    read: (answer) => listedBy(answer, 'vllm', ({ max_model_len }) => contextFacts(max_model_len)),
  },
  {
    name: 'jan',
    title: 'Jan',
    port: 1337,
    provider: 'openai_compatible',
    base: '/v1',
    path: '/v1/models',
    read: (answer) => listedBy(answer, undefined),
  },
]

/** A list in the words of OpenAI, by the owner that this runtime writes into each entry. */
function listedBy(
  { object, data }: Json,
  owner: string | undefined,
  factsOf: (entry: Json) => ModelFacts = () => ({}),
): FoundModel[] | undefined {
  if (object !== 'list' || !Array.isArray(data)) return undefined
  const entries = arrayOf(data).filter((entry) => entry['object'] === 'model')
  const own = owner === undefined ? entries : entries.filter(({ owned_by }) => owned_by === owner)
  return own.length === 0
    ? undefined
    : named(own, 'id').map(({ model, entry }) => withFacts(model, factsOf(entry)))
}

/** A name is one line and no longer than a setting can be. */
function named(entries: readonly Json[], member: string): { model: FoundModel; entry: Json }[] {
  return entries.flatMap((entry) => {
    const name = entry[member]
    if (typeof name !== 'string' || !/^\P{Cc}{1,200}$/u.test(name)) return []
    return [{ model: { model: name, tools: null, vision: null, context_tokens: null }, entry }]
  })
}

function withFacts(found: FoundModel, { tools, vision, contextTokens }: ModelFacts): FoundModel {
  return {
    model: found.model,
    tools: tools ?? found.tools,
    vision: vision ?? found.vision,
    context_tokens: contextTokens ?? found.context_tokens,
  }
}

function lmStudioFacts({ max_context_length, capabilities, loaded_instances }: Json): ModelFacts {
  const { vision, trained_for_tool_use } = objectOf(capabilities)
  // Loaded for less than it could take in, it takes in less.
  const [loaded] = arrayOf(loaded_instances)
  const { context_length } = objectOf(loaded?.['config'])
  return {
    ...contextFacts(max_context_length),
    ...contextFacts(context_length),
    ...(typeof vision === 'boolean' && { vision }),
    ...(typeof trained_for_tool_use === 'boolean' && { tools: trained_for_tool_use }),
  }
}

function llamaCppListFacts({ meta, architecture }: Json): ModelFacts {
  const { n_ctx, n_ctx_train } = objectOf(meta)
  const { input_modalities } = objectOf(architecture)
  return {
    ...contextFacts(n_ctx_train),
    ...contextFacts(n_ctx),
    ...(Array.isArray(input_modalities) && { vision: input_modalities.includes('image') }),
  }
}
