import { AppError } from '../../contract/errors.ts'

export type OutgoingRequest = RequestInit & { readonly url: URL }

/** What `fetch` was called with, in the form that the library of the guard takes. */
export async function requestOf(
  input: Parameters<typeof globalThis.fetch>[0],
  init: RequestInit = {},
): Promise<OutgoingRequest> {
  const isRequest = input instanceof Request
  const url = URL.parse(isRequest ? input.url : String(input))
  if (!url)
    throw new AppError(
      'invalid_request',
      'This is not a valid address. It must start with http:// or https://.',
    )
  if (!isRequest) return encoded({ ...init, url })
  const { method, headers, body, signal, redirect } = input
  return encoded({ method, headers, signal, redirect, ...(body && { body, duplex: 'half' }), ...init, url })
}

/** A form of Node's own is none to the library, which would send the word "[object FormData]". */
async function encoded(request: OutgoingRequest): Promise<OutgoingRequest> {
  if (!(request.body instanceof FormData)) return request
  const form = new Response(request.body)
  const headers = new Headers(request.headers)
  headers.set('content-type', form.headers.get('content-type')!)
  return { ...request, headers, body: await form.arrayBuffer() }
}
