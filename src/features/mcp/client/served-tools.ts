import { countOf } from '../../../contract/text/counts.ts'
import type { AnyTool, Plugin } from '../../../contract/tool.ts'
import type { PluginRecords } from '../../plugins/plugin-records.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import { messageOf, type Connection } from './connection.ts'
import { noApps, reachedBy, type AppPage, type AppPages, type ListedTools } from '../mcp-apps/app-pages.ts'
import { uiOf, type ToolUi } from '../mcp-apps/tool-ui.ts'
import { importTools, toolsHash, type AppPort } from './imported-tools.ts'
import type { OfferedTools } from './server-config.ts'
import type { ServerLog } from './server-log.ts'

export interface ServedToolsDeps {
  readonly server: string
  /** Of the server's setting. */
  readonly hash: string
  readonly catalog: Pick<ToolCatalog, 'add' | 'removeAgent' | 'agents'>
  readonly records: Pick<PluginRecords, 'find' | 'see' | 'enable'>
  readonly log: ServerLog
  readonly call: Connection['call']
  readonly appCalls: { readonly record: AppPort['record'] }
  /** Its apps can be shown from now on. */
  readonly onApps: () => void
}

/** A tool under the name that its server knows. */
export interface NamedTool {
  readonly tool: AnyTool
  readonly ui: ToolUi
}

const NONE: ListedTools = { tools: [], unreadable: [], apps: noApps }

/** The tools of one server in the catalog: exactly those that a person has allowed. */
export class ServedTools {
  readonly #deps: ServedToolsDeps
  #plugin: Plugin | undefined
  /** What a person has not allowed yet, while its tools are kept back. */
  #offered = NONE
  #apps: AppPages = noApps
  #named: ReadonlyMap<string, NamedTool> = new Map()

  constructor(deps: ServedToolsDeps) {
    this.#deps = deps
  }

  /** What a person or a model may call. */
  get all(): readonly AnyTool[] {
    return (this.#plugin?.tools ?? []).filter(({ appOnly }) => appOnly !== true)
  }

  get offered(): ListedTools {
    return this.#offered
  }

  /** What a person is asked to allow. */
  get offer(): OfferedTools {
    const { tools, apps } = this.#offered
    const isFirst = this.approved() === this.#deps.hash
    const names = tools.map(({ name }) => name)
    return { names, isFirst, hasApps: apps.pages.size > 0, reaches: reachedBy(apps) }
  }

  /** The pages of its apps that a person has allowed. */
  get pages(): ReadonlyMap<string, AppPage> {
    return this.#apps.pages
  }

  named(name: string): NamedTool | undefined {
    return this.#named.get(name)
  }

  /** Of the setting together with the tools that are kept back. */
  get offeredVersion(): string {
    return this.#versionOf(this.#offered)
  }

  /** Somebody else has the name. */
  get isNameTaken(): boolean {
    return !this.#plugin && this.#deps.catalog.agents().includes(this.#deps.server)
  }

  /** No folder of a plugin can have this name. */
  get #key(): string {
    return `mcp:${this.#deps.server}`
  }

  /** The version that was allowed, when it is of what the setting says now. */
  approved(): string | undefined {
    const { records, hash } = this.#deps
    const allowed = records.find(this.#key)?.enabledHash
    return allowed?.split('.')[0] === hash ? allowed : undefined
  }

  async approve(version: string): Promise<void> {
    await this.#deps.records.see(this.#key, version)
    await this.#deps.records.enable(this.#key, version)
  }

  /** False, and nothing in the catalog, when they are others than those that were allowed. */
  async mayServe(list: ListedTools): Promise<boolean> {
    const { records, hash } = this.#deps
    const version = this.#versionOf(list)
    const approved = this.approved()
    // Nobody could know at its first start where its apps want to go.
    const isFirst = approved === hash && reachedBy(list.apps).length === 0
    if (approved !== version && !isFirst) {
      this.withdraw()
      this.#offered = list
      return false
    }
    // What it brings at its first start is what the person allowed by allowing the start.
    if (isFirst) await records.enable(this.#key, version)
    return true
  }

  /** Puts them in the catalog. Gives back what is wrong with some of them. */
  serve({ tools, unreadable, apps }: ListedTools): string | null {
    const { server, catalog, log, call, onApps } = this.#deps
    const { plugin, byName, leftOut } = importTools(server, tools, {
      call,
      apps: { pages: apps.pages, record: (one) => this.#record(one) },
    })
    this.withdraw()
    catalog.add(plugin, { origin: 'mcp', alwaysAsks: false })
    this.#plugin = plugin
    this.#apps = apps
    const uis = new Map(tools.map((tool) => [tool.name, uiOf(tool)]))
    this.#named = new Map([...byName].map(([name, tool]) => [name, { tool, ui: uis.get(name)! }]))
    log.note(`Running with ${countOf(plugin.tools.length, 'tool')}.`)
    for (const note of apps.notes) log.note(note)
    if (apps.pages.size > 0) onApps()
    const unusable = [...unreadable, ...leftOut]
    if (unusable.length === 0) return null
    const problem = `Left out because their arguments can't be checked: ${unusable.join(', ')}.`
    log.note(problem)
    return problem
  }

  /** What was called has happened: that its app can't be shown must not look like a failure of it. */
  #record: AppPort['record'] = async (call) => {
    const { appCalls, log } = this.#deps
    try {
      const call_id = await appCalls.record(call)
      if (call_id === undefined) log.note(`The answer of ${call.tool} is too large for its app.`)
      return call_id
    } catch (error) {
      log.note(`The answer of ${call.tool} couldn't be kept for its app: ${messageOf(error)}`)
      return undefined
    }
  }

  withdraw(): void {
    if (this.#plugin) this.#deps.catalog.removeAgent(this.#deps.server)
    this.#plugin = undefined
    this.#apps = noApps
    this.#named = new Map()
  }

  #versionOf({ tools, apps }: ListedTools): string {
    return `${this.#deps.hash}.${toolsHash(tools, apps)}`
  }
}
