import { setTimeout as sleep } from 'node:timers/promises'
import type { Provenance } from '../../../contract/endpoint.ts'
import { AppError } from '../../../contract/errors.ts'
import type { PartHealth } from '../../health/handlers.ts'
import type { Settings } from '../../settings/settings-store.ts'
import type { Approvals } from '../../tools/approvals.ts'
import type { ToolRunner } from '../../tools/tool-runner.ts'
import type { AppPage } from '../mcp-apps/app-pages.ts'
import type { McpServer } from '../contract.ts'
import { givenServers } from './given-servers.ts'
import { configHash, type ServerConfig } from './server-config.ts'
import { ServerLife, type ServerLifeDeps } from './server-life.ts'
import type { SignInAnswer } from './sign-in/server-sign-in.ts'
import { noOpenSignIn } from './sign-in/sign-in-problems.ts'
import type { LogLine } from './server-log.ts'
import type { ServerQuestions } from './questions/server-questions.ts'
import { SERVERS_AGENT, serverTools, START_SERVER, type ServersPort } from './server-tools.ts'

export interface McpServersDeps extends Omit<ServerLifeDeps, 'ask' | 'setting'> {
  readonly settings: Pick<Settings, 'get' | 'onChange' | 'update'>
  readonly runner: Pick<ToolRunner, 'run'>
  readonly approvals: Pick<Approvals, 'listOpen'>
  readonly questions: Pick<ServerQuestions, 'ask' | 'recover'>
}

type Servers = Readonly<Record<string, ServerConfig>>

interface AddedServers {
  /** By name, as the member `mcpServers` of other programs has them. */
  readonly given: Readonly<Record<string, unknown>>
  readonly replaces: boolean
}

const PATIENCE_MS = 15_000

/** The servers of other people that the settings name: each an agent, once a person has allowed it. */
export class McpServers {
  readonly #deps: McpServersDeps
  readonly #lives = new Map<string, ServerLife>()
  #unsubscribe: (() => void) | undefined
  #turn: Promise<void> = Promise.resolve()
  /** The servers that were begun last, until each runs, has failed or waits for a person. */
  #beginning: Promise<void> = Promise.resolve()
  #lastChange: Promise<unknown> = Promise.resolve()
  /** Resolves once there is a life for each server of the setting. */
  readonly #known = Promise.withResolvers<void>()
  #isListed = false
  #isOver = false

  constructor(deps: McpServersDeps) {
    this.#deps = deps
  }

