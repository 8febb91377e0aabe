import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { readEmails } from '../src/plugins/email/read-emails.ts'
import { sendEmail } from '../src/plugins/email/send-email.ts'
import { hasDovecot, startDovecot, token } from './dovecot.ts'
import { imapSettings } from './imap-session.ts'
import { sampleMail, textPart } from './mail-samples.ts'
import { startMail, type MailStage } from './mail-stage.ts'
import { OAuthServer } from './oauth-server.ts'
import { startTestService } from './service.ts'
import { createTestCall, createTestFolders } from './tool-call.ts'

// It tries the examples of docs/mail.md.

let mail: MailStage

beforeAll(async () => {
  if (hasDovecot) mail = await startMail()
})

afterAll(async () => {
  if (hasDovecot) await mail[Symbol.asyncDispose]()
})

/** A service with a mail account that has no password yet, and a provider to sign in at. */
async function stage() {
  const opened = new AsyncDisposableStack()
  const provider = opened.use(await new OAuthServer(mail.dovecot.goodTokens).open())
  const service = opened.use(await startTestService())
  const { EMAIL_IMAP_PASSWORD: _, ...account } = mail.settings
  await service.client.settings.update({ body: { ...account, ...provider.settings() } })
  const { connectors, tools } = service.client
  return {
    provider,
    service,
    begin: (flow: 'browser' | 'device' = 'browser') => connectors.mailSignIn({ body: { flow } }),
    state: () => connectors.mailSignInState(),
    cancel: () => connectors.cancelMailSignIn(),
    read: () => tools.execute({ body: { tool_name: 'READ_EMAILS', args: {} } }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

describe.skipIf(!hasDovecot)('servers that take OAUTHBEARER alone', () => {
  test('are read', async () => {
    await using dovecot = await startDovecot({ tokens: 'oauthbearer' })
    await using folders = await createTestFolders()
    const settings = { ...imapSettings(dovecot), EMAIL_IMAP_PASSWORD: null }
    const read = (EMAIL_OAUTH_TOKEN: string) =>
      readEmails.run({}, createTestCall({ ...folders, settings: { ...settings, EMAIL_OAUTH_TOKEN } }))
    expect((await read(token)).data.total).toBe(0)
    await expect(read('wrong')).rejects.toThrow(/the token in EMAIL_OAUTH_TOKEN may have expired/)
    expect(await dovecot.log()).toMatch(/method=OAUTHBEARER/)
  })

  test('are sent through', async () => {
    const said: string[] = []
    const answers: [RegExp, string][] = [
      [/^EHLO/, '250-here\r\n250 AUTH PLAIN OAUTHBEARER\r\n'],
      [/^AUTH OAUTHBEARER/, ''],
      [/^AQ==/, '535 5.7.8 Not that token\r\n'],
      [/^DATA/, '354 Go on\r\n'],
    ]
    const server = createServer((socket) => {
      socket.on('error', () => {})
      socket.write('220 here\r\n')
      socket.on('data', (bytes) => {
        const line = bytes.toString()
        said.push(line)
        if (
          said.some((one) => one.startsWith('DATA')) &&
          !line.endsWith('\r\n.\r\n') &&
          !line.startsWith('DATA')
        )
          return
        const first = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString()
        const bearer = first.includes('auth=Bearer good') ? '235 Welcome\r\n' : '334 e30=\r\n'
        socket.write((answers.find(([pattern]) => pattern.test(line))?.[1] ?? '250 OK\r\n') || bearer)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    await using folders = await createTestFolders()
    const settings = {
      EMAIL_SMTP_HOST: '127.0.0.1',
      EMAIL_SMTP_PORT: (server.address() as AddressInfo).port,
      EMAIL_SMTP_SECURITY: 'none',
      EMAIL_SMTP_USER: 'ada=a,b@example.test',
      EMAIL_IMAP_USER: 'ada@example.test',
      EMAIL_FROM: 'ada@example.test',
    }
    const send = (EMAIL_OAUTH_TOKEN: string) =>
      sendEmail.run(
        { to: ['bob@example.test'], subject: 'Hello', body: 'Text' },
        createTestCall({ ...folders, settings: { ...settings, EMAIL_OAUTH_TOKEN } }),
      )
    expect((await send('good')).message).toBe('Sent "Hello" to bob@example.test.')
    const words = Buffer.from(/AUTH OAUTHBEARER (\S+)/.exec(said.join('\n'))![1]!, 'base64').toString()
    expect(words.split('\u0001')).toEqual([
      'n,a=ada=3Da=2Cb@example.test,',
      'host=127.0.0.1',
      `port=${settings.EMAIL_SMTP_PORT}`,
      'auth=Bearer good',
      '',
      '',
    ])
    said.length = 0
    await expect(send('bad')).rejects.toThrow(/rejected the login.*the token in EMAIL_OAUTH_TOKEN/)
    server.close()
  })
})

describe.skipIf(!hasDovecot)('signing in to mail', () => {
  test('in the browser of this machine: mail is read with the access, and the token shows nowhere', async () => {
    await using on = await stage()
    await mail.append(sampleMail({ subject: 'Hello', parts: [textPart('Text')] }))
    const began = await on.begin()
    expect(began).toMatchObject({ state: 'waiting', user_code: null })
    const url = new URL(began.url!)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'the-program',
      scope: 'mail offline_access',
      code_challenge_method: 'S256',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    })
    const page = await fetch(url)
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await page.text()).toContain('You are signed in.')
    await expect.poll(on.state).toMatchObject({ state: 'signed_in' })
    expect(await on.read()).toMatchObject({ success: true, data: { total: 1 } })
    expect(JSON.stringify(await on.service.client.settings.get())).not.toContain('lasting')
    // It lasts, and ends when the provider ends it.
    await on.service.restart()
    expect(
      await on.service.client.tools.execute({ body: { tool_name: 'READ_EMAILS', args: {} } }),
    ).toMatchObject({
      success: true,
    })
    on.provider.isRevoked = true
    mail.dovecot.goodTokens.clear()
    expect(
      await on.service.client.tools.execute({ body: { tool_name: 'READ_EMAILS', args: {} } }),
    ).toMatchObject({
      success: false,
      message: expect.stringMatching(/no longer accepts.*revoked.*Sign in again under Settings, Connectors/),
    })
  })

  test('whoever comes back without what was sent is not heard, and nobody twice', async () => {
    await using on = await stage()
    const { url } = await on.begin()
    const back = new URL(url!).searchParams.get('redirect_uri')!
    const state = new URL(url!).searchParams.get('state')!
    const knocks = ['/', '/?code=x', '/?code=x&state=guess', `/other?code=x&state=${state}`]
    for (const path of knocks) expect((await fetch(`${back}${path}`)).status).toBe(404)
    expect((await fetch(`${back}/?code=x&state=${state}`, { method: 'POST' })).status).toBe(404)
    expect(on.provider.asked).toEqual([])
    // A code that the provider did not give.
    const forged = await fetch(`${back}/?code=forged&state=${state}`)
    expect(await forged.text()).toMatch(/refused the sign-in/)
    await expect
      .poll(on.state)
      .toMatchObject({ state: 'failed', message: expect.stringMatching(/invalid_grant/) })
    await expect(fetch(`${back}/?code=x&state=${state}`)).rejects.toThrow('fetch failed')
  })

  test('with a code on another device, asked for as often as it takes', async () => {
    await using on = await stage()
    on.provider.pending = 3
    expect(await on.begin('device')).toMatchObject({
      state: 'waiting',
      url: `${on.provider.origin}/activate`,
      user_code: 'WDJB-MJHT',
    })
    await expect.poll(on.state).toMatchObject({ state: 'signed_in' })
    expect(await on.read()).toMatchObject({ success: true })
    expect(on.provider.asked.filter(({ device_code }) => device_code === 'the-device')).toHaveLength(4)
  })

  test('what was not allowed, what does not last and what is not set is said', async () => {
    await using on = await stage()
    on.provider.decision = 'deny'
    expect(await (await fetch((await on.begin()).url!)).text()).toContain('You did not allow access')
    await expect.poll(on.state).toMatchObject({ state: 'failed' })
    await on.begin('device')
    await expect.poll(on.state).toMatchObject({ message: expect.stringMatching(/You did not allow access/) })
    on.provider.decision = 'allow'
    on.provider.givesRefreshToken = false
    await fetch((await on.begin()).url!)
    await expect
      .poll(on.state)
      .toMatchObject({ message: expect.stringMatching(/no refresh token.*EMAIL_OAUTH_SCOPE/) })
    await on.begin()
    expect(await on.cancel()).toMatchObject({ state: 'none' })
    expect(await on.state()).toMatchObject({ state: 'none' })
    await on.service.client.settings.update({ body: { EMAIL_OAUTH_CLIENT_ID: null } })
    await expect(on.begin()).rejects.toThrow(/needs EMAIL_OAUTH_CLIENT_ID\. Set/)
    expect(await on.read()).toMatchObject({ success: false })
  })
})
