import type { ImapFlow } from 'imapflow'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { Type, type Static } from '../../contract/type.ts'
import { canReadMail, textSetting } from './account.ts'
import { composeMessage, type ComposedMessage, type Letter } from './compose-message.ts'
import { withMail } from './imap-session.ts'
import { folderPath } from './mailbox.ts'
import { deliver } from './smtp-delivery.ts'

export const SentEmail = {
  message_id: Type.String({ description: 'Its Message-ID' }),
  from: Type.String({ description: 'The sender' }),
  to: Type.Array(Type.String(), { description: 'Recipients' }),
  cc: Type.Array(Type.String(), { description: 'Copy recipients' }),
  bcc: Type.Array(Type.String(), { description: 'Hidden copy recipients' }),
  subject: Type.String({ description: 'Its subject' }),
  attachments: Type.Array(Type.String(), { description: 'Names of attached files' }),
  bytes: Type.Integer({ description: 'Size of the whole email' }),
  rejected: Type.Array(
    Type.Object({
      address: Type.String({ description: 'An address the server rejected' }),
      reason: Type.String({ description: "Why, in the server's words" }),
    }),
    { description: "Who won't get it" },
  ),
  sent_folder: Type.Union([Type.String(), Type.Null()], {
    description: 'The folder with a copy; null if none',
  }),
}

const Sent = Type.Object(SentEmail)

export interface Posted {
  readonly message: string
  readonly data: Static<typeof Sent>
}

/** Sends a letter and keeps a copy. `afterwards` runs on the mailbox once it is sent; its failure is told, not thrown. */
export async function postMessage(
  letter: Letter,
  call: ToolCall,
  afterwards?: (client: ImapFlow) => Promise<void>,
): Promise<Posted> {
  const composed = await composeMessage(letter, call)
  call.progress({ message: 'Sending', fraction: 0.2 })
  const { rejected } = await deliver(composed, call)
  call.progress({ message: 'Sent', fraction: 0.8 })
  const kept = await keepCopy(composed, call, afterwards)
  const addressesOf = (list: Letter['to']): string[] => list.map(({ address }) => address)
  const refused = rejected.map(({ address }) => address).join(', ')
  return {
    message: [
      `Sent "${letter.subject}" to ${toWhom(letter, rejected)}.`,
      refused === '' ? '' : `The server rejected ${refused}.`,
      kept.problem === undefined ? '' : `It was sent, but ${kept.problem}`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
    data: {
      message_id: composed.messageId,
      from: composed.from.address,
      to: addressesOf(letter.to),
      cc: addressesOf(letter.cc),
      bcc: addressesOf(letter.bcc),
      subject: letter.subject,
      attachments: letter.files.map(({ filename }) => filename),
      bytes: composed.raw.length,
      rejected: [...rejected],
      sent_folder: kept.folder,
    },
  }
}

/** Whoever the server refused was not sent anything. */
function toWhom({ to, cc, bcc }: Letter, rejected: readonly { address: string }[]): string {
  const refused = new Set(rejected.map(({ address }) => address))
  const reached = (list: Letter['to']) =>
    list.map(({ address }) => address).filter((address) => !refused.has(address))
  const shown = reached(to).length > 0 ? reached(to) : reached(cc)
  return shown.join(', ') || (reached(bcc).length > 0 ? 'hidden recipients' : 'nobody')
}

interface StoredCopy {
  readonly folder: string | null
  /** What did not work, and why. */
  readonly problem?: string
}

/** The email is gone by now: whatever goes wrong here must not look as if it was not sent. */
async function keepCopy(
  composed: ComposedMessage,
  call: ToolCall,
  afterwards: ((client: ImapFlow) => Promise<void>) | undefined,
): Promise<StoredCopy> {
  const isWanted = call.setting('EMAIL_SENT_COPY') !== false
  if (!canReadMail(call) || (!isWanted && !afterwards)) return { folder: null }
  let folder: string | null = null
  let failing = 'no copy was saved'
  try {
    await withMail(call, async (client) => {
      if (isWanted) folder = await copyToSent(client, { composed, call })
      failing = "the original email wasn't marked as answered"
      await afterwards?.(client)
    })
    return { folder }
  } catch (error) {
    call.log.warn({ err: error }, `an email was sent, but ${failing}`)
    const reason = error instanceof AppError ? error.message : 'the mailbox failed.'
    return { folder, problem: `${failing}: ${reason}` }
  }
}

/** Null where there is no folder for it, or where the provider files what it sends by itself. */
async function copyToSent(
  client: ImapFlow,
  { composed, call }: { composed: ComposedMessage; call: ToolCall },
): Promise<string | null> {
  const folder = await sentFolder(client, call)
  if (folder === null) return null
  if (isFiledByServer(client)) return folder
  await client.mailboxOpen(folder)
  const header = { 'message-id': composed.messageId }
  const already = (await client.search({ header }, { uid: true })) || []
  if (already.length === 0) await client.append(folder, composed.copy, ['\\Seen'], call.now())
  return folder
}

async function sentFolder(client: ImapFlow, call: ToolCall): Promise<string | null> {
  const named = textSetting(call, 'EMAIL_SENT_FOLDER')
  if (named !== undefined) return folderPath(client, named)
  const folders = await client.list()
  return folders.find(({ specialUse }) => specialUse === '\\Sent')?.path ?? null
}

/** Gmail and Microsoft put everything that goes through their servers into the sent folder; a second copy would be odd. */
function isFiledByServer(client: ImapFlow): boolean {
  return client.capabilities.has('X-GM-EXT-1') || /(^|\.)(office365|outlook)\.com$/i.test(client.host)
}
