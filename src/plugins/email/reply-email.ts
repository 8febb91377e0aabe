import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { EmailId, Folder, parseEmailId } from './email-id.ts'
import { withMail } from './imap-session.ts'
import { findEmail } from './mailbox.ts'
import { readOriginal, replyRecipients, replySubject, threadOf, withQuote } from './original-email.ts'
import { Attachments, readOutgoingFiles, reasonToAskAboutFiles } from './outgoing-files.ts'
import { postMessage, SentEmail } from './post-message.ts'
import { distinct, parseRecipients, Recipients } from './recipients.ts'

const Params = Type.Object({
  email_id: EmailId,
  folder: Folder,
  body: Type.Optional(Type.String({ maxLength: 500_000, description: 'The reply, as plain text' })),
  html: Type.Optional(
    Type.String({ maxLength: 500_000, description: 'The reply as HTML, with or without body' }),
  ),
  reply_all: Type.Optional(
    Type.Boolean({ default: false, description: 'Reply to everyone on the email, not only the sender' }),
  ),
  quote: Type.Optional(
    Type.Boolean({ default: true, description: 'Quote the original text below the reply' }),
  ),
  cc: Type.Optional(Recipients('More copy recipients')),
  bcc: Type.Optional(Recipients('Hidden copy recipients')),
  attachments: Attachments,
})

const Data = Type.Object({
  ...SentEmail,
  in_reply_to: Type.Union([Type.String(), Type.Null()], {
    description: 'The Message-ID of the original email, if it had one',
  }),
})

export const replyEmail = defineTool({
  action: 'REPLY_EMAIL',
  title: 'Reply to an email',
  description: 'Replies to an email, to its sender or to all, in the same thread.',
  params: Params,
  data: Data,
  risk: 'external',
  reads: ['untrusted', 'private'],
  idempotent: false,
  phrases: [
    'reply to that email',
    'answer the mail from Anna',
    'reply that I will be there',
    'reply to all and say thanks',
    'write back to them',
    'answer this email with the attached file',
    'respond to the last mail',
    'tell them by mail that I agree',
  ],
  example: { args: { email_id: 'eMTcwMDAwMDAwMC40Mi5JTkJPWA', body: 'Thank you, that suits me.\n' } },
  needsApproval: (params, call) => reasonToAskAboutFiles(params.attachments, call),
  async run(params, call) {
    const { email_id: emailId, body, html } = params
    if (body === undefined && html === undefined) {
      throw new AppError('invalid_request', 'The reply has no text. Set body or html.')
    }
    parseEmailId(emailId, params.folder)
    const added = await parseRecipients(params.cc ?? [], 'cc')
    const bcc = distinct(await parseRecipients(params.bcc ?? [], 'bcc'), new Set())
    const files = await readOutgoingFiles(params.attachments, call)
    const { found, original } = await withMail(call, async (client) => {
      const email = await findEmail(client, emailId, { folder: params.folder, readOnly: true })
      return { found: email, original: await readOriginal(client, email, { text: params.quote !== false }) }
    })
    const { to, cc: others } = replyRecipients(original, { call, all: params.reply_all ?? false })
    const cc = distinct([...others, ...added], new Set(to.map(({ address }) => address.toLowerCase())))
    const texts = withQuote(
      { ...(body !== undefined && { body }), ...(html !== undefined && { html }) },
      original,
    )
    const letter = { to, cc, bcc, subject: replySubject(original), ...texts, files, ...threadOf(original) }
    const { message, data } = await postMessage(letter, call, async (client) => {
      await findEmail(client, found.emailId, { folder: found.folder, readOnly: false })
      await client.messageFlagsAdd(String(found.uid), ['\\Answered'], { uid: true })
    })
    return { message, data: { ...data, in_reply_to: original.messageId ?? null } }
  },
})
