import type { Turn } from '../../../models/language-model.ts'
import type { Asked, Attachment, EarlierMessage } from '../../answering.ts'
import { turnsOf } from './history.ts'
import type { ModelStates } from '../model-state.ts'
import { readAttachments, type SourcePort } from '../sources.ts'

/** As far back as a question may still mean what was attached; before that it is only mentioned. */
const SEEN_MESSAGES = 6
const MAX_PICTURES = 4
const NO_ROOM = { tokens: 0, pictures: 0 }

/** A message and all that was said and called to answer it. */
export interface Exchange {
  readonly turns: readonly Turn[]
  /** Number of its last message; undefined where it is kept nowhere. */
  readonly through?: number | undefined
  /** What the person said, in their own words. */
  readonly said?: string | undefined
}

type States = Pick<ModelStates, 'turnsOf'>

interface EarlierTurnsPort extends SourcePort {
  readonly states: States
  readonly earlier: readonly EarlierMessage[]
}

/**
 * What was said before, as it was sent: with the calls and what they found, so that nothing is looked up twice and a
 * provider has read it already. What no model answered is told in its form.
 */
export async function earlierExchanges(
  asked: Asked,
  { tokens, states, earlier, ...port }: EarlierTurnsPort,
): Promise<Exchange[]> {
  const told = earlier.map((message) => toldTurns(message, states))
  let room = { tokens, pictures: MAX_PICTURES }
  // The newest first: when there is no room for all, it is the old ones that go.
  for (const [index, message] of [...earlier.entries()].toReversed()) {
    // The turns of an answer begin with the message; they stand at the answer.
    const at = told[index]!.length > 0 ? index : earlier.findIndex(isAnswerTo(message))
    const [turn, ...rest] = told[at] ?? []
    if (turn?.role !== 'user' || !hasAttachments(message)) continue
    const isRecent = index >= earlier.length - SEEN_MESSAGES
    const seen = await lookAgain(asked, { message, port, room: isRecent ? room : NO_ROOM })
    room = seen?.left ?? room
    told[at] = [at === index ? seenAgain(turn, message, seen) : withPictures(turn, seen), ...rest]
  }
  return exchangesOf(earlier, told)
}

/** The same without a look at what was attached, for what is to be summarised. */
export function plainExchanges(earlier: readonly EarlierMessage[], states: States): Exchange[] {
  return exchangesOf(
    earlier,
    earlier.map((message) => toldTurns(message, states)),
  )
}

/** Turns that are kept nowhere as messages. */
export function exchangesIn(turns: readonly Turn[]): Exchange[] {
  return parted(turns, ({ role }) => role === 'user').map((part) => ({ turns: part }))
}

function exchangesOf(earlier: readonly EarlierMessage[], told: readonly (readonly Turn[])[]): Exchange[] {
  const places = [...earlier.keys()]
  return parted(places, (place) => earlier[place]!.role === 'user').map((part) => {
    const messages = part.map((place) => earlier[place]!)
    const said = messages.flatMap(({ isPersons, text }) => (isPersons ? [text] : []))
    return {
      turns: part.flatMap((place) => told[place]!),
      through: messages.at(-1)!.number,
      said: said.length > 0 ? said.join('\n') : undefined,
    }
  })
}

/** Parts that each begin where a condition holds, besides the first. */
function parted<Value>(values: readonly Value[], isBeginning: (value: Value) => boolean): Value[][] {
  const parts: Value[][] = []
  for (const value of values) {
    const last = parts.at(-1)
    if (last && !isBeginning(value)) last.push(value)
    else parts.push([value])
  }
  return parts
}

function toldTurns(message: EarlierMessage, states: States): Turn[] {
  const kept = message.run_id === undefined ? undefined : states.turnsOf(message.run_id)
  if (!kept) return turnsOf([message])
  return message.role === 'assistant' ? [...kept] : []
}

function hasAttachments({ role, attachments = [] }: EarlierMessage): boolean {
  return role === 'user' && attachments.length > 0
}

function isAnswerTo({ run_id }: EarlierMessage) {
  return (other: EarlierMessage) => other.role === 'assistant' && other.run_id === run_id
}

type UserTurn = Extract<Turn, { role: 'user' }>
type Seen = NonNullable<Awaited<ReturnType<typeof lookAgain>>>

function seenAgain(turn: UserTurn, { attachments = [] }: EarlierMessage, seen: Seen | undefined): UserTurn {
  const said = `${mention(attachments)}\n${turn.text}`
  const text = seen && seen.text !== '' ? `${seen.text}\n\nThe user says:\n${turn.text}` : said
  return withPictures({ ...turn, text }, seen)
}

function withPictures(turn: UserTurn, seen: Seen | undefined): UserTurn {
  return seen && seen.pictures.length > 0 ? { ...turn, pictures: seen.pictures } : turn
}

interface Room {
  readonly tokens: number
  readonly pictures: number
}

async function lookAgain(
  asked: Asked,
  { message, port, room }: { message: EarlierMessage; port: Omit<SourcePort, 'tokens'>; room: Room },
) {
  if (room.tokens <= 0) return undefined
  const { attachments = [] } = message
  // What is gone since was read when it was there: that it cannot be read again is no news for the person.
  const { text, pictures } = await readAttachments(attachments, { asked, ...port, tokens: room.tokens })
  return {
    text,
    pictures: pictures.slice(0, room.pictures),
    left: {
      // Half for the newest, half of the rest for the one before: none pushes all the others out.
      tokens: text === '' ? room.tokens : Math.floor(room.tokens / 2),
      pictures: Math.max(0, room.pictures - pictures.length),
    },
  }
}

function mention(attachments: readonly Attachment[]): string {
  const names = attachments.map(
    ({ name, path, document_id, file_id }) => name ?? path ?? document_id ?? file_id,
  )
  return `(Attached: ${names.join(', ')})`
}
