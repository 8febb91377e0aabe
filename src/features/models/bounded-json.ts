export type Json = Readonly<Record<string, unknown>>

const MAX_BYTES = 2 * 1024 * 1024

export interface BoundedRequest {
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal
  /** Sent by POST. */
  readonly body?: Json | undefined
}

/**
 * A JSON object from a server of which nothing is known: no redirect is followed, and no more is read than such an
 * answer can be. Rejects when there is none.
 */
export async function boundedJson(url: string, { fetch, signal, body }: BoundedRequest): Promise<Json> {
  const response = await fetch(url, {
    signal,
    redirect: 'manual',
    ...(body && {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })
  if (response.status !== 200) {
    await response.body?.cancel()
    throw new TypeError(`It answered ${response.status}.`)
  }
  return objectOf(JSON.parse(await boundedText(response)))
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Leaving the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new TypeError('Its answer is too large for a list of models.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

export function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
}

export function arrayOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.map(objectOf) : []
}
