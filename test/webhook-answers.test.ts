import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Confirmation } from '../src/contract/confirmation.ts'
import type { Answerer } from '../src/features/chat/answering.ts'
import {
  APP_ID,
  echo,
  hmacOf,
  officeMessage,
  openProviders,
  openWebhookStage,
  workspaceMessage,
  type Providers,
  type TokenOptions,
} from './webhook-stage.ts'

const route = { by: 'router', score: 1, candidates: [] } as const
/** So short that an answer which the test holds back is always late. */
const impatient = { workspaceMs: 20, officeMs: 20 }
const bot = { OFFICE_CHAT_APP_ID: APP_ID, OFFICE_CHAT_APP_PASSWORD: 'the-password' }

let providers: Providers
beforeAll(async () => {
  providers = await openProviders()
})
afterAll(() => providers[Symbol.asyncDispose]())

/** An answer that comes when the test says so. */
function held() {
  const begun = Promise.withResolvers<void>()
  const over = Promise.withResolvers<void>()
  const answerer: Answerer = async (_asked, writer) => {
    writer.route(route)
    begun.resolve()
    await over.promise
    writer.say('Here it is.')
    return true
  }
  return { answerer, begun: begun.promise, release: () => over.resolve() }
}

async function google(): Promise<string> {
  return `Bearer ${await providers.googleToken()}`
}

test('a conversation goes on for the same person in the same space, and others have their own', async () => {
  const { answerer } = echo()
  await using stage = await openWebhookStage({
    answerers: [answerer],
    providers,
    settings: { WORKSPACE_CHAT_USERS: ['ada@example.org', 'users/2'] },
  })
  const grace = { user: { name: 'users/2', type: 'HUMAN' } }
  const elsewhere = { space: { name: 'spaces/BBBB' } }
  for (const changes of [{}, {}, grace, elsewhere])
    await stage.receive('workspace-chat', workspaceMessage('hello', changes), await google())
  const { chats } = stage.chat.sessions.list({})
  expect(chats.map(({ origin, message_count }) => `${origin} ${message_count}`).toSorted()).toEqual([
    'webhook:ada@example.org 2',
    'webhook:ada@example.org 4',
    'webhook:users/2 2',
  ])
})

test('what needs approval waits for it on the machine, and the chat is told so', async () => {
  const answerer: Answerer = async ({ provenance, signal }, writer) => {
    writer.route(route)
    const wish = { action: 'SEND_LETTER', args: { to: 'Eve' }, provenance, signal }
    const { data } = await stage.runner.run(wish)
    writer.askApproval((data as { confirmation: Confirmation }).confirmation)
    return true
  }
  await using stage = await openWebhookStage({ answerers: [answerer], providers })
  const { text } = await stage.receive('workspace-chat', workspaceMessage('write to Eve'), await google())
  expect(text).toContain('A message from ada@example.org wants to send something out of this machine.')
  expect(text).toContain("Waiting for approval in Deskhand on your computer. You can't approve it from here.")
  const yes = await stage.receive('workspace-chat', workspaceMessage('yes, approve it'), await google())
  expect(yes['text']).toContain('Waiting for approval')
  expect(stage.letters).toEqual([])
})

test('Google Chat is told in time that an answer is late; the answer is kept', async () => {
  const { answerer, release } = held()
  await using stage = await openWebhookStage({ answerers: [answerer], providers, patience: impatient })
  const { text } = await stage.receive('workspace-chat', workspaceMessage('think'), await google())
  expect(text).toContain('the answer will be in Deskhand')
  const again = await stage.receive('workspace-chat', workspaceMessage('and?'), await google())
  expect(again['text']).toContain('still answering your last message')
  release()
  const [chat] = stage.chat.sessions.list({}).chats
  await expect
    .poll(() => stage.chat.sessions.read(chat!.session_id).messages.map(({ text: said }) => said))
    .toEqual(['think', 'Here it is.'])
})

