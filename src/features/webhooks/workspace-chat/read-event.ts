import { fieldsOf, listOf, type Fields } from '../../../platform/upstream/fields.ts'
import {
  nameIn,
  notUnderstood,
  rawText,
  type Heard,
  type Sender,
} from '../../../platform/correspondence/heard.ts'
import type { WorkspaceEvent } from './workspace-event.ts'

interface Parts {
  readonly format: WorkspaceEvent['format']
  readonly name: string
  readonly payload: Fields
  readonly user: Fields
  readonly time: string
}

/** It becomes part of an address. */
const SPACE = /^spaces\/[\w-]+$/

const payloads = {
  messagePayload: 'MESSAGE',
  appCommandPayload: 'MESSAGE',
  addedToSpacePayload: 'ADDED_TO_SPACE',
  removedFromSpacePayload: 'REMOVED_FROM_SPACE',
  buttonClickedPayload: 'CARD_CLICKED',
  widgetUpdatedPayload: 'WIDGET_UPDATED',
} as const

/** An event of Google Chat, in its classic form or as a Workspace add-on gets it. */
export function readWorkspaceEvent(body: Fields): WorkspaceEvent {
  const { format, name, payload, user, time } = body['chat'] === undefined ? classic(body) : addOn(body)
  const message = fieldsOf(payload['message'])
  const message_name = rawText(message['name'])
  const space = rawText(fieldsOf(payload['space'])['name']) || rawText(fieldsOf(message['space'])['name'])
  const sender = senderOf(user)
  // A message has a name of its own; what happens to one, or without one, is told apart by its time.
  const event = name === 'MESSAGE' ? [message_name] : [name, space, sender.ids[0] ?? '', message_name, time]
  if (!SPACE.test(space) || (name === 'MESSAGE' ? message_name : time) === '') throw notUnderstood()
  const thread = rawText(fieldsOf(message['thread'])['name']) || null
  const reply_to = { space, thread }
  return { format, kind: kindOf(name), text: textOf(message), space, sender, event, reply_to }
}

function addOn(body: Fields): Parts {
  const chat = fieldsOf(body['chat'])
  const found = Object.entries(payloads).find(([member]) => chat[member] !== undefined)
  const [member, name] = found ?? ['', 'UNKNOWN']
  return {
    format: 'add-on',
    name,
    payload: fieldsOf(chat[member]),
    user: fieldsOf(chat['user']),
    time: rawText(chat['eventTime']),
  }
}

function classic(body: Fields): Parts {
  const user = fieldsOf(body['user'])
  return {
    format: 'classic',
    name: rawText(body['type']),
    payload: body,
    user,
    time: rawText(body['eventTime']),
  }
}

function kindOf(name: string): Heard['kind'] {
  if (name === 'MESSAGE') return 'message'
  return name === 'ADDED_TO_SPACE' ? 'joined' : 'nothing'
}

/** A display name is whatever its owner likes, so nobody is known by it. */
function senderOf(user: Fields): Sender {
  const ids = [rawText(user['email']).toLowerCase(), rawText(user['name'])].filter((id) => id !== '')
  return { ids, name: nameIn(user['displayName']), isBot: user['type'] === 'BOT' }
}

/** The text without our own name, which a message in a group begins with. */
function textOf(message: Fields): string {
  if (typeof message['argumentText'] === 'string') return message['argumentText'].trim()
  let text = rawText(message['text'])
  const mentions = listOf(message['annotations'])
    .map(fieldsOf)
    .filter(({ type, userMention }) => {
      return type === 'USER_MENTION' && fieldsOf(fieldsOf(userMention)['user'])['type'] === 'BOT'
    })
    .toSorted((a, b) => Number(b['startIndex'] ?? 0) - Number(a['startIndex'] ?? 0))
  for (const { startIndex, length } of mentions) {
    const start = Number(startIndex ?? 0)
    text = text.slice(0, start) + text.slice(start + Number(length ?? 0))
  }
  return text.trim()
}
