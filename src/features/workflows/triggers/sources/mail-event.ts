import type { SourceEvent } from '../source.ts'
import type { MailCursor, ReadMail } from './mail-folders.ts'

const MAX_RECIPIENTS = 50
const MAX_ATTACHMENTS = 50
const MAX_LINE = 1_000
const MAX_NAME = 200
const MAX_TEXT = 20_000

interface Context {
  readonly cursor: Pick<MailCursor, 'place' | 'uidvalidity' | 'rewinds'>
  readonly folder: string
  readonly now: Date
}

/** All of it was written by somebody else, so all of it is bounded. */
export function mailEvent(mail: ReadMail, { cursor, folder, now }: Context): SourceEvent {
  const { uid, messageId, subject, date, text, bytes } = mail
  return {
    key: keyOf(uid, cursor),
    at: earlier(mail.receivedAt ?? date, now),
    data: {
      message_id: messageId === null ? null : line(messageId, MAX_LINE),
      uid,
      folder,
      from: line(mail.from, MAX_NAME),
      from_name: line(mail.fromName, MAX_NAME),
      to: mail.to.slice(0, MAX_RECIPIENTS).map((address) => line(address, MAX_NAME)),
      subject: line(subject, MAX_LINE),
      date,
      text: text.slice(0, MAX_TEXT).toWellFormed(),
      bytes,
      attachments: mail.attachments.slice(0, MAX_ATTACHMENTS).map((attachment) => ({
        name: line(attachment.name, MAX_NAME),
        type: line(attachment.type, MAX_NAME),
        bytes: attachment.bytes,
      })),
    },
  }
}

/** The folder is part of it: two of them may have the same UIDVALIDITY, and a trigger may be given another one. */
function keyOf(uid: number, { uidvalidity, place, rewinds }: Context['cursor']): string {
  return [uidvalidity, uid, place, ...(rewinds > 0 ? [rewinds] : [])].join('/')
}

/** A clock that is ahead must not make an event of the future. */
function earlier(moment: string | null, now: Date): string {
  const at = now.toISOString()
  return moment !== null && moment < at ? moment : at
}

function line(text: string, length: number): string {
  return text
    .slice(0, length)
    .replaceAll(/\p{Cc}/gu, ' ')
    .toWellFormed()
}
