import { AppError } from '../../../contract/errors.ts'
import type { ServerStatus } from '../contract.ts'
import { answeredInTime } from './answered-in-time.ts'
import {
  messageOf,
  openConnection,
  SessionLostError,
  UnreachableError,
  type Connection,
  type ConnectionDeps,
  type Opening,
} from './connection.ts'
import { Retries } from './retries.ts'
import { ServedTools, type ServedToolsDeps } from './served-tools.ts'
import { describeServer, inspectServer, notRunningError, type ServerFacts } from './server-facts.ts'
import type { ServerQuestions } from './questions/server-questions.ts'
import { ServerLog } from './server-log.ts'
import type { SkillSink } from '../../skills/served/skill-source.ts'
import { SignInDesk, type SignInDeskDeps } from './sign-in/sign-in-desk.ts'
import { SignInNeededError } from './sign-in/sign-in-problems.ts'
import type { ListedTools } from '../mcp-apps/app-pages.ts'
import { configHash, questionAbout, type ServerConfig } from './server-config.ts'

export interface ServerLifeDeps
  extends
    ConnectionDeps,
    SignInDeskDeps,
    Pick<ServedToolsDeps, 'catalog' | 'records' | 'appCalls' | 'onApps'> {
  readonly now: () => Date
  /** Puts the question to a person. */
  readonly ask: (question: { server: string; version: string }) => Promise<void>
  readonly questions: Pick<ServerQuestions, 'ask'>
  readonly skills: SkillSink
}

/** A start that led here has not failed. */
const WELL: ReadonlySet<ServerStatus> = new Set(['running', 'starting', 'needs_sign_in'])

/** One server from its setting to its tools: asked about, started, watched, started again. */
export class ServerLife {
  readonly server: string
  readonly config: ServerConfig
  readonly log: ServerLog
  readonly signIn: SignInDesk
  readonly #deps: ServerLifeDeps
  readonly #hash: string
  readonly tools: ServedTools
  readonly #ended = new AbortController()
  #status: ServerStatus = 'waiting'
  #problem: string | null = null
  #connection: Connection | undefined
  #startedAt: string | null = null
  /** What was given up because its session was lost. */
  #renewed: Connection | undefined
  #attempt: { readonly stop: AbortController; readonly over: Promise<void> } | undefined
  readonly #retries = new Retries(() => void this.#connect().catch(() => {}))

