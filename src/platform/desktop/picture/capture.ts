import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ownProgram } from '../../files/own-code.ts'
import { AppError } from '../../../contract/errors.ts'
import type { Area, Frame, Settled, SettleOptions } from '../desktop-driver.ts'
import type {
  ThreadAnswer,
  ThreadData,
  ThreadMessage,
  ThreadRequest,
  ThreadResult,
} from './capture-thread.ts'
import type { PictureRequest } from './picture.ts'

/** Loading it again takes a quarter of a second. */
const IDLE_MS = 300_000
const END_MS = 1000

export interface WatchOptions extends SettleOptions {
  /** Whether the wait before was not the end of it: then what was shown before that counts. */
  readonly isContinued?: boolean
  /** Where what changes is of no account. */
  readonly ignored?: readonly Area[]
}

/**
 * Takes pictures in a thread of its own, with its own connection: reading and packing millions of pixels would hold up
 * everything else. The thread starts with the first picture and goes when nobody has wanted one for a while.
 */
export class CaptureThread {
  readonly #data: ThreadData
  readonly #waiting = new Map<number, PromiseWithResolvers<ThreadResult>>()
  #thread: Worker | null = null
  #idle: NodeJS.Timeout | undefined
  #lastId = 0

  constructor(data: ThreadData) {
    this.#data = data
  }

  async capture(
    picture: PictureRequest,
    options: { cursor: boolean; isLook: boolean; signal?: AbortSignal | undefined },
  ): Promise<Frame> {
    const { cursor, isLook, signal } = options
    const frame = (await this.#ask({ kind: 'capture', picture, cursor, isLook }, signal)) as Frame
    // What comes from the thread is a plain array of bytes.
    return {
      ...frame,
      bytes: Buffer.from(frame.bytes.buffer, frame.bytes.byteOffset, frame.bytes.byteLength),
    }
  }

  async remember(area: Area): Promise<void> {
    await this.#ask({ kind: 'remember', area })
  }

  async settle(
    area: Area,
    { isContinued = false, ignored = [], ...options }: WatchOptions,
    signal?: AbortSignal,
  ): Promise<Settled> {
    return (await this.#ask({ kind: 'settle', area, options, isContinued, ignored }, signal)) as Settled
  }

  async close(): Promise<void> {
    clearTimeout(this.#idle)
    const thread = this.#thread
    this.#thread = null
    this.#failAll(new AppError('unavailable', 'The service is stopping, so the screen is no longer read.'))
    if (thread) await endThread(thread)
  }

  async #ask(request: ThreadRequest, signal?: AbortSignal): Promise<ThreadResult> {
    signal?.throwIfAborted()
    clearTimeout(this.#idle)
    const thread = (this.#thread ??= this.#start())
    const id = ++this.#lastId
    const answer = Promise.withResolvers<ThreadResult>()
    this.#waiting.set(id, answer)
    thread.ref()
    thread.postMessage({ id, request } satisfies ThreadMessage)
    const stop = () => {
      thread.postMessage({ id, cancel: true } satisfies ThreadMessage)
      answer.reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
    try {
      return await answer.promise
    } finally {
      signal?.removeEventListener('abort', stop)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) {
        thread.unref()
        this.#idle = setTimeout(() => void this.close(), IDLE_MS).unref()
      }
    }
  }

  #start(): Worker {
    const script = ownProgram('src/platform/desktop/picture/capture-thread.ts')
    const thread = new Worker(script, {
      workerData: this.#data,
      // The shared memory's descriptor is handed over to a socket, which the thread would take for a mistake.
      trackUnmanagedFds: false,
    })
    thread.on('message', (answer: ThreadAnswer) => this.#settleAnswer(answer))
    thread.on('error', (error) => this.#drop(thread, error))
    thread.on('exit', () => this.#drop(thread, new Error('The screen capture thread has ended.')))
    return thread
  }

  #settleAnswer(answer: ThreadAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    if ('result' in answer) waiting?.resolve(answer.result)
    else if ('refusal' in answer) waiting?.reject(new AppError(answer.refusal.code, answer.refusal.message))
    else waiting?.reject(unreadable(answer.failure))
  }

  #drop(thread: Worker, error: unknown): void {
    if (this.#thread !== thread) return
    this.#thread = null
    this.#failAll(error)
  }

  #failAll(error: unknown): void {
    for (const { reject } of this.#waiting.values()) reject(error)
  }
}

async function endThread(thread: Worker): Promise<void> {
  const ended = once(thread, 'exit')
  thread.ref()
  thread.postMessage({ end: true } satisfies ThreadMessage)
  const late = setTimeout(() => void thread.terminate(), END_MS)
  await ended
  clearTimeout(late)
}

/** Under Wayland the X server refuses this; elsewhere the screen has just changed its size. */
function unreadable(cause: string): AppError {
  return new AppError('unavailable', "The desktop didn't provide a screenshot. Try again.", {
    cause,
  })
}