test('an outgoing webhook is told to wait, and the bot sends the answer when there is one', async () => {
  const { answerer, release } = held()
  await using stage = await openWebhookStage({
    answerers: [answerer],
    providers,
    patience: impatient,
    settings: bot,
  })
  const before = providers.sent().length
  const body = officeMessage('<at>Deskhand</at> think')
  expect(await stage.receive('office-chat', body, hmacOf(body))).toMatchObject({
    type: 'message',
    text: 'Working on it …',
  })
  expect(providers.sent()).toHaveLength(before)
  release()
  await expect.poll(() => providers.sent().length).toBe(before + 1)
  const { path, headers, body: sent } = providers.sent().at(-1)!
  const { id } = JSON.parse(body) as { id: string }
  expect(path).toBe(`/connector/v3/conversations/19%3Aroom%40thread.tacv2%3Bmessageid%3D1/activities/${id}`)
  expect(headers.authorization).toBe('Bearer bot-token')
  expect(JSON.parse(sent)).toMatchObject({
    type: 'message',
    text: 'Here it is.',
    from: { id: `28:${APP_ID}` },
    recipient: { id: '29:ada' },
    replyToId: id,
  })
  const login = providers.requests.find(({ path: asked }) => asked.startsWith('/login/'))!
  expect(Object.fromEntries(new URLSearchParams(login.body))).toEqual({
    grant_type: 'client_credentials',
    client_id: APP_ID,
    client_secret: 'the-password',
    scope: 'https://api.botframework.com/.default',
  })
})

test.each([
  ['without a bot', {}, {}],
  ['when the event names a service that is not of Teams', bot, { serviceUrl: 'https://evil.example.org/' }],
  ['when it names one without encryption', bot, { serviceUrl: 'http://smba.trafficmanager.net/amer/' }],
])('a late answer to a webhook stays on the machine %s', async (_name, settings, changes) => {
  const { answerer, release } = held()
  await using stage = await openWebhookStage({
    answerers: [answerer],
    providers,
    patience: impatient,
    settings,
  })
  const before = providers.sent().length
  const body = officeMessage('think', changes)
  const { text } = await stage.receive('office-chat', body, hmacOf(body))
  expect(text).toContain('the answer will be in Deskhand')
  release()
  const [chat] = stage.chat.sessions.list({}).chats
  await expect.poll(() => stage.chat.sessions.read(chat!.session_id).messages.length).toBe(2)
  expect(providers.sent()).toHaveLength(before)
})

describe('a bot', () => {
  const recipient = { id: '28:bot', name: 'Deskhand' }
  const inBot = async (options?: TokenOptions) => `Bearer ${await providers.botToken(options)}`

  test('answers by a message of its own, after failures and with a new token where the old one is refused', async () => {
    const { answerer, heard } = echo()
    await using stage = await openWebhookStage({ answerers: [answerer], providers, settings: bot })
    const before = providers.sent().length
    providers.statuses.push(503, 401)
    const entities = [{ type: 'mention', text: '<at>Deskhand</at>', mentioned: recipient }]
    const body = officeMessage('<at>Deskhand</at> hello', { recipient, entities })
    expect(await stage.receive('office-chat', body, await inBot())).toEqual({})
    await expect.poll(() => providers.sent().length).toBe(before + 3)
    expect(heard).toEqual([{ message: 'hello', by: 'webhook:29:ada' }])
    expect(JSON.parse(providers.sent().at(-1)!.body)).toMatchObject({
      text: 'You said: hello',
      from: { id: '28:bot' },
    })
  })

  test.each<[string, TokenOptions, object]>([
    ['for another bot', { claims: { aud: 'b7c1d4e9-2f3a-4b5c-8d6e-7f8091a2b3c4' } }, {}],
    ['of another issuer', { claims: { iss: 'https://sts.windows.net/tenant/' } }, {}],
    ['that has expired', { claims: { exp: 1 } }, {}],
    ['that is signed in another way', { alg: 'RS512' }, {}],
    ['for another service', {}, { serviceUrl: 'https://evil.example.org/' }],
    ['without a service', { claims: { serviceurl: undefined } }, { serviceUrl: undefined }],
    ['for a channel that its key may not speak for', {}, { channelId: 'webchat' }],
    ['without a channel', {}, { channelId: undefined }],
  ])('does not believe a token %s', async (_name, options, changes) => {
    const { answerer, heard } = echo()
    await using stage = await openWebhookStage({ answerers: [answerer], providers, settings: bot })
    const sent = providers.sent().length
    const body = officeMessage('hello', { recipient, ...changes })
    await expect(stage.receive('office-chat', body, await inBot(options))).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(heard).toEqual([])
    expect(providers.sent()).toHaveLength(sent)
  })

  test('takes an activity once', async () => {
    const { answerer, heard } = echo()
    await using stage = await openWebhookStage({ answerers: [answerer], providers, settings: bot })
    const body = officeMessage('hello', { recipient })
    await stage.receive('office-chat', body, await inBot())
    await expect(stage.receive('office-chat', body, await inBot())).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(heard).toHaveLength(1)
  })

  test('without its password runs nothing, for nobody would hear the answer', async () => {
    const { answerer, heard } = echo()
    const settings = { OFFICE_CHAT_APP_ID: APP_ID }
    await using stage = await openWebhookStage({ answerers: [answerer], providers, settings })
    await expect(
      stage.receive('office-chat', officeMessage('hello', { recipient }), await inBot()),
    ).rejects.toMatchObject({
      code: 'not_configured',
      message: expect.stringContaining('OFFICE_CHAT_APP_PASSWORD'),
    })
    expect(heard).toEqual([])
  })
})

