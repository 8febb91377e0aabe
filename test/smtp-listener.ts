import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface SentMail {
  readonly raw: Buffer
  readonly from: string
  /** Everybody who gets it, copies included. */
  readonly to: string[]
}

export interface SmtpListener extends AsyncDisposable {
  readonly port: number
}

/** A mail server on a port of its own that hands each mail to `onMail`; what that throws is the server's refusal. */
export async function listenForMail(
  onMail: (mail: SentMail) => Promise<void>,
  options: Omit<SMTPServerOptions, 'onData'>,
): Promise<SmtpListener> {
  const server = new SMTPServer({
    closeTimeout: 100,
    ...options,
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      const from = mailFrom === false ? '' : mailFrom.address
      const to = rcptTo.map(({ address }) => address)
      buffer(stream)
        .then((raw) => onMail({ raw, from, to }))
        .then(() => done(), done)
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
