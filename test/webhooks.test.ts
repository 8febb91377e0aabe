import { readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { generateKeyPair, SignJWT, UnsecuredJWT, exportSPKI } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleRoutes } from './live-data-routes.ts'
import { startTestService, type TestService } from './service.ts'
import { startUpstream } from './upstream.ts'
import {
  AUDIENCE,
  hmacOf,
  officeMessage,
  openProviders,
  SECRET,
  workspaceMessage,
  type Providers,
  type TokenOptions,
} from './webhook-stage.ts'

// It tries the examples of docs/webhooks.md.

let providers: Providers
let service: TestService
beforeAll(async () => {
  providers = await openProviders()
  service = await startTestService({
    environment: {
      ...providers.environment,
      DESKHAND_WORKSPACE_CHAT_AUDIENCE: AUDIENCE,
      DESKHAND_WORKSPACE_CHAT_USERS: '["Ada@example.org"]',
      DESKHAND_OFFICE_CHAT_SECRET: SECRET,
      DESKHAND_OFFICE_CHAT_USERS: '["29:ada"]',
      DESKHAND_WEBHOOK_HOSTS: '["hooks.example.org"]',
    },
  })
  await warmUp(service)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await providers[Symbol.asyncDispose]()
})

/** What a message to a service is answered with, as Teams gets it. */
async function answerTo({ address }: TestService, message: string): Promise<object> {
  const body = officeMessage(message)
  const headers = { 'content-type': 'application/json', authorization: hmacOf(body) }
  return (await (
    await fetch(`${address}/webhook/office-chat`, { method: 'POST', headers, body })
  ).json()) as object
}

/** The provider waits for 3.5 s, and a busy machine needs some of them to load what an answer is made of. */
async function warmUp({ client }: TestService): Promise<void> {
  for (const message of ['df', 'demo --cards=weather,stocks', 'define loading'])
    await client.chat.send({ body: { message } })
}

