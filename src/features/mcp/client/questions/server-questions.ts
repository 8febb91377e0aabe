import type { ElicitResult } from '@modelcontextprotocol/client'
import { givenAnswer, initialAnswer } from '../../../../contract/question-form.ts'
import type { Approvals, Decision } from '../../../tools/approvals.ts'
import { askedForm, shown } from './asked-form.ts'
import { isPageQuestion, readQuestion, type AskedQuestion } from './asked-question.ts'

export interface Asking {
  readonly server: string
  /** What it asks, as it wrote it. */
  readonly params: unknown
  /** The call that the question belongs to is over. */
  readonly signal: AbortSignal
  /** Writes into the log of the server why it was not asked. */
  readonly note: (text: string) => void
}

export interface ServerQuestionsDeps {
  readonly approvals: Pick<Approvals, 'request' | 'resolve' | 'listOpen'>
  readonly now: () => Date
}

const AGENT = 'mcp_servers'
const ACTION = 'ANSWER_MCP_SERVER'
const MAX_MESSAGE_LENGTH = 2_000
/** More of them at once would only wear a person out. */
const MAX_OPEN = 3

type Content = NonNullable<ElicitResult['content']>

/**
 * Questions of MCP servers to a person, during a call. They are asked where all questions are, and answered by the values
 * that were entered; yes, no and silence are different answers.
 */
export class ServerQuestions {
  readonly #deps: ServerQuestionsDeps
  readonly #waiting = new Map<string, { server: string; answer: (result: ElicitResult) => void }>()

  constructor(deps: ServerQuestionsDeps) {
    this.#deps = deps
  }

  /** Whoever asked is gone with the last process. */
  async recover(): Promise<void> {
    const { approvals } = this.#deps
    for (const { confirmation_id, form } of approvals.listOpen())
      if (form) await approvals.resolve(confirmation_id, false)
  }

  async ask({ server, params, signal, note }: Asking): Promise<ElicitResult> {
    const question = readQuestion(params)
    const asked = askedForm(server, question)
    if ('refusal' in asked) {
      note(`Not asked you: ${asked.refusal}`)
      return { action: 'decline' }
    }
    const open = [...this.#waiting.values()].filter((one) => one.server === server)
    if (open.length >= MAX_OPEN || signal.aborted) return { action: 'cancel' }
    const { form } = asked
    const args = initialAnswer(form)
    const act = { agent: AGENT, action: ACTION, args, risk: 'write', provenance: 'plugin' } as const
    const confirmation = await this.#deps.approvals.request(act, {
      title: `${server} asks you`,
      message: messageOf(server, question),
      form,
    })
    return this.#answerTo(server, confirmation, signal)
  }

  /** A person has answered. False when nobody waits for it any more. */
  take({ confirmation, approved }: Decision, values: Readonly<Record<string, unknown>>): boolean {
    const waiting = this.#waiting.get(confirmation.confirmation_id)
    if (!waiting || !confirmation.form) return false
    const content = givenAnswer(confirmation.form, values) as Content
    const isLink = confirmation.form.link !== undefined
    waiting.answer(approved ? { action: 'accept', ...(!isLink && { content }) } : { action: 'decline' })
    return true
  }

  async #answerTo(
    server: string,
    { confirmation_id, expires_at }: { confirmation_id: string; expires_at: string },
    signal: AbortSignal,
  ): Promise<ElicitResult> {
    const { promise, resolve } = Promise.withResolvers<ElicitResult>()
    const cancel = () => resolve({ action: 'cancel' })
    const timer = setTimeout(cancel, Date.parse(expires_at) - this.#deps.now().getTime())
    signal.addEventListener('abort', cancel, { once: true })
    this.#waiting.set(confirmation_id, { server, answer: resolve })
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', cancel)
      this.#waiting.delete(confirmation_id)
      // Still open where nobody answered in time.
      await this.#deps.approvals.resolve(confirmation_id, false)
    }
  }
}

function messageOf(server: string, question: AskedQuestion): string {
  const said = shown(question.message, MAX_MESSAGE_LENGTH)
  if (isPageQuestion(question))
    return `${said}\n\n${server} wants you to open this page: ${URL.parse(question.url)?.href}`
  return `${said}\n\nWhat you enter goes to ${server}. Don't enter passwords.`
}
