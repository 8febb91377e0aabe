import { nameIn, rawText } from '../../../platform/correspondence/heard.ts'
import { fieldsOf, listOf, type Fields } from '../../../platform/upstream/fields.ts'
import type { Heard, IncomingFile } from '../channel.ts'

export type SlackHeard = Heard & { readonly envelope_id: string }

export interface SlackContext {
  /** Our own user, whose messages come back to us. */
  readonly self: string
  /** Says something to one person. */
  readonly answerPress: (where: { chat: string; person: string }, text: string) => Promise<void>
}

/** What an envelope of the socket brings; undefined for what needs no acknowledgement. */
export function readEnvelope(envelope: Fields, context: SlackContext): SlackHeard | undefined {
  const envelope_id = rawText(envelope['envelope_id'])
  if (envelope_id === '') return undefined
  const payload = fieldsOf(envelope['payload'])
  if (envelope['type'] === 'events_api') {
    const event = rawText(payload['event_id']) || envelope_id
    return { envelope_id, ...readMessage(fieldsOf(payload['event']), event, context) }
  }
  if (envelope['type'] === 'interactive')
    return { envelope_id, event: envelope_id, ...readPress(payload, context) }
  return { envelope_id, event: envelope_id, sender: undefined }
}

/** What a person wrote anew; an edit, a deletion and whatever else a channel tells of runs nothing. */
const WRITTEN = new Set([undefined, 'file_share'])

function readMessage(event: Fields, id: string, { self }: SlackContext): Omit<Heard, 'press'> {
  const person = rawText(event['user'])
  const chat = rawText(event['channel'])
  if (person === '' || event['type'] !== 'message') return { event: id, sender: undefined }
  const sender = {
    person,
    isBot: person === self || event['bot_id'] !== undefined,
    isPrivate: event['channel_type'] === 'im' && /^D\w+$/.test(chat),
  }
  const text = plainText(rawText(event['text']))
  const files = filesIn(event)
  // The same message is known by its own time, also where the event comes twice under two ids.
  const known = `${chat}:${rawText(event['ts']) || id}`
  if (!WRITTEN.has(event['subtype'] as string | undefined) || (text === '' && files.length === 0))
    return { event: id, sender }
  const profile = fieldsOf(event['user_profile'])
  const name = nameIn(rawText(profile['display_name']) || rawText(profile['real_name']))
  return { event: known, sender, message: { chat, person, name, text, files } }
}

function readPress(payload: Fields, { answerPress }: SlackContext): Pick<Heard, 'sender' | 'press'> {
  const person = rawText(fieldsOf(payload['user'])['id'])
  const chat = rawText(fieldsOf(payload['channel'])['id'])
  const action = fieldsOf(listOf(payload['actions'])[0])
  if (person === '' || payload['type'] !== 'block_actions') return { sender: undefined }
  const message =
    rawText(fieldsOf(payload['container'])['message_ts']) || rawText(fieldsOf(payload['message'])['ts'])
  const answer = (text: string) => answerPress({ chat, person }, text)
  return {
    sender: { person, isBot: false, isPrivate: /^D\w+$/.test(chat) },
    press: { chat, person, message, data: rawText(action['value']), answer },
  }
}

function filesIn(event: Fields): IncomingFile[] {
  return listOf(event['files'])
    .map(fieldsOf)
    .map((file) => ({
      ref: rawText(file['url_private_download']) || rawText(file['url_private']),
      name: rawText(file['name']) || 'file',
    }))
    .filter(({ ref }) => ref !== '')
}

/** Slack's marks as the words that were written. */
function plainText(text: string): string {
  return text
    .replaceAll(/<(?:https?:|mailto:)[^|>]*\|([^>]*)>/g, '$1')
    .replaceAll(/<((?:https?:|mailto:)[^>]*)>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
}
