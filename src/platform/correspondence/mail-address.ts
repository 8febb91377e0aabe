import { domainToASCII } from 'node:url'

const ascii = "A-Za-z0-9!#$%&'*+/=?^_`{|}~-"
/** RFC 6531: letters of every script, but nothing that is not seen or that separates. */
const atom = `(?:[${ascii}]|(?![\\u0000-\\u007f])[^\\p{C}\\p{Z}])+`
const localPart = new RegExp(`^${atom}(?:\\.${atom})*$`, 'u')
const domainPart = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/
const MAX_LOCAL_BYTES = 64

/** An address as mail servers take it: the domain in ASCII, the rest as it is written. Undefined when it is none. */
export function mailAddress(address: string): string | undefined {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, Math.max(at, 0)).normalize('NFC')
  const named = address.slice(at + 1)
  // What is not seen would be left out of it, and two that look alike be one.
  const domain = /[\p{C}\p{Z}]/u.test(named) ? '' : domainToASCII(named).toLowerCase()
  const isGood =
    at > 0 && Buffer.byteLength(local) <= MAX_LOCAL_BYTES && localPart.test(local) && domainPart.test(domain)
  return isGood ? `${local}@${domain}` : undefined
}

/** Whether only a server with SMTPUTF8 takes it. */
export function needsSmtpUtf8(address: string): boolean {
  // oxlint-disable-next-line no-control-regex -- ASCII begins with controls
  return /[^\u0000-\u007f]/.test(address)
}
