import { AppError } from '../../../contract/errors.ts'
import type { LiveRun } from './live-run.ts'

/** Tells of runs as they begin, each once it can be followed. */
export class RunBeginnings {
  readonly #listeners = new Set<(run: LiveRun) => void>()

  tell(run: LiveRun): void {
    for (const listener of this.#listeners) listener(run)
  }

  /** The next run that begins in the conversation; rejects when nobody waits any more. */
  next(session_id: string, signal: AbortSignal): Promise<string> {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const onBegin = (run: LiveRun) => run.session_id === session_id && resolve(run.id)
    const onAbort = () => reject(new AppError('cancelled', 'Nobody waits for it any more.'))
    this.#listeners.add(onBegin)
    signal.addEventListener('abort', onAbort, { once: true })
    if (signal.aborted) onAbort()
    return promise.finally(() => {
      this.#listeners.delete(onBegin)
      signal.removeEventListener('abort', onAbort)
    })
  }
}
