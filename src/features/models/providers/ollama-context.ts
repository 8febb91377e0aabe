import type { ModelRequest } from '../language-model.ts'
import type { ModelFacts } from '../model-facts.ts'
import { estimateTokens } from '../prompt.ts'
import type { Target } from '../target.ts'

/** For how many tokens each model was last asked to be loaded. */
export type LoadedContexts = Map<string, number>

export interface ContextPlan {
  /** Undefined where the server knows best. */
  readonly tokens?: number
  readonly warning?: string
}

const ANSWER_TOKENS = 4096
const SMALLEST = 8192
/** Less than that is no answer. */
const MIN_ANSWER_LENGTH = 256

/**
 * Ollama loads a model for a number of tokens and silently drops the beginning of what does not fit; its default is
 * small. So each call says how many it needs. In steps, and never less than before, because a model that gets another
 * number is loaded anew.
 */
export function planContext(
  request: ModelRequest,
  { target, facts, contexts }: { target: Target; facts: ModelFacts; contexts: LoadedContexts },
): ContextPlan {
  if (target.provider !== 'ollama') return {}
  const name = `${target.origin} ${target.model}`
  const prompt = estimateTokens(request)
  const most = Math.min(facts.contextTokens ?? Infinity, target.contextTokens ?? Infinity)
  const wanted = prompt + (request.maxTokens ?? ANSWER_TOKENS)
  const step = 2 ** Math.ceil(Math.log2(Math.max(wanted, SMALLEST)))
  const tokens = Math.min(most, Math.max(step, contexts.get(name) ?? 0))
  contexts.set(name, tokens)
  if (prompt + MIN_ANSWER_LENGTH <= tokens) return { tokens }
  return {
    tokens,
    warning: `This is about ${prompt} tokens, but ${target.model} sees ${tokens} at once. The beginning is left out.`,
  }
}
