import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardedFetch } from '../src/platform/network/guarded-fetch.ts'

export interface TestSite extends AsyncDisposable {
  readonly origin: string
  /** `host:port`, as ALLOWED_PRIVATE_TARGETS has it. */
  readonly target: string
  readonly seen: { readonly url: string; readonly headers: IncomingHttpHeaders; readonly body: string }[]
  /** The guarded fetch of the service, which may reach this site alone. `standsFor` are the origins that it replaces. */
  fetch(standsFor?: readonly string[]): typeof globalThis.fetch
}

/** A web server on this machine that answers what a test says. */
export async function startSite(answer: RequestListener): Promise<TestSite> {
  const seen: { url: string; headers: IncomingHttpHeaders; body: string }[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url = '', headers } = request
      seen.push({ url, headers, body: Buffer.concat(chunks).toString() })
      answer(request, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const target = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${target}`
  return {
    origin,
    target,
    seen,
    fetch(standsFor = []) {
      const guarded = guardedFetch({ allowedTargets: () => [target] })
      return (input, init) => {
        const address = String(input instanceof Request ? input.url : input)
        const replaced = standsFor.find((one) => address.startsWith(one))
        return guarded(replaced === undefined ? address : origin + address.slice(replaced.length), init)
      }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
