import PostalMime from 'postal-mime'
import { listenForMail, type SmtpListener } from '../test/smtp-listener.ts'
import type { Mail } from './outcome.ts'

export interface MailCatcher extends SmtpListener {
  /** What was sent since the last time that this was asked. */
  take(): Mail[]
}

/** A mail server that takes everything and delivers nothing. */
export async function catchMail(): Promise<MailCatcher> {
  let caught: Mail[] = []
  const server = await listenForMail(
    async ({ raw, from, to }) => {
      caught.push({ ...(await parsed(raw)), from, to: to.map((address) => address.toLowerCase()) })
    },
    {
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
    },
  )
  return {
    ...server,
    take() {
      const taken = caught
      caught = []
      return taken
    },
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
