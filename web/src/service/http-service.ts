import type { Problem } from '../../../src/contract/errors.ts'
import { toWire } from '../../../src/client/wire.ts'
import type { AnyEndpoint } from '../../../src/contract/endpoint.ts'
import { ServiceError, type CallOptions, type Service } from '../../../src/components/view-kit/service.ts'
import type { Access } from './access.ts'

interface LooseInput extends CallOptions {
  readonly params?: object
  readonly query?: object
  readonly body?: unknown
}

/** Calls the service that this page came from, with the token when there is one. */
export function httpService(access: Access): Service {
  const reply = async (route: string, input: LooseInput = {}) => {
    const response = await send(access, route, input)
    const text = await response.text()
    if (!response.ok) throw refusalOf(text, response.status)
    const isJson = response.headers.get('content-type')?.includes('json') ?? false
    return { body: (isJson ? JSON.parse(text) : text) as unknown, headers: response.headers }
  }
  return {
    reply,
    call: async (route: string, input?: LooseInput) => (await reply(route, input)).body,
  } as Service
}

/** Sends one request; refuses to guess when nobody answers. */
export async function send(access: Access, route: string, input: LooseInput = {}): Promise<Response> {
  const [method, path] = route.split(' ') as [AnyEndpoint['method'], `/${string}`]
  const isForm = input.body instanceof FormData
  const wire = toWire({ method, path }, isForm ? { ...input, body: undefined } : input)
  const token = access.token()
  try {
    const response = await fetch(wire.path, {
      method,
      headers: { ...wire.headers, ...(token !== null && { authorization: `Bearer ${token}` }) },
      body: input.body instanceof FormData ? input.body : (wire.body ?? null),
      signal: input.signal ?? null,
      ...(input.keepalive === true && { keepalive: true }),
    })
    if (response.status === 401) access.refused()
    return response
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ServiceError({ code: 'offline', status: 0, detail: "Can't reach Deskhand. Is it running?" })
  }
}

export function refusalOf(text: string, status: number): ServiceError {
  try {
    const problem = JSON.parse(text) as Problem
    if (typeof problem.detail === 'string') return new ServiceError({ ...problem, status })
  } catch {
    // Something else than the service answered; below is all that is known.
  }
  return new ServiceError({
    code: 'internal',
    status,
    detail: `The service failed with status ${status} and gave no reason.`,
  })
}
