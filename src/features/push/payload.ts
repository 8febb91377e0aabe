import { questionInGeneral, SHOW } from '../../contract/question-actions.ts'
import type { Notification } from '../notifications/contract.ts'
import { MAX_MESSAGE_BYTES } from './encrypt.ts'

/** What the service worker of the page gets, as JSON. */
export type Payload =
  | Told
  /** The notice of this id is dealt with elsewhere: it goes away. */
  | { readonly close: string }

interface Told {
  readonly id: string
  readonly title: string
  readonly message: string
  readonly actions: readonly NoticeAction[]
  /** Where a click leads, within the page. */
  readonly url: string
}

export interface NoticeAction {
  readonly id: string
  readonly label: string
}

export type Urgency = 'normal' | 'high'

/** What is of use only now: a phone wakes up for it. */
const TIMELY: ReadonlySet<string> = new Set(['timer', 'reminder', 'calendar_reminder', 'approval'])

export function payloadOf(notification: Notification): Payload {
  return {
    id: notification.id,
    ...toldOf(notification),
    url: `/?notice=${encodeURIComponent(notification.id)}`,
  }
}

/** A phone lies about where others look: what a question is about, and the answer to it, are left to the page. */
function toldOf(notification: Notification): Pick<Told, 'title' | 'message' | 'actions'> {
  const { title, message, actions } = notification
  const asked = questionInGeneral(notification)
  return asked === undefined
    ? { title, message, actions: actions.map(({ id, label }) => ({ id, label })) }
    : { title: asked, message: 'Open Deskhand to see it and decide.', actions: [SHOW] }
}

export function urgencyOf({ type, level }: Pick<Notification, 'type' | 'level'>): Urgency {
  return TIMELY.has(type) || level === 'error' ? 'high' : 'normal'
}

/** As bytes that fit into one push message: what is too long is cut, the message before the title. */
export function encodePayload(payload: Payload): Buffer {
  const whole = bytesOf(payload)
  if (whole.length <= MAX_MESSAGE_BYTES || 'close' in payload) return whole
  const message = shortened(payload.message, whole.length - MAX_MESSAGE_BYTES)
  const shorter = { ...payload, message }
  const over = bytesOf(shorter).length - MAX_MESSAGE_BYTES
  return bytesOf(over > 0 ? { ...shorter, title: shortened(payload.title, over) } : shorter)
}

function bytesOf(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}

const ELLIPSIS = '…'
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** At least so many bytes shorter, where there are so many, and ending with a whole letter. */
function shortened(text: string, bytes: number): string {
  let room = Buffer.byteLength(text) - bytes - Buffer.byteLength(ELLIPSIS)
  let length = 0
  for (const { segment } of letters.segment(text)) {
    room -= Buffer.byteLength(segment)
    if (room < 0) break
    length += segment.length
  }
  return `${text.slice(0, length)}${ELLIPSIS}`
}
