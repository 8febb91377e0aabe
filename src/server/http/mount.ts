import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  JsonText,
  Reply,
  addressesOf,
  type AnyEndpoint,
  type Contract,
  type Handlers,
  type StreamEvent,
} from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import type { Log } from '../../contract/log.ts'
import { assertValid, checkFor } from '../../platform/validation/validation.ts'
import { answerHeaders } from './answer-headers.ts'
import { sendEventStream } from './event-stream.ts'
import { withoutHead } from './head-requests.ts'
import type { IdempotentAnswers, StoredAnswer } from './idempotent-answers.ts'
import { RequestCall } from './request-call.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

export interface MountOptions {
  /** Also check what handlers answer: on in development and tests, where a wrong answer must be seen. */
  readonly checkResults: boolean
  readonly answers: IdempotentAnswers
  /** Aborts when the service stops: streams end, slow calls are cancelled. */
  readonly stopping: AbortSignal
  /** Aborts when the token is another one: who opened a stream with the old one must come again. */
  readonly tokenChanged: () => AbortSignal
  readonly log: Log
  readonly streams: { open: number }
}

type AnyHandler = (input: object, call: RequestCall) => unknown

/** Binds a contract to its handlers: one route per endpoint, checked by the contract's own schemas. */
export function mount<C extends Contract>(
  app: FastifyInstance,
  bound: { readonly contract: C; readonly handlers: Handlers<C> },
  options: MountOptions,
): void {
  for (const [operation, endpoint] of Object.entries(bound.contract)) {
    const handle = bound.handlers[operation as keyof C] as unknown as AnyHandler
    const handler = handlerFor(endpoint, handle, options)
    for (const url of addressesOf(endpoint))
      app.route({
        method: endpoint.method,
        url,
        ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
        config: { endpoint } as object,
        handler: endpoint.stream ? withoutHead(handler) : handler,
      })
  }
}

function handlerFor(endpoint: AnyEndpoint, handle: AnyHandler, options: MountOptions) {
  if (endpoint.stream === true) return streamHandler(endpoint, handle, options)
  return endpoint.stream === 'on_request'
    ? eitherHandler(endpoint, handle, options)
    : jsonHandler(endpoint, handle, options)
}

function jsonHandler(endpoint: AnyEndpoint, handle: AnyHandler, options: MountOptions) {
  const run = (request: FastifyRequest, reply: FastifyReply) => {
    const call = new RequestCall({ request, reply }, options)
    const outcome = handle(inputOf(endpoint, request), call)
    return outcome instanceof Promise
      ? outcome.then((value: unknown) => answerOf(endpoint, value, options))
      : answerOf(endpoint, outcome, options)
  }
  return (request: FastifyRequest, reply: FastifyReply) => {
    const key = endpoint.idempotencyKey && request.headers['idempotency-key']
    const answer =
      typeof key === 'string'
        ? options.answers.once({ key, endpoint, request: { url: request.url, body: request.body } }, () =>
            run(request, reply),
          )
        : run(request, reply)
    if (answer instanceof Promise) return answer.then((settled) => send(reply, settled))
    return send(reply, answer)
  }
}

/** Written at once: Fastify would look at every header several times, which is a tenth of a small answer's cost. */
function send(reply: FastifyReply, { status, headers, text }: StoredAnswer): void {
  const cors = reply.getHeaders() as Record<string, string>
  reply.hijack()
  reply.raw.writeHead(status, {
    ...answerHeaders,
    ...cors,
    ...headers,
    'content-length': Buffer.byteLength(text),
  })
  reply.raw.end(text)
}

/** What a handler returned, as it goes over the wire. */
export function answerOf(
  endpoint: AnyEndpoint,
  outcome: unknown,
  { checkResults }: Pick<MountOptions, 'checkResults'>,
): StoredAnswer {
  const reply = outcome instanceof Reply ? outcome : new Reply(outcome)
  const body: unknown = reply.body
  const text = body instanceof JsonText ? body.text : endpoint.mediaType ? String(body) : JSON.stringify(body)
  if (checkResults && !endpoint.mediaType) checkResult(endpoint, text)
  const headers = {
    'content-type': endpoint.mediaType ?? JSON_TYPE,
    ...(endpoint.deprecated && { deprecation: 'true' }),
    ...reply.headers,
  }
  return { status: reply.status ?? endpoint.status ?? 200, headers, text }
}

