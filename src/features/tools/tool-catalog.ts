import { AppError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { AnyTool, Edition, Plugin, Risk, ToolCall } from '../../contract/tool.ts'
import { meantName } from '../../platform/validation/understand.ts'
import { nearestName } from '../../platform/validation/validation.ts'
import { editionsOf } from './tool-editions.ts'
import { understandArguments } from './check-arguments.ts'
import type { CatalogEntry } from './catalog-entry.ts'

export interface CatalogFilter {
  readonly agent?: string | undefined
  readonly edition?: Edition | undefined
  readonly risk?: Risk | undefined
  readonly query?: string | undefined
}

export interface CatalogOptions {
  readonly builtIn: readonly Plugin[]
  /** What only a step of a workflow can do. */
  readonly stepsOnly?: readonly Plugin[]
  readonly edition: Edition
  /** The effective value of a setting; without it every plugin counts as set up. */
  readonly setting?: ToolCall['setting']
}

/** Every tool that can be called by name: those that come with the service and those that the user added. */
export class ToolCatalog {
  readonly edition: Edition
  readonly #entries = new Map<string, CatalogEntry>()
  readonly #listeners = new Set<() => void>()
  readonly #setting: ToolCall['setting']

  constructor({ builtIn, stepsOnly = [], edition, setting = () => undefined }: CatalogOptions) {
    this.edition = edition
    this.#setting = setting
    for (const plugin of builtIn) this.add(plugin, { origin: 'built_in', alwaysAsks: false })
    for (const plugin of stepsOnly)
      this.add(plugin, { origin: 'built_in', alwaysAsks: false, isStepOnly: true })
  }

  /** All tools of the plugin, or none when another agent has one of the names. */
  add(plugin: Plugin, about: Omit<CatalogEntry, 'agent' | 'tool'>): void {
    for (const { action } of plugin.tools) {
      const known = this.#entries.get(action)
      if (known && known.agent !== plugin.agent)
        throw new AppError(
          'conflict',
          `${plugin.agent} adds the tool ${action}, which ${known.agent} already has.`,
        )
    }
    for (const tool of plugin.tools) this.#entries.set(tool.action, { agent: plugin.agent, tool, ...about })
    this.#tell()
  }

  removeAgent(agent: string): void {
    for (const [action, entry] of this.#entries) if (entry.agent === agent) this.#entries.delete(action)
    this.#tell()
  }

  /** What the user must do before the tool can work; undefined when nothing is missing. */
  setupOf({ tool }: CatalogEntry): string | undefined {
    return tool.setup?.(this.#setting)
  }

  /** Tells of every change of what can be called. The returned function ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  find(action: string): CatalogEntry | undefined {
    const entry = this.#entries.get(action)
    return entry?.tool.appOnly ? undefined : entry
  }

  /** The same for the page of an MCP server, which also finds what is for nobody else. */
  findForApp(action: string): CatalogEntry | undefined {
    return this.#entries.get(action)
  }

  /** The tool that a model means: `read_file`, `Read-File` and `functions.READ_FILE` are READ_FILE when nothing else is. */
  findMeant(action: string): CatalogEntry | undefined {
    const known = this.#names()
    const last = action.slice(action.lastIndexOf('.') + 1)
    const meant = meantName(action, known) ?? meantName(last, known)
    return meant === undefined ? undefined : this.find(meant)
  }

  /** The arguments as a model means them, for this tool. */
  understand(
    entry: CatalogEntry,
    args: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> {
    return understandArguments(entry, args)
  }

  isAvailable({ tool }: CatalogEntry): boolean {
    return editionsOf(tool).includes(this.edition)
  }

  agents(): string[] {
    return [...new Set([...this.#entries.values()].map(({ agent }) => agent))].toSorted()
  }

  list({ agent, edition = this.edition, risk, query }: CatalogFilter = {}): CatalogEntry[] {
    const fitting = [...this.#entries.values()].filter(
      (entry) =>
        !entry.isStepOnly &&
        !entry.tool.appOnly &&
        editionsOf(entry.tool).includes(edition) &&
        (agent === undefined || entry.agent === agent) &&
        (risk === undefined || entry.tool.risk === risk),
    )
    if (query === undefined) return fitting.toSorted(byName)
    return fitting
      .map((entry) => ({ entry, score: scoreOf(entry, query) }))
      .filter(({ score }) => score > 0)
      .toSorted((a, b) => b.score - a.score || byName(a.entry, b.entry))
      .map(({ entry }) => entry)
  }

  /** What to tell someone who asked for a tool that is not there. */
  /** Says so, with the name that may be meant, or else where all names are. */
  unknown(action: string, whereAll = 'GET /api/tools lists all of them.'): string {
    const near = nearestName(action, this.#names())
    return `Unknown tool "${action}". ${near ? `Did you mean ${near}?` : whereAll}`
  }

  describe(entry: CatalogEntry) {
    const { agent, tool, origin, alwaysAsks } = entry
    return {
      agent,
      action: tool.action,
      title: tool.title,
      description: tool.description,
      risk: tool.risk,
      idempotent: tool.idempotent,
      editions: [...editionsOf(tool)],
      available: this.isAvailable(entry),
      origin,
      always_asks: alwaysAsks,
      timeout_s: tool.timeoutSeconds ?? limits.step_seconds.value,
      parameters: { ...withPaths(tool), additionalProperties: false },
      data: { ...(tool.data as Record<string, unknown>) },
      example: { args: { ...(tool.example.args as Record<string, unknown>) } },
    }
  }

  #names(): string[] {
    return [...this.#entries].flatMap(([action, { tool }]) => (tool.appOnly ? [] : [action]))
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Says which arguments are files and folders, so that a form can offer to look for them. */
function withPaths({ params, targets }: AnyTool): Record<string, unknown> {
  if (!targets || !('paths' in targets)) return { ...(params as Record<string, unknown>) }
  const properties = Object.entries(params.properties as Record<string, PathSchema>).map(([name, schema]) => [
    name,
    targets.paths.includes(name) ? asPath(schema) : schema,
  ])
  return { ...(params as Record<string, unknown>), properties: Object.fromEntries(properties) }
}

interface PathSchema {
  readonly type?: string
  readonly items?: PathSchema
}

function asPath(schema: PathSchema): PathSchema & { readonly format?: string } {
  return schema.items ? { ...schema, items: asPath(schema.items) } : { ...schema, format: 'path' }
}

function byName(a: CatalogEntry, b: CatalogEntry): number {
  return a.agent.localeCompare(b.agent) || a.tool.action.localeCompare(b.tool.action)
}

/** A word in the name counts most, then the title, the phrases and the description. */
function scoreOf({ agent, tool }: CatalogEntry, query: string): number {
  const places: [string, number][] = [
    [`${tool.action.replaceAll('_', ' ')} ${agent.replaceAll('_', ' ')}`, 8],
    [tool.title, 4],
    [(tool.phrases ?? []).join(' '), 2],
    [tool.description, 1],
  ]
  const words = query
    .toLowerCase()
    .split(/[\s_]+/)
    .filter(Boolean)
  const scores = words.map((word) =>
    places.reduce((sum, [text, weight]) => sum + (text.toLowerCase().includes(word) ? weight : 0), 0),
  )
  return scores.includes(0) ? 0 : scores.reduce((sum, score) => sum + score, 0)
}
