import { AppError, type ErrorCode } from '../../contract/errors.ts'
import type { MailServer } from './account.ts'

/** What the libraries for IMAP and SMTP put on their errors, as far as it is looked at. */
interface MailFault extends Error {
  readonly code?: string
  readonly authenticationFailed?: boolean
  readonly serverResponseCode?: string
  readonly responseText?: string
  readonly response?: unknown
  readonly responseCode?: number
  /** What was being done; `CONN` while the connection to send through was made. */
  readonly command?: string
}

/** A failure of the mail server or of the way to it, as a sentence that says what to do; a bug comes back as it was. */
export function mailError(error: unknown, server: MailServer): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error
  const fault = error as MailFault
  const known = connectionFault(fault, server) ?? answerFault(fault, server)
  return known ? new AppError(known.code, known.sentence, { cause: error }) : error
}

interface Explained {
  readonly code: ErrorCode
  readonly sentence: string
}

function connectionFault(fault: MailFault, server: MailServer): Explained | undefined {
  const { host, port, protocol } = server
  const code = fault.code ?? ''
  if (isDistrusted(fault)) {
    const sentence = `Untrusted certificate from the mail server ${host} (${fault.code ?? 'TLS'}). Check EMAIL_${protocol}_HOST, or set EMAIL_CA_FILE to the file of its authority.`
    return { code: 'upstream_failed', sentence }
  }
  if (timeouts.has(code)) return { code: 'upstream_timeout', sentence: noAnswer(fault, server) }
  if (isWrongTls(fault)) return { code: 'not_configured', sentence: wrongTls(server) }
  if (unreachable.has(code) || (code === 'ESOCKET' && fault.command === 'CONN')) {
    const word = /\bE[A-Z]{4,}\b/.exec(fault.message)?.[0] ?? code
    const sentence = `Can't reach the mail server ${host} on port ${port} (${word}). Check EMAIL_${protocol}_HOST, EMAIL_${protocol}_PORT and EMAIL_${protocol}_SECURITY.`
    return { code: 'upstream_failed', sentence }
  }
  if (!cut.has(code)) return undefined
  return { code: 'upstream_failed', sentence: `Lost the connection to ${host}. Try again.` }
}

function answerFault(fault: MailFault, server: MailServer): Explained | undefined {
  const whom = `The mail server ${server.host}`
  // RFC 5530: the login may be good, and no person can mend it.
  if (/^(?:UNAVAILABLE|INUSE|LIMIT)$/.test(fault.serverResponseCode ?? '')) {
    const sentence = `${whom} can't let anybody in right now: ${saidBy(fault) ?? 'it is busy.'} Try again later.`
    return { code: 'upstream_failed', sentence }
  }
  if (isRefusedLogin(fault)) return { code: 'not_configured', sentence: refusedLogin(server, fault) }
  if (fault.code === 'ETHROTTLE') {
    return { code: 'rate_limited', sentence: `${whom} asks to slow down. Try again in a few minutes.` }
  }
  const said = saidBy(fault)
  if (said !== undefined) return { code: 'upstream_failed', sentence: `${whom} says: ${said}` }
  if (fault.code === undefined) return undefined
  const sentence = `${whom} sent an answer Deskhand doesn't understand (${fault.code}).`
  return { code: 'upstream_failed', sentence }
}

const timeouts = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT', 'UPGRADE_TIMEOUT', 'ETIMEOUT', 'ETIMEDOUT'])

const unreachable = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EDNS',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ClosedAfterConnectText',
  'ClosedAfterConnectTLS',
  'EPROTO',
])

/** Speaking TLS to a port that does not. */
function isWrongTls({ code = '', message }: MailFault): boolean {
  return (
    /^ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG)$/.test(code) ||
    /wrong version number|packet length too long/i.test(message)
  )
}

function wrongTls({ host, port, protocol }: MailServer): string {
  const usual = protocol === 'IMAP' ? 993 : 465
  return `The mail server ${host} answers on port ${port}, but doesn't speak TLS from the start. Set EMAIL_${protocol}_SECURITY to starttls, or EMAIL_${protocol}_PORT to ${usual}.`
}

/** A server that waits for TLS says nothing until it gets it. */
function noAnswer({ code, message }: MailFault, { host, port, protocol, security }: MailServer): string {
  if (security === 'tls' || !/greeting/i.test(`${code} ${message}`))
    return `The mail server ${host} didn't answer in time. Try again later.`
  const usual = protocol === 'IMAP' ? 993 : 465
  return `The mail server ${host} said nothing on port ${port}. If it wants TLS from the start there, as on port ${usual}, set EMAIL_${protocol}_SECURITY to tls; otherwise try again later.`
}

const cut = new Set([
  'NoConnection',
  'EConnectionClosed',
  'StateLogout',
  'ECONNRESET',
  'ECONNECTION',
  'ESOCKET',
  'EPIPE',
])

const distrusted =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/

function isDistrusted({ code = '', message }: MailFault): boolean {
  return distrusted.test(code) || (code === 'ESOCKET' && /certificate|altnames/i.test(message))
}

export function isRefusedLogin(error: unknown): boolean {
  const { authenticationFailed, code } = error as Partial<MailFault>
  return authenticationFailed === true || code === 'EAUTH' || code === 'ENOAUTH'
}

function refusedLogin(server: MailServer, fault: MailFault): string {
  const said = saidBy(fault)
  return `The mail server ${server.host} rejected the login of ${server.login?.user ?? 'nobody'}: ${loginAdvice(server)}.${said === undefined ? '' : ` It says: ${said}`}`
}

function loginAdvice({ protocol, login }: MailServer): string {
  if (login?.isRenewed)
    return `access was just renewed, so check EMAIL_${protocol}_USER, and that you allowed ${protocol === 'IMAP' ? 'reading' : 'sending'} mail at the provider`
  return login?.token === undefined
    ? `check EMAIL_${protocol}_USER and EMAIL_${protocol}_PASSWORD (many providers want an app password)`
    : 'the token in EMAIL_OAUTH_TOKEN may have expired; set a new one, or set EMAIL_OAUTH_REFRESH_TOKEN to have it renewed'
}

/** The server's own words, made harmless: one line, no controls, not long. */
function saidBy(fault: MailFault): string | undefined {
  const words = [fault.responseText, fault.response].find(
    (value): value is string => typeof value === 'string' && value !== '',
  )
  if (words === undefined) return undefined
  const line = words
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 300)
  return /[.!?]$/.test(line) ? line : `${line}.`
}
