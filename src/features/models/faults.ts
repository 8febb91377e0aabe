/** What went wrong on the way to a model, as seen on the wire. It becomes a sentence for a person later. */
export type FaultKind =
  /** An HTTP status that is no success. */
  | 'status'
  | 'network'
  | 'redirect'
  /** The answer broke off. */
  | 'cut'
  /** Nothing came for too long. */
  | 'silent'
  | 'too_long'
  | 'unreadable'
  /** It ended well but said nothing. */
  | 'empty'
  /** It answered as a whole though a stream was asked for. */
  | 'not_streamed'
  /** The provider held the answer back. */
  | 'filtered'
  /** The model takes no pictures. */
  | 'blind'

export interface FaultDetails {
  readonly status?: number
  /** What the other side said about it, as it came. */
  readonly said?: string
  readonly retryAfterMs?: number
  readonly seconds?: number
  readonly cause?: unknown
}

export class ModelFault extends Error {
  readonly kind: FaultKind
  readonly details: FaultDetails

  constructor(kind: FaultKind, details: FaultDetails = {}) {
    super(`model ${kind}`, { cause: details.cause })
    this.name = 'ModelFault'
    this.kind = kind
    this.details = details
  }
}

/** The fault inside whatever the SDK made of it. What it cannot explain is an answer that it could not read. */
export function faultOf(thrown: unknown): ModelFault {
  for (let error = thrown; error instanceof Error; error = error.cause)
    if (error instanceof ModelFault) return error
  return faultInside(thrown) ?? new ModelFault('unreadable', { cause: thrown })
}

/** Some providers begin to answer and then send an error as a part of the stream. */
function faultInside(thrown: unknown): ModelFault | undefined {
  if (thrown instanceof Error && /without a finish reason|did not receive done/i.test(thrown.message))
    return new ModelFault('cut', { cause: thrown })
  const said = saidIn(thrown)
  if (said === undefined) return undefined
  if (/overloaded/i.test(said)) return new ModelFault('status', { status: 529, said })
  if (/rate.?limit/i.test(said)) return new ModelFault('status', { status: 429, said })
  return new ModelFault('status', { status: statusIn(thrown), said })
}

/** The sentence inside an error object of any provider: `{message}`, `{error: {message}}`, `{error: "…"}`. */
export function saidIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || value instanceof Error) return undefined
  const { message, error, detail } = value as Record<string, unknown>
  if (typeof message === 'string') return message
  if (typeof detail === 'string') return detail
  return error === undefined ? undefined : saidIn(error)
}

function statusIn(value: unknown): number {
  const { code, status } = (value ?? {}) as Record<string, unknown>
  const number = [status, code].map(Number).find((candidate) => candidate >= 400 && candidate < 600)
  return number ?? 500
}
