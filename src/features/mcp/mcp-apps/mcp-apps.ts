import type { CallToolResult, ReadResourceResult } from '@modelcontextprotocol/client'
import type { Envelope } from '../../../contract/envelope.ts'
import { AppError } from '../../../contract/errors.ts'
import { reasonToDistrust, type Taint } from '../../../contract/taint.ts'
import { riskOfCall } from '../../../contract/tool.ts'
import type { ToolRequest } from '../../tools/tool-request.ts'
import type { ToolRunner } from '../../tools/tool-runner.ts'
import type { ServerLife } from '../client/server-life.ts'
import type { NamedTool } from '../client/served-tools.ts'
import type { ServerStatus } from '../contract.ts'
import type { AppCall, AppCalls, AppContext } from './app-calls.ts'
import type { AppPage } from './app-pages.ts'
import type { AppQuestions } from './app-questions.ts'
import { withRawResult } from './raw-results.ts'

export interface McpAppsDeps {
  readonly servers: { readonly find: (server: string) => ServerLife | undefined }
  readonly calls: Pick<AppCalls, 'read' | 'setContext'>
  readonly questions: Pick<AppQuestions, 'ask'>
  readonly runner: Pick<ToolRunner, 'run' | 'judge'>
  readonly taints: { readonly of: (session_id: string) => Taint }
}

/** An app with what it shows, while its server runs. */
export interface OpenApp {
  readonly call: AppCall
  readonly life: ServerLife
  readonly page: AppPage
  readonly tool: NamedTool | undefined
}

const MAX_AT_ONCE = 4
const MAX_CONTEXT_CHARACTERS = 64 * 1024
const MAX_LOG_LENGTH = 500

const UNAVAILABLE: Readonly<Record<Exclude<ServerStatus, 'running'>, (server: string) => string>> = {
  waiting: (server) => `Start ${server} to use its app.`,
  failed: (server) => `Start ${server} to use its app.`,
  starting: (server) => `${server} is starting. Try again in a moment.`,
  restarting: (server) => `${server} is starting again. Try again in a moment.`,
  changed: (server) => `${server} has changed. Allow it again to use its app.`,
  needs_sign_in: (server) => `Sign in to ${server} to use its app.`,
}

/** What the pages of MCP servers may do here: each only with its own server, and never as the person. */
export class McpApps {
  readonly #deps: McpAppsDeps
  /** How much each app has under way. */
  readonly #busy = new Map<string, number>()

  constructor(deps: McpAppsDeps) {
    this.#deps = deps
  }

  open(call_id: string): OpenApp {
    const call = this.#deps.calls.read(call_id)
    const { server, resource_uri, tool } = call
    const life = this.#deps.servers.find(server)
    if (!life) throw new AppError('not_found', `The MCP server ${server} was removed, and its app with it.`)
    const { status } = life.describe()
    if (status !== 'running') throw new AppError('unavailable', UNAVAILABLE[status](server))
    const page = life.tools.pages.get(resource_uri)
    if (!page) throw new AppError('gone', `${server} no longer has this app.`)
    return { call, life, page, tool: life.tools.named(tool) }
  }

  /** Calls a tool of its own server for an app. What a person must allow waits for them. */
  async callTool(
    call_id: string,
    { name, args }: { name: string; args: Readonly<Record<string, unknown>> },
    signal: AbortSignal,
  ): Promise<CallToolResult> {
    const { call, life } = this.open(call_id)
    const named = life.tools.named(name)
    if (!named?.ui.forApp)
      throw new AppError(
        'forbidden',
        `An app of ${call.server} can't call "${name}": it isn't a tool of that server for apps.`,
      )
    using _place = this.#take(call_id)
    const request = this.#requestOf(call, { named, args, signal })
    const judged = await this.#deps.runner.judge(request)
    if ('refusal' in judged) return failed(judged.refusal)
    // Where that has changed since a moment ago, nobody is asked twice.
    if (!judged.question) return this.#run({ ...request, asksNobody: true })
    const question = { ...judged.question, session_id: call.session_id }
    const answer = await this.#deps.questions.ask(call_id, { act: judged.act, question }, signal)
    if (answer.is === 'rejected') return said(`The user declined: ${name} wasn't run.`)
    if (answer.is === 'expired') return said(`Nobody allowed it in time: ${name} wasn't run.`)
    return this.#run({ ...request, args: answer.args, approved: true })
  }

  async readResource(call_id: string, uri: string, signal: AbortSignal): Promise<ReadResourceResult> {
    const { life } = this.open(call_id)
    using _place = this.#take(call_id)
    return await life.readResource(uri, signal)
  }

  /** Keeps what an app wants models to know, in place of what it said before. */
  async setContext(call_id: string, context: AppContext): Promise<void> {
    this.open(call_id)
    using _place = this.#take(call_id)
    const isEmpty = (context.content ?? []).length === 0 && context.structured_content === undefined
    if (JSON.stringify(context).length > MAX_CONTEXT_CHARACTERS)
      throw new AppError('too_large', `At most ${MAX_CONTEXT_CHARACTERS / 1024} KB can be told to a model.`)
    await this.#deps.calls.setContext(call_id, isEmpty ? null : context)
  }

  log(call_id: string, { level, text }: { level: string; text: string }): void {
    const { life, call } = this.open(call_id)
    using _place = this.#take(call_id)
    life.log.note(`The app ${call.resource_uri} wrote (${level}): ${text.slice(0, MAX_LOG_LENGTH)}`)
  }

  async #run(request: ToolRequest): Promise<CallToolResult> {
    const { outcome, raw } = await withRawResult(() => this.#deps.runner.run(request))
    return raw ?? failed(outcome)
  }

  #requestOf(
    { server, session_id }: AppCall,
    {
      named,
      args,
      signal,
    }: { named: NamedTool; args: Readonly<Record<string, unknown>>; signal: AbortSignal },
  ): ToolRequest {
    const { tool } = named
    const { private: isPrivate } =
      session_id === undefined ? { private: false } : this.#deps.taints.of(session_id)
    const judged = { risk: riskOfCall(tool, args), isBuiltIn: false, args, said: new Set<string>() }
    return {
      action: tool.action,
      args,
      provenance: 'model',
      byApp: true,
      signal,
      session_id,
      // A stranger wrote the page.
      askBecause: reasonToDistrust({ untrusted: true, private: isPrivate }, judged),
      note: `It was an app of ${server} that asked for it.`,
    }
  }

  /** An app that floods gets errors, and holds nobody else up. */
  #take(call_id: string): Disposable {
    const before = this.#busy.get(call_id) ?? 0
    if (before >= MAX_AT_ONCE)
      throw new AppError('rate_limited', `An app can have ${MAX_AT_ONCE} requests open. Wait for one to end.`)
    this.#busy.set(call_id, before + 1)
    return {
      [Symbol.dispose]: () => {
        const left = this.#busy.get(call_id)! - 1
        if (left === 0) this.#busy.delete(call_id)
        else this.#busy.set(call_id, left)
      },
    }
  }
}

function failed({ message }: Envelope): CallToolResult {
  return said(message)
}

function said(text: string): CallToolResult {
  return { content: [{ type: 'text', text }], isError: true }
}
