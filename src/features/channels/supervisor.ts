import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../contract/log.ts'
import { AppError } from '../../contract/errors.ts'
import { ChannelProblem, type Account, type ChannelAdapter, type Line } from './channel.ts'
import type { Channel } from './contract.ts'

export interface SupervisorDeps {
  readonly adapter: ChannelAdapter
  readonly line: Omit<Line, 'connected'>
  readonly log: Log
  /** It stopped, and a person has to do something; or that is over. */
  readonly onStopped: (problem: string) => void
  readonly onConnected: (account: Account) => void
}

const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000

type State = Pick<Channel, 'state' | 'message'>

/** Keeps one channel connected: begins, tries again where that may help, and stops where it can't. */
export class Supervisor {
  readonly #deps: SupervisorDeps
  #state: State = { state: 'off', message: null }
  #account: Account | undefined
  #listening: { readonly stop: AbortController; readonly ended: Promise<void> } | undefined
  #isClosed = false
  #turn = Promise.resolve()

  constructor(deps: SupervisorDeps) {
    this.#deps = deps
  }

  get state(): State {
    return this.#state
  }

  /** Our own account, from the moment it is known until another one may take its place. */
  get account(): Account | undefined {
    return this.#account
  }

  /** Ends what is, and begins with the settings as they are now. */
  restart(): Promise<void> {
    return this.#inTurn(() => this.#restart())
  }

  close(): Promise<void> {
    this.#isClosed = true
    return this.#inTurn(() => this.#end())
  }

  /** One after the other: two that listen at once would take the news from each other. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    return (this.#turn = this.#turn.then(work))
  }

  async #restart(): Promise<void> {
    await this.#end()
    this.#account = undefined
    if (this.#isClosed) return
    if (this.#deps.adapter.missing().length > 0) {
      this.#state = { state: 'off', message: null }
      return
    }
    const stop = new AbortController()
    this.#state = { state: 'connecting', message: null }
    this.#listening = { stop, ended: this.#listen(stop.signal) }
  }

  async #end(): Promise<void> {
    const listening = this.#listening
    this.#listening = undefined
    listening?.stop.abort()
    await listening?.ended
  }

  /** Never rejects. */
  async #listen(signal: AbortSignal): Promise<void> {
    const { adapter, line, log, onStopped, onConnected } = this.#deps
    let pause = FIRST_PAUSE_MS
    const connected = (account: Account) => {
      pause = FIRST_PAUSE_MS
      this.#account = account
      if (this.#state.state !== 'connected') onConnected(account)
      this.#state = { state: 'connected', message: null }
    }
    while (!signal.aborted) {
      try {
        await adapter.listen({ ...line, connected }, signal)
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof ChannelProblem) {
          this.#state = { state: 'stopped', message: error.message }
          log.warn({ channel: adapter.name }, error.message)
          onStopped(error.message)
          return
        }
        const reason = error instanceof AppError ? error.message : 'The log of the service says why.'
        this.#state = { state: 'retrying', message: `${adapter.title} can't be reached: ${reason}` }
        log.warn({ err: error, channel: adapter.name }, "A channel can't be reached. Trying again.")
      }
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {})
      pause = Math.min(pause * 2, MAX_PAUSE_MS)
    }
  }
}
