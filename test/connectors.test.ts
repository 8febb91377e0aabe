import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasDovecot } from './dovecot.ts'
import { startMail, type MailStage } from './mail-stage.ts'
import { hasRadicale, password, startRadicale, user } from './radicale.ts'
import { answering, startHost } from './repohost-stage.ts'
import { startTestService, type TestService } from './service.ts'
import { openTeamchat } from './teamchat-stage.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service[Symbol.asyncDispose]())

const set = (values: Record<string, unknown>) => service.client.settings.update({ body: values })
const tryOut = (connector: 'mail' | 'calendar' | 'repositories' | 'team_chat') =>
  service.client.connectors.test({ params: { connector } })
const connectorNamed = async (name: string) =>
  (await service.client.connectors.list({})).connectors.find(({ connector }) => connector === name)

test('what is not set up says what it needs, and its test says so in a sentence', async () => {
  expect(await connectorNamed('mail')).toMatchObject({
    status: 'off',
    missing: ['EMAIL_IMAP_HOST', 'EMAIL_IMAP_USER', 'EMAIL_IMAP_PASSWORD'],
  })
  expect(await tryOut('mail')).toMatchObject({
    ok: false,
    message: expect.stringContaining('Reading mail needs an account'),
  })
  expect(await tryOut('calendar')).toMatchObject({
    ok: false,
    message: 'No calendar server is set up. Set CALDAV_URL.',
  })
  expect(await tryOut('team_chat')).toMatchObject({ ok: false, message: expect.stringContaining('no token') })
  await set({ CALDAV_USER: 'ada' })
  expect(await connectorNamed('calendar')).toMatchObject({
    status: 'incomplete',
    missing: ['CALDAV_URL', 'CALDAV_PASSWORD'],
  })
  await set({ CALDAV_USER: null })
})

test('a connector that there is none of is refused', async () => {
  const response = await fetch(`${service.address}/api/connectors/telegraph/test`, { method: 'POST' })
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ code: 'invalid_request' })
})

describe.skipIf(!hasDovecot)('mail', () => {
  let mail: MailStage
  beforeAll(async () => {
    mail = await startMail()
  })
  afterAll(() => mail[Symbol.asyncDispose]())

  test('is signed in to for reading and sending, and sends nothing', async () => {
    await set({ ...mail.settings })
    await mail.append('Subject: Hello\r\n\r\nHello')
    expect(await connectorNamed('mail')).toEqual({
      connector: 'mail',
      title: 'Mail',
      status: 'ready',
      missing: [],
    })
    const trial = await tryOut('mail')
    expect(trial).toMatchObject({ ok: true })
    expect(trial.message).toBe(
      'Reading works: 1 email in the inbox, 1 unread. Sending works through localhost.',
    )
    const inbox = await mail.as('ada', (client) => client.status('INBOX', { messages: true }))
    expect(inbox).toMatchObject({ messages: 1 })
  })

  test('a wrong password is told apart from a wrong port', async () => {
    await set({ ...mail.settings, EMAIL_IMAP_PASSWORD: 'wrong' })
    expect(await tryOut('mail')).toMatchObject({
      ok: false,
      message: expect.stringContaining('rejected the login of ada'),
    })
    await set({ ...mail.settings, EMAIL_IMAP_PORT: 1, EMAIL_IMAP_PASSWORD: 'again' })
    expect(await tryOut('mail')).toMatchObject({
      ok: false,
      message: expect.stringContaining("Can't reach the mail server localhost on port 1"),
    })
  })
})

test.skipIf(!hasRadicale)('a calendar is found on its server, or the login is refused', async () => {
  await using server = await startRadicale()
  await set({ CALDAV_URL: server.root, CALDAV_USER: user, CALDAV_PASSWORD: password })
  expect(await tryOut('calendar')).toMatchObject({ ok: true, message: expect.stringContaining('/ada/home/') })
  await set({ CALDAV_PASSWORD: 'wrong' })
  expect(await tryOut('calendar')).toMatchObject({
    ok: false,
    message: expect.stringContaining('rejected the user name or password'),
  })
  await set({ CALDAV_URL: null, CALDAV_USER: null, CALDAV_PASSWORD: null })
})

test.each([
  { kind: 'gitlab', path: '/api/v4/user', body: { username: 'ada' }, title: 'GitLab' },
  { kind: 'gitea', path: '/api/v1/user', body: { login: 'ada' }, title: 'Gitea' },
])('$kind says whose token it is', async ({ kind, path, body, title }) => {
  await using host = await startHost(
    answering({
      [path]: ({ headers }) =>
        String(headers['authorization']).endsWith('right')
          ? { body }
          : { status: 401, body: { message: 'no' } },
    }),
  )
  await set({ REPOHOST_KIND: kind, REPOHOST_URL: host.origin, REPOHOST_TOKEN: 'right' })
  expect(await tryOut('repositories')).toMatchObject({ ok: true, message: `Signed in to ${title} as ada.` })
  await set({ REPOHOST_TOKEN: 'left' })
  expect(await tryOut('repositories')).toMatchObject({
    ok: false,
    message: expect.stringContaining('REPOHOST_TOKEN'),
  })
  await set({ REPOHOST_KIND: null, REPOHOST_URL: null, REPOHOST_TOKEN: null })
})

test('repositories without a token are tried as anybody may', async () => {
  await using host = await startHost(answering({ '/api/v1/version': { body: { version: '1.22' } } }))
  await set({ REPOHOST_KIND: 'gitea', REPOHOST_URL: host.origin })
  expect(await connectorNamed('repositories')).toMatchObject({
    status: 'ready',
    note: 'Without a token only public repositories can be read.',
  })
  expect(await tryOut('repositories')).toMatchObject({
    ok: true,
    message: expect.stringContaining('answers'),
  })
  await set({ REPOHOST_KIND: null, REPOHOST_URL: null })
})

test('team chat says whose token it is, or that Slack rejects it', async () => {
  await using chat = await openTeamchat({
    'auth.test': ({ headers }) =>
      headers['authorization'] === 'Bearer right'
        ? { body: { ok: true, team: 'Analytical Engines', user: 'deskhand' } }
        : { body: { ok: false, error: 'invalid_auth' } },
  })
  await using own = await startTestService({
    environment: { DESKHAND_UPSTREAM_SLACK: `${chat.origin}/slack/` },
  })
  const tryChat = () => own.client.connectors.test({ params: { connector: 'team_chat' } })
  await own.client.settings.update({ body: { TEAMCHAT_TOKEN: 'right' } })
  expect(await tryChat()).toMatchObject({ ok: true, message: 'Signed in to Analytical Engines as deskhand.' })
  await own.client.settings.update({ body: { TEAMCHAT_TOKEN: 'left' } })
  expect(await tryChat()).toMatchObject({ ok: false, message: expect.stringContaining('rejected the token') })
})
