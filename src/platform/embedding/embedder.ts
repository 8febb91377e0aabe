import { fork, type ChildProcess } from 'node:child_process'
import { ownProgram } from '../files/own-code.ts'
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

export function createEmbedder({ unusedMs = UNUSED_MS }: { unusedMs?: number } = {}): Embedder {
  return new EmbeddingProcess(unusedMs)
}

/**
 * MiniLM in a process of its own, started with the first text and ended when it is not wanted any more: a thread would leave
 * forty megabytes behind.
 */
class EmbeddingProcess implements Embedder {
  readonly #unusedMs: number
  readonly #waiting = new Map<number, Waiting>()
  #child: ChildProcess | undefined
  #ending: NodeJS.Timeout | undefined
  #lastId = 0

  constructor(unusedMs: number) {
    this.#unusedMs = unusedMs
  }

  async embed(texts: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    signal.throwIfAborted()
    if (texts.length === 0) return []
    clearTimeout(this.#ending)
    const child = this.#started()
    hold(child, true)
    this.#lastId += 1
    const id = this.#lastId
    const { promise, ...settled } = Promise.withResolvers<Float32Array[]>()
    this.#waiting.set(id, settled)
    child.send({ id, texts: [...texts] } satisfies EmbedRequest)
    return untilAborted(promise, signal)
  }

  async close(): Promise<void> {
    clearTimeout(this.#ending)
    const last = this.#child
    this.#child = undefined
    this.#rejectAll(gone('The service is stopping.'))
    if (!last || last.exitCode !== null) return
    hold(last, true)
    const exited = new Promise((resolve) => last.once('exit', resolve))
    last.kill('SIGKILL')
    await exited
  }

  #started(): ChildProcess {
    if (this.#child) return this.#child
    const fresh = startChild()
    fresh.on('message', (answer: EmbedAnswer) => this.#settle(answer))
    const lost = (reason: unknown) => {
      if (this.#child !== fresh) return
      this.#child = undefined
      this.#rejectAll(gone("Can't compare the meaning of texts right now. Try again.", reason))
    }
    fresh.on('error', lost)
    fresh.on('exit', (code) => lost(new Error(`The embedding process ended with code ${code}.`)))
    this.#child = fresh
    return fresh
  }

  #settle(answer: EmbedAnswer): void {
    const entry = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    // As they come they are windows on the whole message, which each of them would keep.
    if ('vectors' in answer) entry?.resolve(answer.vectors.map((vector) => Float32Array.from(vector)))
    else entry?.reject(new Error(answer.failure))
    if (this.#waiting.size > 0) return
    // Nobody waits: it must not keep a program alive that has nothing else to do.
    hold(this.#child, false)
    this.#ending = setTimeout(() => void this.close(), this.#unusedMs).unref()
  }

  #rejectAll(error: AppError): void {
    for (const { reject } of this.#waiting.values()) reject(error)
    this.#waiting.clear()
  }
}

function startChild(): ChildProcess {
  const program = ownProgram('src/platform/embedding/embed-child.ts')
  return fork(program, [], {
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
