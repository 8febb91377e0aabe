import type { MessageStructureObject } from 'imapflow'
import { AppError } from '../../contract/errors.ts'

/** One leaf of an email, as the server describes it; nothing of it was fetched yet. */
export interface MailPart {
  /** What the server calls it, e.g. `2.1`; an email that is one part alone is `1`, too. */
  readonly key: string
  readonly type: string
  readonly encoding: string
  /** Bytes on the way, before the transfer encoding is taken off. */
  readonly size: number
  readonly charset: string
  readonly isFlowed: boolean
  readonly isDelSp: boolean
}

export interface AttachmentPart extends MailPart {
  /** As the sender wrote it, or made from the kind: not safe as a file name yet. */
  readonly name: string
  readonly isInline: boolean
  /** The name of the attached email that it is in; null for an attachment of the email itself. */
  readonly inside: string | null
}

export interface BodyPart extends MailPart {
  /** The same text in another form, for when this one turns out to be empty. */
  readonly orElse?: MailPart
}

export interface MessageParts {
  readonly body: readonly BodyPart[]
  readonly attachments: readonly AttachmentPart[]
}

const maxParts = 1000

type ExtensionOf = (type: string) => string

/** Sorts the parts of an email into what is read and what is saved. */
export function messageParts(
  structure: MessageStructureObject | undefined,
  extensionOf: ExtensionOf,
): MessageParts {
  if (!structure) return { body: [], attachments: [] }
  const attachments: AttachmentPart[] = []
  const collect = { attachments, extensionOf }
  const key = structure.childNodes && !isMessage(structure) ? '' : '1'
  const body = walk({ node: structure, key, inside: null, isAlternative: false }, collect)
  return { body, attachments }
}

interface Place {
  readonly node: MessageStructureObject
  /** What to ask for to get this part; empty for the outermost multipart. */
  readonly key: string
  readonly inside: string | null
  /** Whether it is one of several forms of the same text. */
  readonly isAlternative: boolean
}

interface Collection {
  readonly attachments: AttachmentPart[]
  readonly extensionOf: ExtensionOf
}

function walk(place: Place, collection: Collection): BodyPart[] {
  const { node, key, inside } = place
  if (isMessage(node)) {
    const name = addAttachment(place, collection)
    const [content] = node.childNodes ?? []
    if (content) {
      const inner = content.type.startsWith('multipart/') ? key : `${key}.1`
      // The text of an attached email is part of that email, not of this one.
      walk({ node: content, key: inner, inside: name, isAlternative: false }, collection)
    }
    return []
  }
  if (node.childNodes) {
    const bodies = node.childNodes.map((child, index) => {
      const childKey = key === '' ? String(index + 1) : `${key}.${index + 1}`
      const isAlternative = node.type === 'multipart/alternative'
      return walk({ node: child, key: childKey, inside, isAlternative }, collection)
    })
    return node.type === 'multipart/alternative' ? preferred(bodies) : bodies.flat()
  }
  if (isReadText(place)) return [partOf(place)]
  // Other forms of a text that is there already, e.g. for watches, are no attachments; an invitation is.
  if (place.isAlternative && isUnnamedText(node) && node.type !== 'text/calendar') return []
  addAttachment(place, collection)
  return []
}

/** Of several forms of a text the plain one is read, because it needs no conversion; else the last, which is the richest. */
function preferred(forms: readonly BodyPart[][]): BodyPart[] {
  const plain = forms.find(([first]) => first?.type === 'text/plain')
  const rich = forms.findLast(([first]) => first?.type === 'text/html')
  if (!plain) return rich ?? []
  const [first, ...others] = plain
  const orElse = rich?.[0]
  return first && orElse ? [{ ...first, orElse }, ...others] : plain
}

function isMessage(node: MessageStructureObject): boolean {
  return node.type === 'message/rfc822'
}

function isReadText({ node }: Place): boolean {
  return /^text\/(?:plain|html)$/.test(typeOf(node)) && isUnnamedText(node)
}

/** A text that does not say of what kind is plain. */
function typeOf({ type }: MessageStructureObject): string {
  return /^text(?:\/(?:nil)?)?$/i.test(type) ? 'text/plain' : type
}

function isUnnamedText(node: MessageStructureObject): boolean {
  return (
    typeOf(node).startsWith('text/') && node.disposition !== 'attachment' && givenName(node) === undefined
  )
}

function partOf({ node, key }: Place): MailPart {
  return {
    key,
    type: typeOf(node),
    encoding: (node.encoding ?? '7bit')
      .replaceAll(/\(.*\)/g, '')
      .trim()
      .toLowerCase(),
    size: node.size ?? 0,
    charset: node.parameters?.['charset'] ?? '',
    isFlowed: node.parameters?.['format']?.toLowerCase() === 'flowed',
    isDelSp: node.parameters?.['delsp']?.toLowerCase() === 'yes',
  }
}

function addAttachment(place: Place, { attachments, extensionOf }: Collection): string {
  const { node, inside } = place
  if (attachments.length >= maxParts) {
    throw new AppError('too_large', `This email has more than ${maxParts} attachments; not all are listed.`)
  }
  const name = givenName(node) ?? madeName(node, { number: attachments.length + 1, extensionOf })
  const isInline =
    node.disposition === 'inline' || (node.disposition !== 'attachment' && node.id !== undefined)
  attachments.push({ ...partOf(place), name, isInline, inside })
  return name
}

/** RFC 2231 and encoded words were decoded by the library. */
function givenName(node: MessageStructureObject): string | undefined {
  const names = [
    node.dispositionParameters?.['filename'],
    node.parameters?.['name'],
    locationName(node.location),
  ]
  return names.find((name) => name !== undefined && name.trim() !== '')
}

/** Content-Location is an address; only its last part can be a name, and only if it looks like one. */
function locationName(location: string | undefined): string | undefined {
  const last = location?.split(/[?#]/)[0]?.split('/').at(-1)?.trim() ?? ''
  return /^[^.].*\.\w{1,10}$/.test(last) ? last : undefined
}

function madeName(
  node: MessageStructureObject,
  { number, extensionOf }: { number: number; extensionOf: ExtensionOf },
): string {
  if (isMessage(node)) return `${subjectName(node) || `message-${number}`}.eml`
  const [kind = '', subtype = ''] = node.type.split('/')
  const known = extensions[node.type] ?? extensionOf(node.type)
  const extension = /^\w{1,10}$/.test(known) ? known : 'bin'
  const stem = kind === 'message' ? subtype : (stems[node.type] ?? stems[kind] ?? 'attachment')
  return `${stem}-${number}.${extension}`
}

/** A slash in a subject is no path. */
function subjectName({ envelope }: MessageStructureObject): string {
  return envelope?.subject?.trim().replaceAll(/[/\\]/g, '_') ?? ''
}

const stems: Readonly<Record<string, string>> = {
  audio: 'audio',
  image: 'image',
  text: 'text',
  'text/calendar': 'invite',
  video: 'video',
}

const extensions: Readonly<Record<string, string>> = {
  'application/octet-stream': 'bin',
  'application/pgp-signature': 'asc',
  'application/pkcs7-signature': 'p7s',
  'application/x-pkcs7-signature': 'p7s',
  'application/pgp-encrypted': 'asc',
  'message/delivery-status': 'txt',
  'message/disposition-notification': 'txt',
  'message/global': 'eml',
  'text/calendar': 'ics',
  'text/html': 'html',
  'text/plain': 'txt',
  'text/rfc822-headers': 'txt',
}
