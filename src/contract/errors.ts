/** Every failure a caller can act on, with its HTTP status. Anything else that is thrown is a bug and answers 500. */
export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  forbidden_origin: 403,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  timeout: 408,
  conflict: 409,
  already_running: 409,
  gone: 410,
  precondition_failed: 412,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  headers_too_large: 431,
  cancelled: 499,
  internal: 500,
  upstream_failed: 502,
  unavailable: 503,
  not_configured: 503,
  unavailable_on_platform: 503,
  starting: 503,
  overloaded: 503,
  schema_too_new: 503,
  storage_failed: 503,
  upstream_timeout: 504,
  storage_full: 507,
} as const

export type ErrorCode = keyof typeof errorStatus

/** One reason among several: where in the request, and what is wrong there. */
export interface ErrorIssue {
  readonly path: string
  readonly message: string
}

export interface AppErrorOptions {
  readonly cause?: unknown
  readonly errors?: readonly ErrorIssue[]
  readonly headers?: Readonly<Record<string, string>>
}

/** A failure of the caller or of the world. The message is one sentence that says what to do next. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly errors: readonly ErrorIssue[] | undefined
  readonly headers: Readonly<Record<string, string>> | undefined

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.errors = options.errors
    this.headers = options.headers
  }

  get status(): number {
    return errorStatus[this.code]
  }
}

/** RFC 9457 body: what every failed request answers with. */
export interface Problem {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  /** Where the documentation says what to do about errors of this code, on the same service. */
  readonly help: string
  readonly errors?: readonly ErrorIssue[]
  readonly incident_id?: string
}

export function problemOf(error: AppError): Problem {
  return {
    type: `urn:deskhand:problem:${error.code}`,
    title: titleOf(error.code),
    status: error.status,
    detail: error.message,
    code: error.code,
    help: `/docs/troubleshooting#${error.code}`,
    ...(error.errors && error.errors.length > 0 && { errors: error.errors }),
  }
}

function titleOf(code: ErrorCode): string {
  const words = code.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
