import { Type } from '../../../contract/type.ts'
import { isFromOutside } from '../../../contract/endpoint.ts'
import { limits } from '../../../contract/limits.ts'
import type { OfferedTool } from '../../models/language-model.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { Asked } from '../answering.ts'
import { leanParameters, type LeanTool } from './lean-schema.ts'
import { resultShape } from './result-shape.ts'
import type { PromptExtent } from './system-prompt.ts'
import { tokensOfTool } from './history/token-room.ts'
import type { CatalogEntry } from '../../tools/catalog-entry.ts'

const MAX_DESCRIPTION = 400

export const LOAD_TOOLS = 'LOAD_TOOLS'
export const DESCRIBE_COMPONENTS = 'DESCRIBE_COMPONENTS'
export const PLAN_WORKFLOW = 'PLAN_WORKFLOW'
export const UPDATE_PLAN = 'UPDATE_PLAN'
export const RUN_SUBTASK = 'RUN_SUBTASK'

/**
 * What most wishes need, the most needed first: a model that takes in little gets the beginning. They are the same in every
 * request, so that a provider has read them already.
 */
const core = [
  'READ_FILE',
  'SEARCH_FILES',
  'WRITE_FILE',
  'EDIT_FILE',
  'LIST_FILES',
  'MOVE_FILE',
  'CREATE_FOLDER',
  'READ_PDF',
  'READ_DOCX',
  'READ_XLSX',
  'WRITE_XLSX',
  'DELETE_FILE',
  'RUN_TERMINAL',
  'FETCH_PAGE',
  'WEB_SEARCH',
  'LOOK_AT_IMAGE',
  'USE_SKILL',
  'READ_SKILL_FILE',
  'RUN_SKILL_SCRIPT',
]

const names = (description: string) =>
  Type.Object({
    names: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 20,
      description,
    }),
  })

export const LoadArguments = names('Exact names')
export const DescribeArguments = names('Exact names')

export const PlanArguments = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 200, description: 'What it does, for a person' }),
  steps: Type.Array(
    Type.Object({
      id: Type.String({ minLength: 1, maxLength: 128, description: 'Unique in the plan' }),
      action: Type.String({ minLength: 1, maxLength: 200, description: 'Name of the tool' }),
      args: Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        description: '"$step_id.member" takes a value from the data of an earlier step',
      }),
      depends_on: Type.Optional(
        Type.Array(Type.String({ maxLength: 128 }), {
          description: 'Ids of steps that must be done before',
        }),
      ),
    }),
    { minItems: 1, maxItems: limits.plan_steps.value },
  ),
})

export const UpdatePlanArguments = Type.Object({
  steps: Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { minItems: 1, maxItems: 50 }),
})

export const SubtaskArguments = Type.Object({
  task: Type.String({
    minLength: 1,
    maxLength: 20_000,
    description: 'All that it needs to know: it has not read this conversation',
  }),
  tools: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 30,
      description: 'The only tools that it may use, by exact name',
    }),
  ),
})

const own: readonly OfferedTool[] = [
  {
    name: LOAD_TOOLS,
    description: 'Loads tools of the catalogue for this conversation.',
    parameters: LoadArguments,
  },
  {
    name: DESCRIBE_COMPONENTS,
    description: 'Tells all members of component types.',
    parameters: DescribeArguments,
  },
  {
    name: UPDATE_PLAN,
    description:
      'Shows the user your plan; again when a step moves on. A line a step: "[ ]", "[>]" doing, "[x]" or "[-]" dropped, then what it is.',
    parameters: UpdatePlanArguments,
  },
].map(lean)

/** Those that are declared only once they were loaded, as the tools of the catalogue are. */
const ownToLoad: ReadonlyMap<string, { readonly tool: OfferedTool; readonly line: string }> = new Map([
  [
    PLAN_WORKFLOW,
    {
      line: 'runs tools as a workflow that is stored, shown and survives a restart',
      tool: lean({
        name: PLAN_WORKFLOW,
        description:
          'Runs tools as a workflow that is stored, shown to the user and survives a restart. Steps that do not depend on ' +
          'each other run side by side.',
        parameters: PlanArguments,
      }),
    },
  ],
  [
    RUN_SUBTASK,
    {
      line: 'works on a part of the task with a context of its own and brings back a summary',
      tool: lean({
        name: RUN_SUBTASK,
        description:
          'Gives a part of the work, such as reading many files, to a second run of yourself that brings back a summary: what it reads costs this conversation nothing. Several in one step run side by side.',
        parameters: SubtaskArguments,
      }),
    },
  ],
])

/** Whether it is one of the service's own that every request declares. */
export function isAlwaysThere(name: string): boolean {
  return own.some((tool) => tool.name === name)
}

/** Whether it is one of the service's own that can be loaded. */
export function isOwnToLoad(name: string): boolean {
  return ownToLoad.has(name)
}