interface Answer {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** By node:http, since fetch does not let the Host be chosen. */
async function post(
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const sending = request(
    `${service.address}${path}`,
    { method: 'POST', headers: { 'content-type': 'application/json', ...headers } },
    (response) => {
      const status = response.statusCode!
      json(response).then((answer) => resolve({ status, body: answer as Answer['body'] }), reject)
    },
  )
  sending.on('error', reject)
  sending.end(body)
  return promise
}

const toWorkspace = (body: string | Buffer, authorization: string) =>
  post('/webhook/workspace-chat', body, { authorization })
const toOffice = (body: string | Buffer, authorization = hmacOf(body)) =>
  post('/webhook/office-chat', body, { authorization })

/** How many messages came to any conversation; a message is kept before it is answered. */
async function storedMessages(): Promise<number> {
  const { chats } = await service.client.chat.listChats({ query: {} })
  const read = chats.map(({ session_id }) => service.client.chat.readChat({ params: { session_id } }))
  const messages = (await Promise.all(read)).flatMap((chat) => chat.messages)
  return messages.filter(({ role }) => role === 'user').length
}

/** What a list of requests came to: every different answer once, and how much of them reached the chat. */
async function outcomeOf(
  attempts: readonly (() => Promise<Answer>)[],
): Promise<{ answers: string[]; ran: number }> {
  const before = await storedMessages()
  const answers = new Set<string>()
  for (const attempt of attempts) {
    const { status, body } = await attempt()
    answers.add(`${status} ${String(body['detail'])}`)
  }
  return { answers: [...answers], ran: (await storedMessages()) - before }
}

/** Without a word about what was wrong. */
const refused = { answers: ["401 Couldn't verify that the provider just sent this request."], ran: 0 }

async function bearer(options?: TokenOptions): Promise<string> {
  return `Bearer ${await providers.googleToken(options)}`
}

test('both are off until they are set up, and say which setting is missing', async () => {
  await using bare = await startTestService()
  const send = (path: string) =>
    fetch(`${bare.address}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: hmacOf('{}') },
      body: '{}',
    })
  for (const [path, setting] of [
    ['/webhook/workspace-chat', 'WORKSPACE_CHAT_AUDIENCE'],
    ['/webhook/office-chat', 'OFFICE_CHAT_SECRET'],
  ] as const) {
    const response = await send(path)
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      code: 'not_configured',
      detail: expect.stringContaining(setting),
    })
  }
})

test('a verified message of an allowed person is answered from the machine, in a conversation of its own', async () => {
  const body = workspaceMessage('df')
  const { status, body: reply } = await toWorkspace(body, await bearer())
  expect(status).toBe(200)
  expect(JSON.stringify(reply['cardsV2'])).toContain('decoratedText')
  await toWorkspace(workspaceMessage('free'), await bearer())
  const { chats } = await service.client.chat.listChats({ query: {} })
  const theirs = chats.filter(({ origin }) => origin === 'webhook:Ada@example.org')
  expect(theirs).toMatchObject([{ message_count: 4 }])
})

test('a card that the shell would fill with live figures has them in it', async () => {
  await using upstream = await startUpstream(sampleRoutes())
  await using live = await startTestService({
    environment: {
      ...providers.environment,
      ...upstream.environment,
      DESKHAND_OFFICE_CHAT_SECRET: SECRET,
      DESKHAND_OFFICE_CHAT_USERS: '["29:ada"]',
    },
  })
  await warmUp(live)
  // What comes too late for the provider is in the next answer.
  await expect
    .poll(async () => JSON.stringify(await answerTo(live, 'demo --cards=weather,stocks')))
    .toMatch(/\*\*-?\d+°C\*\* \w.*-1°C.*7°C.*light rain.*\*\*\$\d+\.\d\d\*\* [▲▼]/)
})

test('what other live cards show is told in words, and what cannot be had says why', async () => {
  await using upstream = await startUpstream(sampleRoutes())
  const start = async (environment: Record<string, string>) => {
    const started = await startTestService({
      environment: {
        ...environment,
        DESKHAND_OFFICE_CHAT_SECRET: SECRET,
        DESKHAND_OFFICE_CHAT_USERS: '["29:ada"]',
      },
    })
    await warmUp(started)
    return started
  }
  const says = async (service: TestService, message: string, words: RegExp) => {
    await expect.poll(async () => JSON.stringify(await answerTo(service, message))).toMatch(words)
  }
  {
    await using live = await start(upstream.environment)
    await says(live, 'define serendipity', /verb.*1\. To move fast on foot\./)
    await says(live, 'translate good morning to german', /Es ist's/)
    await says(live, '100 eur in usd', /\d+\.\d\d\*\* USD/)
    await says(live, 'iss position', /12\.50°, -45\.25°/)
    await says(live, 'recipe for pancakes', /2 Tomato/)
    await says(live, 'soccer scores', /Reds.*2 : 1.*Blues/)
  }
  await using alone = await start({})
  await says(alone, 'weather in Oslo', /Oslo.*(?:reach|answer|try again)/i)
})

test('the same event is taken once, also when it is written anew and after a restart', async () => {
  const body = workspaceMessage('df')
  const token = await bearer()
  expect((await toWorkspace(body, token)).status).toBe(200)
  const anew = JSON.stringify(JSON.parse(body), null, 2)
  expect(await outcomeOf([() => toWorkspace(body, token), () => toWorkspace(anew, token)])).toEqual(refused)
  const signed = officeMessage('df')
  expect((await toOffice(signed)).status).toBe(200)
  expect(await outcomeOf([() => toOffice(signed)])).toEqual(refused)
  await service.restart()
  expect(await outcomeOf([() => toWorkspace(body, token), () => toOffice(signed)])).toEqual(refused)
})

test('of the same event sent many times at once, one is taken', async () => {
  const before = await storedMessages()
  const body = officeMessage('df')
  const answers = await Promise.all(Array.from({ length: 8 }, () => toOffice(body)))
  const taken = answers.filter(({ status }) => status === 200)
  expect(taken).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(7)
  expect(await storedMessages()).toBe(before + 1)
})

describe('what is not of Google Chat', () => {
  test.each<[string, () => Promise<TokenOptions>]>([
    ['for another audience', () => claims({ aud: 'https://elsewhere.example.org/' })],
    ['for the project instead of the address', () => claims({ aud: '123456789012' })],
    ['of another issuer', () => claims({ iss: 'https://accounts.example.org' })],
    ['the token is for another account', () => claims({ email: 'mallory@system.gserviceaccount.com' })],
    ['of an unverified account', () => claims({ email_verified: false })],
    ['that has expired', () => claims({ iat: seconds(-7200), exp: seconds(-3600) })],
    [
      'that is too old, however long it says it is good',
      () => claims({ iat: seconds(-9000), exp: seconds(9000) }),
    ],
    ['without an end', () => claims({ exp: undefined })],
    ['by another key of the same name', async () => ({ key: (await generateKeyPair('RS256')).privateKey })],
    ['by a key that nobody published', () => Promise.resolve({ kid: 'key-9' })],
  ])('a token %s is refused', async (_name, options) => {
    const token = await bearer(await options())
    expect(await outcomeOf([() => toWorkspace(workspaceMessage('df'), token)])).toEqual(refused)
  })

  test('a token that is not signed, or signed with the public key as if it were a secret, is refused', async () => {
    const right = { iss: 'https://accounts.google.com', aud: AUDIENCE, email_verified: true }
    const whole = { ...right, email: 'chat@system.gserviceaccount.com', iat: seconds(0), exp: seconds(3600) }
    const unsigned = new UnsecuredJWT(whole).encode()
    const pem = new TextEncoder().encode(await exportSPKI(providers.publicKey))
    const symmetric = await new SignJWT(whole).setProtectedHeader({ alg: 'HS256', kid: 'key-1' }).sign(pem)
    const tokens = [unsigned, `${unsigned}x.x`, symmetric, ''].map((token) => `Bearer ${token}`)
    const attempts = [...tokens, '', hmacOf('x')].map((one) => () => toWorkspace(workspaceMessage('df'), one))
    expect(await outcomeOf(attempts)).toEqual(refused)
  })
})

test('what is not of the outgoing webhook is refused', async () => {
  const body = officeMessage('df')
  const token = await providers.botToken()
  const other = Buffer.from('another secret of thirty-two byt').toString('base64')
  const old = officeMessage('df', { timestamp: new Date(Date.now() - 360_000).toISOString() })
  const early = officeMessage('df', { timestamp: new Date(Date.now() + 360_000).toISOString() })
  const timeless = officeMessage('df', { timestamp: undefined })
  expect(
    await outcomeOf([
      () => toOffice(body, hmacOf(body, other)),
      () => toOffice(body.replace('df', 'ps'), hmacOf(body)),
      () => toOffice(JSON.stringify(JSON.parse(body), null, 1), hmacOf(body)),
      () => toOffice(Buffer.concat([Buffer.from(body), Buffer.from('\n')]), hmacOf(body)),
      () => toOffice(body, hmacOf(body).replace('HMAC ', '')),
      () => toOffice(body, hmacOf(body, '')),
      () => toOffice(body, ''),
      () => toOffice(body, `Bearer ${token}`),
      () => toOffice(old),
      () => toOffice(early),
      () => toOffice(timeless),
    ]),
  ).toEqual(refused)
})

test('a greeting names the person who wrote, not the owner of the machine', async () => {
  await service.client.settings.update({ body: { USER_NAME: 'Ada' } })
  const officeGreeting = async (name: unknown) =>
    (await toOffice(officeMessage('Hey', { from: { id: '29:ada', name } }))).body['text']
  expect(await officeGreeting('Grace Hopper')).toContain('Hello, Grace Hopper.')
  expect(await officeGreeting('[Eve](https://evil.example.org)')).toContain('Hello. ')
  const user = { name: 'users/1', displayName: 'Linus', email: 'ada@example.org', type: 'HUMAN' }
  expect((await toWorkspace(workspaceMessage('Hey', { user }), await bearer())).body['text']).toContain(
    'Hello, Linus.',
  )
  expect((await toOffice(officeMessage('What is my name?'))).body['text']).toContain('You are Ada.')
  const nameless = officeMessage('What is my name?', { from: { id: '29:ada' } })
  expect((await toOffice(nameless)).body['text']).toContain("doesn't tell me your name")
})

test('the same activity of Teams with another timestamp runs once', async () => {
  const activity = JSON.parse(officeMessage('df')) as object
  const at = (ms: number) =>
    JSON.stringify({ ...activity, timestamp: new Date(Date.now() + ms).toISOString() })
  const [first, second] = [at(0), at(1_000)]
  const before = await storedMessages()
  expect((await toOffice(first)).status).toBe(200)
  expect((await toOffice(second)).status).toBe(401)
  expect(await storedMessages()).toBe(before + 1)
})

test('somebody who is not allowed gets a polite word, and nothing runs', async () => {
  const before = await storedMessages()
  const stranger = {
    name: 'users/9',
    displayName: 'Ada@example.org',
    email: 'eve@example.org',
    type: 'HUMAN',
  }
  const { status, body } = await toWorkspace(workspaceMessage('df', { user: stranger }), await bearer())
  expect(status).toBe(200)
  expect(body['text']).toMatch(/^Sorry.*“eve@example\.org”.*WORKSPACE_CHAT_USERS/)
  const office = await toOffice(officeMessage('df', { from: { id: '29:eve', name: '29:ada' } }))
  expect(office.body).toMatchObject({
    type: 'message',
    text: expect.stringMatching(/“29:eve”.*OFFICE_CHAT_USERS/),
  })
  expect(await storedMessages()).toBe(before)
})

test('a body that is too large is not looked at, and one that is no event is refused', async () => {
  const large = officeMessage('x'.repeat(300 * 1024))
  expect((await toOffice(large)).status).toBe(413)
  const before = await storedMessages()
  for (const body of ['', '[]', '{', '{"type":"MESSAGE"}', '{"chat":{}}', '"text"']) {
    expect((await toWorkspace(body, await bearer())).status).toBe(400)
    expect((await toOffice(body)).status).toBe(400)
  }
  expect((await toOffice(Buffer.from([0x7b, 0xff, 0x7d]))).status).toBe(400)
  expect(await storedMessages()).toBe(before)
})

test('it is reached under its public name through any proxy, and nothing else is', async () => {
  const proxied = { host: 'hooks.example.org', 'x-forwarded-for': '203.0.113.7', via: '1.1 tunnel' }
  const body = officeMessage('df')
  const good = await post('/webhook/office-chat', body, { ...proxied, authorization: hmacOf(body) })
  expect(good.status).toBe(200)
  expect((await post('/chat', '{"message":"df"}', proxied)).status).toBe(403)
  const forged = officeMessage('df')
  const local = { host: 'localhost', authorization: hmacOf('something else') }
  expect((await post('/webhook/office-chat', forged, local)).status).toBe(401)
  const elsewhere = { host: 'evil.example.org', authorization: hmacOf(forged) }
  expect((await post('/webhook/office-chat', forged, elsewhere)).status).toBe(403)
})

test('who came and who was refused is in the audit log, by name and without the secret', async () => {
  await toOffice(officeMessage('free'))
  await toOffice(officeMessage('free'), hmacOf('forged'))
  await expect
    .poll(() => readFile(service.folder.audit, 'utf8'))
    .toMatch(/"kind":"auth.failure".*"subject":"\/webhook\/office-chat"/)
  const audit = await readFile(service.folder.audit, 'utf8')
  expect(audit).toMatch(/"kind":"webhook","provenance":"webhook:29:ada","subject":"office-chat"/)
  expect(audit).not.toContain(SECRET)
})

function claims(changed: Readonly<Record<string, unknown>>): Promise<TokenOptions> {
  return Promise.resolve({ claims: changed })
}

function seconds(fromNow: number): number {
  return Math.floor(Date.now() / 1000) + fromNow
}
