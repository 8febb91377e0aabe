import type { Asked, Reading as WholeReading } from '../../answering.ts'
import { doable } from '../doable.ts'
import { answerTo, followUp, type FollowUp } from './follow-ups.ts'
import { mayFollowUp } from './fragments.ts'
import { normalize } from '../normalize.ts'
import { pointedAt, type Pointed } from './pointing.ts'
import { whenOf } from '../readers/reader.ts'
import { quietTurn, type Turn, type Turns } from './turns.ts'
import { undoLast, type UndoDeps } from '../replies/undo.ts'
import type { Understanding } from '../understanding.ts'

/** What a message means together with the one before it. */
export interface FollowUpResult {
  readonly understanding: Understanding
  /** The whole sentence that it stands for. */
  readonly sentence: string
  /** Something to tell before the answer. */
  readonly told?: string
}

interface GoingOnDeps extends UndoDeps {
  readonly hasModel: (asked: Asked) => boolean
  readonly turns: Turns
}

type Reading = Pick<WholeReading, 'context' | 'understand'>

/** Undefined when the message stands for itself; a text when it goes on but cannot be done. */
export async function answerFollowUp(
  deps: GoingOnDeps,
  asked: Asked,
  reading: Reading,
): Promise<FollowUpResult | string | undefined> {
  const when = whenOf(await reading.context())
  const last = deps.turns.last(asked)
  const pointed = pointedIn(deps, asked, last)
  if (pointed) return atPointed(reading, pointed, asked)
  const answered = last && asksBack(asked) ? answerTo(asked.message, last, when) : undefined
  if (last && answered) return continued(deps, { turn: last, next: answered, asked, reading })
  if (!mayFollowUp(asked.message)) return undefined
  const turn = last ?? (await turnBefore(asked, reading))
  const next = turn && followUp(asked.message, turn, when)
  return turn && next && continued(deps, { turn, next, asked, reading })
}

/** What a message points at. Where that is not clear, it is left to a model. */
function pointedIn({ hasModel }: GoingOnDeps, asked: Asked, last: Turn | undefined): Pointed | undefined {
  const pointed = pointedAt(asked, last)
  return pointed && 'unclear' in pointed && hasModel(asked) ? undefined : pointed
}

async function atPointed(reading: Reading, pointed: Pointed, asked: Asked): Promise<FollowUpResult | string> {
  if ('unclear' in pointed) return pointed.unclear
  if ('sentence' in pointed) {
    const { sentence } = pointed
    return { understanding: await reading.understand(sentence), sentence }
  }
  const meaning = { intent: 'file.open', slots: { path: pointed.path }, score: 1, by: 'grammar' } as const
  return { understanding: { meaning, candidates: [] }, sentence: asked.message }
}

/** Whether the last answer was a question of ours. */
function asksBack({ earlier }: Asked): boolean {
  const answer = earlier.at(-1)
  if (answer?.role !== 'assistant' || answer.by !== 'router') return false
  return answer.components.some(
    ({ type, text }) => type === 'form' || (type === 'text' && /\?/.test(String(text))),
  )
}

async function continued(
  deps: GoingOnDeps,
  { turn, next, asked, reading }: { turn: Turn; next: FollowUp; asked: Asked; reading: Reading },
): Promise<FollowUpResult | string | undefined> {
  const { sentence, corrects, name } = next
  const own = name === undefined ? undefined : await ownWish(reading, name, turn)
  if (own) return own
  const understanding = await understoodAs(reading, turn.intent, sentence)
  if (!understanding) return undefined
  return corrects
    ? corrected(deps, { turn, asked, followedUp: { understanding, sentence } })
    : { understanding, sentence }
}

/** The subject is known already: where only something is shown, its values are enough. */
async function understoodAs(
  reading: Reading,
  intent: string,
  sentence: string,
): Promise<Understanding | undefined> {
  const understanding = await reading.understand(sentence)
  if (understanding.meaning?.intent === intent) return understanding
  const slots = intent.includes('.')
    ? undefined
    : doable(intent, normalize(sentence), whenOf(await reading.context()))
  return slots && { meaning: { intent, slots, score: 1, by: 'grammar' }, candidates: [] }
}

/** "and news" wants the news, not the weather of a place called News. */
async function ownWish(reading: Reading, name: string, turn: Turn): Promise<FollowUpResult | undefined> {
  const understanding = await reading.understand(name)
  const { meaning } = understanding
  if (!meaning || meaning.intent === turn.intent) return undefined
  return meaning.by === 'grammar' || meaning.by === 'correction'
    ? { understanding, sentence: name }
    : undefined
}

/** What the sentence before has changed is undone first, or nothing is done. */
async function corrected(
  deps: GoingOnDeps,
  { turn, asked, followedUp }: { turn: Turn; asked: Asked; followedUp: FollowUpResult },
): Promise<FollowUpResult | string | undefined> {
  if (turn.intent === 'live_timer')
    return { ...followedUp, told: 'The earlier one keeps running until you stop it on its card.' }
  // What only showed something needs no undoing; what may have changed something before a restart is not known.
  if (turn.changes.length === 0) return turn.intent.includes('.') ? undefined : followedUp
  const undone = await undoLast(deps, asked)
  return undone.done ? { ...followedUp, told: undone.told } : undone.told
}

/** After a restart: the sentence before, understood anew. What it changed is not known any more. */
async function turnBefore({ earlier }: Asked, reading: Reading): Promise<Turn | undefined> {
  const answer = earlier.at(-1)
  const message = earlier.at(-2)?.role === 'user' ? earlier.at(-2)!.text : undefined
  if (message === undefined || answer?.by !== 'router') return undefined
  const { meaning } = await reading.understand(message)
  if (!meaning) return undefined
  const { intent, slots } = meaning
  return { ...quietTurn(message), intent, slots }
}
