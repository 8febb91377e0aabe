import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEmails } from '../src/plugins/email/read-emails.ts'
import { sendEmail } from '../src/plugins/email/send-email.ts'
import { createAccessTokens } from '../src/platform/oauth/access-tokens.ts'
import { hasDovecot, password } from './dovecot.ts'
import { startMail, type CallChanges, type MailStage } from './mail-stage.ts'
import { startTestService } from './service.ts'
import { refusal, startTokenServer, type TokenServer } from './token-server.ts'

const first = 'refresh-token-1'

let mail: MailStage

beforeAll(async () => {
  if (hasDovecot) mail = await startMail()
})

afterAll(async () => {
  if (hasDovecot) await mail[Symbol.asyncDispose]()
})

function settingsFor(provider: Pick<TokenServer, 'url'>) {
  return {
    EMAIL_IMAP_PASSWORD: null,
    EMAIL_OAUTH_REFRESH_TOKEN: first,
    EMAIL_OAUTH_CLIENT_ID: 'the-program',
    EMAIL_OAUTH_CLIENT_SECRET: 'its-secret',
    EMAIL_OAUTH_TOKEN_URL: provider.url,
    EMAIL_SENT_COPY: false,
  }
}

/** A provider, and calls of one service that knows it. */
async function stage() {
  const provider = await startTokenServer(mail.dovecot.goodTokens, first)
  const kept = new Map<string, string>()
  let clock = Date.now()
  const now = () => new Date(clock)
  const secrets = {
    get: (name: string) => kept.get(name) ?? null,
    set: async (name: string, value: string | null) => {
      if (value === null) kept.delete(name)
      else kept.set(name, value)
    },
  }
  const accessTokens = createAccessTokens({ secrets, hide() {}, now })
  const call = (changes: CallChanges = {}) =>
    mail.call({ accessTokens, ...changes, settings: { ...settingsFor(provider), ...changes.settings } })
  return {
    provider,
    kept,
    pass: (seconds: number) => void (clock += seconds * 1000),
    read: async (changes?: CallChanges) => (await readEmails.run({}, call(changes))).data,
    send: (changes?: CallChanges) =>
      sendEmail.run({ to: ['bob@example.test'], subject: 'Hello', body: 'Text' }, call(changes)),
    [Symbol.asyncDispose]: () => provider[Symbol.asyncDispose](),
  }
}

