import { AppError } from '../../contract/errors.ts'
import { joinSignals } from '../../platform/processes/joined-signal.ts'
import type { Confirmation } from '../../contract/confirmation.ts'

interface Questions {
  nextToExpire(): Pick<Confirmation, 'expires_at'> | undefined
  watch(listener: () => void): () => void
}

/** A timer cannot be set for longer; then it is looked again. */
const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Done when no question is open. Whoever moves the pointer or types for somebody else than a person waits for this: the
 * window that asks is on the same screen, and it could answer in the person's place.
 */
export async function untilNobodyIsAsked(
  questions: Questions,
  { now, signal }: { now: () => Date; signal: AbortSignal },
): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const next = questions.nextToExpire()
    if (next === undefined) return
    const changed = Promise.withResolvers<void>()
    const expires = Math.max(0, Date.parse(next.expires_at) - now().getTime())
    const timer = setTimeout(changed.resolve, Math.min(expires + 1, MAX_TIMER_MS)).unref()
    const stopWatching = questions.watch(changed.resolve)
    const onAbort = () => changed.resolve()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      await changed.promise
    } finally {
      clearTimeout(timer)
      stopWatching()
      signal.removeEventListener('abort', onAbort)
    }
  }
}

/** Presses, and stops in the middle of it when a person is asked something: before anybody is shown the question. */
export async function whileNobodyIsAsked<Result>(
  questions: Questions,
  signal: AbortSignal,
  press: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const asked = new AbortController()
  const look = () => {
    if (questions.nextToExpire() !== undefined) asked.abort(heldBack())
  }
  const stopWatching = questions.watch(look)
  look()
  using joined = joinSignals([signal, asked.signal])
  try {
    if (asked.signal.aborted) throw heldBack()
    return await press(joined.signal)
  } catch (error) {
    throw asked.signal.aborted && !signal.aborted ? heldBack() : error
  } finally {
    stopWatching()
  }
}

function heldBack(): AppError {
  return new AppError(
    'conflict',
    'A question is open, and nothing is clicked, typed or run until it is answered. Answer it first.',
  )
}
