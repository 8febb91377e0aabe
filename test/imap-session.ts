import { readFile } from 'node:fs/promises'
import { ImapFlow } from 'imapflow'
import { password, type Dovecot } from './dovecot.ts'

/** Works on the mailbox of a user as any mail program would. */
export async function asMailUser<T>(
  { imapsPort, caFile }: Pick<Dovecot, 'imapsPort' | 'caFile'>,
  user: string,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const client = new ImapFlow({
    host: 'localhost',
    port: imapsPort,
    secure: true,
    auth: { user, pass: password },
    tls: { ca: await readFile(caFile) },
    logger: false,
  })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.logout()
  }
}

/** The settings with which the service reads the mail of a user there. */
export function imapSettings({ imapsPort, caFile }: Pick<Dovecot, 'imapsPort' | 'caFile'>, user = 'ada') {
  return {
    EMAIL_IMAP_HOST: 'localhost',
    EMAIL_IMAP_PORT: imapsPort,
    EMAIL_IMAP_SECURITY: 'tls',
    EMAIL_IMAP_USER: user,
    EMAIL_IMAP_PASSWORD: password,
    EMAIL_CA_FILE: caFile,
  }
}