/** What loading one of them tells: a plan names the results of tools, and those of the others are told when they are loaded. */
export function toldWhenLoaded(name: string, catalog: Pick<ToolCatalog, 'find'>): string {
  if (name !== PLAN_WORKFLOW) return `${name} is loaded.`
  const shapes = core.flatMap((action) => {
    const entry = catalog.find(action)
    const shape = entry ? resultShape(entry.tool) : ''
    return shape === '' ? [] : [`${action} ${shape}`]
  })
  return `${name} is loaded. Data of the tools: ${shapes.join('; ')}`
}

type Catalog = Pick<ToolCatalog, 'list' | 'find' | 'isAvailable' | 'setupOf'>

interface Extent {
  readonly asked: Pick<Asked, 'provenance'>
  readonly extent: PromptExtent
}

export interface Offering extends Extent {
  /** Tokens for all declarations. */
  readonly tokens: number
  /** A part of an answer that has a context of its own: it neither plans nor gives away parts. */
  readonly isSubtask?: boolean
}

/** The tools that a model can call at once: the same ones in every request, then those that it loaded, in that order. */
export function offeredTools(
  catalog: Catalog,
  { asked, extent, tokens, loaded, isSubtask = false }: Offering & { loaded: Iterable<string> },
): OfferedTool[] {
  const isLoadOnly = isSubtask || extent === 'least'
  const tools = isLoadOnly ? own.filter(({ name }) => name === LOAD_TOOLS) : [...own]
  let left = tokens - tools.reduce((sum, tool) => sum + tokensOfTool(tool), 0)
  for (const tool of declarable(catalog, { asked, loaded, isSubtask })) {
    left -= tokensOfTool(tool)
    if (left < 0) break
    tools.push(tool)
  }
  return tools
}

/** Those of the loaded tools that a request has no room for: a model must hear of it. */
export function unofferedTools(
  catalog: Catalog,
  offering: Offering & { loaded: Iterable<string> },
): string[] {
  const there = new Set(offeredTools(catalog, offering).map(({ name }) => name))
  return [...offering.loaded].filter(
    (action) => (catalog.find(action) || isOwnToLoad(action)) && !there.has(action),
  )
}

/** All that can be loaded in a few lines, by who brings it; and what would have to be set up first. */
export function toolCatalogue(
  catalog: Catalog,
  { asked, extent, isSubtask = false }: Extent & Pick<Offering, 'isSubtask'>,
): string {
  const groups = Map.groupBy(shownTo(catalog, asked), ({ agent }) => agent)
  const ready: string[] = []
  const missing: string[] = []
  for (const [agent, entries] of groups) {
    for (const [setup, ones] of Map.groupBy(entries, (entry) => catalog.setupOf(entry))) {
      const actions = ones.map(({ tool }) => tool.action)
      const more = actions.filter((action) => !core.includes(action))
      if (setup !== undefined) missing.push(`- ${agent} (${actions.join(', ')}): ${setup}`)
      else if (more.length > 0) ready.push(`- ${agent}: ${more.join(', ')}`)
    }
  }
  return [
    `Catalogue of further tools, by group (${LOAD_TOOLS} first):`,
    ...ready,
    ...(isSubtask ? [] : [...ownToLoad].map(([name, { line }]) => `- ${name}: ${line}`)),
    ...(missing.length > 0 && extent !== 'least'
      ? ['Not set up yet; say so when the user wants one:', ...missing]
      : []),
  ].join('\n')
}

function declarable(
  catalog: Catalog,
  { asked, loaded, isSubtask }: { asked: Offering['asked']; loaded: Iterable<string>; isSubtask: boolean },
): OfferedTool[] {
  const shown = new Map(shownTo(catalog, asked).map((entry) => [entry.tool.action, entry]))
  const ready = (action: string): OfferedTool[] => {
    const mine = isSubtask ? undefined : ownToLoad.get(action)?.tool
    const entry = shown.get(action)
    if (mine) return [mine]
    return entry && catalog.setupOf(entry) === undefined ? [offered(entry)] : []
  }
  return [...new Set([...core, ...loaded])].flatMap(ready)
}

/** What is never run for somebody outside is not shown to the model that answers them. */
function shownTo(catalog: Catalog, { provenance }: Offering['asked']): CatalogEntry[] {
  const closed = isFromOutside(provenance)
  return catalog.list().filter(({ tool }) => !closed || !tool.closedToOutside)
}

function offered({ tool, origin, agent }: CatalogEntry): OfferedTool {
  // What a stranger's plugin says about itself is not an instruction either, and is kept short.
  const description =
    origin === 'built_in' ? tool.description : `(From the plugin ${agent}.) ${tool.description}`
  return lean({
    name: tool.action,
    description: description.slice(0, MAX_DESCRIPTION),
    parameters: tool.params,
  })
}

function lean({ name, description, parameters }: LeanTool): OfferedTool {
  return { name, description, parameters: leanParameters({ name, description, parameters }) }
}
