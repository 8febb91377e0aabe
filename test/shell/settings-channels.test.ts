import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasDovecot } from '../dovecot.ts'
import { BOB, CHANNEL, mailToChannel, rawMails } from '../mail-channel-stage.ts'
import { startMail, type MailStage } from '../mail-stage.ts'
import { OAuthServer } from '../oauth-server.ts'
import { canBrowse } from '../security/chromium.ts'
import { allViolations, startShellStage, type ShellStage } from './stage.ts'

describe.skipIf(!canBrowse || !hasDovecot)('channels among the settings', () => {
  let stage: ShellStage
  let mail: MailStage
  beforeAll(async () => {
    mail = await startMail()
    stage = await startShellStage()
  })
  afterAll(async () => {
    await stage[Symbol.asyncDispose]()
    await mail[Symbol.asyncDispose]()
  })
  const set = (values: Record<string, unknown>) => stage.service.client.settings.update({ body: values })

  test('somebody is let in by a code that they email, is answered, and is kept out again', async () => {
    await set({
      ...mail.settings,
      MAIL_CHANNEL_ADDRESS: CHANNEL,
      MAIL_CHANNEL_AUTHSERV_ID: 'mx.example.test',
    })
    const { page } = await stage.open('/settings/connectors')
    const card = page
      .getByRole('list', { name: 'Channels' })
      .getByRole('listitem')
      .filter({ hasText: 'Email' })
    await card.first().getByText('connected', { exact: true }).waitFor()
    await card.getByRole('button', { name: 'Let somebody in on Email' }).click()
    const code = (await card.getByRole('status').locator('p').first().textContent())!
    expect(code).toMatch(/^[A-Z2-9]{8}$/)
    expect(await card.getByRole('link', { name: 'Write the email' }).getAttribute('href')).toBe(
      `mailto:${CHANNEL.replace('+', '%2B')}?subject=${code}&body=${code}`,
    )
    expect(await allViolations(page)).toEqual([])
    await mail.append(mailToChannel({ text: code }))
    await card.getByRole('list', { name: 'People on Email' }).getByText(BOB).waitFor()
    expect(await card.getByRole('status').count()).toBe(0)
    // Nothing can be approved there, so nothing offers it.
    expect(await card.getByRole('switch').count()).toBe(0)
    await expect.poll(() => rawMails(mail, 'bob')).toHaveLength(1)
    await card.getByRole('button', { name: 'Revoke Bob' }).click()
    await card.getByRole('list', { name: 'People on Email' }).waitFor({ state: 'detached' })
    await set({ EMAIL_IMAP_PASSWORD: 'wrong' })
    await card.getByText(/rejected the login of ada/).waitFor()
    await card.getByRole('button', { name: 'Connect Email again' }).waitFor()
    expect(await allViolations(page)).toEqual([])
  })

  test('signing in to mail at the provider', async () => {
    await using provider = await new OAuthServer(mail.dovecot.goodTokens).open()
    await set({ ...mail.settings, EMAIL_IMAP_PASSWORD: null, ...provider.settings() })
    const { page } = await stage.open('/settings/connectors')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    const link = page.getByRole('link', { name: 'Open the sign-in page' })
    const address = await link.getAttribute('href')
    expect(await (await fetch(address!)).text()).toContain('You are signed in')
    await page.getByText('Signed in. Mail is read and sent with this access.').waitFor()
    await page.getByRole('button', { name: 'Sign in by a code' }).click()
    await page.getByText('WDJB-MJHT').waitFor()
    expect(await allViolations(page)).toEqual([])
  })
})
