import type { CallToolResult } from '@modelcontextprotocol/server'
import type { ErrorCode } from '../../../contract/errors.ts'
import { AppError, problemOf } from '../../../contract/errors.ts'

/** A call that came to nothing, and why. */
export function refused(sentence: string): CallToolResult {
  return { content: [{ type: 'text', text: sentence }], isError: true }
}

interface ViewReply {
  readonly status: number
  readonly body: unknown
  readonly etag?: string | undefined
}

/** What the page gets: an answer as it would come over HTTP. */
export function replied({ status, body, etag }: ViewReply): CallToolResult {
  const isError = status >= 400
  const { detail } = (body ?? {}) as { detail?: unknown }
  return {
    content: [{ type: 'text', text: isError && typeof detail === 'string' ? detail : 'Done.' }],
    structuredContent: { status, body: body ?? null, ...(etag !== undefined && { etag }) },
    isError,
  }
}

export function problem(code: ErrorCode, sentence: string): CallToolResult {
  return failed(new AppError(code, sentence))
}

export function failed(error: AppError): CallToolResult {
  return replied({ status: error.status, body: problemOf(error) })
}
