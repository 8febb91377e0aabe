import { describe, expect, test } from 'vitest'
import { bytesOf, filesIn, hasRecordings, jsonOf } from './recordings.ts'
import { APP_ID, echo, hmacOf, openProviders, openWebhookStage } from './webhook-stage.ts'

const SENDER = 'users/100000000000000000001'
const AUTHOR = 'users/110196301251425681004'

interface Expectation {
  /** What the chat is asked; undefined when nothing is to run. */
  readonly message?: string
  readonly reply: object
}

const said = (message: string) => ({ text: `You said: ${message}` })
const inAddOn = (message: object) => ({
  hostAppDataAction: { chatDataAction: { createMessageAction: { message } } },
})

const workspace: Readonly<Record<string, Expectation>> = {
  'addon-button-clicked.json': { reply: {} },
  'addon-message-mention.json': { message: 'hello', reply: inAddOn(said('hello')) },
  'classic-added-to-space-dm.json': { reply: { text: expect.stringContaining('Hello!') as string } },
  'classic-card-clicked.json': { reply: {} },
  'classic-message-slash-command.json': { message: 'test', reply: said('test') },
  'dm-mention.json': { message: 'hey', reply: inAddOn(said('hey')) },
}

const bots: Readonly<Record<string, string | undefined>> = {
  'bot-card-action.json': undefined,
  'bot-channel-reply-2025.json': 'reply to thread',
  'bot-follow-up.json': 'Hi',
  'bot-message-mention.json': 'Hey',
  'dm-mention.json': 'Hey',
}

describe.skipIf(!hasRecordings)('what the providers really sent', () => {
  test('every recording is tried', () => {
    const tried = [...Object.keys(workspace), 'addon-vs-classic-README.md', 'pubsub-message-created.json']
    expect(filesIn('google-chat').toSorted()).toEqual(tried.map((name) => `google-chat/${name}`).toSorted())
    const office = [
      ...Object.keys(bots),
      'outgoing-webhook-hmac-vectors.json',
      'outgoing-webhook-message.json',
    ]
    expect(filesIn('teams').toSorted()).toEqual(office.map((name) => `teams/${name}`).toSorted())
  })

  test.each(Object.entries(workspace))('Google Chat: %s', async (name, { message, reply }) => {
    const { answerer, heard } = echo()
    await using providers = await openProviders()
    const settings = { WORKSPACE_CHAT_USERS: [SENDER, AUTHOR, 'testuser@example.com'] }
    await using stage = await openWebhookStage({ answerers: [answerer], providers, settings })
    const token = `Bearer ${await providers.googleToken()}`
    expect(await stage.receive('workspace-chat', bytesOf(`google-chat/${name}`), token)).toEqual(reply)
    expect(heard.map((one) => one.message)).toEqual(message === undefined ? [] : [message])
  })

  test('Google Chat: what comes through Pub/Sub is no event of the chat itself', async () => {
    const { answerer, heard } = echo()
    await using providers = await openProviders()
    await using stage = await openWebhookStage({ answerers: [answerer], providers })
    const body = bytesOf('google-chat/pubsub-message-created.json')
    const token = `Bearer ${await providers.googleToken()}`
    await expect(stage.receive('workspace-chat', body, token)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    expect(heard).toEqual([])
  })

  test.each(Object.entries(bots))('Teams, a bot: %s', async (name, message) => {
    const { answerer, heard } = echo()
    await using providers = await openProviders()
    const activity = jsonOf(`teams/${name}`) as { serviceUrl: string; from: Record<string, string> }
    const { aadObjectId, id } = activity.from
    const settings = {
      OFFICE_CHAT_APP_ID: APP_ID,
      OFFICE_CHAT_APP_PASSWORD: 'the-password',
      OFFICE_CHAT_USERS: [aadObjectId ?? id],
    }
    await using stage = await openWebhookStage({ answerers: [answerer], providers, settings })
    const token = await providers.botToken({ claims: { serviceurl: activity.serviceUrl } })
    expect(await stage.receive('office-chat', bytesOf(`teams/${name}`), `Bearer ${token}`)).toEqual({})
    expect(heard.map((one) => one.message)).toEqual(message === undefined ? [] : [message])
    if (message === undefined) return
    await expect.poll(() => providers.sent().length).toBe(1)
    expect(JSON.parse(providers.sent()[0]!.body)).toMatchObject(said(message))
  })

  test('Teams, an outgoing webhook: the message of its day', async () => {
    const { answerer, heard } = echo()
    await using providers = await openProviders()
    const body = bytesOf('teams/outgoing-webhook-message.json')
    await using stage = await openWebhookStage({
      answerers: [answerer],
      providers,
      settings: { OFFICE_CHAT_USERS: ['id'] },
      now: () => new Date('2020-03-18T07:17:25Z'),
    })
    expect(await stage.receive('office-chat', body, hmacOf(body))).toMatchObject(said('debug last time'))
    expect(heard).toEqual([{ message: 'debug last time', by: 'webhook:id' }])
  })

  test('Teams, an outgoing webhook: signatures made elsewhere are right, and only for their bytes', async () => {
    await using providers = await openProviders()
    const [vector] = jsonOf('teams/outgoing-webhook-hmac-vectors.json') as {
      secret_base64: string
      body: string
      authorization: string
    }[]
    const { secret_base64, body, authorization } = vector!
    const settings = { OFFICE_CHAT_SECRET: secret_base64 }
    await using stage = await openWebhookStage({ answerers: [], providers, settings })
    // It is signed well, and then found to be no event.
    await expect(stage.receive('office-chat', body, authorization)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    const changed = body.replace('foryou', 'forme')
    await expect(stage.receive('office-chat', changed, authorization)).rejects.toMatchObject({
      code: 'unauthorized',
    })
  })
})
