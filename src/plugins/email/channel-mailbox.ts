import type { ImapFlow } from 'imapflow'
import type {
  ChannelLetter,
  MailboxPort,
  MailHead,
  OpenMailbox,
} from '../../features/channels/mail/mailbox-port.ts'
import { AppError } from '../../contract/errors.ts'
import { safeFileName } from '../../platform/files/paths.ts'
import { joinSignals } from '../../platform/processes/joined-signal.ts'
import { deadline } from '../../platform/upstream/waiting.ts'
import type { MailAccess } from './account.ts'
import { bodyText } from './body-text.ts'
import { composeMessage } from './compose-message.ts'
import { addresses, extensionFinder } from './email-summary.ts'
import { withMail } from './imap-session.ts'
import { nextNumber } from './mail-folder.ts'
import { openFolder } from './mailbox.ts'
import { messageParts, type MailPart } from './message-parts.ts'
import { partContent } from './part-content.ts'
import { deliver } from './smtp-delivery.ts'

export interface ChannelMailboxDeps {
  readonly access: Omit<MailAccess, 'signal'>
  /** The address that answers come from. */
  readonly address: () => string
  readonly now: () => Date
  /** How long one connection is kept. */
  readonly reconnectMs?: number
  /** How often it is looked without a word of the server: some don't tell, and some forget to. */
  readonly lookMs?: number
}

const FOLDER = 'INBOX'
const RECONNECT_MS = 10 * 60_000
/** Where the server tells of news, and where it does not know how. */
const LOOK_MS = { told: 5 * 60_000, untold: 60_000 }
const MAX_CHARACTERS = 30_000
const MAX_FILES = 20
/** What says who wrote it, who checked that, and where it belongs. */
const HEADERS = [
  'authentication-results',
  'auto-submitted',
  'content-type',
  'date',
  'from',
  'in-reply-to',
  'list-archive',
  'list-help',
  'list-id',
  'list-owner',
  'list-post',
  'list-subscribe',
  'list-unsubscribe',
  'mailing-list',
  'message-id',
  'precedence',
  'references',
  'return-path',
  'subject',
  'x-auto-reply',
  'x-auto-respond',
  'x-autoreply',
  'x-autorespond',
  'x-autoresponse',
  'x-failed-recipients',
]

/** The inbox of the mail account, for the channel that answers what is written to it. */
export class ChannelMailbox implements MailboxPort {
  readonly #deps: ChannelMailboxDeps

  constructor(deps: ChannelMailboxDeps) {
    this.#deps = deps
  }

  async listen(look: (box: OpenMailbox) => Promise<void>, signal: AbortSignal): Promise<void> {
    const { access, reconnectMs = RECONNECT_MS, lookMs } = this.#deps
    using over = deadline(reconnectMs, () => new AppError('cancelled', 'Time to reconnect.'))
    using joined = joinSignals([signal, over.signal])
    try {
      await withMail({ ...access, signal: joined.signal }, (client) => watch(client, { look, lookMs }))
    } catch (error) {
      if (!over.signal.aborted || signal.aborted) throw error
    }
  }

