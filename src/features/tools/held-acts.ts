import { AppError } from '../../contract/errors.ts'
import type { Confirmation } from '../../contract/confirmation.ts'
import { withMasks, withValues } from '../../platform/secrets/masked-arguments.ts'
import { MASK } from '../../platform/secrets/masked-value.ts'
import { toConfirmation, type StoredQuestion } from './confirmation-rows.ts'
import type { Act, Question } from './question.ts'

/** What a record says where an argument is not stored. */
const NOT_STORED = `${MASK} (not stored)`

interface Held {
  readonly act: Act
  readonly confirmation: Confirmation
}

/**
 * The exact acts of open questions whose arguments are not all stored. They live in memory: after a restart such a question
 * can only be asked again.
 */
export class HeldActs {
  readonly #held = new Map<string, Held>()

  /** The act and the question as a person sees them, and the act as it is stored. */
  hold(id: string, { act, question, expires_at }: Asked): { confirmation: Confirmation; stored: Act } {
    const { concealed = [], ...plain } = act
    const secret = concealed.filter((one) => !one.isShown)
    const shown = { ...plain, args: withMasks(plain.args, secret) }
    const confirmation = toConfirmation(id, { act: shown, question, expires_at })
    if (concealed.length === 0) return { confirmation, stored: plain }
    this.#held.set(id, { act, confirmation })
    const marks = concealed.map(({ path }) => ({ path, value: () => NOT_STORED }))
    return { confirmation, stored: { ...plain, args: withValues(plain.args, marks) } }
  }

  /** The record with what it does not hold. */
  complete(record: StoredQuestion): StoredQuestion {
    const held = this.#held.get(record.confirmation.confirmation_id)
    return held ? { ...record, ...held } : record
  }

  /** A yes to what nobody knows any more cannot be carried out. A workflow and a task know it themselves. */
  assertWhole({ act, confirmation }: StoredQuestion): void {
    if (this.#held.has(confirmation.confirmation_id) || act.workflow_id !== undefined) return
    if (!holdsMark(act.args)) return
    throw new AppError(
      'gone',
      "The text to type isn't stored, and Deskhand was restarted since you were asked. Ask again.",
    )
  }

  /** Those that can no longer be answered. */
  release(isOpen: (id: string) => boolean): void {
    for (const id of this.#held.keys()) if (!isOpen(id)) this.#held.delete(id)
  }
}

interface Asked {
  readonly act: Act
  readonly question: Question
  readonly expires_at: string
}

function holdsMark(value: unknown): boolean {
  if (typeof value === 'string') return value === NOT_STORED
  return value !== null && typeof value === 'object' && Object.values(value).some(holdsMark)
}
