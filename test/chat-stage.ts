import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { componentSchemas, storedSchemas } from '../src/components/schemas.ts'
import type { Component } from '../src/contract/component-schema.ts'
import { AppError } from '../src/contract/errors.ts'
import type { EventDefinition } from '../src/contract/event.ts'
import { silentLog } from '../src/contract/log.ts'
import { definePlugin, defineTool } from '../src/contract/tool.ts'
import { Type } from '../src/contract/type.ts'
import type { Answerer } from '../src/features/chat/answering.ts'
import type { ChatDeps } from '../src/features/chat/chat-seams.ts'
import type { ActionPort } from '../src/features/chat/actions/do-action.ts'
import { createChat, type Chat } from '../src/features/chat/chat.ts'
import type { ComponentRepair } from '../src/features/chat/components/repair-component.ts'
import { chatContract } from '../src/features/chat/contract.ts'
import { chatHandlers } from '../src/features/chat/handlers.ts'
import { StoredTaints } from '../src/features/chat/model/taint.ts'
import { MemoryStore } from '../src/features/chat/memory/memory.ts'
import { Turns } from '../src/features/chat/router/follow-ups/turns.ts'
import { foldRun } from '../src/features/chat/runs/fold.ts'
import type { RunFact } from '../src/features/chat/runs/run-event.ts'
import { Allowances } from '../src/features/tools/allowances.ts'
import { Approvals } from '../src/features/tools/approvals.ts'
import { toolsContract } from '../src/features/tools/contract.ts'
import { toolsHandlers } from '../src/features/tools/handlers.ts'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { createToolRunner, type ToolRunner } from '../src/features/tools/tool-runner.ts'
import type { Webhooks } from '../src/features/webhooks/webhooks.ts'
import { migrations } from '../src/migrations/migrations.ts'
import type { Database } from '../src/platform/database/database.ts'
import { bind, buildApp, type BoundFeature } from '../src/server/http/app.ts'
import { Authenticator } from '../src/server/http/authenticator.ts'
import { tellingConfirm } from '../src/server/wiring/chat-part.ts'
import { createIdempotentAnswers } from '../src/server/http/idempotent-answers.ts'
import { Callers } from '../src/platform/processes/caller.ts'
import { RateLimit } from '../src/server/http/rate-limit.ts'
import { RequestCallers } from '../src/server/http/request-callers.ts'
import { unread } from './unread.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

export interface ChatStageOptions {
  readonly answerers: readonly Answerer[]
  readonly onDecided?: ChatDeps['onDecided']
  /** An existing folder, e.g. that of a process that was killed. */
  readonly folder?: string
  readonly port?: number
  /** Hears of each run that a decision begins. */
  readonly tellDecided?: Webhooks['tellDecided']
}

export interface ChatStage extends AsyncDisposable {
  readonly address: string
  readonly chat: Chat
  readonly database: Database
  readonly runner: ToolRunner
  readonly approvals: Approvals
  readonly repairs: ComponentRepair[]
  /** What was published to the bus, by type. */
  readonly published: { readonly type: string; readonly data: Readonly<Record<string, unknown>> }[]
  /** Letters that SEND_LETTER sent. */
  readonly letters: string[]
  readonly stored: Map<string, unknown>
}

const now = () => new Date()

