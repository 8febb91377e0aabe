import type { ImapFlow } from 'imapflow'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { ownAddresses } from './account.ts'
import { bodyText } from './body-text.ts'
import { extensionFinder } from './email-summary.ts'
import { fetchEmail, type FoundEmail } from './mailbox.ts'
import { messageParts } from './message-parts.ts'
import { answerable, distinct, headerText, type Recipient } from './recipients.ts'

/** What an answer needs of the email that it answers. */
export interface Original {
  readonly subject: string
  readonly messageId?: string
  /** The Message-IDs of the conversation so far, oldest first. */
  readonly references: readonly string[]
  readonly from: readonly Recipient[]
  readonly replyTo: readonly Recipient[]
  readonly to: readonly Recipient[]
  readonly cc: readonly Recipient[]
  readonly date?: Date
  readonly text: string
}

const maxQuoted = 20_000
const maxReferences = 50

export async function readOriginal(
  client: ImapFlow,
  found: FoundEmail,
  { text: wantsText }: { text: boolean },
): Promise<Original> {
  const query = { envelope: true, bodyStructure: true, headers: ['references', 'in-reply-to'] }
  const email = await fetchEmail(client, found, query)
  const envelope = email.envelope ?? {}
  const { body } = messageParts(email.bodyStructure, await extensionFinder())
  const { text } = wantsText ? await bodyText(client, { uid: found.uid, body }, maxQuoted) : { text: '' }
  const [messageId] = idsIn(envelope.messageId)
  const date = new Date(envelope.date ?? Number.NaN)
  return {
    subject: headerText(envelope.subject ?? ''),
    ...(messageId !== undefined && { messageId }),
    references: referencesOf(email.headers?.toString('latin1') ?? ''),
    from: answerable(envelope.from),
    replyTo: answerable(envelope.replyTo),
    to: answerable(envelope.to),
    cc: answerable(envelope.cc),
    ...(!Number.isNaN(date.getTime()) && { date }),
    text,
  }
}

/** To whom an answer goes: where the sender wants answers; to an email of one's own, whom it was sent to. */
export function replyRecipients(
  original: Original,
  { call, all }: { call: ToolCall; all: boolean },
): { to: Recipient[]; cc: Recipient[] } {
  const own = ownAddresses(call)
  const isOwn = original.from.some(({ address }) => own.has(address.toLowerCase()))
  const answered = original.replyTo.length > 0 ? original.replyTo : original.from
  const to = distinct(isOwn && original.to.length > 0 ? original.to : answered, new Set())
  if (to.length === 0) {
    throw new AppError('invalid_request', 'The email names no address to reply to.')
  }
  if (!all) return { to, cc: [] }
  const leftOut = new Set([...own, ...to.map(({ address }) => address.toLowerCase())])
  return { to, cc: distinct([...original.to, ...original.cc], leftOut) }
}

export function replySubject({ subject }: Original): string {
  return /^re(\[\d+\])?\s*:/i.test(subject) ? subject : `Re: ${subject}`.trim()
}

/** RFC 5322, 3.6.4. The oldest of a very long conversation stays, because it names the conversation. */
export function threadOf(original: Original): { inReplyTo?: string; references?: string[] } {
  const { messageId, references } = original
  if (messageId === undefined) return {}
  const all = [...references.filter((id) => id !== messageId), messageId]
  const kept = all.length <= maxReferences ? all : [all[0]!, ...all.slice(1 - maxReferences)]
  return { inReplyTo: messageId, references: kept }
}

export function withQuote(
  answer: { body?: string; html?: string },
  original: Original,
): { text?: string; html?: string } {
  const { body, html } = answer
  if (original.text === '')
    return { ...(body !== undefined && { text: body }), ...(html !== undefined && { html }) }
  const line = introduction(original)
  const quoted = original.text.replaceAll(/^/gm, '> ').replaceAll(/^> >/gm, '>>')
  return {
    ...(body !== undefined && { text: `${body.trimEnd()}\n\n${line}\n${quoted}\n` }),
    ...(html !== undefined && {
      html: `${html}\n<p>${escaped(line)}</p>\n<blockquote>${asHtml(original.text)}</blockquote>\n`,
    }),
  }
}

function introduction({ from, date }: Original): string {
  const who = from[0]?.name || from[0]?.address || 'somebody'
  const day = date?.toISOString().slice(0, 16).replace('T', ' ')
  return day === undefined ? `${who} wrote:` : `On ${day} UTC, ${who} wrote:`
}

function referencesOf(headers: string): string[] {
  const unfolded = headers.replaceAll(/\r?\n[ \t]+/g, ' ')
  const valueOf = (name: string): string => new RegExp(`^${name}:(.*)$`, 'im').exec(unfolded)?.[1] ?? ''
  const references = idsIn(valueOf('references'))
  if (references.length > 0) return references
  const parents = idsIn(valueOf('in-reply-to'))
  return parents.length === 1 ? parents : []
}

function idsIn(text: string | undefined): string[] {
  return text?.match(/<[\x21-\x3b\x3d\x3f-\x7e]{3,500}>/g) ?? []
}

function asHtml(text: string): string {
  return text
    .split('\n')
    .map((line) => escaped(line))
    .join('<br>\n')
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
