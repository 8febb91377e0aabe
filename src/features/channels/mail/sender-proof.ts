import { domainToASCII } from 'node:url'
import { withoutComments, type MailHeaders } from './mail-headers.ts'

/** Why the sender of an email is believed, or why not. */
export type Proof = { readonly isProven: true } | { readonly isProven: false; readonly reason: string }

/** Providers by their IMAP servers, and the name in which they stamp what they checked. Microsoft signs with none. */
const providers: readonly { readonly hosts: RegExp; readonly authserv: string }[] = [
  { hosts: /(^|\.)(gmail|googlemail)\.com$/i, authserv: 'mx.google.com' },
  { hosts: /(^|\.)(office365|outlook|office)\.com$/i, authserv: '' },
]

/** The name in which the provider of this server stamps its checks; undefined where it has to be set. */
export function knownAuthserv(imapHost: string | null): string | undefined {
  return providers.find(({ hosts }) => hosts.test(imapHost ?? ''))?.authserv
}

interface Stamp {
  readonly authserv: string
  readonly results: readonly string[]
}

/**
 * Whether the own provider says that the email really is from this domain (RFC 8601, DMARC). Only its newest stamp counts:
 * what stands below may have come with the email.
 */
export function proofOf(
  headers: MailHeaders,
  { address, authserv }: { address: string; authserv: string },
): Proof {
  const stamps = headers.all('authentication-results').map(stampOf)
  // Without a name to know it by, a stamp is the provider's only when nothing was stamped after it.
  const [newest] = authserv === '' ? stamps : stamps.filter((one) => one && isNamed(one.authserv, authserv))
  if (!newest || (newest.authserv === '') !== (authserv === ''))
    return unproven(notStamped(authserv, stamps[0]?.authserv))
  const verdicts = newest.results.filter((one) => /^dmarc\b/i.test(one))
  const [verdict] = verdicts
  if (verdict === undefined || verdicts.length > 1)
    return unproven("your provider didn't check it with DMARC")
  const [, result = ''] = /^dmarc(?:\s*\/\s*\d+)?\s*=\s*([a-z]+)\b/i.exec(verdict) ?? []
  if (result.toLowerCase() !== 'pass') return unproven(`your provider says dmarc=${result.toLowerCase()}`)
  const domains = [...verdict.matchAll(/(?<![\w.-])header\.from\s*=\s*@?([^\s;]+)/gi)].map(([, one]) => one!)
  const domain = address.slice(address.lastIndexOf('@') + 1)
  const isTheirs = domains.length === 1 && domainToASCII(domains[0]!).toLowerCase() === domain
  return isTheirs ? { isProven: true } : unproven(`your provider's check is not about ${domain}`)
}

function unproven(reason: string): Proof {
  return { isProven: false, reason }
}

function notStamped(authserv: string, other: string | undefined): string {
  const whose = authserv === '' ? 'your provider' : authserv
  const seen = other === undefined || other === '' ? '' : ` The newest one names ${other}.`
  return `it has no Authentication-Results of ${whose}.${seen}`
}

/** Providers with many servers may be named by `*.example.org`. */
function isNamed(authserv: string, wanted: string): boolean {
  const [name, pattern] = [authserv.toLowerCase(), wanted.toLowerCase()]
  return pattern.startsWith('*.') ? name.endsWith(pattern.slice(1)) : name === pattern
}

/** Undefined when it can't be read in one way only. */
function stampOf(value: string): Stamp | undefined {
  const [first = '', ...rest] =
    withoutComments(value)
      ?.split(';')
      .map((part) => part.trim()) ?? []
  if (first.includes('=')) return { authserv: '', results: [first, ...rest] }
  const [, authserv] = /^([\w.-]+)(?:\s+\d+)?$/.exec(first) ?? []
  return authserv === undefined ? undefined : { authserv, results: rest }
}
