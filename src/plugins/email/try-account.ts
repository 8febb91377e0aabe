import { countOf } from '../../contract/text/counts.ts'
import { textSetting, type MailAccess } from './account.ts'
import { withMail } from './imap-session.ts'
import { signInToSend } from './smtp-delivery.ts'

/** Logs in as mail is read and sent, and says in a sentence what came of it. */
export async function tryMailAccount(call: MailAccess): Promise<string> {
  // Whoever only sends has no server to read from, and the other way round.
  const isSendingOnly =
    textSetting(call, 'EMAIL_IMAP_HOST') === undefined && textSetting(call, 'EMAIL_SMTP_HOST') !== undefined
  const sentences = isSendingOnly ? [] : [await tryReading(call)]
  if (textSetting(call, 'EMAIL_SMTP_HOST') !== undefined) sentences.push(await trySending(call))
  return sentences.join(' ')
}

function tryReading(call: MailAccess): Promise<string> {
  return withMail(call, async (client) => {
    const inbox = await client.status('INBOX', { messages: true, unseen: true })
    const { messages = 0, unseen = 0 } = inbox || {}
    return `Reading works: ${countOf(messages, 'email')} in the inbox, ${unseen} unread.`
  })
}

async function trySending(call: MailAccess): Promise<string> {
  const { host } = await signInToSend(call)
  return `Sending works through ${host}.`
}
