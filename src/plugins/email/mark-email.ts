import { AppError } from '../../contract/errors.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { EmailId, Folder, parseEmailId } from './email-id.ts'
import { withMail } from './imap-session.ts'
import { fetchEmail, findEmail } from './mailbox.ts'

const marks = ['read', 'unread', 'flagged', 'unflagged', 'answered', 'unanswered'] as const

const flags = { read: '\\Seen', flagged: '\\Flagged', answered: '\\Answered' } as const

const Params = Type.Object({
  email_id: EmailId,
  folder: Folder,
  as: Type.Enum([...marks], { description: 'What to mark the email as' }),
})

const Data = Type.Object({
  email_id: Type.String({ description: 'The email' }),
  folder: Type.String({ description: 'Its folder' }),
  unread: Type.Boolean({ description: 'Whether it is now unread' }),
  flagged: Type.Boolean({ description: 'Whether it is now starred or flagged' }),
  answered: Type.Boolean({ description: 'Whether it is now marked as answered' }),
})

export const markEmail = defineTool({
  action: 'MARK_EMAIL',
  title: 'Mark an email',
  description: 'Marks one email as read, unread, flagged (starred), unflagged, answered or unanswered.',
  params: Params,
  data: Data,
  risk: 'write',
  reads: [],
  idempotent: true,
  phrases: [
    'mark that email as read',
    'mark it as unread',
    'star this email',
    'flag the mail from Anna',
    'remove the star from that email',
    'mark the mail as answered',
    'set this message to unread again',
    'unflag the email',
  ],
  example: { args: { email_id: 'eMTcwMDAwMDAwMC40Mi5JTkJPWA', as: 'read' } },
  async run(params, call) {
    parseEmailId(params.email_id, params.folder)
    return withMail(call, async (client) => {
      const found = await findEmail(client, params.email_id, { folder: params.folder, readOnly: false })
      const isTakenAway = params.as.startsWith('un')
      const name = (isTakenAway ? params.as.slice(2) : params.as) as keyof typeof flags
      const range = String(found.uid)
      const isDone = isTakenAway
        ? await client.messageFlagsRemove(range, [flags[name]], { uid: true })
        : await client.messageFlagsAdd(range, [flags[name]], { uid: true })
      if (!isDone) {
        throw new AppError('upstream_failed', `The mail server doesn't store this mark in "${found.folder}".`)
      }
      const email = await fetchEmail(client, found, { flags: true })
      const has = (flag: string): boolean => email.flags?.has(flag) ?? false
      return {
        message: `Marked the email as ${params.as}.`,
        data: {
          email_id: found.emailId,
          folder: found.folder,
          unread: !has(flags.read),
          flagged: has(flags.flagged),
          answered: has(flags.answered),
        },
      }
    })
  },
})
