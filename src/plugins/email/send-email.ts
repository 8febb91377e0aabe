import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { Attachments, readOutgoingFiles, reasonToAskAboutFiles } from './outgoing-files.ts'
import { postMessage, SentEmail } from './post-message.ts'
import { distinct, oneLine, parseRecipients, Recipients } from './recipients.ts'

const Params = Type.Object({
  to: Recipients('Recipients: anna@example.org or Anna <anna@example.org>'),
  subject: Type.String({ maxLength: 900, pattern: oneLine, description: 'Subject' }),
  body: Type.Optional(Type.String({ maxLength: 500_000, description: 'The text, without formatting' })),
  html: Type.Optional(
    Type.String({
      maxLength: 500_000,
      description: 'The text as HTML, with or without body',
    }),
  ),
  cc: Type.Optional(Recipients('Copy recipients')),
  bcc: Type.Optional(Recipients('Hidden copy recipients')),
  attachments: Attachments,
})

const Data = Type.Object(SentEmail)

export const sendEmail = defineTool({
  action: 'SEND_EMAIL',
  title: 'Send an email',
  description: 'Sends an email from your account, optionally with copies, HTML and attachments.',
  params: Params,
  data: Data,
  risk: 'external',
  targets: { exactly: ['to', 'cc', 'bcc', 'attachments'] },
  reads: [],
  idempotent: false,
  phrases: [
    'send an email to anna@example.org',
    'write a mail to my landlord about the heating',
    'email the report to the team',
    'send ~/report.pdf to bob@example.org',
    'mail this file to Anna',
    'send a message to anna@example.org with the subject hello',
    'email anna and bob that I am late',
    'send them the invoice by mail',
  ],
  example: {
    args: {
      to: ['Anna <anna@example.org>'],
      subject: 'The report',
      body: 'Dear Anna,\n\nhere it is.\n',
      attachments: ['{folder}/notes.txt'],
    },
  },
  needsApproval: (params, call) => reasonToAskAboutFiles(params.attachments, call),
  async run(params, call) {
    const { subject, body, html } = params
    if (body === undefined && html === undefined) {
      throw new AppError('invalid_request', 'The email has no text. Set body or html.')
    }
    const to = distinct(await parseRecipients(params.to, 'to'), new Set())
    const cc = distinct(await parseRecipients(params.cc ?? [], 'cc'), new Set())
    const bcc = distinct(await parseRecipients(params.bcc ?? [], 'bcc'), new Set())
    const files = await readOutgoingFiles(params.attachments, call)
    const texts = { ...(body !== undefined && { text: body }), ...(html !== undefined && { html }) }
    return postMessage({ to, cc, bcc, subject, ...texts, files }, call)
  },
})
