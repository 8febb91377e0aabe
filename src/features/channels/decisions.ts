import type { Confirmation } from '../../contract/confirmation.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { waitingCalls } from '../../contract/several-calls.ts'
import type { Log } from '../../contract/log.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import { EXPIRED } from '../../platform/correspondence/outcome-words.ts'
import type { Approvals } from '../tools/approvals.ts'
import type { ChannelAdapter, Press } from './channel.ts'
import type { ChannelName } from './contract.ts'
import type { Gate } from './gate.ts'
import type { Place, StoredPairing } from './pairings.ts'
import type { AskedThere, Questions } from './questions.ts'

export interface DecisionsDeps {
  readonly questions: Questions
  readonly approvals: Pick<Approvals, 'find' | 'read' | 'isOpen' | 'watch'>
  readonly gate: Pick<Gate, 'recordRefusal'>
  readonly audit: Pick<AuditLog, 'append'>
  readonly now: () => Date
  readonly log: Log
  readonly adapters: Readonly<Partial<Record<ChannelName, ChannelAdapter>>>
  /** Takes the answer to a question, exactly as POST /api/confirm does. */
  readonly confirm: (
    decision: { readonly confirmation_id: string; readonly approved: boolean; readonly by: Provenance },
    signal: AbortSignal,
  ) => Promise<unknown>
}

const DATA = /^(a|r):([A-Za-z0-9_-]{22})$/
/** Timers can't wait for longer. */
const MAX_WAIT_MS = 86_400_000

/** What is pressed below questions in a chat, and what is said there about what became of them. */
export class Decisions {
  readonly #deps: DecisionsDeps
  readonly #closing = new AbortController()
  readonly #busy = new Set<Promise<void>>()
  readonly #settling = new Set<number>()
  #unwatch = () => {}
  #timer: NodeJS.Timeout | undefined

  constructor(deps: DecisionsDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#unwatch = this.#deps.approvals.watch(() => setImmediate(() => this.tell()))
    this.tell()
  }

  async close(): Promise<void> {
    this.#unwatch()
    clearTimeout(this.#timer)
    this.#closing.abort()
    await Promise.allSettled(this.#busy)
  }

  /** Only what hangs together decides: this button, of this question, in this chat, by whoever it was shown to. */
  async press(place: Place, pairing: StoredPairing | undefined, press: Press): Promise<void> {
    const { questions, audit, confirm } = this.#deps
    const [, letter, secret = ''] = DATA.exec(press.data) ?? []
    const question = letter === undefined ? undefined : questions.findBySecret(secret)
    const isFresh =
      question && isTheirs(question, { place, pairing, press }) && (await questions.press(question.id))
    if (!question || isFresh !== true) return this.#refuse({ place, pairing, press })
    const approved = letter === 'a'
    const { confirmation_id } = question
    const by: Provenance = `channel:${place.channel}:${press.person}`
    await audit.append({
      kind: 'approval',
      provenance: by,
      subject: place.channel,
      detail: { confirmation_id, status: approved ? 'approved' : 'rejected' },
    })
    try {
      // Whether the phone hears of it at once decides nothing.
      await press.answer(approved ? 'Approved.' : 'Rejected.').catch(() => {})
      await confirm({ confirmation_id, approved, by }, this.#closing.signal)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      this.#deps.log.info({ confirmation_id }, error.message)
    }
    this.tell()
  }

  async #refuse({ place, pairing, press }: Pressed): Promise<void> {
    const sender = { person: press.person, isBot: false, isPrivate: true }
    this.#deps.gate.recordRefusal(place, { event: '', sender }, 'button_refused')
    // A stranger gets silence, as with words.
    if (pairing) await press.answer('This button no longer works. Decide in Deskhand on your computer.')
  }

  /** Writes below the questions that are over what became of them. */
  tell(): void {
    if (this.#closing.signal.aborted) return
    clearTimeout(this.#timer)
    let next = Infinity
    const now = this.#deps.now().getTime()
    for (const question of this.#deps.questions.open()) {
      const outcome = this.#outcomeOf(question)
      if (outcome !== undefined) this.#settle(question, outcome)
      else next = Math.min(next, this.#endOf(question) - now)
    }
    if (next === Infinity) return
    this.#timer = setTimeout(() => this.tell(), Math.min(Math.max(next, 0) + 50, MAX_WAIT_MS))
    this.#timer.unref()
  }

  #outcomeOf({ confirmation_id, pressed_at }: AskedThere): Outcome | undefined {
    const { approvals } = this.#deps
    if (!approvals.find(confirmation_id)) return { words: 'Expired.', isDecided: false }
    const { status } = approvals.read(confirmation_id)
    if (status === 'open') return undefined
    const where = pressed_at === null ? 'on your computer' : 'here'
    if (status === 'approved') return { words: `Approved ${where}.`, isDecided: true }
    if (status === 'rejected') return { words: `Rejected ${where}. Nothing was done.`, isDecided: true }
    return { words: EXPIRED, isDecided: false }
  }

  #endOf({ confirmation_id }: AskedThere): number {
    return Date.parse(this.#deps.approvals.find(confirmation_id)!.expires_at)
  }

  #settle(question: AskedThere, { words: outcome, isDecided }: Outcome): void {
    const { id, channel, account, chat, person, message, text: asked } = question
    const adapter = this.#deps.adapters[channel]
    if (this.#settling.has(id) || !adapter) return
    this.#settling.add(id)
    const told = (async () => {
      const [title = ''] = asked.split('\n')
      const text = `${asked}\n\n${outcome}`
      const settled = { id, account, chat, person, message: message!, text, title, outcome, isDecided }
      await adapter.settleQuestion?.(settled, this.#closing.signal)
      await this.#deps.questions.settle(id)
    })()
      .catch((error: unknown) => {
        if (!this.#closing.signal.aborted)
          this.#deps.log.warn({ err: error, channel }, "Couldn't say in a chat what became of a question.")
      })
      .finally(() => {
        this.#settling.delete(id)
        this.#busy.delete(told)
      })
    this.#busy.add(told)
  }
}

interface Outcome {
  readonly words: string
  readonly isDecided: boolean
}

interface Pressed {
  readonly place: Place
  readonly pairing: StoredPairing | undefined
  readonly press: Press
}

function isTheirs(question: AskedThere, { place, pairing, press }: Pressed): boolean {
  const members = [
    [question.channel, place.channel],
    [question.account, place.account],
    [question.person, press.person],
    [question.chat, press.chat],
    [question.message, press.message],
  ]
  return pairing?.may_approve === true && members.every(([asked, pressed]) => asked === pressed)
}

/** Whether a question may have buttons in a chat: all that will happen must be seen there. */
export function mayHaveButtons(question: Confirmation, pairing: StoredPairing | undefined): boolean {
  return (
    pairing?.may_approve === true &&
    question.risk === 'external' &&
    waitingCalls(question) === undefined &&
    question.workflow_id === undefined &&
    !question.details?.some(({ changes = [] }) => changes.length > 0)
  )
}
