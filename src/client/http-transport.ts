import type { Transport } from './wire.ts'

/** Sends requests to a running service with the platform's own fetch; works in the browser and in Node. */
export function httpTransport({
  baseUrl,
  token,
}: {
  baseUrl: string
  token?: string | undefined
}): Transport {
  return async (request, signal) => {
    const response = await fetch(new URL(request.path, baseUrl), {
      method: request.method,
      headers: { ...request.headers, ...(token && { authorization: `Bearer ${token}` }) },
      body: request.body ?? null,
      signal: signal ?? null,
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      text: await response.text(),
    }
  }
}
