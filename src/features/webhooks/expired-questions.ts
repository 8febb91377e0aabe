import type { Confirmation } from '../../contract/confirmation.ts'
import type { Log } from '../../contract/log.ts'
import { plain } from '../../contract/text/blocks.ts'
import { chatBlocks } from '../../platform/correspondence/cards/chat-blocks.ts'
import { EXPIRED } from '../../platform/correspondence/outcome-words.ts'
import type { LateAnswers } from '../../platform/correspondence/outgoing/late-answers.ts'
import type { ReturnAddresses } from '../../platform/correspondence/outgoing/return-addresses.ts'
import { takeOnce } from '../../platform/correspondence/receipts.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Chat } from '../chat/chat.ts'
import type { Approvals } from '../tools/approvals.ts'

export interface ExpiredQuestionsDeps {
  readonly approvals: Pick<Approvals, 'nextToExpire' | 'expiredSince' | 'watch'>
  readonly chat: Pick<Chat, 'asked'>
  readonly addresses: Pick<ReturnAddresses, 'find'>
  readonly late: Pick<LateAnswers, 'canSend' | 'say'>
  readonly database: Database
  readonly now: () => Date
  readonly log: Log
}

/** Whoever asked has gone on by then. Shorter than what was told is remembered. */
const WANTED_MS = 3_600_000
/** Timers can't wait for longer. */
const MAX_WAIT_MS = 86_400_000

/** Tells the chat that asked when nobody has answered a question in time, once. */
export class ExpiredQuestions {
  readonly #deps: ExpiredQuestionsDeps
  readonly #busy = new Set<Promise<void>>()
  readonly #seen = new Set<string>()
  #unwatch = () => {}
  #timer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(deps: ExpiredQuestionsDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#unwatch = this.#deps.approvals.watch(() => setImmediate(() => this.#look()))
    this.#look()
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#unwatch()
    clearTimeout(this.#timer)
    await Promise.allSettled(this.#busy)
  }

  #look(): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    const { approvals, now, log } = this.#deps
    const at = now().getTime()
    for (const question of approvals.expiredSince(new Date(at - WANTED_MS))) {
      if (this.#seen.has(question.confirmation_id)) continue
      this.#seen.add(question.confirmation_id)
      const told = this.#tell(question)
        .catch((error: unknown) => log.error({ err: error }, "Couldn't tell a chat that a question expired."))
        .finally(() => this.#busy.delete(told))
      this.#busy.add(told)
    }
    const next = approvals.nextToExpire()
    if (!next) return
    const wait = Math.max(Date.parse(next.expires_at) - at, 0) + 50
    this.#timer = setTimeout(() => this.#look(), Math.min(wait, MAX_WAIT_MS)).unref()
  }

  async #tell(question: Confirmation): Promise<void> {
    const { chat, addresses, late, database, now } = this.#deps
    const run = chat.asked.runOf(question)
    const address = run?.provenance.startsWith('webhook:') ? addresses.find(run.session_id) : undefined
    if (!address || !late.canSend(address.provider)) return
    const event = ['expired', question.confirmation_id]
    if (!(await takeOnce(database, { provider: address.provider, event, now: now() }))) return
    late.say(chatBlocks([plain(`${question.title}\n\n${EXPIRED}`)!]), address)
  }
}