function openStageDatabase(folder: string) {
  return openDatabase({
    path: join(folder, 'deskhand.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
}

/** The chat behind real HTTP, with answerers that a test holds by the hand in place of router and model. */
export async function openChatStage({
  tellDecided = () => Promise.resolve(),
  ...options
}: ChatStageOptions): Promise<ChatStage> {
  await using opening = new AsyncDisposableStack()
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'deskhand-chat-')))
  if (options.folder === undefined) opening.defer(() => rm(folder, { recursive: true, force: true }))
  const database = await openStageDatabase(folder)
  opening.defer(() => database.close())
  const { letters, catalog, approvals, runner } = createTools(database)
  const repairs: ComponentRepair[] = []
  const published: ChatStage['published'] = []
  const chat = chatOn(database, options, { repairs, published })
  opening.defer(() => chat.close())
  const stored = new Map<string, unknown>()
  const tools = toolsHandlers({
    catalog,
    approvals,
    allowances: new Allowances({ database, now }),
    runner,
    decideStep: () => Promise.resolve(undefined),
  })
  const telling = tellingConfirm(tools.confirm, { chat, chats: { tellDecided }, turns: new Turns() })
  const memory = new MemoryStore({ database, now })
  const handlers = chatHandlers({
    chat,
    memory,
    findFacts: (query) => Promise.resolve(memory.search(query)),
    assertPickable: () => {},
    loadStored: () => Promise.resolve(storedSchemas),
    now,
    describe: () => Promise.resolve([]),
    onChatChanged: () => {},
    decide: telling.decide,
    port: doorsTo(stored, (call) => runner.run(call)),
  })
  const features = {
    chat: bind(chatContract, handlers),
    tools: bind(toolsContract, { ...tools, confirm: telling.confirm }),
  }
  const address = await serve({ features, database, port: options.port ?? 0 }, opening)
  const opened = opening.move()
  return {
    address,
    chat,
    database,
    runner,
    approvals,
    repairs,
    published,
    letters,
    stored,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

function chatOn(
  database: Database,
  options: Pick<ChatStageOptions, 'answerers' | 'onDecided'>,
  { repairs, published }: Pick<ChatStage, 'repairs' | 'published'>,
): Chat {
  return createChat({
    database,
    now,
    log: silentLog,
    publish: ({ type }: EventDefinition, data: object) => published.push({ type, data: { ...data } }),
    taints: new StoredTaints(database),
    loadComponents: () => Promise.resolve({ definitions: componentSchemas }),
    read: unread,
    answerers: () => options.answerers,
    ...(options.onDecided && { onDecided: options.onDecided }),
    onRepair: (repair) => repairs.push(repair),
  })
}

async function serve(
  { features, database, port }: { features: Record<string, BoundFeature>; database: Database; port: number },
  opening: AsyncDisposableStack,
): Promise<string> {
  const stopping = new AbortController()
  const app = await buildApp({
    features,
    entry: {
      allowedHosts: () => new Set(),
      allowedOrigins: () => new Set(),
      webhookHosts: () => new Set(),
      authenticator: new Authenticator({ expectedToken: () => null, now: () => performance.now() }),
      callers: new RequestCallers(new Callers({ isEmbedded: true })),
      rateLimit: new RateLimit(() => performance.now()),
      overload: { reason: () => null, stop: () => {} },
      onRefused: () => {},
    },
    mounting: {
      checkResults: true,
      answers: createIdempotentAnswers({ database, now: () => new Date() }),
      stopping: stopping.signal,
      tokenChanged: () => new AbortController().signal,
      streams: { open: 0 },
      log: silentLog,
    },
  })
  opening.defer(async () => {
    stopping.abort()
    app.server.closeAllConnections()
    await app.close()
  })
  return app.listen({ port, host: '127.0.0.1' })
}

function createTools(database: Database) {
  const letters: string[] = []
  const post = definePlugin({
    agent: 'post',
    title: 'Post',
    summary: 'Sends letters',
    tools: [
      defineTool({
        action: 'SEND_LETTER',
        title: 'Send a letter',
        description: 'Sends a letter.',
        params: Type.Object({ to: Type.String(), text: Type.Optional(Type.String()) }),
        data: Type.Object({ sent: Type.Boolean() }),
        risk: 'external',
        idempotent: false,
        example: { args: { to: 'Ada' } },
        run({ to }) {
          letters.push(to)
          return Promise.resolve({ message: `The letter to ${to} is on its way.`, data: { sent: true } })
        },
      }),
    ],
  })
  const catalog = new ToolCatalog({ builtIn: [post], edition: 'linux' })
  const approvals = new Approvals({ database, now, onRequested: () => {}, onResolved: () => {} })
  const runner = createToolRunner({
    catalog,
    approvals,
    audit: { intent: () => Promise.resolve(), outcome: () => Promise.resolve() },
    approvalMode: () => 'risky',
    context: {
      log: silentLog,
      now,
      home: tmpdir(),
      dataFolder: tmpdir(),
      fetch: () => Promise.reject(new AppError('unavailable', 'No network in this test.')),
      setting: () => null,
    },
    log: silentLog,
    onProgress: () => {},
    onCalled: () => {},
  })
  return { letters, catalog, approvals, runner }
}

export type WireEvent = { readonly seq: number } & RunFact

/** A reader of server-sent events that a test can stop at any event. */
export class EventReader implements AsyncDisposable {
  readonly response: Response
  readonly #reader: ReadableStreamDefaultReader<string>
  readonly #gone: AbortController
  #rest = ''

  constructor(response: Response, gone: AbortController) {
    this.response = response
    this.#gone = gone
    this.#reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  }

  /** The next event; undefined at the end. */
  async next(): Promise<{ event: string; id: string | undefined; data: WireEvent } | undefined> {
    for (;;) {
      const end = this.#rest.indexOf('\n\n')
      if (end >= 0) {
        const frame = this.#rest.slice(0, end)
        this.#rest = this.#rest.slice(end + 2)
        if (frame.startsWith(':')) continue
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
        return {
          event: field('event')!,
          id: field('id'),
          data: JSON.parse(field('data')!) as WireEvent,
        }
      }
      const { done, value } = await this.#reader.read()
      if (done) return undefined
      this.#rest += value
    }
  }

  /** Events until the end, or until one is wanted no more. */
  async take(until: (event: WireEvent) => boolean = () => false): Promise<WireEvent[]> {
    const events: WireEvent[] = []
    for (let next; (next = await this.next());) {
      events.push(next.data)
      if (until(next.data)) break
    }
    return events
  }

  /** Breaks the connection off, as a closed tab does. */
  drop(): void {
    this.#gone.abort()
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.drop()
    return Promise.resolve()
  }
}

export async function postJson(url: string, body: unknown): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export async function openStream(
  url: string,
  { body, lastEventId }: { body?: unknown; lastEventId?: number } = {},
): Promise<EventReader> {
  const gone = new AbortController()
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(lastEventId !== undefined && { 'last-event-id': String(lastEventId) }),
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: gone.signal,
  })
  return new EventReader(response, gone)
}

/** What a client that saw these events has on its screen. */
export function seen(events: readonly WireEvent[]): readonly Component[] {
  return foldRun(events).components
}

function doorsTo(stored: Map<string, unknown>, tool: ActionPort['tool']): ActionPort {
  return {
    tool,
    workflow: () => Promise.resolve('wf_1'),
    store: ({ key, value }) => Promise.resolve(void stored.set(key, value)),
  }
}
