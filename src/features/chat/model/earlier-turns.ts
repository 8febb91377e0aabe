import type { Turn } from '../../models/language-model.ts'
import type { Asked, Attachment, EarlierMessage } from '../answering.ts'
import { turnsOf } from './history.ts'
import { readAttachments, type Door } from './sources.ts'

/** As far back as a question may still mean what was attached; before that it is only mentioned. */
const SEEN_MESSAGES = 6
const MOST_PICTURES = 4

/** What was said before, with the files it was about: "and what is behind the tree?" is still about the picture. */
export async function earlierTurns(asked: Asked, { tokens, ...door }: Door): Promise<Turn[]> {
  const { earlier } = asked
  const turns = turnsOf(earlier)
  let room = { tokens, pictures: MOST_PICTURES }
  // The newest first: when there is no room for all, it is the old ones that go.
  for (const [index, message] of [...earlier.entries()].toReversed()) {
    const attachments = message.attachments ?? []
    const turn = turns[index]!
    if (attachments.length === 0 || turn.role !== 'user') continue
    const isSeen = index >= earlier.length - SEEN_MESSAGES && room.tokens > 0
    const seen = isSeen ? await lookAgain(asked, { message, door, room }) : undefined
    turns[index] = { ...turn, text: `${mention(attachments)}\n${turn.text}`, ...seen?.turn(turn.text) }
    if (seen) room = seen.left
  }
  return turns
}

interface Room {
  readonly tokens: number
  readonly pictures: number
}

async function lookAgain(
  asked: Asked,
  { message, door, room }: { message: EarlierMessage; door: Omit<Door, 'tokens'>; room: Room },
) {
  const { attachments = [] } = message
  // What is gone since was read when it was there: that it cannot be read again is no news for the person.
  const { text, pictures } = await readAttachments(attachments, { asked, ...door, tokens: room.tokens })
  const shown = pictures.slice(0, room.pictures)
  return {
    turn: (said: string) => ({
      ...(text !== '' && { text: `${text}\n\nThe user says:\n${said}` }),
      ...(shown.length > 0 && { pictures: shown }),
    }),
    left: {
      // Half for the newest, half of the rest for the one before: none pushes all the others out.
      tokens: text === '' ? room.tokens : Math.floor(room.tokens / 2),
      pictures: room.pictures - shown.length,
    },
  }
}

function mention(attachments: readonly Attachment[]): string {
  const names = attachments.map(
    ({ name, path, document_id, file_id }) => name ?? path ?? document_id ?? file_id,
  )
  return `(Attached: ${names.join(', ')})`
}
