import { createHash } from 'node:crypto'
import type { FetchMessageObject, ImapFlow, MailboxObject } from 'imapflow'
import { AppError } from '../../contract/errors.ts'
import { textSetting, type MailAccess } from './account.ts'
import { addresses, extensionFinder, summaryOf, summaryQuery } from './email-summary.ts'
import { withMail } from './imap-session.ts'
import { openFolder } from './mailbox.ts'

/** An email as far as it must be known to tell it from others. */
export interface ListedMail {
  readonly uid: number
  /** The same for the same email whatever its number: made of its Message-ID, or else of what else it says of itself. */
  readonly mark: string
  /** When the server got it, in ISO 8601. */
  readonly receivedAt: string | null
}

/** An email with what could be read of it; the rest is empty. */
export interface ReadMail extends Omit<ListedMail, 'mark'> {
  /** Undefined where not even its headers could be read. */
  readonly mark: string | undefined
  readonly messageId: string | null
  readonly from: string
  readonly fromName: string
  readonly to: readonly string[]
  readonly subject: string
  readonly date: string | null
  readonly text: string
  readonly bytes: number
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: number }[]
}

/** How much of an email to ask for: one that breaks the connection is asked for less the next time. */
export type ReadDepth = 'whole' | 'headers' | 'number'

export interface OpenMailFolder {
  /** Whose mail it is; another one means that the settings name another account now. */
  readonly account: string
  readonly path: string
  readonly uidValidity: string
  /** No number of an email that is there reaches this. */
  readonly uidNext: number
  /** How many emails are in it. */
  readonly count: number
  /** The numbers above this one, ascending. */
  above(uid: number): Promise<number[]>
  /** The newest so many, or all of them. */
  list(newest?: number): AsyncIterable<ListedMail>
  /** Undefined when it is gone. An email that is beyond all measure is no failure: then there is less of it. */
  read(uid: number, depth: ReadDepth): Promise<ReadMail | undefined>
}

const MAX_CHARACTERS = 20_000
const MARK_CHARACTERS = 16

/** Opens a folder of the user's mail for reading, and closes it whatever happens. Nothing is marked as read. */
export async function withMailFolder<T>(
  access: MailAccess,
  folder: string,
  work: (open: OpenMailFolder) => Promise<T>,
): Promise<T> {
  const extensionOf = await extensionFinder()
  return withMail(access, async (client) => {
    const mailbox = await openFolder(client, folder, { readOnly: true })
    const reader = { client, mailbox, extensionOf }
    return work({
      account: `${textSetting(access, 'EMAIL_IMAP_USER')} ${textSetting(access, 'EMAIL_IMAP_HOST')}`,
      path: mailbox.path,
      uidValidity: String(mailbox.uidValidity),
      uidNext: await nextNumber(client, mailbox),
      count: mailbox.exists,
      above: (uid) => numbersAbove(client, uid),
      list: (newest = mailbox.exists) => listed(client, { mailbox, newest }),
      read: (uid, depth) => readMail(reader, { uid, depth }),
    })
  })
}

/** Old servers do not tell it. */
export async function nextNumber(client: ImapFlow, mailbox: MailboxObject): Promise<number> {
  const { uidNext } = mailbox as Partial<MailboxObject>
  if (uidNext !== undefined) return uidNext
  const last = await client.fetchOne('*', { uid: true })
  return last ? last.uid + 1 : 1
}

/** Not by SEARCH, of which the library tells a failure as nothing found. */
async function numbersAbove(client: ImapFlow, uid: number): Promise<number[]> {
  const found = await client.fetchAll(`${uid + 1}:*`, { uid: true }, { uid: true })
  // Servers read `7:*` as `6:7` where 6 is the last.
  return found
    .map((email) => email.uid)
    .filter((number) => number > uid)
    .toSorted((a, b) => a - b)
}

async function* listed(
  client: ImapFlow,
  { mailbox, newest }: { mailbox: MailboxObject; newest: number },
): AsyncGenerator<ListedMail, void> {
  if (mailbox.exists === 0) return
  const first = Math.max(1, mailbox.exists - newest + 1)
  const query = { uid: true, envelope: true, internalDate: true, size: true }
  for await (const email of client.fetch(`${first}:*`, query))
    yield { uid: email.uid, mark: markOf(email), receivedAt: receivedAt(email) }
}

interface Reader {
  readonly client: ImapFlow
  readonly mailbox: MailboxObject
  readonly extensionOf: (type: string) => string
}

async function readMail(
  reader: Reader,
  { uid, depth }: { uid: number; depth: ReadDepth },
): Promise<ReadMail | undefined> {
  const { client } = reader
  if (depth === 'number') return bareMail({ uid })
  const query =
    depth === 'whole' ? summaryQuery : { uid: true, envelope: true, internalDate: true, size: true }
  const fetched = await client.fetchOne(String(uid), query, { uid: true })
  if (!fetched) return undefined
  return described(reader, fetched, depth).catch((error: unknown) => {
    // That is the reader's own word; all else is a server or a connection that may be well again the next time.
    if (error instanceof AppError) return bareMail(fetched)
    throw error
  })
}

async function described(
  { client, mailbox, extensionOf }: Reader,
  email: FetchMessageObject,
  depth: ReadDepth,
): Promise<ReadMail> {
  const characters = depth === 'whole' ? MAX_CHARACTERS : 0
  const summary = await summaryOf(client, email, { mailbox, characters, extensionOf })
  const [sender] = summary.from
  return {
    uid: email.uid,
    mark: markOf(email),
    receivedAt: receivedAt(email),
    messageId: summary.message_id,
    from: sender?.address ?? '',
    fromName: sender?.name ?? '',
    to: summary.to.map(({ address }) => address),
    subject: summary.subject,
    date: summary.date,
    text: summary.text,
    bytes: summary.size,
    attachments: summary.attachments.map(({ filename, content_type, size }) => ({
      name: filename,
      type: content_type,
      bytes: size,
    })),
  }
}

/** What can be said of an email whose content nobody can read. */
function bareMail(email: Partial<FetchMessageObject> & { readonly uid: number }): ReadMail {
  const { uid, envelope, size = 0 } = email
  const { messageId = '', subject = '', from, to } = envelope ?? {}
  const [sender = { name: '', address: '' }] = addresses(from)
  return {
    uid,
    mark: envelope && markOf(email),
    receivedAt: receivedAt(email),
    messageId: messageId || null,
    from: sender.address,
    fromName: sender.name,
    to: addresses(to).map(({ address }) => address),
    subject,
    date: receivedAt(email),
    text: '',
    bytes: size,
    attachments: [],
  }
}

function markOf({ envelope = {}, size }: Partial<FetchMessageObject>): string {
  const { messageId, date, subject, from } = envelope
  const said = messageId?.trim() || JSON.stringify([date, subject, from, size])
  return createHash('sha256').update(said).digest('base64url').slice(0, MARK_CHARACTERS)
}

function receivedAt({ internalDate }: Partial<FetchMessageObject>): string | null {
  const date = new Date(internalDate ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}
