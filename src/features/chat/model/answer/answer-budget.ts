import type { Component } from '../../../../contract/component-schema.ts'
import type { ModelUsage } from '../../../models/language-model.ts'
import type { SettingName } from '../../../settings/definitions.ts'
import type { CallOutcome } from '../call-outcome.ts'
import type { StepCall } from '../model-step.ts'
import { UPDATE_PLAN } from '../offered-tools.ts'

export interface AnswerLimits {
  readonly calls: number
  readonly tokens: number
  readonly seconds: number
}

export interface UsedUp {
  readonly calls: number
  readonly tokens: number
  readonly ms: number
}

/** How often in a row a model may call tools wrongly and be told so. */
const REPAIR_TURNS = 2

/** What one answer has used of what it may use. */
export class AnswerBudget {
  readonly #limits: AnswerLimits
  readonly #started = performance.now()
  readonly #spentMs: number
  #calls: number
  #tokens: number
  #wrongTurns = 0

  constructor(limits: AnswerLimits, used: UsedUp) {
    this.#limits = limits
    this.#calls = used.calls
    this.#tokens = used.tokens
    this.#spentMs = used.ms
  }

  get used(): UsedUp {
    return { calls: this.#calls, tokens: this.#tokens, ms: this.#spentMs + performance.now() - this.#started }
  }

  /** Of the time that was there when this part of the answer began. */
  get msLeft(): number {
    return this.#limits.seconds * 1000 - this.#spentMs
  }

  get callsLeft(): number {
    return Math.max(0, this.#limits.calls - this.#calls)
  }

  get hasTokens(): boolean {
    return this.#tokens < this.#limits.tokens
  }

  use(usage: ModelUsage): void {
    this.#tokens += usage.total_tokens ?? (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0)
  }

  /** A provider that does not count is counted for. */
  guess({ input_tokens, output_tokens, total_tokens }: ModelUsage, tokens: number): void {
    if (input_tokens === null && output_tokens === null && total_tokens === null) this.#tokens += tokens
  }

  useCalls(calls: readonly StepCall[], outcomes: readonly CallOutcome[]): void {
    this.#calls += countedCalls(calls)
    this.#wrongTurns = outcomes.some(({ isWrong }) => isWrong) ? this.#wrongTurns + 1 : 0
  }

  /** What is shown when the answer has to end here. */
  limitReached(isCut: boolean, outcomes: readonly CallOutcome[]): Component | undefined {
    if (this.#wrongTurns > REPAIR_TURNS) {
      const wrong = outcomes.find(({ isWrong }) => isWrong)
      return calledWrongly(this.#wrongTurns, wrong?.result.message ?? '')
    }
    if (isCut || this.#calls >= this.#limits.calls) return outOfCalls(this.#limits.calls)
    return this.hasTokens ? undefined : outOfTokens(this.#limits.tokens)
  }
}

/** A plan that is kept beside the work does not use up its steps. */
function countedCalls(calls: readonly StepCall[]): number {
  return Math.max(1, calls.filter(({ name }) => name !== UPDATE_PLAN).length)
}

/** What is shown where an answer had to end; the conversation goes on from there. */
export function outOfTime(seconds: number): Component {
  return limit(
    `The answer took longer than ${seconds} seconds and was stopped. Say "go on", or raise CHAT_SECONDS.`,
    'CHAT_SECONDS',
  )
}

function outOfCalls(calls: number): Component {
  return limit(
    `The assistant has made its ${calls} tool calls for one answer. Say "go on", or raise CHAT_TOOL_STEPS.`,
    'CHAT_TOOL_STEPS',
  )
}

function outOfTokens(tokens: number): Component {
  return limit(
    `The answer has used its ${tokens} tokens. Say "go on", or raise CHAT_TOKEN_BUDGET.`,
    'CHAT_TOKEN_BUDGET',
  )
}

function limit(message: string, setting: SettingName): Component {
  return {
    type: 'error',
    title: 'Stopped at a limit',
    message,
    code: 'limit_reached',
    setting,
    retryable: true,
  }
}

function calledWrongly(times: number, why: string): Component {
  return {
    type: 'error',
    title: "Couldn't call a tool",
    message: `The model made ${times} invalid tool calls and was stopped. ${why} Rephrase, or try another LLM_MODEL.`,
    code: 'invalid_tool_call',
    retryable: true,
  }
}
