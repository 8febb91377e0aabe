import { randomBytes } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import type { Approvals, Decision } from '../../tools/approvals.ts'
import type { Act, Question } from '../../tools/question.ts'

/** `args`: as the person may have changed them before saying yes. */
export type AppAnswer =
  | { readonly is: 'approved'; readonly args: Act['args'] }
  | { readonly is: 'rejected' }
  | { readonly is: 'expired' }

/** More of them at once would only wear a person out. */
const MAX_OPEN = 3

/** Calls of apps that wait for a person. They are asked and answered where all questions are, and the app's call goes on. */
export class AppQuestions {
  readonly #approvals: Pick<Approvals, 'request' | 'resolve'>
  readonly #now: () => Date
  readonly #open = new Map<string, { readonly app: string; readonly answer: (answer: AppAnswer) => void }>()

  constructor({ approvals, now }: { approvals: Pick<Approvals, 'request' | 'resolve'>; now: () => Date }) {
    this.#approvals = approvals
    this.#now = now
  }

  /** Resolves with the answer, or once it no longer counts; throws when whoever called is gone. */
  async ask(
    app: string,
    { act, question }: { readonly act: Act; readonly question: Question },
    signal: AbortSignal,
  ): Promise<AppAnswer> {
    signal.throwIfAborted()
    if ([...this.#open.values()].filter((one) => one.app === app).length >= MAX_OPEN)
      throw new AppError('rate_limited', 'This app already waits for your answers. Answer those first.')
    const id = `cnf_${randomBytes(18).toString('base64url')}`
    const { promise, resolve, reject } = Promise.withResolvers<AppAnswer>()
    this.#open.set(id, { app, answer: resolve })
    const onAbort = () => reject(signal.reason as Error)
    signal.addEventListener('abort', onAbort, { once: true })
    let late: NodeJS.Timeout | undefined
    try {
      const { expires_at } = await this.#approvals.request(act, question, id)
      late = setTimeout(
        () => resolve({ is: 'expired' }),
        Date.parse(expires_at) - this.#now().getTime(),
      ).unref()
      return await promise
    } finally {
      clearTimeout(late)
      signal.removeEventListener('abort', onAbort)
      // Nobody needs the answer any more, so nobody is asked for it any more.
      if (this.#open.delete(id)) await this.#approvals.resolve(id, false)
    }
  }

  /** An answer that was just given. False when it is to something else. */
  take({ confirmation, approved }: Decision, [call]: readonly (Act | null)[]): boolean {
    const id = confirmation.confirmation_id
    const waiting = this.#open.get(id)
    if (!waiting) return false
    this.#open.delete(id)
    waiting.answer(approved && call ? { is: 'approved', args: call.args } : { is: 'rejected' })
    return true
  }
}
