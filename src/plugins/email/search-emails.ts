import type { FetchMessageObject, ImapFlow, SearchObject } from 'imapflow'
import { AppError } from '../../contract/errors.ts'
import { countOf } from '../../contract/text/counts.ts'
import { defineTool } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { Folder } from './email-id.ts'
import { EmailSummary, extensionFinder, summaryOf } from './email-summary.ts'
import { withMail } from './imap-session.ts'
import { openFolder } from './mailbox.ts'
import { messageParts } from './message-parts.ts'
import { fetchNewestFirst } from './read-emails.ts'

const defaultLimit = 20
const defaultCharacters = 300
const batch = 50
/** Servers cannot be asked for attachments: the structure of this many emails is looked at, newest first. */
const maxLookedAt = 1000

const Words = (description: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength: 500, pattern: '^[^\\u0000-\\u001f\\u007f]+$', description }),
  )

const Day = (description: string) =>
  Type.Optional(Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}', maxLength: 35, description }))

const Params = Type.Object({
  query: Words('Words anywhere in the email'),
  from: Words("Part of the sender's name or address"),
  to: Words("Part of a recipient's name or address"),
  subject: Words('Part of the subject'),
  since: Day('First day, e.g. 2026-01-31'),
  before: Day('The day after the last one, e.g. 2026-02-01'),
  date: Type.Optional(
    Type.Enum(['received', 'written'], {
      default: 'received',
      description: 'Which date since and before mean: when the server got the email, or the date in it',
    }),
  ),
  unread: Type.Optional(Type.Boolean({ description: 'true for unread only, false for read only' })),
  flagged: Type.Optional(Type.Boolean({ description: 'true for flagged only, false for unflagged only' })),
  has_attachment: Type.Optional(
    Type.Boolean({ description: 'true for those with attachments only, false for those without' }),
  ),
  folder: Folder,
  limit: Type.Optional(
    Type.Integer({
      default: defaultLimit,
      minimum: 1,
      maximum: 50,
      description: 'Maximum number of emails to return',
    }),
  ),
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
  folder: Type.String({ description: 'The folder that was searched' }),
  total: Type.Integer({ description: 'Emails found by the server, before has_attachment is applied' }),
  emails: Type.Array(EmailSummary, { description: 'Newest first' }),
})

export const searchEmails = defineTool({
  action: 'SEARCH_EMAILS',
  title: 'Search emails',
  description: 'Finds emails in a folder by words, sender, recipient, subject, days, flags or attachments.',
  params: Params,
  data: Data,
  risk: 'read',
  reads: ['untrusted', 'private'],
  idempotent: true,
  phrases: [
    'search my mail for invoice',
    'find the email about the contract',
    'find emails from Anna',
    'is there a mail from my landlord',
    'search for emails with attachments from last week',
    'which mails did I get since Monday from the bank',
    'find the email with the subject holiday plans',
    'look for unread mails from the tax office',
  ],
  example: { args: { from: 'anna@example.org', since: '2026-01-01', limit: 5 } },
  async run(params, call) {
    const query = searchOf(params)
    const limit = params.limit ?? defaultLimit
    const extensionOf = await extensionFinder()
    return withMail(call, async (client) => {
      const mailbox = await openFolder(client, params.folder ?? 'INBOX', { readOnly: true })
      const uids = ((await client.search(query, { uid: true })) || []).toSorted((a, b) => b - a)
      const wants = (email: FetchMessageObject): boolean =>
        params.has_attachment === undefined || params.has_attachment === hasAttachment(email, extensionOf)
      const found = await firstMatching(client, { uids, limit, wants, signal: call.signal })
      const characters = params.max_characters ?? defaultCharacters
      const emails = []
      for (const email of found) {
        call.signal.throwIfAborted()
        emails.push(await summaryOf(client, email, { mailbox, characters, extensionOf }))
        call.progress({ fraction: emails.length / found.length })
      }
      return {
        message: foundSentence(params, { folder: mailbox.path, total: uids.length, shown: emails.length }),
        data: { folder: mailbox.path, total: uids.length, emails },
      }
    })
  },
})

/** How many have attachments is only known of those that were looked at. */
function foundSentence(
  { has_attachment, limit = defaultLimit }: Static<typeof Params>,
  { folder, total, shown }: { folder: string; total: number; shown: number },
): string {
  if (has_attachment === undefined) {
    const some = shown === total ? '' : `, ${shown} of them returned`
    return `${countOf(total, 'email')} found in ${folder}${some}.`
  }
  const kind = has_attachment ? 'with attachments' : 'without attachments'
  const most = shown === limit ? ' (there may be more)' : ''
  return `${countOf(shown, 'email')} ${kind} found in ${folder}${most}, out of ${total} that match otherwise.`
}

function searchOf(params: Static<typeof Params>): SearchObject {
  const { query, from, to, subject, unread, flagged } = params
  const since = dayOf(params.since, 'since')
  const before = dayOf(params.before, 'before')
  const isWritten = params.date === 'written'
  const search: SearchObject = {
    ...(query !== undefined && { text: query }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { or: [{ to }, { cc: to }] }),
    ...(subject !== undefined && { subject }),
    ...(since && (isWritten ? { sentSince: since } : { since })),
    ...(before && (isWritten ? { sentBefore: before } : { before })),
    ...(unread !== undefined && { seen: !unread }),
    ...(flagged !== undefined && { flagged }),
  }
  return Object.keys(search).length === 0 ? { all: true } : search
}

function dayOf(text: string | undefined, name: string): Date | undefined {
  if (text === undefined) return undefined
  const date = text.slice(0, 10)
  const day = new Date(`${date}T00:00:00Z`)
  // 30 February would quietly become 2 March.
  if (Number.isNaN(day.getTime()) || !day.toISOString().startsWith(date)) {
    throw new AppError('invalid_request', `${name} "${text}" is not a day. Write it like 2026-01-31.`)
  }
  return day
}

interface Matching {
  readonly uids: readonly number[]
  readonly limit: number
  readonly wants: (email: FetchMessageObject) => boolean
  readonly signal: AbortSignal
}

async function firstMatching(
  client: ImapFlow,
  { uids, limit, wants, signal }: Matching,
): Promise<FetchMessageObject[]> {
  const found: FetchMessageObject[] = []
  for (let at = 0; at < Math.min(uids.length, maxLookedAt) && found.length < limit; at += batch) {
    signal.throwIfAborted()
    const emails = await fetchNewestFirst(client, uids.slice(at, at + batch))
    found.push(...emails.filter(wants))
  }
  return found.slice(0, limit)
}

/** A picture in the signature is no attachment to a person who searches for one. */
function hasAttachment(email: FetchMessageObject, extensionOf: (type: string) => string): boolean {
  return messageParts(email.bodyStructure, extensionOf).attachments.some(({ isInline }) => !isInline)
}
