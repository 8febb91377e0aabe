import { failed, type Ending } from './end/endings.ts'

export interface RunLimits {
  readonly seconds: number
  readonly tokens: number
  /** For one decision of the model. */
  readonly modelSeconds: number
}

/** What a task may still use of time and tokens. Its actions are counted by whoever does them. */
export class RunBudget {
  readonly #limits: RunLimits
  readonly #waitedMs: () => number
  readonly #began = performance.now()
  #tokens = 0

  /** The time in which a person was waited for is not the task's own. */
  constructor(limits: RunLimits, waitedMs: () => number) {
    this.#limits = limits
    this.#waitedMs = waitedMs
  }

  spendTokens(tokens: number): void {
    this.#tokens += tokens
  }

  leftMs(): number {
    return this.#limits.seconds * 1000 + this.#waitedMs() - (performance.now() - this.#began)
  }

  /** undefined while there is something left. */
  reachedLimit(): Ending | undefined {
    const { tokens } = this.#limits
    if (this.leftMs() <= 0) return this.outOfTime()
    if (this.#tokens < tokens) return undefined
    return failed(
      'limit',
      `The task has used its ${tokens} tokens. Raise COMPUTER_TOKEN_BUDGET to allow more.`,
    )
  }

  outOfTime(): Ending {
    const { seconds } = this.#limits
    return failed('limit', `The task's ${seconds} seconds are over. Raise COMPUTER_SECONDS to allow more.`)
  }
}
