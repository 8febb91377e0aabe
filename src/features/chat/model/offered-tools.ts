import { Type } from '../../../contract/type.ts'
import { limits } from '../../../contract/limits.ts'
import type { Asked } from '../answering.ts'
import type { OfferedTool } from '../../models/language-model.ts'
import type { RankedTool } from '../../tools/rank-tools.ts'
import type { CatalogEntry, ToolCatalog } from '../../tools/tool-catalog.ts'
import { tokensOfTool } from './token-room.ts'

export type Rank = (
  entries: readonly CatalogEntry[],
  sentence: string,
  limit: number,
) => readonly RankedTool[]

const MOST_RANKED = 12
const alwaysThere = ['SEARCH_DOCUMENTS', 'READ_FILE', 'SEARCH_FILES']
const MOST_DESCRIPTION = 400

export const FIND_TOOLS = 'FIND_TOOLS'
export const PLAN_WORKFLOW = 'PLAN_WORKFLOW'

const FindArguments = Type.Object({
  query: Type.String({ minLength: 1, maxLength: 500, description: 'What is to be done, in a few words' }),
})

export const PlanArguments = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: 'What it does, for a person' }),
  steps: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 128, description: 'Unique in the plan' }),
      action: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the tool' }),
      args: Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: 'Its arguments; "$step_id.member" takes a value from the data of an earlier step',
      }),
      depends_on: Type.Optional(
        Type.Array(Type.String({ maxLength: 128 }), {
          description: 'Ids of the steps that must be done before',
        }),
      ),
    }),
    { minItems: 1, maxItems: limits.plan_steps.value },
  ),
})

const findTools: OfferedTool = {
  name: FIND_TOOLS,
  description: 'Finds other tools by what they do. Those that it finds can be called from then on.',
  parameters: { ...FindArguments },
}

const planWorkflow: OfferedTool = {
  name: PLAN_WORKFLOW,
  description:
    'Runs several tools as a workflow that is stored, shown to the user and survives a restart. Steps whose dependencies ' +
    'have completed run side by side. Choose it when a request needs several steps.',
  parameters: { ...PlanArguments },
}

interface Wanted {
  readonly rank: Rank
  readonly sentence: string
  readonly limit?: number
  readonly asked: Pick<Asked, 'provenance'>
}

/** The tools that a model gets to see: those the sentence speaks of, and a few that always help. */
export function rankedActions(
  catalog: Pick<ToolCatalog, 'list'>,
  { rank, sentence, limit = MOST_RANKED, asked }: Wanted,
): { readonly actions: string[]; readonly ranked: readonly RankedTool[] } {
  // What is never run for somebody outside is not shown to the model that answers them.
  const isOutside = asked.provenance.startsWith('webhook:')
  const entries = catalog.list().filter(({ tool }) => !isOutside || !tool.closedToOutside)
  const ranked = rank(entries, sentence, limit)
  const actions = [...ranked.map(({ entry }) => entry.tool.action), ...alwaysThere]
  return { actions: [...new Set(actions)], ranked }
}

/** Their declarations, as many as there is room for; what was found last is the first to be left out. */
export function offeredTools(
  catalog: Pick<ToolCatalog, 'find' | 'isAvailable'>,
  { actions, tokens }: { actions: Iterable<string>; tokens: number },
): OfferedTool[] {
  const tools = [planWorkflow, findTools]
  let left = tokens - tools.reduce((sum, tool) => sum + tokensOfTool(tool), 0)
  for (const action of actions) {
    const entry = catalog.find(action)
    if (!entry || !catalog.isAvailable(entry)) continue
    const tool = offered(entry)
    left -= tokensOfTool(tool)
    if (left < 0) break
    tools.push(tool)
  }
  return tools
}

function offered({ tool, origin, agent }: CatalogEntry): OfferedTool {
  // What a stranger's plugin says about itself is not an instruction either, and is kept short.
  const description =
    origin === 'built_in' ? tool.description : `(From the plugin ${agent}.) ${tool.description}`
  return {
    name: tool.action,
    description: description.slice(0, MOST_DESCRIPTION),
    parameters: { ...(tool.params as Record<string, unknown>), additionalProperties: false },
  }
}
