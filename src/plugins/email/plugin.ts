import { definePlugin, needingSetup, type ToolCall } from '../../contract/tool.ts'
import { downloadAttachment } from './download-attachment.ts'
import { listFolders } from './list-folders.ts'
import { markEmail } from './mark-email.ts'
import { moveEmail } from './move-email.ts'
import { readEmails } from './read-emails.ts'
import { replyEmail } from './reply-email.ts'
import { searchEmails } from './search-emails.ts'
import { sendEmail } from './send-email.ts'

const setup = (setting: ToolCall['setting']) =>
  ['EMAIL_IMAP_USER', 'EMAIL_IMAP_HOST', 'EMAIL_SMTP_HOST'].some((name) => setting(name))
    ? undefined
    : 'Set EMAIL_IMAP_HOST, EMAIL_IMAP_USER and EMAIL_IMAP_PASSWORD in the settings.'

export const email = definePlugin({
  agent: 'email',
  title: 'Email',
  summary: 'Reads, searches, organizes, answers and sends email, and saves attachments.',
  tools: needingSetup(
    [downloadAttachment, readEmails, searchEmails, sendEmail, replyEmail, listFolders, markEmail, moveEmail],
    setup,
  ),
})
