import { fieldsOf, listOf, textOf as textOrNull, type Fields } from '../../../platform/upstream/fields.ts'
import { nameIn, notUnderstood, rawText, type Heard } from '../../../platform/correspondence/heard.ts'

/** Where an answer that comes later must go. */
export interface ReturnAddress {
  readonly service_url: string
  readonly conversation_id: string
  readonly activity_id: string
  /** Our own account in that conversation; null when the event does not say. */
  readonly bot_id: string | null
  readonly person_id: string
}

export interface OfficeActivity extends Heard {
  /** Null when the event does not say when it happened. */
  readonly at: number | null
  readonly reply_to: ReturnAddress
}

/** An activity of Teams, as an outgoing webhook or a bot gets it. */
export function readOfficeActivity(body: Fields): OfficeActivity {
  const from = fieldsOf(body['from'])
  const recipient = fieldsOf(body['recipient'])
  const id = rawText(body['id'])
  const conversation = rawText(fieldsOf(body['conversation'])['id'])
  const time = rawText(body['timestamp'])
  const person = rawText(from['id'])
  if (id === '' || conversation === '' || person === '') throw notUnderstood()
  const ids = [rawText(from['aadObjectId']).toLowerCase(), person].filter((one) => one !== '')
  const at = Date.parse(time)
  return {
    kind: kindOf(body),
    text: spokenText(body),
    // Replies in a thread belong to the channel of the thread.
    space: conversation.replace(/;messageid=.*$/, ''),
    sender: { ids, name: nameIn(from['name']), isBot: person.startsWith('28:') || from['role'] === 'bot' },
    // Its time is not part of what it is: the same activity may come again with another one.
    event: [rawText(body['type']), conversation, id],
    at: Number.isNaN(at) ? null : at,
    reply_to: {
      service_url: rawText(body['serviceUrl']),
      conversation_id: conversation,
      activity_id: id,
      bot_id: textOrNull(recipient['id']),
      person_id: person,
    },
  }
}

function kindOf(body: Fields): Heard['kind'] {
  // What a button of a card sends has a value and no text; we send no such buttons.
  if (body['type'] === 'message') return typeof body['text'] === 'string' ? 'message' : 'nothing'
  if (body['type'] !== 'conversationUpdate') return 'nothing'
  const bot = fieldsOf(body['recipient'])['id']
  const isOurs = listOf(body['membersAdded']).some((member) => fieldsOf(member)['id'] === bot)
  return bot !== undefined && isOurs ? 'joined' : 'nothing'
}

/** The text without our own name. A webhook is always called by it first; a bot's mentions say whose they are. */
function spokenText(body: Fields): string {
  const bot = fieldsOf(body['recipient'])['id']
  let text = rawText(body['text'])
  if (bot === undefined) text = text.replace(/^\s*<at>[^<]*<\/at>/, '')
  for (const entity of listOf(body['entities']).map(fieldsOf)) {
    const { id, name } = fieldsOf(entity['mentioned'])
    if (entity['type'] !== 'mention' || id !== bot) continue
    const mention = rawText(entity['text']) || `<at>${rawText(name)}</at>`
    text = text.replaceAll(mention, '')
  }
  return text
    .replaceAll(/<\/?at>/g, '')
    .replaceAll('&nbsp;', ' ')
    .trim()
}
