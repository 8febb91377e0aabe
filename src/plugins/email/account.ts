import { readFile } from 'node:fs/promises'
import { getCACertificates } from 'node:tls'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { resolveUserPath } from '../../platform/files/paths.ts'
import { mailGrant } from './mail-grant.ts'

type Protocol = 'IMAP' | 'SMTP'

/** What it takes to get at the mail of the user: that of a tool's call, or of whoever waits for new mail. */
export type MailAccess = Pick<ToolCall, 'setting' | 'home' | 'signal' | 'accessTokens'>

/** A mail server as the settings describe it. */
export interface MailServer {
  readonly protocol: Protocol
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls' | 'none'
  /** Left out only for a server on this machine that asks nobody who they are. */
  readonly login?: Login
  /** The certificates that are trusted. Left out, they are those of the system. */
  readonly authorities?: string[]
}

export interface Login {
  readonly user: string
  readonly password?: string
  /** An OAuth access token, which takes the place of the password. */
  readonly token?: string
  /** The token can be renewed, so that one that is refused is no reason to give up. */
  readonly isRenewed?: boolean
}

/** `refused` is a token that the server does not accept any more. */
export async function imapServer(call: MailAccess, refused?: string): Promise<MailServer> {
  const user = text(call, 'EMAIL_IMAP_USER')
  const password = text(call, 'EMAIL_IMAP_PASSWORD')
  return serverOf(call, { protocol: 'IMAP', user, password, isPasswordWanted: false, refused })
}

export async function smtpServer(call: MailAccess, refused?: string): Promise<MailServer> {
  const user = text(call, 'EMAIL_SMTP_USER') ?? text(call, 'EMAIL_IMAP_USER')
  const own = text(call, 'EMAIL_SMTP_PASSWORD')
  const password = own ?? text(call, 'EMAIL_IMAP_PASSWORD')
  // Whoever sends through another provider than the one that mail is read from has a password for that one.
  return serverOf(call, { protocol: 'SMTP', user, password, isPasswordWanted: own !== undefined, refused })
}

export function canReadMail(call: MailAccess): boolean {
  return text(call, 'EMAIL_IMAP_HOST') !== undefined && text(call, 'EMAIL_IMAP_USER') !== undefined
}

export interface Sender {
  readonly name: string
  readonly address: string
}

export function senderOf(call: Pick<MailAccess, 'setting'>): Sender {
  const address = [
    text(call, 'EMAIL_FROM'),
    text(call, 'USER_EMAIL'),
    text(call, 'EMAIL_SMTP_USER'),
    text(call, 'EMAIL_IMAP_USER'),
  ].find((candidate) => candidate?.includes('@'))
  if (address === undefined) {
    throw new AppError('not_configured', 'Sending mail needs a sender. Set EMAIL_FROM to your address.')
  }
  return { name: text(call, 'USER_NAME') ?? '', address }
}

/** Every address that mail to this person may have been sent to, in lower case. */
export function ownAddresses(call: MailAccess): Set<string> {
  const names = ['EMAIL_FROM', 'USER_EMAIL', 'EMAIL_SMTP_USER', 'EMAIL_IMAP_USER']
  const addresses = names.map((name) => text(call, name)?.toLowerCase())
  return new Set(addresses.filter((address) => address !== undefined))
}

export function textSetting(call: MailAccess, name: string): string | undefined {
  return text(call, name)
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)
}

interface Named {
  readonly protocol: Protocol
  readonly user: string | undefined
  readonly password: string | undefined
  /** Also where there is a token, which is for another server then. */
  readonly isPasswordWanted: boolean
  readonly refused: string | undefined
}

async function serverOf(call: MailAccess, named: Named): Promise<MailServer> {
  const { protocol } = named
  const host = text(call, `EMAIL_${protocol}_HOST`)
  if (host === undefined) throw noAccount(protocol, [`EMAIL_${protocol}_HOST`, ...missingOf(call, named)])
  const authorities = await authoritiesOf(call)
  const login = await loginOf(call, { ...named, host })
  return {
    protocol,
    host,
    port: Number(call.setting(`EMAIL_${protocol}_PORT`) ?? (protocol === 'IMAP' ? 993 : 465)),
    security: securityOf(call, { protocol, host }),
    ...(login && { login }),
    ...(authorities && { authorities }),
  }
}

async function loginOf(
  call: MailAccess,
  { protocol, host, user, password, isPasswordWanted, refused }: Named & { host: string },
): Promise<Login | undefined> {
  // A server on this machine that sends mail may ask nobody who they are.
  if (protocol === 'SMTP' && user === undefined && isLoopback(host)) return undefined
  const missing = missingOf(call, { user, password })
  if (user === undefined || missing.length > 0) throw noAccount(protocol, missing)
  if (isPasswordWanted && password !== undefined) return { user, password }
  const grant = mailGrant(call, host)
  if (grant) {
    const { signal, accessTokens } = call
    if (!accessTokens)
      throw new AppError('unavailable', 'Only the running service renews access to mail. Start it.')
    return { user, token: await accessTokens.get(grant, { signal, refused }), isRenewed: true }
  }
  const token = text(call, 'EMAIL_OAUTH_TOKEN')
  if (token !== undefined) return { user, token }
  return { user, ...(password !== undefined && { password }) }
}

function missingOf(call: MailAccess, { user, password }: Pick<Named, 'user' | 'password'>): string[] {
  const tokens = ['EMAIL_OAUTH_TOKEN', 'EMAIL_OAUTH_REFRESH_TOKEN']
  const isSecretMissing = password === undefined && tokens.every((name) => text(call, name) === undefined)
  return [
    ...(user === undefined ? ['EMAIL_IMAP_USER'] : []),
    ...(isSecretMissing ? ['EMAIL_IMAP_PASSWORD (or EMAIL_OAUTH_REFRESH_TOKEN)'] : []),
  ]
}

function noAccount(protocol: Protocol, missing: readonly string[]): AppError {
  const what = protocol === 'IMAP' ? 'Reading mail' : 'Sending mail'
  return new AppError('not_configured', `${what} needs an account. Set ${missing.join(', ')}.`)
}

function securityOf(
  call: MailAccess,
  { protocol, host }: { protocol: Protocol; host: string },
): MailServer['security'] {
  const name = `EMAIL_${protocol}_SECURITY`
  const security = (text(call, name) ?? 'tls') as MailServer['security']
  if (security !== 'none' || isLoopback(host)) return security
  throw new AppError(
    'not_configured',
    `${name} is "none", which only works for a server on this machine. Set it to "tls" or "starttls".`,
  )
}

async function authoritiesOf(call: MailAccess): Promise<string[] | undefined> {
  const file = text(call, 'EMAIL_CA_FILE')
  if (file === undefined) return undefined
  const path = resolveUserPath(file, { home: call.home, name: 'EMAIL_CA_FILE' })
  const certificate = await readFile(path, 'utf8').catch(() => '')
  if (certificate.includes('-----BEGIN CERTIFICATE-----')) {
    return [...getCACertificates('default'), certificate]
  }
  throw new AppError(
    'not_configured',
    `Can't read a PEM certificate from "${path}", the file in EMAIL_CA_FILE.`,
  )
}

function text(call: Pick<MailAccess, 'setting'>, name: string): string | undefined {
  const value = call.setting(name)
  return typeof value === 'string' && value !== '' ? value : undefined
}
