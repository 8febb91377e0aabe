import type { FetchMessageObject, ImapFlow } from 'imapflow'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type } from '../../contract/type.ts'
import { Folder, parseEmailId } from './email-id.ts'
import { EmailSummary, extensionFinder, summaryOf, summaryQuery } from './email-summary.ts'
import { withMail } from './imap-session.ts'
import { fetchEmail, findEmail, openFolder } from './mailbox.ts'

const defaultLimit = 10
const defaultCharacters = 2000

const Params = Type.Object({
  folder: Folder,
  email_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 2000, description: 'Read this one email instead of the newest' }),
  ),
  limit: Type.Optional(
    Type.Integer({
      default: defaultLimit,
      minimum: 1,
      maximum: 50,
      description: 'Maximum number of emails to return',
    }),
  ),
  offset: Type.Optional(
    Type.Integer({
      default: 0,
      minimum: 0,
      description: 'How many of the newest to skip, for the next page',
    }),
  ),
  unread_only: Type.Optional(Type.Boolean({ default: false, description: 'Only unread ones' })),
  max_characters: Type.Optional(
    Type.Integer({
      default: defaultCharacters,
      minimum: 0,
      maximum: 200_000,
      description: "Maximum characters of each email's text; 0 for none",
    }),
  ),
})

const Data = Type.Object({
  folder: Type.String({ description: 'The folder read' }),
  total: Type.Integer({ description: 'Total number of emails' }),
  emails: Type.Array(EmailSummary, { description: 'Newest first' }),
  next_offset: Type.Optional(Type.Integer({ description: 'The offset of the next page, if any' })),
})

export const readEmails = defineTool({
  action: 'READ_EMAILS',
  title: 'Read emails',
  description:
    'Reads the newest emails in a folder, or one email by its id: sender, subject, text and attachments. Nothing is marked as read.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  phrases: [
    'read my emails',
    'check my mail',
    'do I have new mail',
    'show me unread emails',
    'what is in my inbox',
    'read the last 5 emails',
    'open the newest email',
    'show the mails in the folder Invoices',
    'what did they write in that email',
  ],
  example: { args: { folder: 'INBOX', limit: 5, unread_only: true } },
  async run(params, call) {
    const { email_id: emailId, limit = defaultLimit, offset = 0 } = params
    if (emailId !== undefined) parseEmailId(emailId, params.folder)
    const extensionOf = await extensionFinder()
    return withMail(call, async (client) => {
      const page =
        emailId === undefined
          ? await newest(client, {
              folder: params.folder,
              unread: params.unread_only,
              limit,
              offset,
            })
          : await oneEmail(client, { emailId, folder: params.folder })
      const { mailbox } = client
      if (!mailbox) throw new Error('no folder is open')
      const characters = params.max_characters ?? defaultCharacters
      const emails = []
      for (const [index, email] of page.emails.entries()) {
        call.signal.throwIfAborted()
        emails.push(await summaryOf(client, email, { mailbox, characters, extensionOf }))
        call.progress({ fraction: (index + 1) / page.emails.length })
      }
      const next = offset + emails.length
      const hasMore = emailId === undefined && next < page.total
      return {
        message: `${emails.length} of ${countOf(page.total, 'email')} in ${mailbox.path}.`,
        data: { folder: mailbox.path, total: page.total, emails, ...(hasMore && { next_offset: next }) },
      }
    })
  },
})

interface Page {
  readonly emails: readonly FetchMessageObject[]
  readonly total: number
}

interface Wanted {
  readonly folder: string | undefined
  readonly unread: boolean | undefined
  readonly limit: number
  readonly offset: number
}

async function newest(client: ImapFlow, wanted: Wanted): Promise<Page> {
  const { limit, offset } = wanted
  const mailbox = await openFolder(client, wanted.folder ?? 'INBOX', { readOnly: true })
  if (wanted.unread === true) {
    const uids = ((await client.search({ seen: false }, { uid: true })) || []).toSorted((a, b) => b - a)
    return { emails: await fetchNewestFirst(client, uids.slice(offset, offset + limit)), total: uids.length }
  }
  const last = mailbox.exists - offset
  if (last < 1) return { emails: [], total: mailbox.exists }
  // By position: the server need not list the numbers of a hundred thousand emails for ten of them.
  const emails = await client.fetchAll(`${Math.max(1, last - limit + 1)}:${last}`, summaryQuery)
  return { emails: emails.toSorted((a, b) => b.seq - a.seq), total: mailbox.exists }
}

async function oneEmail(
  client: ImapFlow,
  { emailId, folder }: { emailId: string; folder: string | undefined },
): Promise<Page> {
  const found = await findEmail(client, emailId, { folder, readOnly: true })
  return { emails: [await fetchEmail(client, found, summaryQuery)], total: 1 }
}

export async function fetchNewestFirst(
  client: ImapFlow,
  uids: readonly number[],
): Promise<FetchMessageObject[]> {
  if (uids.length === 0) return []
  const emails = await client.fetchAll(uids.join(','), summaryQuery, { uid: true })
  return emails.toSorted((a, b) => b.uid - a.uid)
}
