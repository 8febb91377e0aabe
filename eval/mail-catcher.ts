import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import type { Mail } from './outcome.ts'

export interface MailCatcher extends AsyncDisposable {
  readonly port: number
  /** What was sent since the last time that this was asked. */
  take(): Mail[]
}

/** A mail server that takes everything and delivers nothing. */
export async function catchMail(): Promise<MailCatcher> {
  let caught: Mail[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    allowInsecureAuth: true,
    closeTimeout: 100,
    onAuth: ({ username }, _session, done) => done(null, { user: username }),
    onData(stream, { envelope }, done) {
      const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
      const to = envelope.rcptTo.map(({ address }) => address.toLowerCase())
      buffer(stream)
        .then(async (raw) => {
          caught.push({ ...(await parsed(raw)), from, to })
          done()
        })
        .catch((error: Error) => done(error))
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  return {
    port: (server.server.address() as AddressInfo).port,
    take() {
      const taken = caught
      caught = []
      return taken
    },
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function parsed(raw: Buffer): Promise<Omit<Mail, 'from' | 'to'>> {
  const { subject = '', text = '', html = '', attachments } = await PostalMime.parse(raw)
  return {
    subject,
    text: text || html.replaceAll(/<[^>]*>/g, ' '),
    attachments: attachments.map(({ filename }) => filename ?? ''),
  }
}
