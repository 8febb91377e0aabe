import { createHash } from 'node:crypto'
import { nameIn } from '../../../platform/correspondence/heard.ts'
import type { Heard, IncomingMessage } from '../channel.ts'
import { isAutomatic } from './automatic.ts'
import type { MailHead, OpenMailbox } from './mailbox-port.ts'
import { MailHeaders } from './mail-headers.ts'
import { ownWords, plainSubject } from './own-words.ts'
import { senderAddress } from './sender-address.ts'
import { proofOf } from './sender-proof.ts'
import { isOwnId, threadOf } from './thread.ts'

export interface ReadingContext {
  /** The address that people write to. */
  readonly address: string
  /** Every address of the account, in lower case. */
  readonly own: ReadonlySet<string>
  /** The name in which the provider stamps what it checked. */
  readonly authserv: string
}

/** An email as far as its head says what it is; undefined when it is no message to the channel. */
export function readHead(head: MailHead, { address, own, authserv }: ReadingContext): HeardMail | undefined {
  const headers = new MailHeaders(head.block)
  const recipients = head.to.map((one) => one.address.toLowerCase())
  if (!recipients.includes(address)) return undefined
  const mark = markOf(head)
  const { thread, reply } = threadOf(headers, { subject: head.subject, mark })
  if (isAutomatic(headers) || isOwnId(reply.messageId)) return undefined
  const person = senderAddress(headers)
  if (person === undefined) return undefined
  const proof = proofOf(headers, { address: person, authserv })
  const isPrivate = recipients.every((one) => one === address || one === person || own.has(one))
  const heard: Heard = {
    event: mark,
    sender: { person, isBot: false, isPrivate },
    ...(!proof.isProven && { distrust: proof.reason }),
  }
  const message = {
    chat: thread,
    person,
    name: nameIn(head.from[0]?.name),
    title: plainSubject(head.subject),
    reply: { ...reply },
  }
  return { heard, message }
}

export interface HeardMail {
  readonly heard: Heard
  readonly message: Omit<IncomingMessage, 'text' | 'files'>
}

/** Its words and files. */
export async function readWhole(
  { heard, message }: HeardMail,
  { uid, subject }: MailHead,
  box: OpenMailbox,
): Promise<Heard> {
  const { text, files } = await box.read(uid)
  const words = ownWords(text, subject)
  // An email without a word is understood by its subject.
  const said = words === '' && files.length === 0 ? (message.title ?? '') : words
  return { ...heard, message: { ...message, text: said, files } }
}

/** The same for the same email whatever number it gets: by what it says of itself, and when the server got it. */
function markOf({ block, receivedAt }: MailHead): string {
  const headers = new MailHeaders(block)
  const parts = ['message-id', 'from', 'date', 'subject'].map((name) => headers.first(name) ?? '')
  return createHash('sha256')
    .update(JSON.stringify([...parts, receivedAt.toISOString()]))
    .digest('base64url')
}
