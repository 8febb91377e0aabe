import type { AnyEndpoint, Contract, InputOf, ResultOf } from '../contract/endpoint.ts'
import { AppError, errorStatus, type ErrorCode, type Problem } from '../contract/errors.ts'
import { api } from '../features/contracts.ts'
import { toWire, type CallInput, type Transport } from './wire.ts'

type Api = typeof api
type Json<E extends AnyEndpoint> = (input?: ClientInput<E>, signal?: AbortSignal) => Promise<ResultOf<E>>

/** The client waits for whole answers, so it does not offer to ask for a stream in place of one. */
type ClientPart<E extends AnyEndpoint, P extends keyof InputOf<E>> = E['stream'] extends 'on_request'
  ? Omit<InputOf<E>[P], 'stream'>
  : InputOf<E>[P]

/** Only the parts that the endpoint declares are asked for. */
type ClientInput<E extends AnyEndpoint> = {
  readonly [P in keyof InputOf<E> as InputOf<E>[P] extends undefined ? never : P]:
    | Partial<ClientPart<E, P>>
    | ClientPart<E, P>
} & { readonly headers?: Readonly<Record<string, string>> }

/** `client.store.get({ params: { key } })`: one method per declared endpoint, typed by its contract. */
export type Client = {
  readonly [F in keyof Api]: {
    readonly [O in keyof Api[F]]: Api[F][O] extends AnyEndpoint ? Json<Api[F][O]> : never
  }
}

export function createClient(send: Transport): Client {
  const callers = Object.entries(api as Readonly<Record<string, Contract>>).map(([feature, contract]) => [
    feature,
    Object.fromEntries(
      Object.entries(contract).map(([operation, endpoint]) => [operation, caller(endpoint, send)]),
    ),
  ])
  return Object.fromEntries(callers) as Client
}

function caller(endpoint: AnyEndpoint, send: Transport) {
  return async (input: CallInput = {}, signal?: AbortSignal): Promise<unknown> => {
    const { status, text } = await send(toWire(endpoint, input), signal)
    if (status < 400) return endpoint.mediaType || text === '' ? text : (JSON.parse(text) as unknown)
    throw toAppError(text, status)
  }
}

/** The service's own problem, or what little is known when something else answered. */
export function toAppError(text: string, status: number): AppError {
  const problem = parseProblem(text)
  if (!problem)
    return new AppError('upstream_failed', `The service failed with status ${status} and gave no reason.`)
  const code = problem.code in errorStatus ? (problem.code as ErrorCode) : 'internal'
  return new AppError(code, problem.detail, { ...(problem.errors && { errors: problem.errors }) })
}

function parseProblem(text: string): Problem | undefined {
  try {
    const body = JSON.parse(text) as Partial<Problem> | null
    return typeof body?.detail === 'string' && typeof body.code === 'string' ? (body as Problem) : undefined
  } catch {
    return undefined
  }
}
