/** A stretch of time that runs out. It holds the moment of its end and never counts, so that sleep cannot make it wrong. */
export interface Span {
  readonly length_ms: number
  /** What is left while it stands still. */
  readonly left_ms: number
  /** When it runs out; null while it stands still. */
  readonly ends_at: number | null
  /** Whether it was ever begun. */
  readonly begun: boolean
}

export function newSpan(lengthMs: number): Span {
  return { length_ms: lengthMs, left_ms: lengthMs, ends_at: null, begun: false }
}

export function started(span: Span, now: number): Span {
  if (span.ends_at !== null) return span
  return { ...span, ends_at: now + span.left_ms, begun: true }
}

export function paused(span: Span, now: number): Span {
  return { ...span, left_ms: leftOf(span, now), ends_at: null }
}

/** More time; one that has run out begins again with it. */
export function prolonged(span: Span, moreMs: number, now: number): Span {
  if (isOver(span, now)) return { ...span, length_ms: moreMs, left_ms: moreMs, ends_at: now + moreMs }
  return {
    ...span,
    length_ms: span.length_ms + moreMs,
    left_ms: span.left_ms + moreMs,
    ends_at: span.ends_at === null ? null : span.ends_at + moreMs,
  }
}

export function leftOf({ ends_at, left_ms, length_ms }: Span, now: number): number {
  if (ends_at === null) return left_ms
  return Math.max(0, Math.min(length_ms, ends_at - now))
}

export function isOver({ ends_at }: Span, now: number): boolean {
  return ends_at !== null && ends_at <= now
}
