import { mailAddress } from '../../../platform/correspondence/mail-address.ts'
import { withoutComments, type MailHeaders } from './mail-headers.ts'

/**
 * The one address that an email is from. Undefined unless it can be read in one way only: one From header with one plain
 * address. A name may say what it likes, but not look like an address to anybody who reads it less strictly.
 */
export function senderAddress(headers: MailHeaders): string | undefined {
  const [from, ...more] = headers.all('from')
  if (from === undefined || more.length > 0) return undefined
  const plain = withoutComments(from)?.trim()
  if (plain === undefined) return undefined
  const [, inBrackets] = /^[^<>@,;:]*<([^<>\s,;:]+)>$/.exec(plain) ?? []
  const address = inBrackets ?? plain
  // A local part in quotes was made a word above, and would be somebody else's.
  return from.includes(address) ? mailAddress(address)?.toLowerCase() : undefined
}
