import { AsyncLocalStorage } from 'node:async_hooks'
import type { ElicitRequestParams, ElicitResult } from '@modelcontextprotocol/client'
import { AppError } from '../../../../contract/errors.ts'
import { limits } from '../../../../contract/limits.ts'

/** How long a server may take for a call, without the time that a person takes to answer it. */
export const CALL_SECONDS = 120
/** With that time, for whoever waits for the call. */
export const CALL_LIMIT_SECONDS = CALL_SECONDS + limits.confirmation_minutes.value * 60

const TICK_MS = 1_000
/** A server that asks and asks gets no more answers. */
const MAX_QUESTIONS = 20

type Ask = (params: ElicitRequestParams, signal: AbortSignal) => Promise<ElicitResult>

/** A call that is over, whether it was answered, refused or stopped. */
type CallEnd = Pick<AbortController, 'signal' | 'abort'>

/** The calls that run over one connection, and what the server asks during them. The clock stands while a person is asked. */
export class AskingCalls {
  readonly #ask: Ask
  readonly #running = new Set<CallEnd>()
  /** Over HTTP a question comes in the answer to the call it belongs to, and so in its context. */
  readonly #current = new AsyncLocalStorage<CallEnd>()
  #open = 0
  #asked = 0
  #idle = new AbortController()
  readonly #closed = new AbortController()

  constructor(ask: Ask) {
    this.#ask = ask
  }

  async run<Result>(stopped: AbortSignal, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    const late = new AbortController()
    let left = CALL_SECONDS
    const ticking = setInterval(() => {
      if (this.#open > 0) return
      left -= TICK_MS / 1_000
      if (left <= 0)
        late.abort(new AppError('upstream_timeout', `It didn't answer within ${CALL_SECONDS} s.`))
    }, TICK_MS).unref()
    const call = new AbortController()
    this.#running.add(call)
    const signal = AbortSignal.any([stopped, late.signal, this.#closed.signal])
    try {
      return await this.#current.run(call, () => work(signal))
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error
    } finally {
      clearInterval(ticking)
      this.#end(call)
    }
  }

  async ask(params: ElicitRequestParams, signal: AbortSignal): Promise<ElicitResult> {
    this.#asked += 1
    if (this.#running.size === 0 || this.#asked > MAX_QUESTIONS) return { action: 'cancel' }
    const call = this.#current.getStore()
    const ends = call ? [call.signal, this.#idle.signal] : [this.#idle.signal]
    this.#open += 1
    try {
      return await this.#ask(params, AbortSignal.any([signal, ...ends]))
    } finally {
      this.#open -= 1
    }
  }

  /** The connection is gone, and every call over it. */
  close(reason: string): void {
    this.#closed.abort(new Error(reason))
  }

  /** Nobody waits for an answer any more once its call is over, or no call runs at all. */
  #end(call: CallEnd): void {
    call.abort()
    this.#running.delete(call)
    if (this.#running.size > 0) return
    this.#idle.abort()
    this.#idle = new AbortController()
    this.#asked = 0
  }
}
