import { AppError } from '../../contract/errors.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { introduction } from './introduction.ts'

export interface Download {
  /** Where it came from in the end, after redirects. */
  readonly address: URL
  readonly contentType: string
  readonly bytes: Buffer
}

export const maxBytes = 5 * 1024 * 1024

const accept =
  'text/html, application/xhtml+xml, text/markdown;q=0.9, text/plain;q=0.9, application/json;q=0.9, application/pdf;q=0.9, */*;q=0.5'

/** What stands at a public address. Whoever sends too much or refuses is named in the sentence. */
export async function download(url: URL, call: Pick<ToolCall, 'fetch' | 'signal'>): Promise<Download> {
  const { signal } = call
  const headers = { ...introduction, accept }
  const response = await call
    .fetch(url.href, { headers, signal })
    .catch((error: unknown) => unreachable(error, { url, signal }))
  const address = URL.parse(response.url) ?? url
  if (!response.ok) {
    await response.body?.cancel()
    throw refused(response.status, address)
  }
  const bytes = await readBytes(response, address).catch((error: unknown) =>
    unreachable(error, { url: address, signal }),
  )
  return { address, contentType: response.headers.get('content-type') ?? '', bytes }
}

async function readBytes(response: Response, { host }: URL): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes)
      throw new AppError(
        'too_large',
        `${host} sent more than ${megabytesText(maxBytes)}, the most Deskhand reads.`,
      )
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function refused(status: number, { host }: URL): AppError {
  if (status === 404 || status === 410)
    return new AppError('not_found', `${host} has no such page (${status}). Check the address.`)
  if (status === 429)
    return new AppError('rate_limited', `${host} asks for fewer requests (429). Try again later.`)
  if (status === 401 || status === 403)
    return new AppError(
      'upstream_failed',
      `${host} only shows this page after sign-in, or not to programs (${status}).`,
    )
  const advice = status >= 500 ? 'try again later' : 'check the address'
  return new AppError('upstream_failed', `${host} answered ${status}: ${advice}.`)
}

/** The guard's own sentence where there is one. */
export function unreachable(error: unknown, { url, signal }: { url: URL; signal: AbortSignal }): never {
  if (error instanceof AppError || signal.aborted) throw error
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof AppError) throw cause
  const code = (cause as { code?: unknown } | undefined)?.code
  const why = typeof code === 'string' ? ` (${code})` : ''
  throw new AppError(
    'upstream_failed',
    `Couldn't reach ${url.host}${why}. Check the address, or try again later.`,
    {
      cause: error,
    },
  )
}
