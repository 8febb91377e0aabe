import { createContext, use } from 'react'
import type { AnyEndpoint, InputOf, ResultOf } from '../../contract/endpoint.ts'
import type { Problem } from '../../contract/errors.ts'
import type { api } from '../../features/contracts.ts'

type Api = typeof api
type AnyOperation = { [F in keyof Api]: Api[F][keyof Api[F]] }[keyof Api]
type RouteOf<E> = E extends { readonly method: infer M extends string; readonly path: infer P extends string }
  ? `${M} ${P}`
  : never

/** Every operation of the service by what goes over the wire, e.g. `GET /api/store/:key`. */
export type Route = RouteOf<AnyOperation>
type OperationOf<R extends Route> = Extract<AnyOperation, OperationShape<R>>
type OperationShape<R extends string> = R extends `${infer M} ${infer P}`
  ? { readonly method: M; readonly path: P }
  : never

export type AnswerOf<R extends Route> =
  OperationOf<R> extends infer E extends AnyEndpoint ? ResultOf<E> : never

/** What a call takes: only the parts that its operation declares. */
export type CallInput<R extends Route> =
  OperationOf<R> extends infer E extends AnyEndpoint
    ? {
        readonly [P in keyof InputOf<E> as InputOf<E>[P] extends undefined ? never : P]?: Partial<
          InputOf<E>[P]
        >
      } & CallOptions
    : never

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal | undefined
  /** Goes on when the page is being closed. */
  readonly keepalive?: boolean
}

/** The service, typed by its own contracts without carrying them: nothing of them is in the bundle. */
export interface Service {
  call<R extends Route>(route: R, input?: CallInput<R>): Promise<AnswerOf<R>>
  /** The same with the headers of the answer, for who needs an ETag. */
  reply<R extends Route>(route: R, input?: CallInput<R>): Promise<{ body: AnswerOf<R>; headers: Headers }>
}

/** The service said no, and why; or it could not be reached, which is status 0. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly code: string
  readonly status: number
  readonly errors: NonNullable<Problem['errors']>

  constructor({ code, status, detail, errors }: Omit<Problem, 'type' | 'title' | 'help'>) {
    super(detail)
    this.code = code
    this.status = status
    this.errors = errors ?? []
  }

  get isOffline(): boolean {
    return this.status === 0
  }
}

export const ServiceContext = createContext<Service | undefined>(undefined)

export function useService(): Service {
  const service = use(ServiceContext)
  if (!service) throw new Error('A view was drawn outside of the shell.')
  return service
}

/** What to tell a person about any failure. */
export function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message
  return String(error)
}
