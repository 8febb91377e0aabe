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

/** The calls that run over one connection, and what the server asks during them. The clock stands while a person is asked. */
export class AskingCalls {
  readonly #ask: Ask
  #running = 0
  #open = 0
  #asked = 0
  #idle = new AbortController()

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
    this.#running += 1
    try {
      return await work(AbortSignal.any([stopped, late.signal]))
    } catch (error) {
      throw late.signal.aborted ? late.signal.reason : error
    } finally {
      clearInterval(ticking)
      this.#end()
    }
  }

  async ask(params: ElicitRequestParams, signal: AbortSignal): Promise<ElicitResult> {
    this.#asked += 1
    if (this.#running === 0 || this.#asked > MAX_QUESTIONS) return { action: 'cancel' }
    this.#open += 1
    try {
      return await this.#ask(params, AbortSignal.any([signal, this.#idle.signal]))
    } finally {
      this.#open -= 1
    }
  }

  /** Nobody waits for an answer any more once no call does. */
  #end(): void {
    this.#running -= 1
    if (this.#running > 0) return
    this.#idle.abort()
    this.#idle = new AbortController()
    this.#asked = 0
  }
}
