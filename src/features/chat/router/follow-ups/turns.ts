import type { Envelope } from '../../../../contract/envelope.ts'
import type { StoreEntry } from '../../../store/store.ts'
import type { Asked } from '../../answering.ts'
import type { Slots } from '../readers/reader.ts'

/** What was stored under a key before a sentence changed it, and which version the change made. */
export interface StoredChange {
  readonly key: string
  readonly before: StoreEntry | undefined
  /** Undefined when the key was removed. */
  readonly version: number | undefined
}

/** A file that was moved away, to the trash or elsewhere, and overwrote nothing there. */
export interface MovedFile {
  readonly path: string
  readonly now_at: string
}

/** The call that takes another one back. */
export interface Reversal {
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
}

/** One sentence that the router has answered, and what it did. */
export interface Turn {
  /** As it was said. */
  readonly message: string
  /** As it was understood: a follow-up is put together with what it follows. */
  readonly sentence: string
  readonly intent: string
  readonly slots: Slots
  readonly changes: readonly StoredChange[]
  readonly moved: readonly MovedFile[]
  readonly reversals: readonly Reversal[]
  /** Questions that were asked before doing it. */
  readonly asked: readonly string[]
  /** Whether a tool changed something that cannot be taken back from here. */
  readonly isLasting: boolean
}

/** Something that was answered and changed nothing. */
export function quietTurn(message: string, sentence = message): Turn {
  const nothing = { changes: [], moved: [], reversals: [], asked: [], isLasting: false }
  return { message, sentence, intent: 'reply.show', slots: {}, ...nothing }
}

const CONVERSATIONS = 200
const TURNS = 20

/** What the router did last in each conversation, for "undo" and for what goes on from there. Forgotten with the process. */
export class Turns {
  readonly #turns = new Map<string, readonly Turn[]>()

  add(session_id: string, turn: Turn): void {
    const before = this.#turns.get(session_id) ?? []
    // Taken out and put in again: the oldest conversation is the one that was longest not heard of.
    this.#turns.delete(session_id)
    this.#turns.set(session_id, [...before, turn].slice(-TURNS))
    const [oldest] = this.#turns.keys()
    if (this.#turns.size > CONVERSATIONS && oldest !== undefined) this.#turns.delete(oldest)
  }

  /** The newest first. */
  of(session_id: string): readonly Turn[] {
    return (this.#turns.get(session_id) ?? []).toReversed()
  }

  replace(session_id: string, turn: Turn, by: Turn): void {
    const turns = this.#turns.get(session_id) ?? []
    this.#turns.set(
      session_id,
      turns.map((other) => (other === turn ? by : other)),
    )
  }

  /** What became of a question that was asked before something was done. */
  decided(confirmation_id: string, result: Envelope | null): void {
    for (const [session_id, turns] of this.#turns) {
      const turn = turns.find(({ asked }) => asked.includes(confirmation_id))
      if (!turn) continue
      const asked = turn.asked.filter((id) => id !== confirmation_id)
      const effects = effectsOf({ ...turn, asked }, result)
      return this.replace(session_id, turn, effects)
    }
  }

  /** The newest of a conversation, if nothing was said since that somebody else has answered. */
  last({ session_id, earlier }: Pick<Asked, 'session_id' | 'earlier'>): Turn | undefined {
    const [turn] = this.of(session_id)
    if (!turn) return undefined
    for (const [index, { role, text }] of [...earlier.entries()].toReversed()) {
      if (role !== 'user') continue
      if (text === turn.message) return turn
      const by = earlier[index + 1]?.by
      if (by !== 'suggestions' && by !== 'fast_path') return undefined
    }
    return undefined
  }
}

/** A turn with what a tool did beside: with what takes it back, or as something that cannot be. */
export function effectsOf(turn: Turn, result: Envelope | null): Turn {
  if (result?.success !== true) return turn
  const { path, trash_path, from, overwritten, event } = (result.data ?? {}) as Readonly<
    Record<string, unknown>
  >
  if (typeof path === 'string' && typeof trash_path === 'string')
    return { ...turn, moved: [...turn.moved, { path, now_at: trash_path }] }
  if (typeof path === 'string' && typeof from === 'string' && overwritten === false)
    return { ...turn, moved: [...turn.moved, { path: from, now_at: path }] }
  const { event_id } = (event ?? {}) as { event_id?: unknown }
  if (typeof event_id !== 'string') return { ...turn, isLasting: true }
  const reversal = { action: 'CALENDAR_DELETE', args: { event_id } }
  return { ...turn, reversals: [...turn.reversals, reversal] }
}

/** Whether there is something that could be taken back. */
export function hasChanged({ changes, moved, reversals }: Turn): boolean {
  return changes.length + moved.length + reversals.length > 0
}
