import { countOf } from '../../../contract/text/counts.ts'
import type { AnyTool, Plugin } from '../../../contract/tool.ts'
import type { PluginRecords } from '../../plugins/plugin-records.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { Connection } from './connection.ts'
import { importTools, toolsHash } from './imported-tools.ts'
import type { ServerLog } from './server-log.ts'
import type { ToolList } from './tool-list.ts'

export interface ServedToolsDeps {
  readonly server: string
  /** Of the server's setting. */
  readonly hash: string
  readonly catalog: Pick<ToolCatalog, 'add' | 'removeAgent' | 'agents'>
  readonly records: Pick<PluginRecords, 'find' | 'see' | 'enable'>
  readonly log: ServerLog
  readonly call: Connection['call']
}

/** The tools of one server in the catalog: exactly those that a person has allowed. */
export class ServedTools {
  readonly #deps: ServedToolsDeps
  #plugin: Plugin | undefined
  /** What a person has not allowed yet, while its tools are kept back. */
  #offered: ToolList = { tools: [], unreadable: [] }

  constructor(deps: ServedToolsDeps) {
    this.#deps = deps
  }

  get all(): readonly AnyTool[] {
    return this.#plugin?.tools ?? []
  }

  get offered(): ToolList {
    return this.#offered
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
  async mayServe(list: ToolList): Promise<boolean> {
    const { records, hash } = this.#deps
    const version = this.#versionOf(list)
    const approved = this.approved()
    if (approved !== version && approved !== hash) {
      this.withdraw()
      this.#offered = list
      return false
    }
    // What it brings at its first start is what the person allowed by allowing the start.
    if (approved === hash) await records.enable(this.#key, version)
    return true
  }

  /** Puts them in the catalog. Gives back what is wrong with some of them. */
  serve({ tools, unreadable }: ToolList): string | null {
    const { server, catalog, log, call } = this.#deps
    const { plugin, leftOut } = importTools(server, tools, call)
    this.withdraw()
    catalog.add(plugin, { origin: 'mcp', alwaysAsks: false })
    this.#plugin = plugin
    log.note(`Running with ${countOf(plugin.tools.length, 'tool')}.`)
    const unusable = [...unreadable, ...leftOut]
    if (unusable.length === 0) return null
    const problem = `Left out because their arguments can't be checked: ${unusable.join(', ')}.`
    log.note(problem)
    return problem
  }

  withdraw(): void {
    if (this.#plugin) this.#deps.catalog.removeAgent(this.#deps.server)
    this.#plugin = undefined
  }

  #versionOf({ tools }: ToolList): string {
    return `${this.#deps.hash}.${toolsHash(tools)}`
  }
}
