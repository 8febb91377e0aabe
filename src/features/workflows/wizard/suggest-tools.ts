import { AppError } from '../../../contract/errors.ts'
import type { LanguageModels } from '../../models/language-model.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import { parsed } from '../planning/model-answer.ts'
import type { RankTools } from '../planning/understand-clause.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'

export interface SuggestDeps {
  readonly catalog: ToolCatalog
  readonly rank: RankTools
  readonly models?: LanguageModels | undefined
}

const SHOWN = 5
const CONSIDERED = 12
/** A person waits for the question: a slow model is not worth it. */
const PATIENCE_MS = 10_000

/** Actions of tools that could do what is wished, the likeliest first. A model may change their order, nothing else. */
export async function suggestTools(wish: string, deps: SuggestDeps, signal: AbortSignal): Promise<string[]> {
  const ranked = deps.rank(deps.catalog.list(), wish, CONSIDERED).map(({ entry }) => entry)
  const preferred = await preferredByModel(wish, { ranked, models: deps.models, signal })
  const actions = ranked.map(({ tool }) => tool.action)
  return [...new Set([...preferred.filter((action) => actions.includes(action)), ...actions])].slice(0, SHOWN)
}

async function preferredByModel(
  wish: string,
  {
    ranked,
    models,
    signal,
  }: { ranked: readonly CatalogEntry[]; models: LanguageModels | undefined; signal: AbortSignal },
): Promise<string[]> {
  if (ranked.length < 2 || !models?.choice()) return []
  const actions = ranked.map(({ tool }) => tool.action)
  try {
    const { object, text } = await models.ask({
      system: `Choose the tools that fit the request, the best first, at most ${SHOWN}. Answer with JSON {"actions": [...]} only.\n${ranked
        .map(({ tool }) => `${tool.action}: ${tool.description}`)
        .join('\n')}`,
      turns: [{ role: 'user', text: wish }],
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['actions'],
        properties: { actions: { type: 'array', items: { type: 'string', enum: actions } } },
      },
      temperature: 0,
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)]),
    })
    const given = ((object ?? parsed(text)) as { actions?: unknown } | undefined)?.actions
    return Array.isArray(given) ? given.filter((action) => typeof action === 'string') : []
  } catch (error) {
    signal.throwIfAborted()
    // The ranking alone is good enough to go on with.
    if (error instanceof AppError || (error as Error).name === 'TimeoutError') return []
    throw error
  }
}
