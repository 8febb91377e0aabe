import { Worker } from 'node:worker_threads'
import { AppError } from '../../../../contract/errors.ts'
import type { EmbedAnswer, EmbedRequest } from './embed-thread.ts'

/** Turns texts into vectors of length one: the nearer in meaning, the larger their product. */
export interface Embedder {
  embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]>
  /** Lets the model go; the next text loads it again. */
  close(): Promise<void>
}

export const DIMENSIONS = 384

/** The model takes 280 MB: it is let go when nobody has wanted it for so long. */
const UNUSED_MS = 3 * 60_000

interface Waiting {
  readonly resolve: (vectors: Float32Array[]) => void
  readonly reject: (error: Error) => void
}

/** MiniLM in a thread of its own, loaded with the first text and unloaded when it is not wanted any more. */
export function createEmbedder({ unusedMs = UNUSED_MS }: { unusedMs?: number } = {}): Embedder {
  const waiting = new Map<number, Waiting>()
  let thread: Worker | undefined
  let unloading: NodeJS.Timeout | undefined
  let lastId = 0

  function start(): Worker {
    const started = new Worker(new URL('./embed-thread.ts', import.meta.url))
    started.on('message', (answer: EmbedAnswer) => settle(answer))
    const lost = (reason: unknown) => {
      if (thread === started) thread = undefined
      const error = gone('The meaning of texts cannot be compared now. Try again.', reason)
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    }
    started.on('error', lost)
    started.on('exit', (code) => {
      if (thread === started) lost(new Error(`The embedding thread ended with code ${code}.`))
    })
    // It must not keep a program alive that has nothing else to do.
    started.unref()
    return started
  }

  function settle(answer: EmbedAnswer): void {
    const entry = waiting.get(answer.id)
    waiting.delete(answer.id)
    if ('vectors' in answer) entry?.resolve([...answer.vectors])
    else entry?.reject(new Error(answer.failure))
    if (waiting.size === 0) restAfter(unusedMs)
  }

  function restAfter(ms: number): void {
    clearTimeout(unloading)
    unloading = setTimeout(() => void unload(), ms)
    unloading.unref()
    thread?.unref()
  }

  async function unload(): Promise<void> {
    clearTimeout(unloading)
    const ended = thread
    thread = undefined
    for (const { reject } of waiting.values()) reject(gone('The service is stopping.'))
    waiting.clear()
    await ended?.terminate()
  }

  return {
    async embed(texts, signal) {
      signal.throwIfAborted()
      if (texts.length === 0) return []
      clearTimeout(unloading)
      thread ??= start()
      const current = thread
      current.ref()
      lastId += 1
      const id = lastId
      const { promise: answered, ...settled } = Promise.withResolvers<Float32Array[]>()
      waiting.set(id, settled)
      current.postMessage({ id, texts: [...texts] } satisfies EmbedRequest)
      return untilAborted(answered, signal)
    },
    close: unload,
  }
}

function gone(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { cause })
}

/** The thread goes on with what it has begun; nobody waits for it any more. */
async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
    work.catch(() => {})
  }
}
