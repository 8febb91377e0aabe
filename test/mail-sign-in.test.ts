import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasDovecot } from './dovecot.ts'
import { sampleMail, textPart } from './mail-samples.ts'
import { startMail, type MailStage } from './mail-stage.ts'
import { OAuthServer } from './oauth-server.ts'
import { startTestService } from './service.ts'

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
