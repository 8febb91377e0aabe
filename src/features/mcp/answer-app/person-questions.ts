import { createHash, randomUUID } from 'node:crypto'
import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server'
import { limits } from '../../../contract/limits.ts'
import { asksOf, type AskedState, type ToolCallSetting } from '../tool-call.ts'

/** A call that a person is asked about although no tool of the catalogue stands behind it. */
export interface AskedCall {
  readonly action: string
  readonly args: unknown
}

export type Verdict = 'approved' | 'declined' | 'unanswered'

const MAX_OPEN = 1_000

/** Questions to the person at the other end. Each is bound to its call, and its answer counts once and in time. */
export class PersonQuestions {
  readonly #open = new Map<string, { readonly digest: string; readonly until: number }>()
  readonly #now: () => number

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** What a person has said to this very call; undefined when it comes for the first time. */
  verdict(call: AskedCall, { context, caller, sdk }: ToolCallSetting): Verdict | undefined {
    const state = context.mcpReq.requestState<AskedState>()
    if (state?.action !== call.action || state.run_id !== undefined) return undefined
    const asked = this.#open.get(state.confirmation_id)
    if (!asked || !caller.isPerson || asked.digest !== digestOf(call) || asked.until < this.#now())
      return 'unanswered'
    this.#open.delete(state.confirmation_id)
    return verdictIn(sdk.inputResponse(context.mcpReq.inputResponses, 'confirm'))
  }

  /** Puts it to them; undefined where the client can't. */
  async ask(
    message: string,
    call: AskedCall,
    setting: ToolCallSetting,
  ): Promise<CallToolResult | InputRequiredResult | undefined> {
    if (!setting.elicits || !setting.caller.isPerson) return undefined
    const confirmation_id = randomUUID()
    const until = this.#now() + limits.confirmation_minutes.value * 60_000
    this.#open.set(confirmation_id, { digest: digestOf(call), until })
    if (this.#open.size > MAX_OPEN) this.#open.delete(this.#open.keys().next().value!)
    return asksOf(message, { confirmation_id, action: call.action }, setting)
  }
}

/** What a form with one yes or no was answered with. */
export function verdictIn(view: ReturnType<ToolCallSetting['sdk']['inputResponse']>): Verdict {
  const approve = view.kind === 'elicit' && view.action === 'accept' ? view.content?.['approve'] : undefined
  if (approve === true) return 'approved'
  return approve === false || (view.kind === 'elicit' && view.action === 'decline')
    ? 'declined'
    : 'unanswered'
}

function digestOf({ action, args }: AskedCall): string {
  return createHash('sha256')
    .update(JSON.stringify([action, args]))
    .digest('hex')
}
