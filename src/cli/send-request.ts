import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import type { ServiceRequest, ServiceResponse } from './command.ts'

/**
 * Node's own HTTP client: `fetch` takes longer to load than all the rest of a command. An `import` of the module would
 * load it as well, since one of the names that it exports is made of it.
 */
export async function sendRequest(address: string, request: ServiceRequest): Promise<ServiceResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { method, path, headers = {}, body, signal } = request
  const { request: open } = process.getBuiltinModule('node:http')
  const sent = open(new URL(path, address), {
    method,
    // A connection that is kept may be closed by the service in the very moment in which it is used again.
    agent: false,
    headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
    ...(signal && { signal }),
  })
  sent.once('response', resolve).once('error', reject)
  sent.end(body)
  const response = await promise
  const status = response.statusCode ?? 0
  return {
    status,
    ok: status >= 200 && status < 300,
    headers: {
      get: (name) => {
        const value = response.headers[name]
        return (Array.isArray(value) ? value[0] : value) ?? null
      },
    },
    text: () => text(response),
    body: response,
  }
}
