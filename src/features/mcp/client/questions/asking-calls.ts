import { AsyncLocalStorage } from 'node:async_hooks'
import type { ElicitResult } from '@modelcontextprotocol/client'
import { AppError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'

/** How long a server may take for a call, without the time that a person takes to answer it. */
export const CALL_SECONDS = 120
/** With that time, for whoever waits for the call. */
export const CALL_LIMIT_SECONDS = CALL_SECONDS + limits.confirmation_minutes.value * 60

const TICK_MS = 1_000
/** A server that asks and asks gets no more answers. */
const MAX_QUESTIONS = 20

/** Puts a question to the person, as the server wrote it. */
export type Ask = (params: unknown, signal: AbortSignal) => Promise<ElicitResult>

/** One call, and what the server asked during it. */
interface RunningCall {
  /** It is over, whether it was answered, refused or stopped. */
  readonly over: AbortSignal
  readonly onAsked: () => void
  asked: number
  open: number
}

interface CallOptions {
  /** Whoever called wants it no more. */
  readonly signal: AbortSignal
  /** The person is asked something, and the call waits for them. */
  readonly onAsked: () => void
}

/** The calls that run over one connection, and what the server asks during them. The clock stands while a person is asked. */
export class AskingCalls {
  readonly #ask: Ask
  readonly #running = new Set<RunningCall>()
  /** Over HTTP a question comes in the answer to the call it belongs to, and so in its context. */
  readonly #current = new AsyncLocalStorage<RunningCall>()
  readonly #closed = new AbortController()

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async run<Result>(
    { signal: stopped, onAsked }: CallOptions,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const late = new AbortController()
    const ended = new AbortController()
    // The SDK ends the call itself when the connection closes, and tells why.
    const signal = AbortSignal.any([stopped, late.signal])
    const over = AbortSignal.any([signal, this.#closed.signal, ended.signal])
    const call = { over, onAsked, asked: 0, open: 0 }
    let left = CALL_SECONDS
    const ticking = setInterval(() => {
      if (call.open > 0) return
      left -= TICK_MS / 1_000
      if (left <= 0)
        late.abort(new AppError('upstream_timeout', `It didn't answer within ${CALL_SECONDS} s.`))
    }, TICK_MS).unref()
    this.#running.add(call)
    try {
      return await this.#current.run(call, () => work(signal))
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error
    } finally {
      clearInterval(ticking)
      this.#running.delete(call)
      ended.abort()
    }
  }

  /** Nobody waits for an answer any more once the call is over that the question belongs to. */
  async ask(params: unknown, signal: AbortSignal): Promise<ElicitResult> {
    const calls = this.#asking().filter(({ asked }) => asked < MAX_QUESTIONS)
    if (calls.length === 0) return { action: 'cancel' }
    for (const call of calls) {
      call.asked += 1
      call.open += 1
      call.onAsked()
    }
    try {
      return await this.#ask(params, AbortSignal.any([signal, allOver(calls)]))
    } finally {
      for (const call of calls) call.open -= 1
    }
  }

  /** The connection is gone, and with it whatever was asked over it. */
  close(): void {
    this.#closed.abort()
  }

  /** A program of the older revisions does not say during which call it asks: it may be any of those that run. */
  #asking(): readonly RunningCall[] {
    const own = this.#current.getStore()
    return own && this.#running.has(own) ? [own] : [...this.#running]
  }
}

function allOver(calls: readonly RunningCall[]): AbortSignal {
  const all = new AbortController()
  const look = () => calls.every(({ over }) => over.aborted) && all.abort()
  for (const { over } of calls) over.addEventListener('abort', look, { once: true })
  look()
  return all.signal
}