  constructor({ server, config }: { server: string; config: ServerConfig }, deps: ServerLifeDeps) {
    this.server = server
    this.config = config
    this.#deps = deps
    this.log = new ServerLog(deps.now)
    this.#hash = configHash(config)
    const { log } = this
    this.signIn = new SignInDesk({ server, config, log, restart: () => this.restart() }, deps)
    this.tools = new ServedTools({ ...deps, server, hash: this.#hash, log, call: this.#call })
  }

  describe() {
    return describeServer(this.#facts())
  }

  /** The same with what a page shows of it. */
  inspect() {
    return inspectServer(this.#facts())
  }

  #facts(): ServerFacts {
    const version = this.awaited ?? this.#hash
    const startedAt = this.#status === 'running' ? this.#startedAt : null
    const tools = this.tools.all
    const { server, config } = this
    const signedIn = this.signIn.own?.issuer ?? null
    const problem = this.#problem
    const wantsMore = this.signIn.own?.wantedScope !== undefined
    return { server, config, status: this.#status, problem, version, startedAt, tools, signedIn, wantsMore }
  }

  /** What a person would allow now; undefined when nothing waits for them. */
  get awaited(): string | undefined {
    if (this.#status === 'waiting' || this.#status === 'failed') return this.#hash
    return this.#status === 'changed' ? this.tools.offeredVersion : undefined
  }

  question(): string {
    const { server, config } = this
    return questionAbout({ server, config, offer: this.#status === 'changed' ? this.tools.offer : undefined })
  }

  /** Resolves once it runs, has failed or waits for a person. */
  async begin(): Promise<void> {
    if (this.tools.approved() === undefined) return this.#wait('waiting')
    await this.#connect().catch(() => {})
  }

  /** A person allowed exactly this version. */
  async allow(version: string): Promise<void> {
    if (version !== (this.awaited ?? this.#hash))
      throw new AppError('conflict', `${this.server} has changed since you were asked. Check it again.`)
    // A server that is only started again keeps the tools that were allowed: no others come in with it.
    if (this.#status === 'changed' || this.tools.approved() === undefined) await this.tools.approve(version)
    this.#retries.forget()
    const start = this.#status === 'changed' ? this.#offer(this.tools.offered) : this.#connect()
    // What became of it, also of one that another start replaced, is what it says of itself.
    await answeredInTime(start.catch(() => {}))
    if (!WELL.has(this.#status)) throw new AppError('upstream_failed', this.#problem ?? "It didn't start.")
  }

  /** Ends it and starts it again. One that nobody has allowed yet stays with its question. */
  async restart(): Promise<void> {
    if (this.tools.approved() === undefined) return this.#wait('waiting')
    this.#retries.forget()
    await answeredInTime(this.#connect().catch(() => {}))
  }

  async close(): Promise<void> {
    this.#ended.abort()
    this.#retries.cancel()
    this.tools.withdraw()
    this.#attempt?.stop.abort()
    await this.#attempt?.over
    await this.#disconnect()
  }

  async #wait(status: 'waiting' | 'changed'): Promise<void> {
    this.#status = status
    this.#problem = 'Waiting for your approval.'
    await this.#deps.ask({ server: this.server, version: this.awaited! })
  }

  /** Ends the attempt that may still go on, however long it would have waited. */
  #connect(): Promise<void> {
    this.#retries.cancel()
    const before = this.#attempt
    before?.stop.abort()
    const stop = new AbortController()
    this.#status = 'starting'
    this.#problem = null
    const opened = (before?.over ?? Promise.resolve()).then(() => this.#open(stop.signal))
    this.#attempt = { stop, over: opened.catch(() => {}) }
    return opened
  }

  /** Another connection in place of this one, once for all who noticed. */
  async #renew(lost: Connection): Promise<void> {
    if (this.#renewed === lost || this.#connection !== lost) return this.#attempt?.over
    this.#renewed = lost
    return this.#connect()
  }

  async #open(stopped: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([this.#ended.signal, stopped])
    try {
      signal.throwIfAborted()
      this.log.note('Starting.')
      await this.#disconnect()
      if (this.tools.isNameTaken)
        throw new AppError('conflict', `Another agent is already called ${this.server}. Rename the server.`)
      let own: Connection | undefined
      const { server, config } = this
      own = await openConnection(
        {
          server,
          config,
          signIn: this.signIn.own,
          signal,
          onClosed: (reason) => void (own && own === this.#connection && this.#lost(reason)),
          onSessionLost: () => void (own && this.#renew(own).catch(() => {})),
          onToolsChanged: () => void this.#relist(),
          onResourcesChanged: () => this.#deps.skills.changed(this.server),
          onWrote: (text) => this.log.wrote(text),
          ask: this.#ask,
        },
        this.#deps,
      )
      this.#connection = own
      this.#retries.opened()
      this.#startedAt = this.#deps.now().toISOString()
      await this.#offer(own.tools)
    } catch (error) {
      await this.#disconnect()
      if (!signal.aborted) this.#failed(error)
      throw error
    }
  }

  #ask: Opening['ask'] = (params, signal) => {
    const note = (text: string) => this.log.note(text)
    return this.#deps.questions.ask({ server: this.server, params, signal, note })
  }

  /** Puts the tools in the catalog, unless they are others than those that were allowed. */
  async #offer(list: ListedTools): Promise<void> {
    this.#ended.signal.throwIfAborted()
    if (!(await this.tools.mayServe(list))) return this.#wait('changed')
    if (!this.#connection) throw new Error('It ended before its tools could be used.')
    this.#problem = this.tools.serve(list)
    this.#status = 'running'
    this.#deps.skills.connected(this.server, this.#connection.skills)
  }

  #call: Connection['call'] = (name, args, call) =>
    this.#using(call.signal, (connection) => connection.call(name, args, call))

  readResource(uri: string, signal: AbortSignal) {
    return this.#using(signal, (connection) => connection.readResource(uri, signal))
  }

  async #using<Result>(
    signal: AbortSignal,
    work: (connection: Connection) => Promise<Result>,
  ): Promise<Result> {
    const connection = this.#running()
    try {
      try {
        return await work(connection)
      } catch (error) {
        if (!(error instanceof SessionLostError)) throw error
        // Several calls may find this out at once; the first of them connects.
        await this.#renew(connection)
        return await work(this.#running())
      }
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof SignInNeededError) {
        this.#callNeedsSignIn(error, connection)
        throw new AppError('not_configured', error.message, { cause: error })
      }
      if (error instanceof AppError) throw error
      if (error instanceof UnreachableError && this.#connection === connection) this.#lost(error.message)
      throw new AppError('upstream_failed', `${this.server}: ${messageOf(error)}`, { cause: error })
    }
  }

  #running(): Connection {
    if (this.#status === 'running' && this.#connection) return this.#connection
    throw notRunningError(this.#facts())
  }

  async #relist(): Promise<void> {
    try {
      if (this.#connection) await this.#offer(await this.#connection.listTools(this.#ended.signal))
    } catch (error) {
      this.#failed(error)
    }
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection
    this.#connection = undefined
    this.#deps.skills.disconnected(this.server)
    await connection?.close().catch(() => {})
  }

  #lost(reason: string): void {
    void this.#disconnect()
    this.#retries.ended()
    // Tools that wait to be allowed can be called only while their server is there, so that one comes back too.
    if (this.#status === 'running' || this.#status === 'changed') this.#failed(new Error(reason))
  }

  /** What was refused for a single right leaves the others as they are. */
  #callNeedsSignIn(error: SignInNeededError, connection: Connection): void {
    if (this.signIn.own?.wantedScope !== undefined) this.signIn.tell(error.message)
    else if (this.#connection === connection) this.#failed(error)
  }

  /** Only a person can go on. Its tools stay where they are, and say what to do. */
  #waitForSignIn({ message }: SignInNeededError): void {
    this.#status = 'needs_sign_in'
    this.#problem = message
    this.log.note(message)
    this.signIn.tell(message)
  }

  /** Tries again after a pause; what a person must mend, or what failed too often, is given up. */
  #failed(error: unknown): void {
    if (this.#ended.signal.aborted) return
    if (error instanceof SignInNeededError) return this.#waitForSignIn(error)
    this.#problem = messageOf(error)
    this.log.note(this.#problem)
    const mayRetry = this.#retries.failed({ isProgram: 'command' in this.config })
    const isForPerson = error instanceof AppError && error.code !== 'upstream_failed'
    this.#status = mayRetry && !isForPerson ? 'restarting' : 'failed'
    const { server } = this
    this.#deps.log.warn({ server, status: this.#status, err: error }, 'an MCP server is not available')
    if (this.#status === 'failed') this.tools.withdraw()
    else this.#retries.plan()
  }
}