test.each([
  ['  ', 'not_configured'],
  ['====', 'unauthorized'],
])('a secret of "%s" is none, though a signature can be made with it', async (secret, code) => {
  const { answerer, heard } = echo()
  const settings = { OFFICE_CHAT_SECRET: secret }
  await using stage = await openWebhookStage({ answerers: [answerer], providers, settings })
  const body = officeMessage('hello')
  await expect(stage.receive('office-chat', body, hmacOf(body, ''))).rejects.toMatchObject({ code })
  expect(heard).toEqual([])
})

test('other bots are not answered', async () => {
  const { answerer, heard } = echo()
  const settings = { WORKSPACE_CHAT_USERS: ['users/7'], OFFICE_CHAT_USERS: ['28:other'] }
  await using stage = await openWebhookStage({ answerers: [answerer], providers, settings })
  const user = { name: 'users/7', type: 'BOT' }
  expect(await stage.receive('workspace-chat', workspaceMessage('hi', { user }), await google())).toEqual({})
  const body = officeMessage('hi', { from: { id: '28:other' } })
  expect(await stage.receive('office-chat', body, hmacOf(body))).toEqual({})
  expect(heard).toEqual([])
})

test.each([
  ['a project', '123456789012', null, { iss: 'chat@system.gserviceaccount.com', aud: '123456789012' }],
  [
    'an add-on of a project',
    undefined,
    '123456789012',
    { email: 'service-123456789012@gcp-sa-gsuiteaddons.iam.gserviceaccount.com' },
  ],
])(
  'the settings choose %s as the sender, and then no other is believed',
  async (_name, audience, project, claims) => {
    const { answerer, heard } = echo()
    await using stage = await openWebhookStage({
      answerers: [answerer],
      providers,
      settings: {
        ...(audience !== undefined && { WORKSPACE_CHAT_AUDIENCE: audience }),
        WORKSPACE_CHAT_PROJECT_NUMBER: project,
      },
    })
    const right = `Bearer ${await providers.googleToken({ claims })}`
    await expect(
      stage.receive('workspace-chat', workspaceMessage('hi'), await google()),
    ).rejects.toMatchObject({
      code: 'unauthorized',
    })
    expect(heard).toEqual([])
    await stage.receive('workspace-chat', workspaceMessage('hi'), right)
    expect(heard).toEqual([{ message: 'hi', by: 'webhook:ada@example.org' }])
  },
)

test('while the keys cannot be had nobody is believed, and it is not called a forgery', async () => {
  const { answerer, heard } = echo()
  const settings = { UPSTREAM_GOOGLE_KEYS: 'http://127.0.0.1:1' }
  await using stage = await openWebhookStage({ answerers: [answerer], providers, settings })
  await expect(stage.receive('workspace-chat', workspaceMessage('hi'), await google())).rejects.toMatchObject(
    {
      code: 'upstream_failed',
    },
  )
  expect(heard).toEqual([])
})

test('the keys are asked for once, however many messages come', async () => {
  const { answerer } = echo()
  await using stage = await openWebhookStage({ answerers: [answerer], providers })
  const asked = () => providers.requests.filter(({ path }) => path.startsWith('/google/')).length
  const before = asked()
  for (let count = 0; count < 5; count += 1)
    await stage.receive('workspace-chat', workspaceMessage('hi'), await google())
  expect(asked()).toBe(before + 1)
})

test('a service that stops does not wait for an answer that is still to be sent', async () => {
  const { answerer, begun, release } = held()
  const stage = await openWebhookStage({
    answerers: [answerer],
    providers,
    patience: impatient,
    settings: bot,
  })
  const before = providers.sent().length
  const body = officeMessage('think')
  await stage.receive('office-chat', body, hmacOf(body))
  await begun
  await stage.webhooks.close()
  release()
  await stage[Symbol.asyncDispose]()
  expect(providers.sent()).toHaveLength(before)
})
