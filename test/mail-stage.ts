import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { ImapFlow } from 'imapflow'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { AccessTokens } from '../src/contract/tool.ts'
import { emailIdOf } from '../src/plugins/email/email-id.ts'
import { password, startDovecot, type Dovecot } from './dovecot.ts'
import { asMailUser, imapSettings } from './imap-session.ts'
import { listenForMail, type SentMail, type SmtpListener } from './smtp-listener.ts'
import { createTestCall, createTestFolders, type TestFolders } from './tool-call.ts'

export interface MailStage extends AsyncDisposable {
  readonly dovecot: Dovecot
  readonly smtpPort: number
  readonly folders: TestFolders
  /** The settings of an account on both servers. */
  readonly settings: Readonly<Record<string, unknown>>
  /** A call with these settings, some of them changed. */
  call(changes?: CallChanges): ReturnType<typeof createTestCall>
  /** Puts an email into a folder and returns its id. */
  append(raw: string | Buffer, folder?: string): Promise<string>
  /** Works on the mailbox of a user as any mail program would. */
  as<T>(user: string, work: (client: ImapFlow) => Promise<T>): Promise<T>
}

export interface CallChanges {
  readonly settings?: Readonly<Record<string, unknown>>
  readonly signal?: AbortSignal
  readonly now?: () => Date
  readonly accessTokens?: AccessTokens
}

/** An account as a provider would give it: a server to read from, and one to send through that delivers for real. */
export async function startMail(): Promise<MailStage> {
  const dovecot = await startDovecot()
  const smtp = await startSmtp(dovecot)
  const folders = await createTestFolders()
  const settings = {
    ...imapSettings(dovecot),
    EMAIL_SMTP_HOST: 'localhost',
    EMAIL_SMTP_PORT: smtp.port,
    EMAIL_SMTP_SECURITY: 'tls',
    EMAIL_FROM: 'ada@example.test',
    EMAIL_SENT_COPY: true,
    USER_NAME: 'Ada Lovelace',
  }
  const as: MailStage['as'] = (user, work) => asMailUser(dovecot, user, work)
  return {
    dovecot,
    smtpPort: smtp.port,
    folders,
    settings,
    as,
    call: (changes = {}) =>
      createTestCall({ ...folders, ...changes, settings: { ...settings, ...changes.settings } }),
    append: (raw, folder = 'INBOX') =>
      as('ada', async (client) => {
        const appended = await client.append(folder, Buffer.from(raw))
        if (!appended) throw new Error('the server did not take the email')
        return emailIdOf({ folder, uidValidity: appended.uidValidity!, uid: appended.uid! })
      }),
    async [Symbol.asyncDispose]() {
      await smtp[Symbol.asyncDispose]()
      await dovecot[Symbol.asyncDispose]()
      await folders[Symbol.asyncDispose]()
    },
  }
}

export const maxMessageBytes = 4 * 1024 * 1024

/** Takes mail over TLS from who knows the password, and puts it into the mailboxes of its recipients. */
async function startSmtp(dovecot: Dovecot): Promise<SmtpListener> {
  return listenForMail((mail) => deliverByLmtp(dovecot, mail), {
    secure: true,
    key: await readFile(dovecot.keyFile),
    cert: await readFile(dovecot.certificateFile),
    size: maxMessageBytes,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    onAuth({ username, password: given, accessToken, method }, _session, done) {
      const isGood = method === 'XOAUTH2' ? dovecot.goodTokens.has(accessToken ?? '') : given === password
      if (isGood) done(null, { user: username })
      else done(new Error('Authentication credentials invalid'))
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('ada@') || address.startsWith('bob@')) done()
      else done(Object.assign(new Error('No such mailbox here'), { responseCode: 550 }))
    },
  })
}

async function deliverByLmtp(dovecot: Dovecot, { raw, from, to }: SentMail): Promise<void> {
  const connection = new SMTPConnection({
    host: '127.0.0.1',
    port: dovecot.lmtpPort,
    lmtp: true,
    ignoreTLS: true,
  })
  await promisify(connection.connect.bind(connection))()
  await promisify(connection.send.bind(connection))({ from, to }, raw)
  connection.quit()
}
