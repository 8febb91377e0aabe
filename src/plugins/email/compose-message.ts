import { createHash, randomUUID } from 'node:crypto'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { senderOf, type Sender } from './account.ts'
import type { OutgoingFile } from './outgoing-files.ts'
import { headerText, maxRecipients, type Recipient } from './recipients.ts'

export interface Letter {
  readonly to: readonly Recipient[]
  readonly cc: readonly Recipient[]
  readonly bcc: readonly Recipient[]
  readonly subject: string
  readonly text?: string
  readonly html?: string
  readonly files: readonly OutgoingFile[]
  readonly inReplyTo?: string
  readonly references?: readonly string[]
  /** Left out, it is made. */
  readonly messageId?: string
  readonly replyTo?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** An email in the form in which it travels. */
export interface ComposedMessage {
  readonly messageId: string
  readonly from: Sender
  readonly recipients: readonly string[]
  readonly raw: Buffer
  /** The same with the hidden recipients named, for the sender's own folder. */
  readonly copy: Buffer
}

type Composing = Pick<ToolCall, 'setting' | 'now' | 'idempotencyKey'>

export async function composeMessage(letter: Letter, call: Composing): Promise<ComposedMessage> {
  const { to, cc, bcc } = letter
  const recipients = [...to, ...cc, ...bcc].map(({ address }) => address)
  if (recipients.length === 0) throw new AppError('invalid_request', 'No recipients. Set to.')
  if (recipients.length > maxRecipients) {
    throw new AppError('invalid_request', `An email can go to at most ${maxRecipients} addresses at once.`)
  }
  const from = senderOf(call)
  const messageId = letter.messageId ?? messageIdFor(from, call.idempotencyKey)
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const node = new MailComposer({
    from: { name: headerText(from.name), address: from.address },
    to: [...to],
    cc: [...cc],
    subject: headerText(letter.subject),
    ...(await bodies(letter)),
    attachments: letter.files.map(({ filename, content, cid }) => ({
      filename,
      content,
      ...(cid && { cid }),
    })),
    messageId,
    date: call.now(),
    ...(letter.replyTo && { replyTo: letter.replyTo }),
    ...(letter.headers && { headers: { ...letter.headers } }),
    ...(letter.inReplyTo && { inReplyTo: letter.inReplyTo }),
    ...(letter.references && { references: [...letter.references] }),
    xMailer: false,
    // What is attached was read here, after the checks; a path or address in the letter is text.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'windows',
  }).compile()
  const raw = await node.build()
  const hidden = bcc.map(({ address }) => address).join(',\r\n ')
  const copy = bcc.length === 0 ? raw : Buffer.concat([Buffer.from(`Bcc: ${hidden}\r\n`), raw])
  return { messageId, from, recipients: [...new Set(recipients)], raw, copy }
}

/** A text goes along with HTML for those who read without it. */
async function bodies({ text, html }: Letter): Promise<{ text: string; html?: string }> {
  if (html === undefined) return { text: text ?? '' }
  if (text !== undefined) return { text, html }
  const { markdownOfHtml } = await import('../../platform/documents/html-markdown.ts')
  return { text: markdownOfHtml(html, 'html').markdown, html }
}

/** The same for each try of the same step, so that mailboxes can tell that it is the same email. */
function messageIdFor({ address }: Sender, idempotencyKey: string | undefined): string {
  const unique =
    idempotencyKey === undefined
      ? randomUUID()
      : createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 32)
  return `<${unique}@${address.split('@').at(-1)}>`
}
