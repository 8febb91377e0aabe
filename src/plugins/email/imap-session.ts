import type { ImapFlow, ImapFlowOptions } from 'imapflow'
import { imapServer, type MailAccess, type MailServer } from './account.ts'
import { isRefusedLogin, mailError } from './mail-error.ts'

const connectMs = 20_000
const silenceMs = 60_000
const goodbyeMs = 2_000

/** Bounds what a broken or hostile server can make this process hold: parts come in pieces far smaller than this. */
const maxLiteral = 32 * 1024 * 1024

/** One connection for one call: logged in, closed whatever happens, cut at once when the call is cancelled. */
export async function withMail<T>(call: MailAccess, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const server = await imapServer(call)
  try {
    return await session(server, { call, work })
  } catch (error) {
    const { login } = server
    // It was good by the clock; the provider may have ended it all the same, and a new one is easily had.
    if (login?.isRenewed !== true || !isRefusedLogin(error)) throw told(error, { call, server })
    const again = await imapServer(call, login.token)
    return await session(again, { call, work }).catch((second: unknown) => {
      throw told(second, { call, server: again })
    })
  }
}

function told(error: unknown, { call, server }: { call: MailAccess; server: MailServer }): unknown {
  call.signal.throwIfAborted()
  return mailError(error, server)
}

interface Session<T> {
  readonly call: MailAccess
  readonly work: (client: ImapFlow) => Promise<T>
}

async function session<T>(server: MailServer, { call, work }: Session<T>): Promise<T> {
  const { ImapFlow } = await import('imapflow')
  call.signal.throwIfAborted()
  const client = new ImapFlow(optionsFor(server))
  // Whatever is emitted here also fails the command that waits; without a listener it would end the process.
  client.on('error', () => undefined)
  const stop = (): void => client.close()
  call.signal.addEventListener('abort', stop, { once: true })
  try {
    await client.connect()
    const result = await work(client)
    await sayGoodbye(client)
    return result
  } finally {
    call.signal.removeEventListener('abort', stop)
    client.close()
  }
}

function optionsFor({ host, port, security, login, authorities }: MailServer): ImapFlowOptions {
  return {
    host,
    port,
    secure: security === 'tls',
    // Never "if the server happens to offer it": who sits in between could take the offer away.
    ...(security !== 'tls' && { doSTARTTLS: security === 'starttls' }),
    auth: {
      user: login?.user ?? '',
      ...(login?.token === undefined ? { pass: login?.password ?? '' } : { accessToken: login.token }),
    },
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(authorities && { ca: authorities }) },
    logger: false,
    clientInfo: { name: 'Deskhand' },
    disableAutoIdle: true,
    disableCompression: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silenceMs,
    maxLineLength: maxLiteral,
    maxLiteralSize: maxLiteral,
    maxResponseSize: 2 * maxLiteral,
  }
}

async function sayGoodbye(client: ImapFlow): Promise<void> {
  const timer = setTimeout(() => client.close(), goodbyeMs)
  // The work is done: a server that is rude at the end takes nothing of it back.
  await client.logout().catch(() => undefined)
  clearTimeout(timer)
}
