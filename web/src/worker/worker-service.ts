import { rememberedToken, rememberToken } from '../service/remembered-token.ts'
import type { FromWorker } from './messages.ts'

declare const self: ServiceWorkerGlobalScope

const ANSWER_MS = 3_000
const TOKEN_MS = 500

/** Calls the service as the page would; undefined where it cannot, for whatever reason. */
export async function callService(path: string, request: RequestInit = {}): Promise<unknown> {
  const token = (await tokenOfPage()) ?? (await rememberedToken())
  const headers = new Headers(request.headers)
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
  try {
    const response = await fetch(path, { ...request, headers, signal: AbortSignal.timeout(ANSWER_MS) })
    if (response.status === 401) await rememberToken(undefined)
    return response.ok ? await response.json() : undefined
  } catch {
    return undefined
  }
}

/** A page may have a token for its tab only, which is stored nowhere. */
async function tokenOfPage(): Promise<string | undefined> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  for (const page of pages) {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<string | null>) => {
      if (data !== null) resolve(data)
    }
    page.postMessage({ kind: 'token' } satisfies FromWorker, [port2])
  }
  setTimeout(() => resolve(undefined), pages.length === 0 ? 0 : TOKEN_MS)
  return await promise
}
