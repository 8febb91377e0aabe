import { createHash } from 'node:crypto'
import { messageIds, type MailHeaders } from './mail-headers.ts'

/** What an answer needs of the email that it answers. */
export interface ReplyTo {
  readonly subject: string
  readonly messageId: string | null
  /** The Message-IDs of the conversation so far, oldest first. */
  readonly references: readonly string[]
}

const MAX_REFERENCES = 50
/** An answer of ours names its conversation, for programs that forget where it began. */
const OWN_ID = /^<dh\.([\w-]{22})\.[\w-]{22}@/

/** By what a conversation is found again, and what an answer to this email refers to. */
export function threadOf(
  headers: MailHeaders,
  { subject, mark }: { subject: string; mark: string },
): { thread: string; reply: ReplyTo } {
  const [messageId = null] = messageIds(headers.first('message-id'))
  const parents = messageIds(headers.first('in-reply-to'))
  const listed = messageIds(headers.first('references'))
  const references = listed.length > 0 ? listed : parents
  const own = [...parents, ...references.toReversed()].map((id) => OWN_ID.exec(id)?.[1]).find(Boolean)
  const thread = own ?? keyOf(references[0] ?? messageId ?? mark)
  return { thread, reply: { subject, messageId, references } }
}

/** The same for the same letter, so that whoever gets it twice can tell. */
export function answerId({
  thread,
  letter,
  domain,
}: {
  thread: string
  letter: string
  domain: string
}): string {
  return `<dh.${thread}.${keyOf(letter)}@${domain}>`
}

export function isOwnId(messageId: string | null): boolean {
  return messageId !== null && OWN_ID.test(messageId)
}

/** RFC 5322, 3.6.4. The oldest of a very long conversation stays, because it names the conversation. */
export function referencesTo({ messageId, references }: ReplyTo): string[] {
  const all =
    messageId === null ? [...references] : [...references.filter((id) => id !== messageId), messageId]
  return all.length <= MAX_REFERENCES ? all : [all[0]!, ...all.slice(1 - MAX_REFERENCES)]
}

export function replySubject(subject: string): string {
  return /^re(?:\[\d+\])?\s*:/i.test(subject) ? subject : `Re: ${subject}`.trim()
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