/** Checks what goes over the wire, not the object it came from. A mismatch is our bug, so it is thrown plainly. */
function checkResult(endpoint: AnyEndpoint, text: string): void {
  const issues = checkFor(endpoint.result, 'result')(JSON.parse(text))
  if (issues.length === 0) return
  const found = issues.map(({ path, message }) => `${path} ${message}`).join('; ')
  throw new TypeError(
    `${endpoint.method} ${endpoint.path} returned something its contract doesn't allow: ${found}`,
  )
}

/** As much of a request as a handler's input is made of. */
export type RequestParts = Pick<FastifyRequest, 'params' | 'query' | 'body'> &
  Partial<Pick<FastifyRequest, 'isMultipart'>>

/** What a handler gets: checked, with its defaults filled in. */
export function inputOf(endpoint: AnyEndpoint, request: RequestParts): object {
  const { params, query, body } = request
  if (endpoint.params) assertValid(params, { schema: endpoint.params, part: 'params' })
  if (endpoint.query) assertValid(query, { schema: endpoint.query, part: 'query' })
  if (endpoint.bodyKind === 'raw') return { params, query, body: body ?? Buffer.alloc(0) }
  if (endpoint.body && !isUpload(endpoint, request)) return { params, query, body: bodyOf(endpoint, body) }
  return { params, query, body: undefined }
}

function bodyOf(endpoint: AnyEndpoint, body: unknown): unknown {
  // A caller that sends nothing where every member is optional means the empty object.
  const given = body === undefined && acceptsEmpty(endpoint) ? {} : body
  if (given === undefined)
    throw new AppError('invalid_request', 'This endpoint needs a JSON body. GET /docs shows an example.')
  assertValid(given, { schema: endpoint.body, part: 'body' })
  return given
}

function acceptsEmpty(endpoint: AnyEndpoint): boolean {
  const { type, required } = endpoint.body as { type?: string; required?: string[] }
  return type === 'object' && (required ?? []).length === 0
}

function isUpload(endpoint: AnyEndpoint, request: RequestParts): boolean {
  return endpoint.bodyKind === 'json_or_multipart' && (request.isMultipart?.() ?? false)
}

/** The request says which way it is answered, so the handler decides. */
function eitherHandler(endpoint: AnyEndpoint, handle: AnyHandler, options: MountOptions) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const outcome = await handle(inputOf(endpoint, request), new RequestCall({ request, reply }, options))
    if (!isStream(outcome)) return send(reply, answerOf(endpoint, outcome, options))
    assertRoom(options)
    return streamer(options)(outcome, { request, reply })
  }
}

function isStream(outcome: unknown): outcome is AsyncIterable<StreamEvent> {
  return typeof outcome === 'object' && outcome !== null && Symbol.asyncIterator in outcome
}

function streamHandler(endpoint: AnyEndpoint, handle: AnyHandler, options: MountOptions) {
  const stream = streamer(options)
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const input = inputOf(endpoint, request)
    assertRoom(options)
    const call = new RequestCall({ request, reply }, options)
    const outcome = await handle(input, call)
    const { body, headers } = outcome instanceof Reply ? outcome : new Reply(outcome)
    if (body === null) await reply.code(204).headers(answerHeaders).send()
    else await stream(body as AsyncIterable<StreamEvent>, { request, reply: reply.headers(headers) })
  }
}

function assertRoom({ streams }: MountOptions): void {
  if (streams.open < limits.event_streams.value) return
  throw new AppError(
    'overloaded',
    `${limits.event_streams.value} event streams are open. Close one and try again.`,
    { headers: { 'retry-after': '5' } },
  )
}

function streamer(options: MountOptions) {
  return async (
    events: AsyncIterable<StreamEvent>,
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  ) => {
    const ndjson = request.headers.accept?.includes('application/x-ndjson') ?? false
    // From here on the response is ours: Fastify must neither answer nor set headers.
    const headers = { ...answerHeaders, ...reply.getHeaders() }
    reply.hijack()
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) reply.raw.setHeader(name, value)
    options.streams.open += 1
    const cut = () => reply.raw.destroy()
    const tokenChanged = options.tokenChanged()
    tokenChanged.addEventListener('abort', cut)
    try {
      await sendEventStream({
        response: reply.raw,
        events,
        stopping: options.stopping,
        format: ndjson ? 'ndjson' : 'sse',
      })
    } finally {
      tokenChanged.removeEventListener('abort', cut)
      options.streams.open -= 1
    }
  }
}
