import type { Tool as McpTool } from '@modelcontextprotocol/client'
import { AppError } from '../../../contract/errors.ts'
import { countOf } from '../../../contract/text/counts.ts'
import type { Plugin } from '../../../contract/tool.ts'
import type { ServerStatus } from '../contract.ts'
import type { PluginRecords } from '../../plugins/plugin-records.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import {
  messageOf,
  openConnection,
  SessionLostError,
  type Connection,
  type ConnectionDeps,
} from './connection.ts'
import { importTools, toolsHash } from './imported-tools.ts'
import { ServerLog } from './server-log.ts'
import { configHash, describeConfig, type ServerConfig } from './server-config.ts'

export interface ServerLifeDeps extends ConnectionDeps {
  readonly catalog: Pick<ToolCatalog, 'add' | 'removeAgent' | 'agents'>
  readonly now: () => Date
  readonly records: Pick<PluginRecords, 'find' | 'see' | 'enable'>
  /** Puts the question to a person. */
  readonly ask: (question: { server: string; version: string }) => Promise<void>
  /** The pause before the first restart; it doubles with each. */
  readonly firstPauseMs?: number
}

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000
const MAX_FAILURES = 6
/** A server that ran this long did not fail at once. */
const STEADY_MS = 60_000

/** One server from its setting to its tools: asked about, started, watched, started again. */
export class ServerLife {
  readonly server: string
  readonly config: ServerConfig
  readonly log: ServerLog
  readonly #deps: ServerLifeDeps
  readonly #hash: string
  readonly #ended = new AbortController()
  #status: ServerStatus = 'waiting'
  #problem: string | null = null
  #connection: Connection | undefined
  /** What a person has not allowed yet, while its tools are kept back. */
  #offered: readonly McpTool[] = []
  #plugin: Plugin | undefined
  #failures = 0
  #openedAt = 0
  #startedAt: string | null = null
  #connecting: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor({ server, config }: { server: string; config: ServerConfig }, deps: ServerLifeDeps) {
    this.server = server
    this.config = config
    this.#deps = deps
    this.log = new ServerLog(deps.now)
    this.#hash = configHash(config)
  }

  describe() {
    return {
      server: this.server,
      status: this.#status,
      problem: this.#problem,
      starts: describeConfig(this.config),
      version: this.awaited ?? null,
      tools: (this.#plugin?.tools ?? []).map(({ action }) => action),
    }
  }

  /** The same with what a page shows of it. */
  inspect() {
    return {
      ...this.describe(),
      kind: 'command' in this.config ? ('program' as const) : ('address' as const),
      started_at: this.#status === 'running' ? this.#startedAt : null,
      tools: (this.#plugin?.tools ?? []).map(({ action, title, description }) => ({
        action,
        title,
        description,
      })),
    }
  }

  /** What a person would allow now; undefined when nothing waits for them. */
  get awaited(): string | undefined {
    if (this.#status === 'waiting' || this.#status === 'failed') return this.#hash
    return this.#status === 'changed' ? `${this.#hash}.${toolsHash(this.#offered)}` : undefined
  }

  question(): string {
    const starts = describeConfig(this.config)
    if (this.#status === 'changed')
      return (
        `The MCP server ${this.server} (${starts}) changed its tool descriptions since you allowed them: ` +
        `${this.#offered.map(({ name }) => name).join(', ')}. Read them before you allow it again.`
      )
    return 'command' in this.config
      ? `The MCP server ${this.server} would start this program: ${starts}`
      : `The MCP server ${this.server} would receive the arguments of its tools: ${starts}`
  }

  async begin(): Promise<void> {
    if (this.#approved() === undefined) return this.#wait('waiting')
    await this.#connect().catch(() => {})
  }

  /** A person allowed exactly this version. */
  async allow(version: string): Promise<void> {
    if (version !== this.awaited)
      throw new AppError('conflict', `${this.server} has changed since you were asked. Check it again.`)
    // A server that is only started again keeps the tools that were allowed: no others come in with it.
    if (this.#status === 'changed' || this.#approved() === undefined) {
      await this.#deps.records.see(this.#key, version)
      await this.#deps.records.enable(this.#key, version)
    }
    this.#failures = 0
    if (this.#status === 'changed') await this.#offer(this.#offered)
    else await this.#connect()
    if (this.#status !== 'running') throw new AppError('upstream_failed', this.#problem ?? "It didn't start.")
  }

  /** Ends it and starts it again. One that nobody has allowed yet stays with its question. */
  async restart(): Promise<void> {
    if (this.#approved() === undefined) return this.#wait('waiting')
    await this.#connecting?.catch(() => {})
    this.#failures = 0
    await this.#connect().catch(() => {})
  }

  async close(): Promise<void> {
    this.#ended.abort()
    clearTimeout(this.#timer)
    this.#withdraw()
    await this.#connecting?.catch(() => {})
    await this.#disconnect()
  }

  /** No folder of a plugin can have this name. */
  get #key(): string {
    return `mcp:${this.server}`
  }

  /** The version that was allowed, when it is of what the setting says now. */
  #approved(): string | undefined {
    const allowed = this.#deps.records.find(this.#key)?.enabledHash
    return allowed?.split('.')[0] === this.#hash ? allowed : undefined
  }

  async #wait(status: 'waiting' | 'changed'): Promise<void> {
    this.#status = status
    this.#problem = 'Waiting for your approval.'
    await this.#deps.ask({ server: this.server, version: this.awaited! })
  }

  #connect(): Promise<void> {
    this.#connecting = this.#open()
    return this.#connecting
  }

  async #open(): Promise<void> {
    clearTimeout(this.#timer)
    this.#status = 'starting'
    this.#problem = null
    this.log.note('Starting.')
    try {
      await this.#disconnect()
      if (!this.#plugin && this.#deps.catalog.agents().includes(this.server))
        throw new AppError('conflict', `Another agent is already called ${this.server}. Rename the server.`)
      const { server, config } = this
      const onClosed = () => this.#lost('It ended.')
      const onToolsChanged = () => void this.#relist()
      const onWrote = (text: string) => this.log.wrote(text)
      const opening = { server, config, onClosed, onToolsChanged, onWrote, signal: this.#ended.signal }
      this.#connection = await openConnection(opening, this.#deps)
      this.#openedAt = performance.now()
      this.#startedAt = this.#deps.now().toISOString()
      await this.#offer(this.#connection.tools)
    } catch (error) {
      await this.#disconnect()
      this.#failed(error)
      throw error
    }
  }

  /** Puts the tools in the catalog, unless they are others than those that were allowed. */
  async #offer(tools: readonly McpTool[]): Promise<void> {
    const { records, catalog } = this.#deps
    this.#ended.signal.throwIfAborted()
    const version = `${this.#hash}.${toolsHash(tools)}`
    const approved = this.#approved()
    if (approved !== version && approved !== this.#hash) {
      this.#withdraw()
      this.#offered = tools
      return this.#wait('changed')
    }
    // What it brings at its first start is what the person allowed by allowing the start.
    if (approved === this.#hash) await records.enable(this.#key, version)
    if (!this.#connection) throw new Error('It ended before its tools could be used.')
    const { plugin, leftOut } = importTools(this.server, tools, this.#call)
    this.#withdraw()
    catalog.add(plugin, { origin: 'mcp', alwaysAsks: false })
    this.#plugin = plugin
    this.#status = 'running'
    this.log.note(`Running with ${countOf(plugin.tools.length, 'tool')}.`)
    this.#problem =
      leftOut.length === 0
        ? null
        : `Left out because their arguments can't be checked: ${leftOut.join(', ')}.`
  }

  #call: Connection['call'] = async (name, args, call) => {
    const connection = this.#running()
    try {
      try {
        return await connection.call(name, args, call)
      } catch (error) {
        if (!(error instanceof SessionLostError)) throw error
        // Several calls may find this out at once; the first of them connects.
        await (this.#connection === connection ? this.#connect() : this.#connecting)
        return await this.#running().call(name, args, call)
      }
    } catch (error) {
      call.signal.throwIfAborted()
      if (error instanceof AppError) throw error
      throw new AppError('upstream_failed', `${this.server}: ${messageOf(error)}`, { cause: error })
    }
  }

  #running(): Connection {
    if (this.#status === 'running' && this.#connection) return this.#connection
    throw new AppError(
      'unavailable',
      `The MCP server ${this.server} is not available right now. Try again in a moment.`,
    )
  }

  async #relist(): Promise<void> {
    try {
      if (this.#connection) await this.#offer(await this.#connection.listTools())
    } catch (error) {
      this.#failed(error)
    }
  }

  #withdraw(): void {
    if (this.#plugin) this.#deps.catalog.removeAgent(this.server)
    this.#plugin = undefined
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection
    this.#connection = undefined
    await connection?.close().catch(() => {})
  }

  #lost(reason: string): void {
    this.#connection = undefined
    if (performance.now() - this.#openedAt > STEADY_MS) this.#failures = 0
    // Tools that wait to be allowed can be called only while their server is there, so that one comes back too.
    if (this.#status === 'running' || this.#status === 'changed') this.#failed(new Error(reason))
  }

  /** Tries again after a pause; what a person must mend, or what failed too often, is given up. */
  #failed(error: unknown): void {
    if (this.#ended.signal.aborted) return
    const { log, firstPauseMs = FIRST_PAUSE_MS } = this.#deps
    this.#failures += 1
    this.#problem = messageOf(error)
    this.log.note(this.#problem)
    const isForPerson = error instanceof AppError && error.code !== 'upstream_failed'
    const isOver = isForPerson || this.#failures >= MAX_FAILURES
    this.#status = isOver ? 'failed' : 'restarting'
    log.warn({ server: this.server, status: this.#status, err: error }, 'an MCP server is not available')
    if (isOver) {
      this.#withdraw()
      return
    }
    const pause = Math.min(firstPauseMs * 2 ** (this.#failures - 1), MAX_PAUSE_MS)
    this.#timer = setTimeout(() => void this.#connect().catch(() => {}), pause)
  }
}