  /** Resolves once every server that was allowed before has been tried, or has had time enough. */
  async start(): Promise<void> {
    await this.#deps.questions.recover()
    this.#unsubscribe = this.#deps.settings.onChange((names) => {
      if (names.includes('MCP_SERVERS')) void this.#inTurn()
    })
    const begun = this.#inTurn().then(() => this.#beginning)
    await Promise.race([begun, sleep(PATIENCE_MS, undefined, { ref: false })])
  }

  async close(): Promise<void> {
    this.#isOver = true
    this.#unsubscribe?.()
    await Promise.all([...this.#lives.values()].map((life) => life.close()))
    await this.#turn
  }

  list(): McpServer[] {
    return [...this.#lives.values()].map((life) => this.#inspect(life))
  }

  find(server: string): ServerLife | undefined {
    return this.#lives.get(server)
  }

  /** Who has the page of this hash now. */
  pagesWith(hash: string): { server: string; origin: string; page: AppPage }[] {
    return [...this.#lives.values()].flatMap(({ server, config, tools }) =>
      [...tools.pages.values()]
        .filter((page) => page.hash === hash)
        .map((page) => ({ server, origin: `${server} ${configHash(config)}`, page })),
    )
  }

  log(server: string): readonly LogLine[] {
    return this.#life(server).log.lines()
  }

  async restart(server: string): Promise<McpServer> {
    const life = this.#life(server)
    await life.restart()
    return this.#inspect(life)
  }

  /** Adds servers to the setting, as other programs write them. */
  async add({ given, replaces }: AddedServers, provenance: Provenance): Promise<readonly string[]> {
    const { servers, notes } = givenServers(given)
    await this.#change(provenance, (before) => {
      const taken = Object.keys(servers).filter((server) => server in before)
      if (taken.length > 0 && !replaces)
        throw new AppError(
          'conflict',
          `There is already a server called ${taken.join(', ')}. Rename it, or replace the one that is there.`,
        )
      return { ...before, ...servers }
    })
    return notes
  }

  async remove(server: string, provenance: Provenance): Promise<void> {
    await this.#change(provenance, ({ [server]: removed, ...others }) => {
      if (!removed) throw new AppError('not_found', `MCP_SERVERS has no "${server}".`)
      return others
    })
  }

  async signIn(server: string) {
    const link = await (await this.#begun(server)).signIn.begin()
    return { server, ...link, scopes: [...link.scopes] }
  }

  async finishSignIn(server: string, answer: SignInAnswer): Promise<McpServer> {
    const life = await this.#begun(server)
    await life.signIn.finish(answer)
    return this.#inspect(life)
  }

  /** For anybody who comes by the return address: who lacks the state learns nothing, not even which servers there are. */
  async returnSignIn(server: string, answer: SignInAnswer): Promise<void> {
    const life = await this.#begun(server).catch(() => undefined)
    if (!life?.signIn.awaits(answer.state)) throw noOpenSignIn()
    await life.signIn.finish(answer)
  }

  async signOut(server: string): Promise<McpServer> {
    const life = await this.#begun(server)
    await life.signIn.signOut()
    return this.#inspect(life)
  }

  health(): PartHealth {
    const all = [...this.#lives.values()].map((life) => life.describe())
    if (all.length === 0) return { status: 'off', detail: 'MCP_SERVERS lists none.' }
    const isWell = all.every(({ status }) => ['running', 'starting', 'waiting'].includes(status))
    const detail = all
      .map(({ server, status, problem }) => `${server}: ${status}${problem ? ` (${problem})` : ''}`)
      .join('; ')
    return { status: isWell ? 'ok' : 'degraded', detail }
  }

  /** One change after the other, each resolved once the servers are as the setting says. */
  #change(provenance: Provenance, change: (before: Servers) => Servers): Promise<void> {
    const { settings } = this.#deps
    const changed = this.#lastChange.then(async () => {
      await settings.update({ MCP_SERVERS: change(settings.get('MCP_SERVERS')) }, provenance)
      await Promise.race([this.#turn, sleep(PATIENCE_MS, undefined, { ref: false })])
    })
    this.#lastChange = changed.catch(() => {})
    return changed
  }

  #inspect(life: ServerLife): McpServer {
    const asked = this.#questions().find(({ args }) => args['version'] === life.awaited)
    const { version: _version, ...facts } = life.inspect()
    return { ...facts, confirmation_id: asked?.confirmation_id ?? null, question: asked?.message ?? null }
  }

  #questions() {
    return this.#deps.approvals.listOpen().filter(({ action }) => action === START_SERVER)
  }

  #inTurn(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#reconcile()).catch((error: unknown) => this.#unexpected(error))
    return this.#turn
  }

  /** Ends what is gone or changed, begins what is new. None waits for another. */
  async #reconcile(): Promise<void> {
    const wanted = this.#deps.settings.get('MCP_SERVERS')
    const gone = [...this.#lives].filter(([server, life]) => {
      const config = wanted[server]
      return !config || configHash(config) !== configHash(life.config)
    })
    for (const [server] of gone) this.#lives.delete(server)
    this.#list(Object.keys(wanted).length > 0)
    await Promise.all(gone.map(([server, life]) => this.#end(life, wanted[server])))
    // What the settings named while everything ends would be begun after the others were closed.
    if (this.#isOver) return
    const fresh = Object.entries(wanted).filter(([server]) => !this.#lives.has(server))
    const lives = fresh.map(([server, config]) => new ServerLife({ server, config }, this.#lifeDeps()))
    for (const life of lives) this.#lives.set(life.server, life)
    const begun = lives.map((life) => life.begin().catch((error: unknown) => this.#unexpected(error)))
    this.#beginning = Promise.all(begun).then(() => {})
    this.#known.resolve()
  }

  /** A server that is still there under its name and address stays signed in to. */
  async #end(life: ServerLife, next: ServerConfig | undefined): Promise<void> {
    await life.close()
    const address = (config: ServerConfig | undefined) => config && 'url' in config && config.url
    if (address(next) !== address(life.config)) await life.signIn.forget()
  }

  #unexpected(error: unknown): void {
    this.#deps.log.error({ err: error }, "Couldn't set up MCP servers.")
  }

  #lifeDeps(): ServerLifeDeps {
    const { settings } = this.#deps
    return { ...this.#deps, setting: (name) => settings.get(name), ask: (question) => this.#ask(question) }
  }

  /** The tool asks whoever calls it, so calling it is how the question gets to a person. */
  async #ask(args: { server: string; version: string }): Promise<void> {
    if (this.#questions().some((open) => open.args['version'] === args.version)) return
    await this.#deps.runner.run({
      action: START_SERVER,
      args,
      provenance: 'plugin',
      signal: AbortSignal.timeout(10_000),
    })
  }

  /** Its own tools stand in the catalog only while there is a server to speak of. */
  #list(isWanted: boolean): void {
    if (isWanted === this.#isListed) return
    this.#isListed = isWanted
    if (isWanted) this.#deps.catalog.add(serverTools(this.#port), { origin: 'built_in', alwaysAsks: false })
    else this.#deps.catalog.removeAgent(SERVERS_AGENT)
  }

  get #port(): ServersPort {
    return {
      list: () => [...this.#lives.values()].map((life) => life.describe()),
      summary: () => this.health().detail ?? 'No MCP servers.',
      question: (server) => this.#life(server).question(),
      signIn: (server) => this.signIn(server),
      allow: async (server, version) => {
        const life = this.#life(server)
        await life.allow(version)
        return life.describe()
      },
    }
  }

  /** A browser may come back while the service starts, before its servers are known. */
  async #begun(server: string): Promise<ServerLife> {
    if (!this.#lives.has(server) && server in this.#deps.settings.get('MCP_SERVERS'))
      await Promise.race([this.#known.promise, sleep(PATIENCE_MS, undefined, { ref: false })])
    return this.#life(server)
  }

  #life(server: string): ServerLife {
    const life = this.#lives.get(server)
    if (!life) throw new AppError('not_found', `MCP_SERVERS has no "${server}".`)
    return life
  }
}
