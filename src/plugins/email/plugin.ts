import { definePlugin } from '../../contract/tool.ts'
import { downloadAttachment } from './download-attachment.ts'
import { listFolders } from './list-folders.ts'
import { markEmail } from './mark-email.ts'
import { moveEmail } from './move-email.ts'
import { readEmails } from './read-emails.ts'
import { replyEmail } from './reply-email.ts'
import { searchEmails } from './search-emails.ts'
import { sendEmail } from './send-email.ts'

export const email = definePlugin({
  agent: 'email',
  title: 'Email',
  summary: 'Reads, searches, files, answers and sends email, and saves what is attached.',
  tools: [
    downloadAttachment,
    readEmails,
    searchEmails,
    sendEmail,
    replyEmail,
    listFolders,
    markEmail,
    moveEmail,
  ],
})
