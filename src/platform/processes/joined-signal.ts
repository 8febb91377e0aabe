import { setMaxListeners } from 'node:events'

export interface JoinedSignal extends Disposable {
  readonly signal: AbortSignal
}

/**
 * Aborts when one of them does, until it is disposed. `AbortSignal.any` leaves weak references on each of them, which are
 * cleared some time after a collection: on a signal that lives as long as the service they pile up under load.
 */
export function joinSignals(signals: readonly AbortSignal[]): JoinedSignal {
  const joined = new AbortController()
  // As many as there are calls at once; Node would take the eleventh for a leak.
  setMaxListeners(0, ...signals)
  const listeners = signals.map((signal) => {
    const onAbort = () => joined.abort(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    return { signal, onAbort }
  })
  return {
    signal: joined.signal,
    [Symbol.dispose]() {
      for (const { signal, onAbort } of listeners) signal.removeEventListener('abort', onAbort)
    },
  }
}
