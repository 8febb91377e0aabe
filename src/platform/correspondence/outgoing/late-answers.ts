import type { Log } from '../../../contract/log.ts'
import type { ChatBlock } from '../cards/chat-blocks.ts'
import type { Database } from '../../database/database.ts'
import { answerOfRun, type ConversationDeps, type OwnAnswer } from '../conversation.ts'
import { within } from '../patience.ts'
import type { Delivery } from './hand-over.ts'
import { OwedAnswers } from './owed-answers.ts'
import type { Address, Provider } from './return-addresses.ts'

/** Sends messages of our own to one provider. */
export interface Messenger {
  /** The same letter sent twice arrives once. */
  readonly isRepeatable: boolean
  /** Whether the settings name an account to send with. */
  isReady(): boolean
  /** Throws when it could not be delivered, after some tries. */
  send(letter: Letter, delivery: Delivery): Promise<void>
}

export interface Letter {
  /** Tells it from every other letter. */
  readonly id: string
  readonly blocks: readonly ChatBlock[]
  /** As the messenger understands it. */
  readonly to: object
}

export interface LateAnswersDeps extends ConversationDeps {
  readonly database: Database
  readonly now: () => Date
  readonly log: Log
  /** Of those that whoever has them speaks to; answers to others are not its business. */
  readonly messengers: Readonly<Partial<Record<Provider, Messenger>>>
}

interface Sending {
  readonly provider: Provider
  readonly id: string
  readonly to: object
  /** Promised, so it is on disk until it is sent. */
  readonly isOwed: boolean
}

/** After a day nobody waits any more. */
const MAX_RUN_MS = 86_400_000
/** For what is on its way when the service stops. */
const LAST_MS = 2_000

/** Answers that come after the provider's patience has ended, as messages of our own. */
export class LateAnswers {
  readonly #deps: LateAnswersDeps
  readonly #owed: OwedAnswers
  readonly #closing = new AbortController()
  readonly #closed = new AbortController()
  readonly #sending = new Set<Promise<void>>()

  constructor(deps: LateAnswersDeps) {
    this.#deps = deps
    this.#owed = new OwedAnswers(deps)
  }

  canSend(provider: Provider): boolean {
    return this.#deps.messengers[provider]?.isReady() ?? false
  }

  /** Once this is done, the answer is sent when there is one, if need be by the next process. */
  async promise(answer: OwnAnswer, address: Address): Promise<void> {
    await this.#owed.add({ run_id: answer.run_id, ...address })
    void this.keep(answer, address)
  }

  /** The promise alone, as part of the write in which the run begins; `keep` it once there is an answer to wait for. */
  promiseWithin(run_id: string, address: Address): void {
    this.#owed.addWithin({ run_id, ...address })
  }

  /** Sends what was promised when it is there; done when it is sent, or waits for the next process. */
  keep({ answer, run_id }: OwnAnswer, { provider, to }: Address): Promise<void> {
    return this.#send(answer, { provider, id: run_id, to, isOwed: true })
  }

  /** For words that are known already, and not worth a promise. */
  say(blocks: readonly ChatBlock[], { provider, to }: Address): void {
    void this.#send(Promise.resolve(blocks), { provider, id: crypto.randomUUID(), to, isOwed: false })
  }

  /** Sends what an earlier process promised and did not send. */
  async start(): Promise<void> {
    const { log, messengers } = this.#deps
    for (const { run_id, provider, to, may_have_arrived } of await this.#owed.left()) {
      const messenger = messengers[provider]
      if (!messenger) continue
      if (may_have_arrived && !messenger.isRepeatable) {
        log.warn({ run_id, provider }, 'An answer may or may not have arrived. Not sending it again.')
        await this.#owed.settle(run_id)
      } else if (messenger.isReady()) {
        await this.#send(answerOfRun(run_id, this.#deps), { provider, id: run_id, to, isOwed: true })
      }
    }
  }

  /** What is still to be sent waits on disk for the next start. */
  async close(): Promise<void> {
    this.#closing.abort()
    const timer = setTimeout(() => this.#closed.abort(), LAST_MS)
    await Promise.allSettled(this.#sending)
    clearTimeout(timer)
  }

  /** Never rejects. */
  #send(answer: Promise<readonly ChatBlock[]>, sending: Sending): Promise<void> {
    const { log } = this.#deps
    const { provider } = sending
    const sent = this.#deliver(answer, sending)
      .catch((error: unknown) => log.error({ err: error, provider }, "Couldn't send an answer."))
      .finally(() => this.#sending.delete(sent))
    this.#sending.add(sent)
    return sent
  }

  async #deliver(answer: Promise<readonly ChatBlock[]>, sending: Sending): Promise<void> {
    const { signal } = this.#closing
    const { id, isOwed } = sending
    try {
      const blocks = await within(answer, { ms: MAX_RUN_MS, signal })
      if (blocks && blocks.length > 0) await this.#post(blocks, sending)
    } catch (error) {
      // It stays owed; the next process sends it.
      if (signal.aborted) return
      if (isOwed) await this.#owed.settle(id)
      throw error
    }
    if (isOwed) await this.#owed.settle(id)
  }

  #post(blocks: readonly ChatBlock[], { provider, id, to, isOwed }: Sending): Promise<void> {
    const handover = { begins: () => this.#owed.posting(id), failed: () => this.#owed.notTaken(id) }
    return this.#deps.messengers[provider]!.send(
      { id, blocks, to },
      { signal: this.#closing.signal, lastSignal: this.#closed.signal, ...(isOwed && { handover }) },
    )
  }
}