  async send(
    letter: ChannelLetter,
    { begins, signal }: { begins: () => Promise<void>; signal: AbortSignal },
  ): Promise<void> {
    const { access, now } = this.#deps
    const own = { EMAIL_FROM: this.#deps.address(), USER_NAME: 'Deskhand' }
    const setting = (name: string) => (name in own ? own[name as keyof typeof own] : access.setting(name))
    const { to, text, html, pictures, reply, messageId } = letter
    const composed = await composeMessage(
      {
        to: [to],
        cc: [],
        bcc: [],
        subject: reply.subject,
        text,
        html,
        files: pictures.map(({ id, name, bytes }) => ({
          filename: name,
          content: Buffer.from(bytes),
          ...(id !== null && { cid: id }),
        })),
        ...(reply.messageId !== null && { inReplyTo: reply.messageId }),
        references: reply.references,
        messageId,
        replyTo: own.EMAIL_FROM,
        // So that nobody's program answers, and two of this kind never talk to each other (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' },
      },
      { ...access, setting, now },
    )
    const { rejected } = await deliver(composed, { ...access, setting, signal }, begins)
    const [refused] = rejected
    if (refused)
      throw new AppError('upstream_failed', `The mail server refused ${refused.address}: ${refused.reason}`)
  }

  async *openFile(ref: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
    const { uidValidity, uid, part } = JSON.parse(ref) as FileReference
    const { access } = this.#deps
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
    const writer = writable.getWriter()
    const fetching = withMail({ ...access, signal }, async (client) => {
      const mailbox = await openFolder(client, FOLDER, { readOnly: true })
      if (String(mailbox.uidValidity) !== uidValidity)
        throw new AppError('gone', 'The file was lost: the mail server renumbered its emails.')
      for await (const bytes of partContent(client, { uid, part }, { signal })) await writer.write(bytes)
    }).then(
      () => writer.close(),
      (error: unknown) => writer.abort(error),
    )
    fetching.catch(() => undefined)
    yield* readable
    await fetching
  }
}

interface FileReference {
  readonly uidValidity: string
  readonly uid: number
  readonly part: MailPart
}

interface Watching {
  readonly look: (box: OpenMailbox) => Promise<void>
  readonly lookMs: number | undefined
}

/** Looks at once, whenever the server tells of an email, and now and then. */
async function watch(client: ImapFlow, { look, lookMs }: Watching): Promise<void> {
  const pauseMs = lookMs ?? (client.capabilities.has('IDLE') ? LOOK_MS.told : LOOK_MS.untold)
  const mailbox = await openFolder(client, FOLDER, { readOnly: true })
  const uidValidity = String(mailbox.uidValidity)
  let wake = Promise.withResolvers<void>()
  client.on('exists', () => wake.resolve())
  const uidNext = await nextNumber(client, mailbox)
  for (;;) {
    await look({
      uidValidity,
      uidNext,
      above: (uid) => listAbove(client, uid),
      heads: (uids) => headsOf(client, uids),
      read: (uid) => readEmail(client, { uid, uidValidity }),
    })
    const idling = client.idle()
    const timer = setTimeout(wake.resolve, pauseMs)
    await Promise.race([idling, wake.promise]).finally(() => clearTimeout(timer))
    wake = Promise.withResolvers()
    // A server that refuses at once would be asked without end.
    if (!client.usable || (await isOver(idling)))
      throw new AppError('upstream_failed', 'The mail server stopped listening.')
  }
}

/** Whether listening has failed; it goes on, or ended because of news, otherwise. */
async function isOver(idling: Promise<unknown>): Promise<boolean> {
  const first = await Promise.race([idling, Promise.resolve('goes on')])
  return first === false
}

async function listAbove(client: ImapFlow, uid: number) {
  // Not by SEARCH, of which the library tells a failure as nothing found.
  const found = await client.fetchAll(`${uid + 1}:*`, { uid: true, internalDate: true }, { uid: true })
  // Servers read `7:*` as `6:7` where 6 is the last.
  return found
    .filter((one) => one.uid > uid)
    .map((one) => ({ uid: one.uid, receivedAt: new Date(one.internalDate ?? 0) }))
    .toSorted((one, other) => one.uid - other.uid)
}

async function headsOf(client: ImapFlow, uids: readonly number[]): Promise<MailHead[]> {
  const query = { uid: true, internalDate: true, envelope: true, headers: HEADERS }
  const found = await client.fetchAll(uids.join(','), query, { uid: true })
  return found
    .map(({ uid, internalDate, envelope = {}, headers }) => ({
      uid,
      receivedAt: new Date(internalDate ?? 0),
      block: headers?.toString('utf8') ?? '',
      subject: envelope.subject ?? '',
      from: addresses(envelope.from),
      to: [...addresses(envelope.to), ...addresses(envelope.cc)],
    }))
    .toSorted((one, other) => one.uid - other.uid)
}

async function readEmail(client: ImapFlow, { uid, uidValidity }: { uid: number; uidValidity: string }) {
  const email = await client.fetchOne(String(uid), { uid: true, bodyStructure: true }, { uid: true })
  if (!email) return { text: '', files: [] }
  const { body, attachments } = messageParts(email.bodyStructure, await extensionFinder())
  const { text } = await bodyText(client, { uid, body }, MAX_CHARACTERS)
  const files = attachments
    .filter(({ inside }) => inside === null)
    .slice(0, MAX_FILES)
    .map((part) => ({
      name: safeFileName(part.name),
      ref: JSON.stringify({ uidValidity, uid, part } satisfies FileReference),
    }))
  return { text, files }
}
