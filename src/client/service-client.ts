import type { AnyEndpoint } from '../contract/endpoint.ts'
import { eventsOf } from './read-events.ts'
import { toWire } from './wire.ts'

/** What the published client knows of an operation; its types are written out beside it (`scripts/build/client-types.ts`). */
export interface Operation {
  readonly method: AnyEndpoint['method']
  readonly path: AnyEndpoint['path']
  /** What a success is, when it is not JSON. */
  readonly answers?: 'text' | 'events'
}

export type Operations = Readonly<Record<string, Readonly<Record<string, Operation>>>>

export interface ClientOptions {
  /** Where the service listens; http://127.0.0.1:8000 unless given. */
  readonly baseUrl?: string
  /** Needed where the service has a token. */
  readonly token?: string
  /** Used in place of the platform's own, e.g. for a Unix socket. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>
}

interface Input {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** The service refused or failed. The message says what to do, `code` is for programs. */
export class DeskhandError extends Error {
  override readonly name = 'DeskhandError'
  readonly status: number
  readonly code: string
  readonly errors: readonly { readonly path: string; readonly message: string }[]
  readonly incidentId: string | undefined

  constructor(status: number, text: string) {
    const { detail, code, errors, incident_id } = problemIn(text)
    super(detail ?? `The service failed with status ${status} and gave no reason.`)
    this.status = status
    this.code = code ?? 'upstream_failed'
    this.errors = errors ?? []
    this.incidentId = incident_id
  }
}

interface Problem {
  readonly detail?: string
  readonly code?: string
  readonly errors?: readonly { path: string; message: string }[]
  readonly incident_id?: string
}

function problemIn(text: string): Problem {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/** One function per operation: `client.store.get({ params: { key: 'notes' } })`. */
export function clientOf(operations: Operations, options: ClientOptions): object {
  return mapped(operations, (feature) =>
    mapped(
      feature,
      (operation) =>
        (input: Input = {}) =>
          operation.answers === 'events' ? follow(operation, input, options) : ask(operation, input, options),
    ),
  )
}

function mapped<From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

async function ask(operation: Operation, input: Input, options: ClientOptions): Promise<unknown> {
  const response = await send(operation, input, options)
  const text = await response.text()
  return operation.answers === 'text' || text === '' ? text : JSON.parse(text)
}

async function* follow(operation: Operation, input: Input, options: ClientOptions): AsyncGenerator {
  const response = await send(operation, input, options)
  if (response.body) yield* eventsOf(response.body)
}

async function send(operation: Operation, input: Input, options: ClientOptions): Promise<Response> {
  const { baseUrl = 'http://127.0.0.1:8000', token, fetch = globalThis.fetch } = options
  const { signal, body, ...rest } = input
  // A form says its own content type, with the line that parts its fields; bytes go as they are.
  const whole = body instanceof FormData || body instanceof Blob || isBytes(body) ? body : undefined
  const wire = toWire(operation, whole ? rest : { ...rest, body })
  const response = await fetch(new URL(wire.path, baseUrl).href, {
    method: wire.method,
    headers: { ...wire.headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: whole ?? wire.body ?? null,
    signal: signal ?? null,
  })
  if (!response.ok) throw new DeskhandError(response.status, await response.text())
  return response
}

function isBytes(value: unknown): value is Uint8Array<ArrayBuffer> {
  return value instanceof Uint8Array
}
