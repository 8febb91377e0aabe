import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import type { MailServer } from './account.ts'
import { mailError } from './mail-error.ts'

const server: MailServer = { protocol: 'IMAP', host: 'mail.example.test', port: 993, security: 'starttls' }

/** What the library really throws, with less patience than a person has. */
async function refusalOf(greeting: string, answer: (line: string) => string): Promise<unknown> {
  const { ImapFlow } = await import('imapflow')
  const listener = createServer((socket) => {
    socket.on('error', () => {})
    socket.write(greeting)
    socket.on('data', (data) => socket.write(answer(data.toString())))
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: (listener.address() as AddressInfo).port,
    secure: false,
    doSTARTTLS: false,
    auth: { user: 'ada', pass: 'secret' },
    logger: false,
    greetingTimeout: 200,
  })
  client.on('error', () => {})
  try {
    return await client.connect().catch((error: unknown) => error)
  } finally {
    client.close()
    listener.close()
  }
}

test('a server that waits for TLS is told from one that is slow', async () => {
  const silent = await refusalOf('', () => '')
  expect(mailError(silent, server)).toMatchObject({
    code: 'upstream_timeout',
    message: expect.stringMatching(/said nothing on port 993.*set EMAIL_IMAP_SECURITY to tls/),
  })
  expect(mailError(silent, { ...server, security: 'tls' })).toMatchObject({
    message: expect.stringMatching(/didn't answer in time/),
  })
  const smtp = Object.assign(new Error('Greeting never received'), { code: 'ETIMEDOUT', command: 'CONN' })
  expect(mailError(smtp, { ...server, protocol: 'SMTP', port: 465 })).toMatchObject({
    message: expect.stringMatching(/port 465.*EMAIL_SMTP_SECURITY to tls/),
  })
})

test('a login that is refused for now is not a wrong password', async () => {
  const answer = (line: string) => {
    const [tag] = line.split(' ')
    return /LOGIN|AUTHENTICATE/.test(line)
      ? `${tag} NO [UNAVAILABLE] Temporary authentication failure\r\n`
      : `* CAPABILITY IMAP4rev1\r\n${tag} OK done\r\n`
  }
  const refused = await refusalOf('* OK [CAPABILITY IMAP4rev1] ready\r\n', answer)
  expect(mailError(refused, server)).toMatchObject({
    code: 'upstream_failed',
    message: expect.stringMatching(/right now: Temporary authentication failure\. Try again later\./),
  })
})
