import { fork, type ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../contract/errors.ts'
import { CHILD_MARK } from '../processes/own-children.ts'
import type { EmbedAnswer, EmbedRequest } from './embed-child.ts'

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

/**
 * MiniLM in a process of its own, started with the first text and ended when it is not wanted any more: a thread would leave
 * forty megabytes behind.
 */
export function createEmbedder({ unusedMs = UNUSED_MS }: { unusedMs?: number } = {}): Embedder {
  const waiting = new Map<number, Waiting>()
  let child: ChildProcess | undefined
  let ending: NodeJS.Timeout | undefined
  let lastId = 0

  function rejectAll(error: AppError): void {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  function started(): ChildProcess {
    if (child) return child
    const fresh = startChild()
    fresh.on('message', (answer: EmbedAnswer) => settle(answer))
    const lost = (reason: unknown) => {
      if (child !== fresh) return
      child = undefined
      rejectAll(gone('The meaning of texts cannot be compared now. Try again.', reason))
    }
    fresh.on('error', lost)
    fresh.on('exit', (code) => lost(new Error(`The embedding process ended with code ${code}.`)))
    child = fresh
    return fresh
  }

  function settle(answer: EmbedAnswer): void {
    const entry = waiting.get(answer.id)
    waiting.delete(answer.id)
    // As they come they are windows on the whole message, which each of them would keep.
    if ('vectors' in answer) entry?.resolve(answer.vectors.map((vector) => Float32Array.from(vector)))
    else entry?.reject(new Error(answer.failure))
    if (waiting.size > 0) return
    // Nobody waits: it must not keep a program alive that has nothing else to do.
    hold(child, false)
    ending = setTimeout(() => void end(), unusedMs).unref()
  }

  async function end(): Promise<void> {
    clearTimeout(ending)
    const last = child
    child = undefined
    rejectAll(gone('The service is stopping.'))
    if (!last || last.exitCode !== null) return
    hold(last, true)
    const exited = new Promise((resolve) => last.once('exit', resolve))
    last.kill('SIGKILL')
    await exited
  }

  return {
    async embed(texts, signal) {
      signal.throwIfAborted()
      if (texts.length === 0) return []
      clearTimeout(ending)
      const current = started()
      hold(current, true)
      lastId += 1
      const id = lastId
      const { promise, ...settled } = Promise.withResolvers<Float32Array[]>()
      waiting.set(id, settled)
      current.send({ id, texts: [...texts] } satisfies EmbedRequest)
      return untilAborted(promise, signal)
    },
    close: end,
  }
}

function startChild(): ChildProcess {
  const program = new URL(`./embed-child${extname(import.meta.url)}`, import.meta.url)
  return fork(fileURLToPath(program), [], {
    serialization: 'advanced',
    // It reads its weights and does nothing else.
    execArgv: ['--permission', '--allow-fs-read=*', '--disable-warning=ExperimentalWarning'],
    env: { [CHILD_MARK]: '1' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

function hold(child: ChildProcess | undefined, isWanted: boolean): void {
  if (!child) return
  if (isWanted) {
    child.ref()
    child.channel?.ref()
    return
  }
  child.unref()
  child.channel?.unref()
}

function gone(message: string, cause?: unknown): AppError {
  return new AppError('unavailable', message, { cause })
}

/** The process goes on with what it has begun; nobody waits for it any more. */
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