describe.skipIf(!hasDovecot)('access to mail that is renewed', () => {
  test('is asked for once, used for reading and sending, and renewed before it ends', async () => {
    await using mailbox = await stage()
    await mailbox.read()
    await mailbox.send()
    await mailbox.read()
    expect(mailbox.provider.asked).toEqual([
      {
        grant_type: 'refresh_token',
        refresh_token: first,
        client_id: 'the-program',
        client_secret: 'its-secret',
      },
    ])
    mailbox.pass(3600 - 200)
    await mailbox.read()
    expect(mailbox.provider.asked).toHaveLength(2)
  })

  test('is not for a server that has a password of its own: the token stays with whom it is for', async () => {
    await using mailbox = await stage()
    await mailbox.send({
      settings: { EMAIL_SMTP_PASSWORD: password, EMAIL_OAUTH_TOKEN: 'of another server' },
    })
    expect(mailbox.provider.asked).toEqual([])
    const wrong = mailbox.send({ settings: { EMAIL_SMTP_PASSWORD: 'wrong' } })
    await expect(wrong).rejects.toThrow('check EMAIL_SMTP_USER and EMAIL_SMTP_PASSWORD')
  })

  test('is renewed once when the server refuses a token before its end', async () => {
    await using mailbox = await stage()
    const { provider } = mailbox
    await mailbox.read()
    mail.dovecot.goodTokens.delete(provider.issued.at(-1)!)
    await mailbox.read()
    expect(provider.issued).toHaveLength(2)
    mail.dovecot.goodTokens.delete(provider.issued.at(-1)!)
    await mailbox.send()
    expect(provider.issued).toHaveLength(3)
  })

  test('that is refused also when it is new says what to check, and is not asked for again and again', async () => {
    await using mailbox = await stage()
    const { provider } = mailbox
    provider.refusal = refusal(200, { access_token: 'never-good' })
    await expect(mailbox.read()).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringMatching(/just renewed, so check EMAIL_IMAP_USER/),
    })
    expect(provider.asked).toHaveLength(2)
    await expect(mailbox.send()).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringMatching(/EMAIL_SMTP_USER.*sending mail/),
    })
  })

  test('is renewed once for all who ask at the same time, and whoever gives up does not stop it', async () => {
    await using mailbox = await stage()
    const { provider } = mailbox
    const { promise, resolve } = Promise.withResolvers<void>()
    provider.gate = promise
    const impatient = new AbortController()
    const gaveUp = mailbox.read({ signal: impatient.signal })
    const reading = [mailbox.read(), mailbox.read(), mailbox.read()]
    await expect.poll(() => provider.asked.length).toBe(1)
    impatient.abort(new Error('enough'))
    await expect(gaveUp).rejects.toThrow('enough')
    resolve()
    await Promise.all(reading)
    expect(provider.asked).toHaveLength(1)
  })

  test('with a refresh token that is replaced each time uses the newest, and one that is set anew at once', async () => {
    await using mailbox = await stage()
    const { provider, kept } = mailbox
    provider.rotates = true
    await mailbox.read()
    mailbox.pass(7200)
    await mailbox.read()
    expect(provider.asked.map((form) => form['refresh_token'])).toEqual([first, 'refresh-token-2'])
    expect([...kept.values()].join('')).toContain('refresh-token-3')
    // Another one in the settings: what was kept belongs to the old one.
    const settings = { EMAIL_OAUTH_REFRESH_TOKEN: 'refresh-token-3' }
    await mailbox.read({ settings })
    expect(provider.asked.at(-1)).toMatchObject({ refresh_token: 'refresh-token-3' })
  })

  test.each([
    [400, { error: 'invalid_grant' }, 'not_configured', /Sign in .* EMAIL_OAUTH_REFRESH_TOKEN/],
    [
      401,
      { error: 'invalid_client' },
      'not_configured',
      /EMAIL_OAUTH_CLIENT_ID and EMAIL_OAUTH_CLIENT_SECRET/,
    ],
    [400, { error: 'invalid_scope' }, 'not_configured', /invalid_scope.*Check EMAIL_OAUTH_TOKEN_URL/],
    [200, { hello: 'world' }, 'not_configured', /without a token.*EMAIL_OAUTH_TOKEN_URL/],
    [503, {}, 'upstream_failed', /answered 503.*Try again later/],
  ])('that is not given (%i %j) says what to do', async (status, body, code, message) => {
    await using mailbox = await stage()
    mailbox.provider.refusal = refusal(status, body)
    const failing = mailbox.read()
    await expect(failing).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
    await expect(failing).rejects.not.toThrow(first)
  })

  test('that cannot be asked for says which setting is missing or wrong', async () => {
    await using mailbox = await stage()
    const cases = [
      [{ EMAIL_OAUTH_CLIENT_ID: null }, /also needs EMAIL_OAUTH_CLIENT_ID/],
      [{ EMAIL_OAUTH_TOKEN_URL: null }, /also needs EMAIL_OAUTH_TOKEN_URL/],
      [
        { EMAIL_OAUTH_TOKEN_URL: 'http://login.example.test/token' },
        /_TOKEN_URL must start with https:\/\/, because secrets are sent there\./,
      ],
      [{ EMAIL_OAUTH_TOKEN_URL: 'http://127.0.0.1:1/token' }, /Can't reach .*EMAIL_OAUTH_TOKEN_URL/],
    ] as const
    for (const [settings, message] of cases) await expect(mailbox.read({ settings })).rejects.toThrow(message)
    expect(mailbox.provider.asked).toEqual([])
  })

  test('is known to the whole service over a restart, and no token shows in its files but that for secrets', async () => {
    await using provider = await startTokenServer(mail.dovecot.goodTokens, first)
    provider.rotates = true
    await using service = await startTestService()
    const { client, folder } = service
    const read = () => client.tools.execute({ body: { tool_name: 'READ_EMAILS', args: {} } })
    const { EMAIL_IMAP_PASSWORD: _none, ...own } = settingsFor(provider)
    const { EMAIL_IMAP_PASSWORD: _password, ...account } = mail.settings
    const shown = await client.settings.update({ body: { ...account, ...own, LOG_LEVEL: 'debug' } })
    expect(JSON.stringify(shown)).not.toContain(first)
    expect(await read()).toMatchObject({ success: true })
    await service.restart()
    expect(await read()).toMatchObject({ success: true })
    expect(provider.asked.map((form) => form['refresh_token'])).toEqual([first, 'refresh-token-2'])
    const secrets = () => readFile(join(folder.root, 'secrets.json'), 'utf8')
    expect(await secrets()).toContain('refresh-token-3')
    for (const path of [folder.log, folder.audit, folder.settings])
      expect(await readFile(path, 'utf8')).not.toMatch(/refresh-token-\d|access-token-\d/)
    // Whoever takes the token away takes all of it away.
    await client.settings.update({ body: { EMAIL_OAUTH_REFRESH_TOKEN: null } })
    await expect.poll(secrets).not.toContain('refresh-token')
  })
})
