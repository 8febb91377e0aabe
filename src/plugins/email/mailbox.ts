import type { FetchMessageObject, FetchQueryObject, ImapFlow, ListResponse, MailboxObject } from 'imapflow'
import { AppError } from '../../contract/errors.ts'
import { nearestName } from '../../platform/validation/validation.ts'
import { emailIdOf, parseEmailId } from './email-id.ts'

/** Opens a folder by its path, or by what everybody calls it: "sent" is "[Gmail]/Sent Mail" where the server says so. */
export async function openFolder(
  client: ImapFlow,
  folder: string,
  { readOnly }: { readOnly: boolean },
): Promise<MailboxObject> {
  checkFolderName(folder)
  try {
    return await client.mailboxOpen(folder, { readOnly })
  } catch (error) {
    if (!isRefusal(error)) throw error
    const path = await folderPath(client, folder)
    // The server said no although the folder is there: then its own words are the answer.
    if (path === folder) throw error
    return client.mailboxOpen(path, { readOnly })
  }
}

/** The real path of a folder that a person named. */
export async function folderPath(client: ImapFlow, folder: string): Promise<string> {
  checkFolderName(folder)
  const folders = (await client.list()).filter(isSelectable)
  const wanted = folder.toLowerCase()
  const found =
    folders.find(({ path }) => path === folder) ??
    folders.find((candidate) => spellings(candidate).includes(wanted)) ??
    folders.find(({ specialUse }) => specialUse !== undefined && specialUse === commonNames[wanted]) ??
    onlyOne(folders.filter(({ name }) => name.toLowerCase() === wanted))
  if (found) return found.path
  throw unknownFolder(
    folder,
    folders.map(({ path }) => path),
  )
}

/** A slash parts folders for people; the server may use another sign, and keep all of them below INBOX. */
function spellings({ path, delimiter }: ListResponse): string[] {
  const plain = path.toLowerCase()
  const slashed = delimiter ? plain.replaceAll(delimiter, '/') : plain
  return [plain, slashed, slashed.replace(/^inbox\//, '')]
}

export function isSelectable({ flags }: Pick<ListResponse, 'flags'>): boolean {
  return !flags.has('\\Noselect') && !flags.has('\\NonExistent')
}

export interface FoundEmail {
  readonly emailId: string
  readonly folder: string
  readonly uid: number
}

/** Opens the folder of an email and makes sure that the id still means what it meant. */
export async function findEmail(
  client: ImapFlow,
  emailId: string,
  options: { folder: string | undefined; readOnly: boolean },
): Promise<FoundEmail> {
  const reference = parseEmailId(emailId, options.folder)
  const mailbox = await openFolder(client, reference.folder, options)
  const { path: folder, uidValidity } = mailbox
  if (reference.kind === 'exact' && reference.uidValidity !== uidValidity) {
    throw new AppError(
      'gone',
      `The server renumbered the emails in "${folder}" (UIDVALIDITY changed), so this email_id is no longer valid. Read or search the folder again.`,
    )
  }
  const range =
    reference.kind === 'message-id'
      ? { header: { 'message-id': reference.messageId } }
      : { uid: String(reference.uid) }
  const [uid] = (await client.search(range, { uid: true })) || []
  if (uid === undefined) {
    throw new AppError(
      'not_found',
      `No email with this id in "${folder}": it was moved or deleted. Read or search the folder again.`,
    )
  }
  return { emailId: emailIdOf({ folder, uidValidity, uid }), folder, uid }
}

export async function fetchEmail(
  client: ImapFlow,
  { uid, folder }: FoundEmail,
  query: FetchQueryObject,
): Promise<FetchMessageObject> {
  const email = await client.fetchOne(String(uid), { ...query, uid: true }, { uid: true })
  if (email) return email
  throw new AppError('not_found', `The email was just moved out of "${folder}" or deleted.`)
}

/** What people and programs call the folders whose purpose servers declare (RFC 6154). */
const commonNames: Readonly<Record<string, string>> = {
  inbox: '\\Inbox',
  sent: '\\Sent',
  'sent mail': '\\Sent',
  'sent items': '\\Sent',
  drafts: '\\Drafts',
  trash: '\\Trash',
  bin: '\\Trash',
  deleted: '\\Trash',
  'deleted items': '\\Trash',
  junk: '\\Junk',
  spam: '\\Junk',
  archive: '\\Archive',
  'all mail': '\\All',
  all: '\\All',
  starred: '\\Flagged',
}

const maxFoldersNamed = 20

function unknownFolder(folder: string, paths: readonly string[]): AppError {
  const near = nearestName(folder, paths)
  const known = paths.slice(0, maxFoldersNamed).join(', ') + (paths.length > maxFoldersNamed ? ', …' : '')
  return new AppError(
    'not_found',
    `No folder "${folder}".${near === undefined ? '' : ` Did you mean "${near}"?`} Folders: ${known}.`,
  )
}

function checkFolderName(folder: string): void {
  // oxlint-disable-next-line no-control-regex -- a line break would be a second command to the server
  if (!/[\u0000-\u001f\u007f]/.test(folder)) return
  throw new AppError('invalid_request', 'folder contains a control character. Give the name of a folder.')
}

/** The server answered NO or BAD, as opposed to a connection that broke. */
function isRefusal(error: unknown): boolean {
  const fault = error as { mailboxMissing?: boolean; responseStatus?: string }
  return fault.mailboxMissing === true || fault.responseStatus === 'NO' || fault.responseStatus === 'BAD'
}

function onlyOne<T>(candidates: readonly T[]): T | undefined {
  return candidates.length === 1 ? candidates[0] : undefined
}
