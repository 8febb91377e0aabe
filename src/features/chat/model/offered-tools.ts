import { Type } from '../../../contract/type.ts'
import { limits } from '../../../contract/limits.ts'
import type { AnyTool } from '../../../contract/tool.ts'
import type { OfferedTool } from '../../models/language-model.ts'
import type { CatalogEntry, ToolCatalog } from '../../tools/tool-catalog.ts'
import type { Asked } from '../answering.ts'
import { resultShape } from './result-shape.ts'
import { tokensOfTool } from './token-room.ts'

const MOST_DESCRIPTION = 400

export const LOAD_TOOLS = 'LOAD_TOOLS'
export const DESCRIBE_COMPONENTS = 'DESCRIBE_COMPONENTS'
export const PLAN_WORKFLOW = 'PLAN_WORKFLOW'

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
  'SEARCH_DOCUMENTS',
  'RUN_TERMINAL',
  'FETCH_PAGE',
  'WEB_SEARCH',
  'LOOK_AT_IMAGE',
]

const names = (description: string) =>
  Type.Object({
    names: Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      minItems: 1,
      maxItems: 20,
      description,
    }),
  })

export const LoadArguments = names('Exact names from the catalogue')
export const DescribeArguments = names('Exact names of component types')

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

const planning: OfferedTool = {
  name: PLAN_WORKFLOW,
  description:
    'Runs several tools as a workflow that is stored, shown to the user and survives a restart. Steps whose ' +
    'dependencies have completed run side by side.',
  parameters: { ...PlanArguments },
}

const own: readonly OfferedTool[] = [
  {
    name: LOAD_TOOLS,
    description: 'Loads tools of the catalogue by name. They stay loaded for this conversation.',
    parameters: { ...LoadArguments },
  },
  {
    name: DESCRIBE_COMPONENTS,
    description: 'Describes component types that are only named in the instructions.',
    parameters: { ...DescribeArguments },
  },
  planning,
]

type Catalog = Pick<ToolCatalog, 'list' | 'find' | 'isAvailable' | 'setupOf'>

export interface Offering {
  readonly asked: Pick<Asked, 'provenance'>
  /** Tokens for all declarations. */
  readonly tokens: number
}

/** The tools that a model can call at once: the same ones in every request, then those that it loaded, in that order. */
export function offeredTools(
  catalog: Catalog,
  { asked, tokens, loaded }: Offering & { loaded: Iterable<string> },
): OfferedTool[] {
  const tools = [...own]
  let left = tokens - tools.reduce((sum, tool) => sum + tokensOfTool(tool), 0)
  const shapes: string[] = []
  for (const entry of declarable(catalog, { asked, loaded })) {
    const tool = offered(entry)
    left -= tokensOfTool(tool)
    if (left < 0) break
    tools.push(tool)
    // Those that were loaded tell theirs when they are: this text stays the same, so that a provider has read it already.
    if (core.includes(entry.tool.action)) shapes.push(...shapeOf(entry.tool))
  }
  const told = `${planning.description} Data of steps: ${shapes.join('; ')}.`
  const explained = { ...planning, description: told }
  // Worth nothing where it would push out a tool.
  if (left < tokensOfTool(explained) - tokensOfTool(planning)) return tools
  return tools.map((tool) => (tool === planning ? explained : tool))
}

function shapeOf(tool: AnyTool): string[] {
  const shape = resultShape(tool)
  return shape === '' ? [] : [`${tool.action} ${shape}`]
}

/** Those of the loaded tools that a request has no room for: a model must hear of it. */
export function unofferedTools(
  catalog: Catalog,
  offering: Offering & { loaded: Iterable<string> },
): string[] {
  const there = new Set(offeredTools(catalog, offering).map(({ name }) => name))
  return [...offering.loaded].filter((action) => catalog.find(action) && !there.has(action))
}

/** All that can be loaded in a few lines, by who brings it; and what would have to be set up first. */
export function toolCatalogue(catalog: Catalog, asked: Offering['asked']): string {
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
    ...(missing.length > 0 ? ['Not set up yet; say so when the user wants one:', ...missing] : []),
  ].join('\n')
}

function declarable(
  catalog: Catalog,
  { asked, loaded }: { asked: Offering['asked']; loaded: Iterable<string> },
): CatalogEntry[] {
  const shown = new Map(shownTo(catalog, asked).map((entry) => [entry.tool.action, entry]))
  const ready = (action: string) => {
    const entry = shown.get(action)
    return entry && catalog.setupOf(entry) === undefined ? [entry] : []
  }
  return [...new Set([...core, ...loaded])].flatMap(ready)
}

/** What is never run for somebody outside is not shown to the model that answers them. */
function shownTo(catalog: Catalog, { provenance }: Offering['asked']): CatalogEntry[] {
  const isOutside = provenance.startsWith('webhook:')
  return catalog.list().filter(({ tool }) => !isOutside || !tool.closedToOutside)
}

function offered({ tool, origin, agent }: CatalogEntry): OfferedTool {
  // What a stranger's plugin says about itself is not an instruction either, and is kept short.
  const description =
    origin === 'built_in' ? tool.description : `(From the plugin ${agent}.) ${tool.description}`
  return {
    name: tool.action,
    description: description.slice(0, MOST_DESCRIPTION),
    parameters: withoutBounds(tool.params) as Record<string, unknown>,
  }
}

const bounds: ReadonlySet<string> = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'pattern',
  '$id',
])

/** How long a text may be is checked when it comes; told in every request it costs a tenth of the declarations. */
function withoutBounds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutBounds)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      // A member that is an object is an argument of that name, not a keyword.
      .filter(([name, value]) => !(bounds.has(name) && typeof value !== 'object'))
      .map(([name, value]) => [name, withoutBounds(value)]),
  )
}
