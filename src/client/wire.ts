import type { AnyEndpoint } from '../contract/endpoint.ts'

/** A request as it goes over any transport: HTTP, a Unix socket, or straight into the app in tests. */
export interface WireRequest {
  readonly method: AnyEndpoint['method']
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export interface WireResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export type Transport = (request: WireRequest, signal?: AbortSignal) => Promise<WireResponse>

export interface CallInput {
  readonly params?: object | undefined
  readonly query?: object | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export function toWire(endpoint: Pick<AnyEndpoint, 'method' | 'path'>, input: CallInput): WireRequest {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name])),
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined)
      query.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  const search = query.size > 0 ? `?${query.toString()}` : ''
  const hasBody = input.body !== undefined && endpoint.method !== 'GET'
  return {
    method: endpoint.method,
    path: `${path}${search}`,
    headers: { ...(hasBody && { 'content-type': 'application/json' }), ...input.headers },
    ...(hasBody && { body: JSON.stringify(input.body) }),
  }
}
