import { AppError } from '../../contract/errors.ts'
import { UpstreamAnswer } from './answer.ts'

const MAX_BYTES = 10 * 1024 * 1024
const MAX_RATIO = 100
/** Below this, a high ratio does no harm: a page of blanks is small however well it packs. */
const RATIO_FREE_BYTES = 1024 * 1024

export interface Exchange {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal
}

export interface Received {
  /** Undefined when the provider said that nothing changed. */
  readonly answer: UpstreamAnswer | undefined
  readonly etag: string | null
  readonly lastModified: string | null
  readonly retryAfter: string | null
}

/** One request and its whole answer, within the caps of size. */
export async function exchange({ url, headers, json, fetch, signal }: Exchange): Promise<Received> {
  const init: RequestInit =
    json === undefined
      ? { headers, signal }
      : {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json' },
          body: JSON.stringify(json),
          signal,
        }
  const response = await fetch(url, init)
  const kept = {
    etag: response.headers.get('etag'),
    lastModified: response.headers.get('last-modified'),
    retryAfter: response.headers.get('retry-after'),
  }
  if (response.status === 304) {
    await response.body?.cancel()
    return { ...kept, answer: undefined }
  }
  const answer = new UpstreamAnswer({
    status: response.status,
    url: response.url || url.href,
    contentType: response.headers.get('content-type') ?? '',
    bytes: await bodyOf(response, url.host),
    cookies: response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0]!),
  })
  return { ...kept, answer }
}

async function bodyOf(response: Response, host: string): Promise<Buffer> {
  if (!response.body) return Buffer.alloc(0)
  const limit = sizeLimit(response.headers)
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    // Leaving the loop cancels the rest of the body.
    if (bytes > limit) throw new AppError('upstream_failed', `${host} sent more than ${limit} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
}

/** A packed answer may grow a hundredfold, no more: beyond that it was made to hurt. */
function sizeLimit(headers: Headers): number {
  const packed = Number(headers.get('content-length') ?? Number.NaN)
  if (headers.get('content-encoding') === null || Number.isNaN(packed)) return MAX_BYTES
  return Math.min(MAX_BYTES, Math.max(RATIO_FREE_BYTES, packed * MAX_RATIO))
}
