import type { Static, TObject, TSchema } from 'typebox'
import type { ErrorCode } from './errors.ts'
import type { Log } from './log.ts'

/**
 * One HTTP operation, declared once as data. The route, validation, OpenAPI, reference, typed client and command
 * line are all read from it, so it imports nothing that runs.
 */
export interface Endpoint<
  Params extends TObject = TObject,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Result extends TSchema = TSchema,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path parameters are written `:name`. */
  readonly path: `/${string}`
  /** Another address with the same parameters, which keeps working; OpenAPI and the typed client name `path` alone. */
  readonly alsoAt?: `/${string}`
  readonly summary: string
  readonly description?: string
  readonly params?: Params
  readonly query?: Query
  readonly body?: Body
  /** How the body is read: parsed JSON (default), JSON or a multipart upload, or the untouched bytes. */
  readonly bodyKind?: 'json' | 'json_or_multipart' | 'raw'
  /** Largest accepted body in bytes; the service's default is 1 MiB. */
  readonly bodyLimit?: number
  /** What a success answers with; for a stream, the schema of one event. */
  readonly result: Result
  /** Status of a success; 200 unless said otherwise. */
  readonly status?: 200 | 201 | 202
  /** The answer is server-sent events (or NDJSON when asked for): always, or when the request says so. */
  readonly stream?: true | 'on_request'
  /** Of a stream: there may be nothing to follow, which is 204 without a body (`new Reply(null)`). */
  readonly mayBeEmpty?: true
  /** Media type of an answer that is not JSON. */
  readonly mediaType?: string
  /** Honours `Idempotency-Key`: the same key and body give the same answer for 24 hours. */
  readonly idempotencyKey?: true
  /** Reachable without the token, e.g. the health check. */
  readonly open?: true
  /** A browser is sent here by a page of somebody else, who proves by what the address carries that it may. */
  readonly landing?: true
  /**
   * Changes something, and still takes callers who are not a person: a program that a tool started, or one that nobody can
   * name. It does what it does under their provenance, so that it asks, or nothing of it needs a person, as to stop.
   */
  readonly anyCaller?: true
  /** What the views of answers may do with it where another program shows them (MCP Apps); nothing when left out. */
  readonly views?: ViewUse
  /** Failures worth documenting, beyond the ones that every endpoint shares. */
  readonly errors?: readonly ErrorCode[]
  readonly deprecated?: true
  readonly example: EndpointExample
}

/** Nobody knows who presses in another program: what a view does there counts as a model's. */
export type ViewUse =
  /** It is read, and this is what it brings into the conversation there; `stored`: as the entry of the store does. */
  | { readonly reads: readonly ('untrusted' | 'private')[] | 'stored' }
  /** It is changed: as by a tool of the risk `write`, or only once a person there has agreed. */
  | { readonly changes: 'as_write' | 'asked' }

/** A request that works and what it answers: shown in the reference, and checked by the tests. */
export interface EndpointExample {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly result: unknown
}

// oxlint-disable-next-line no-explicit-any -- endpoints of different schemas share one constraint; inference only
export type AnyEndpoint = Endpoint<any, any, any, any>
export type Contract = Readonly<Record<string, AnyEndpoint>>

/** Keeps the literal types of every endpoint while checking each against `Endpoint`. */
export function defineContract<const C extends Contract>(contract: C): C {
  return contract
}

/** Every address that an endpoint answers at. */
export function addressesOf({ path, alsoAt }: Pick<AnyEndpoint, 'path' | 'alsoAt'>): readonly string[] {
  return alsoAt === undefined ? [path] : [path, alsoAt]
}

type StaticOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined

/** Path, query and body are kept apart, so that their names can never clash. */
export interface InputOf<E extends AnyEndpoint> {
  readonly params: StaticOf<E['params']>
  readonly query: StaticOf<E['query']>
  readonly body: E['bodyKind'] extends 'raw' ? Buffer : StaticOf<E['body']>
}

export type ResultOf<E extends AnyEndpoint> = Static<E['result']>

/**
 * Who is behind a call. `sentence`: understood from the
 * words of the person at this machine, by rule and without a model.
 */
export type Provenance =
  | 'local-client'
  | 'sentence'
  | 'model'
  | 'schedule'
  | 'automation'
  | 'plugin'
  | 'import'
  | `webhook:${string}`
  | `channel:${string}`

const personal: ReadonlySet<Provenance> = new Set(['local-client', 'sentence', 'schedule', 'automation'])

/** Whether it is a person's own wish: at the shell, the terminal or a client, or earlier, in their own schedule or automation. */
export function isPersonal(provenance: Provenance): boolean {
  return personal.has(provenance)
}

/** Whether somebody asks who is not at this machine: the sender of a webhook, or of a message in a channel. */
export function isFromOutside(provenance: string): boolean {
  return provenance.startsWith('webhook:') || provenance.startsWith('channel:')
}

/** One file of a multipart upload, as a stream that must be read to its end. */
export interface UploadedPart {
  readonly field: string
  readonly filename: string
  readonly mimeType: string
  readonly stream: AsyncIterable<Buffer>
  /** True once the stream ended because the part was larger than allowed. */
  readonly truncated: () => boolean
}

/** What a handler gets beside its input. */
export interface Call {
  readonly signal: AbortSignal
  readonly provenance: Provenance
  /** Whoever answered a question in a chat, where the person at this machine said that they may. */
  readonly decidedBy?: Provenance
  readonly requestId: string
  readonly log: Log
  /** Request headers in lower case, for handlers whose meaning depends on one (`if-match`, `last-event-id`). */
  readonly header: (name: string) => string | undefined
  /** The files of a multipart request; undefined when the body was JSON. */
  readonly parts?: AsyncIterable<UploadedPart> | undefined
}

/** A success that needs its own status or headers. Anything else a handler returns is the body itself. */
export class Reply<Body> {
  readonly body: Body
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(body: Body, options: { status?: number; headers?: Record<string, string> } = {}) {
    this.body = body
    this.status = options.status
    this.headers = options.headers ?? {}
  }
}

/** A body that is already JSON text, e.g. a stored value: sent as it is, not parsed and written again. */
export class JsonText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** One event of a stream. `json` may be given when many readers share one serialised event. */
export interface StreamEvent {
  readonly id?: number | string
  readonly type: string
  readonly data: object
  readonly json?: string
}

type WholeAnswer<E extends AnyEndpoint> = ResultOf<E> | JsonText | Reply<ResultOf<E> | JsonText>

type Events = AsyncIterable<StreamEvent>

type Answer<E extends AnyEndpoint> = E['stream'] extends true
  ? Events | Reply<Events> | (E['mayBeEmpty'] extends true ? Reply<null> : never)
  : E['stream'] extends 'on_request'
    ? WholeAnswer<E> | Events
    : WholeAnswer<E>

/** What a feature must supply for its contract: one handler per endpoint, no more, no less. */
export type Handlers<C extends Contract> = {
  readonly [K in keyof C]: (input: InputOf<C[K]>, call: Call) => Promise<Answer<C[K]>> | Answer<C[K]>
}
