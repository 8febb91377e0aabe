import { fieldsOf, listOf, numberOf, textOf, type Fields } from '../../../platform/upstream/fields.ts'
import { nameIn, rawText } from '../../../platform/correspondence/heard.ts'
import type { Heard, IncomingFile, IncomingMessage } from '../channel.ts'

/** A button as Telegram tells of it; answering it needs its id. */
export interface TelegramPress {
  readonly id: string
  readonly chat: string
  readonly person: string
  readonly message: string
  readonly data: string
}

export type TelegramHeard = Omit<Heard, 'press'> & { readonly press?: TelegramPress }

/** What is asked for; everything else that Telegram could tell of means nothing here. */
export const WANTED_UPDATES = ['message', 'callback_query'] as const

/** An update; undefined when it has no number, so that it is none. */
export function readUpdate(value: unknown): TelegramHeard | undefined {
  const update = fieldsOf(value)
  const number = numberOf(update['update_id'])
  if (number === null) return undefined
  const event = { event: String(number), cursor: String(number + 1) }
  const query = fieldsOf(update['callback_query'])
  if (update['callback_query'] !== undefined) return { ...event, ...readPress(query) }
  if (update['message'] !== undefined) return { ...event, ...readMessage(fieldsOf(update['message'])) }
  // Edits, reactions, channels: whoever is behind them is told of, so that it can be recorded.
  const other = Object.values(update)
    .map(fieldsOf)
    .find((one) => one['from'] !== undefined || one['user'] !== undefined)
  return {
    ...event,
    sender: other && senderOf(fieldsOf(other['from'] ?? other['user']), fieldsOf(other['chat'])),
  }
}

function readMessage(message: Fields): Pick<TelegramHeard, 'sender' | 'message'> {
  const from = fieldsOf(message['from'])
  const chat = fieldsOf(message['chat'])
  const sender = senderOf(from, chat)
  if (!sender) return { sender }
  const files = filesIn(message)
  const text = rawText(message['text']) || rawText(message['caption'])
  if (text === '' && files.length === 0) return { sender }
  const read: IncomingMessage = {
    chat: idOf(chat),
    person: sender.person,
    name: nameIn([from['first_name'], from['last_name']].filter(Boolean).join(' ')),
    text,
    files,
  }
  return { sender, message: read }
}

function readPress(query: Fields): Pick<TelegramHeard, 'sender' | 'press'> {
  const message = fieldsOf(query['message'])
  const chat = fieldsOf(message['chat'])
  const sender = senderOf(fieldsOf(query['from']), chat)
  if (!sender) return { sender }
  const press = {
    id: rawText(query['id']),
    chat: idOf(chat),
    person: sender.person,
    message: textOf(message['message_id']) ?? '',
    data: rawText(query['data']),
  }
  return { sender, press }
}

/** In a private chat, the chat is the person. */
function senderOf(from: Fields, chat: Fields): Heard['sender'] {
  const person = idOf(from)
  if (person === '') return undefined
  const isPrivate = chat['type'] === 'private' && idOf(chat) === person
  return { person, isBot: from['is_bot'] === true, isPrivate }
}

function idOf(one: Fields): string {
  return textOf(one['id']) ?? ''
}

const NAMED = ['document', 'audio', 'video', 'animation'] as const

/** The largest of the sizes of a photo; files by their own names, which others choose. */
function filesIn(message: Fields): IncomingFile[] {
  const photo = listOf(message['photo']).map(fieldsOf).at(-1)
  const named = NAMED.map((kind) => [kind, fieldsOf(message[kind])] as const)
  const voice = fieldsOf(message['voice'])
  const found = [
    ...(photo ? [{ ref: rawText(photo['file_id']), name: 'photo.jpg' }] : []),
    ...named.map(([kind, one]) => ({
      ref: rawText(one['file_id']),
      name: rawText(one['file_name']) || kind,
    })),
    { ref: rawText(voice['file_id']), name: 'voice.ogg' },
  ]
  const seen = new Set<string>()
  // An animation comes as a document as well.
  return found.filter(({ ref, name }) => ref !== '' && !seen.has(name) && seen.add(name))
}
