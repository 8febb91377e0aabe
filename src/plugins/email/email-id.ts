import { AppError } from '../../contract/errors.ts'
import { Type } from '../../contract/type.ts'

/** Which email is meant, before the server was asked. */
export type EmailReference =
  | { readonly kind: 'exact'; readonly folder: string; readonly uidValidity: bigint; readonly uid: number }
  | { readonly kind: 'uid'; readonly folder: string; readonly uid: number }
  | { readonly kind: 'message-id'; readonly folder: string; readonly messageId: string }

export const EmailId = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: 'The email_id from READ_EMAILS or SEARCH_EMAILS; a plain UID or a Message-ID works too',
})

export const Folder = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 1000,
    default: 'INBOX',
    description: 'The folder to look in; not needed for an email_id from READ_EMAILS or SEARCH_EMAILS',
  }),
)

const maxNumber = 4_294_967_295

/**
 * Names one email for good: UIDs are never given twice while UIDVALIDITY stays the same (RFC 9051, 2.3.1.1), so the three
 * together mean the same email on any later connection, or nothing.
 */
export function emailIdOf(email: { folder: string; uidValidity: bigint; uid: number }): string {
  return `e${Buffer.from(`${email.uidValidity}.${email.uid}.${email.folder}`).toString('base64url')}`
}

export function parseEmailId(emailId: string, folder = 'INBOX'): EmailReference {
  const id = emailId.trim()
  if (/^\d{1,10}$/.test(id) && isUid(Number(id))) return { kind: 'uid', folder, uid: Number(id) }
  const [, validity, uid, own] = /^(\d{1,10})\.(\d{1,10})\.(.+)$/s.exec(decoded(id)) ?? []
  if (validity !== undefined && own !== undefined && isUid(Number(uid))) {
    return { kind: 'exact', folder: own, uidValidity: BigInt(validity), uid: Number(uid) }
  }
  if (/^<?[^\s<>@]+@[^\s<>@]+>?$/.test(id)) {
    return { kind: 'message-id', folder, messageId: `<${id.replaceAll(/[<>]/g, '')}>` }
  }
  throw new AppError(
    'invalid_request',
    `"${id.slice(0, 80)}" is not an email_id. Use one from READ_EMAILS or SEARCH_EMAILS, or a UID.`,
  )
}

function decoded(id: string): string {
  if (!/^e[\w-]+$/.test(id)) return ''
  const bytes = Buffer.from(id.slice(1), 'base64url')
  return bytes.toString('base64url') === id.slice(1) ? bytes.toString() : ''
}

function isUid(value: number): boolean {
  return value >= 1 && value <= maxNumber
}
