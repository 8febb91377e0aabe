import { randomBytes } from 'node:crypto'
import type { Approvals, Decision } from '../tools/approvals.ts'
import type { Answer } from './policy/gate.ts'
import type { StopSignal } from './stop-signal.ts'
import type { Act, Question } from '../tools/question.ts'

export interface QuestionsDeps {
  readonly approvals: Pick<Approvals, 'request' | 'resolve'>
  readonly now: () => Date
}

/** The questions that tasks wait for. Their answers come the same way as those of tools. */
export class Questions {
  readonly #deps: QuestionsDeps
  readonly #open = new Map<string, (approved: boolean) => void>()

  constructor(deps: QuestionsDeps) {
    this.#deps = deps
  }

  /**
   * Asks, and waits for the answer, the stop, or the moment when it no longer counts. `onAsk` stores
   * that the task waits.
   */
  ask(
    wanted: {
      readonly act: Act
      readonly question: Question
      readonly onAsk: (confirmationId: string) => Promise<void>
    },
    stop: StopSignal,
  ): Promise<Answer> {
    const id = `cnf_${randomBytes(18).toString('base64url')}`
    const answer = new Promise<Answer>((resolve) => {
      this.#open.set(id, (approved) => resolve(approved ? 'approved' : 'rejected'))
    })
    return stop.whileWaiting(this.#wait({ ...wanted, id, answer }, stop))
  }

  async #wait(
    {
      act,
      question,
      onAsk,
      id,
      answer,
    }: Parameters<Questions['ask']>[0] & { id: string; answer: Promise<Answer> },
    stop: StopSignal,
  ): Promise<Answer> {
    const { approvals, now } = this.#deps
    const late = Promise.withResolvers<Answer>()
    let timer: NodeJS.Timeout | undefined
    try {
      // Both are stored at once: nobody sees the one without the other.
      const [{ expires_at }] = await Promise.all([approvals.request(act, question, id), onAsk(id)])
      timer = setTimeout(() => late.resolve('expired'), Date.parse(expires_at) - now().getTime()).unref()
      return await stop.race(Promise.race([answer, late.promise]))
    } finally {
      clearTimeout(timer)
      // Nobody needs the answer any more, so nobody is asked for it any more.
      if (this.#open.delete(id)) await approvals.resolve(id, false)
    }
  }

  /** An answer that was just given. False when it is to something else. */
  take({ confirmation, approved }: Decision): boolean {
    const answer = this.#open.get(confirmation.confirmation_id)
    if (!answer) return false
    this.#open.delete(confirmation.confirmation_id)
    answer(approved)
    return true
  }
}
