import type { MailHeaders } from './mail-headers.ts'

const BULK = /^(?:bulk|list|junk|auto[_-]?reply)$/i

/** Whether a program sent it, or a list: what is answered to those comes back, and is answered again (RFC 3834). */
export function isAutomatic(headers: MailHeaders): boolean {
  const said = (name: string) => headers.all(name).map((value) => value.split(';')[0]!.trim().toLowerCase())
  return (
    said('auto-submitted').some((value) => value !== 'no') ||
    said('precedence').some((value) => BULK.test(value)) ||
    said('return-path').some((value) => /^<\s*>$/.test(value)) ||
    said('content-type').some((value) => value === 'multipart/report') ||
    headers.has(/^(?:list-[a-z-]+|mailing-list|x-auto-?(?:reply|respond|response)|x-failed-recipients)$/)
  )
}
