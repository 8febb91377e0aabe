import { once } from 'node:events'
import { promisify } from 'node:util'
import type { Options, default as SMTPConnection } from 'nodemailer/lib/smtp-connection'
import { AppError } from '../../contract/errors.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import { smtpServer, type MailAccess, type MailServer } from './account.ts'
import type { ComposedMessage } from './compose-message.ts'
import { needsSmtpUtf8 } from '../../platform/correspondence/mail-address.ts'
import { isRefusedLogin, mailError } from './mail-error.ts'
import { authenticationOf, bearerLogin } from './smtp-login.ts'

const connectMs = 20_000
const silenceMs = 120_000

export interface Delivery {
  readonly accepted: readonly string[]
  readonly rejected: readonly { address: string; reason: string }[]
}

/**
 * Hands a message to the server that sends mail. Cut at once when the call is cancelled. `begins` is called when the server
 * has let us in, before the first word of the message.
 */
export function deliver(
  message: ComposedMessage,
  call: MailAccess,
  begins: () => Promise<void> = () => Promise.resolve(),
): Promise<Delivery> {
  return throughSmtp(call, async (session) => {
    await begins()
    return handOver(message, session)
  })
}

/** Logs in to the server that sends mail, and sends nothing. */
export function signInToSend(call: MailAccess): Promise<MailServer> {
  return throughSmtp(call, async ({ server }) => server)
}

async function throughSmtp<T>(call: MailAccess, work: (session: SmtpSession) => Promise<T>): Promise<T> {
  const server = await smtpServer(call)
  try {
    return await withSmtp({ server, call }, work)
  } catch (error) {
    const { login } = server
    if (login?.isRenewed !== true || !isRefusedLogin(error)) throw told(error, { server, call })
    const again = await smtpServer(call, login.token)
    return await withSmtp({ server: again, call }, work).catch((second: unknown) => {
      throw told(second, { server: again, call })
    })
  }
}

interface Through {
  readonly server: MailServer
  readonly call: MailAccess
}

interface SmtpSession extends Through {
  readonly connection: SMTPConnection
  /** Rejects when the connection breaks or the call is cancelled, in whatever step that is. */
  readonly step: <T>(work: Promise<T>) => Promise<T>
}

function told(error: unknown, { server, call }: Through): unknown {
  call.signal.throwIfAborted()
  return mailError(error, server)
}

/** A connection that is logged in, for as long as the work takes. */
async function withSmtp<T>(
  { server, call }: Through,
  work: (session: SmtpSession) => Promise<T>,
): Promise<T> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  call.signal.throwIfAborted()
  const connection = new Connection(optionsFor(server))
  const broken = once(connection, 'end', { signal: call.signal }).then((): never => {
    throw Object.assign(new Error('The connection ended.'), { code: 'ECONNECTION' })
  })
  broken.catch(() => undefined)
  const step = <Done>(doing: Promise<Done>): Promise<Done> => Promise.race([doing, broken])
  try {
    await step(promisify(connection.connect.bind(connection))())
    if (server.login) {
      const login = promisify(connection.login.bind(connection))
      await step(login(await authenticationOf(server.login, connection)))
    }
    return await work({ server, call, connection, step })
  } finally {
    connection.removeAllListeners('error')
    connection.on('error', () => undefined)
    connection.close()
  }
}

async function handOver(
  message: ComposedMessage,
  { server, call, connection, step }: SmtpSession,
): Promise<Delivery> {
  const envelope = { from: message.from.address, to: [...message.recipients], size: message.raw.length }
  assertTakesLetters([envelope.from, ...envelope.to], { server, connection })
  const send = promisify(connection.send.bind(connection))
  const sending = step(send(envelope, message.raw)).catch((error: unknown) => {
    call.signal.throwIfAborted()
    throw sendingError(error, { server, bytes: message.raw.length })
  })
  return deliveryOf(await sending)
}

/** The library would send such an address all the same, and the server might misread it. */
function assertTakesLetters(
  addresses: readonly string[],
  { server, connection }: Pick<SmtpSession, 'server' | 'connection'>,
): void {
  const unusual = addresses.find(needsSmtpUtf8)
  // It is not part of what the library declares; what the server offers is known nowhere else.
  const extensions: unknown = Reflect.get(connection, '_supportedExtensions')
  if (unusual === undefined || (Array.isArray(extensions) && extensions.includes('SMTPUTF8'))) return
  throw new AppError(
    'upstream_failed',
    `The mail server ${server.host} only takes addresses in plain Latin letters before the @, so it can't send to or from ${unusual}. Nothing was sent. Use another address, or a provider with SMTPUTF8.`,
  )
}

function optionsFor(server: MailServer): Options {
  const { host, port, security, authorities } = server
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(authorities && { ca: authorities }) },
    // The name of this machine is nobody's business.
    name: 'localhost',
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    dnsTimeout: connectMs,
    socketTimeout: silenceMs,
    customAuth: bearerLogin(server),
    logger: false,
  }
}

interface SendInfo {
  readonly accepted: readonly string[]
  readonly rejected: readonly string[]
  readonly rejectedErrors?: readonly { readonly response?: string | undefined }[] | undefined
}

function deliveryOf(info: SendInfo | undefined): Delivery {
  const { accepted = [], rejected = [], rejectedErrors = [] } = info ?? {}
  return {
    accepted,
    rejected: rejected.map((address, index) => ({
      address,
      reason: rejectedErrors[index]?.response?.slice(0, 300) ?? 'refused',
    })),
  }
}

const uncertain = new Set(['ECONNECTION', 'ESOCKET', 'ETIMEDOUT', 'ECONNRESET', 'EPIPE', 'ETLS', 'ESTREAM'])

/** A refusal is sure; a broken connection at this point is not. */
function sendingError(error: unknown, { server, bytes }: { server: MailServer; bytes: number }): unknown {
  const { responseCode, code = '' } = error as { responseCode?: number; code?: string }
  const options = { cause: error }
  if (code === 'EMESSAGE' && responseCode === undefined) {
    const size = megabytesText(bytes)
    return new AppError('too_large', `${server.host} rejects an email of ${size}. Attach less.`, options)
  }
  if (responseCode !== undefined || !uncertain.has(code)) return mailError(error, server)
  return new AppError(
    'upstream_failed',
    `The connection to ${server.host} broke while sending, so the email may or may not have been sent. Check the sent folder, or ask, before you send it again.`,
    options,
  )
}
