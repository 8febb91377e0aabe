import { generateKeyPairSync } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answerer } from '../src/features/chat/answering.ts'
import { startTestService } from './service.ts'
import {
  APP_ID,
  hmacOf,
  officeMessage,
  openProviders,
  openWebhookStage,
  workspaceMessage,
  type Providers,
} from './webhook-stage.ts'

const HOUR_MS = 3_600_000
const bot = { OFFICE_CHAT_APP_ID: APP_ID, OFFICE_CHAT_APP_PASSWORD: 'the-password' }

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const account = {
  WORKSPACE_CHAT_APP_EMAIL: 'deskhand@project.iam.gserviceaccount.com',
  WORKSPACE_CHAT_APP_SECRET: String(key.privateKey.export({ type: 'pkcs8', format: 'pem' })),
}

let providers: Providers
beforeAll(async () => {
  providers = await openProviders()
})
afterAll(() => providers[Symbol.asyncDispose]())

/** A machine whose service is started and stopped; a message that it is asked is answered when the test says so. */
async function openMachine() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-owed-'))
  const over = Promise.withResolvers<void>()
  const answerer: Answerer = async (_asked, writer) => {
    writer.route({ by: 'router', score: 1, candidates: [] })
    await over.promise
    writer.say('Here it is.')
    return true
  }
  const before = providers.sent().length
  const beforeGoogle = providers.sentToGoogle().length
  return {
    release: () => over.resolve(),
    boot: (now = () => new Date(), settings: object = { ...bot, ...account }) =>
      openWebhookStage({
        answerers: [answerer],
        providers,
        patience: { workspaceMs: 20, officeMs: 20 },
        settings: { ...settings },
        folder: folder.path,
        now,
      }),
    sent: () =>
      providers
        .sent()
        .slice(before)
        .map(({ body }) => (JSON.parse(body) as { text: string; replyToId: string }).text),
    sentToGoogle: () => providers.sentToGoogle().slice(beforeGoogle),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

type Machine = Awaited<ReturnType<typeof openMachine>>
type Stage = Awaited<ReturnType<Machine['boot']>>

async function ask(stage: Stage): Promise<void> {
  const body = officeMessage('think')
  expect(await stage.receive('office-chat', body, hmacOf(body))).toMatchObject({ text: 'Working on it …' })
}

async function askGoogle(stage: Stage, changes: object = {}): Promise<Record<string, unknown>> {
  const body = workspaceMessage('think', { message: { ...message(), ...changes } })
  return stage.receive('workspace-chat', body, `Bearer ${await providers.googleToken()}`)
}

function message(): object {
  return {
    name: `spaces/AAAA/messages/${crypto.randomUUID()}`,
    text: 'think',
    thread: { name: 'spaces/AAAA/threads/TTTT' },
  }
}

async function untilAnswered(stage: Stage): Promise<void> {
  const [session] = stage.chat.sessions.list({}).chats
  const messages = () => stage.chat.sessions.read(session!.session_id).messages.map(({ text }) => text)
  await expect.poll(messages).toEqual(['think', 'Here it is.'])
}

test('an answer that was ready when the service stopped is sent at the next start, once', async () => {
  await using machine = await openMachine()
  {
    await using stage = await machine.boot()
    await ask(stage)
    await stage.webhooks.close()
    machine.release()
    await untilAnswered(stage)
  }
  expect(machine.sent()).toEqual([])
  for (const _start of [1, 2]) {
    await using stage = await machine.boot()
    await stage.webhooks.start()
    expect(machine.sent()).toEqual(['Here it is.'])
  }
})

test('a run that the stop cut is told as such', async () => {
  await using machine = await openMachine()
  {
    await using stage = await machine.boot()
    await ask(stage)
  }
  await using stage = await machine.boot()
  await stage.webhooks.start()
  expect(machine.sent()).toEqual([expect.stringContaining('Ask again')])
})

test('what is sent by the process that promised it is not sent again', async () => {
  await using machine = await openMachine()
  {
    await using stage = await machine.boot()
    await ask(stage)
    // The start of the service may come after its first message.
    await stage.webhooks.start()
    expect(machine.sent()).toEqual([])
    machine.release()
    await expect.poll(machine.sent).toEqual(['Here it is.'])
  }
  await using stage = await machine.boot()
  await stage.webhooks.start()
  expect(machine.sent()).toEqual(['Here it is.'])
})

test('after an hour nobody waits any more', async () => {
  await using machine = await openMachine()
  {
    await using stage = await machine.boot()
    await ask(stage)
  }
  await using stage = await machine.boot(() => new Date(Date.now() + HOUR_MS + 1000))
  await stage.webhooks.start()
  expect(machine.sent()).toEqual([])
})

test('an answer that may have arrived when the service stopped is not sent a second time', async () => {
  await using machine = await openMachine()
  {
    await using stage = await machine.boot()
    await ask(stage)
    // The provider takes it and says nothing.
    providers.statuses.push(0)
    machine.release()
    await expect.poll(machine.sent).toEqual(['Here it is.'])
  }
  await using stage = await machine.boot()
  await stage.webhooks.start()
  expect(machine.sent()).toEqual(['Here it is.'])
})

test('without the account of the bot it stays owed until there is one', async () => {
  await using machine = await openMachine()
  {
    await using stage = await machine.boot()
    await ask(stage)
  }
  {
    await using stage = await machine.boot(undefined, {})
    await stage.webhooks.start()
    expect(machine.sent()).toEqual([])
  }
  await using stage = await machine.boot()
  await stage.webhooks.start()
  expect(machine.sent()).toHaveLength(1)
})

test('Google Chat gets a late answer in its thread, from the service account of the app', async () => {
  await using machine = await openMachine()
  await using stage = await machine.boot()
  expect(await askGoogle(stage)).toEqual({ text: 'Working on it …' })
  expect(machine.sentToGoogle()).toEqual([])
  machine.release()
  await expect.poll(() => machine.sentToGoogle().length).toBe(1)
  const [{ path, headers, body }] = machine.sentToGoogle() as [ReturnType<Providers['sentToGoogle']>[0]]
  expect(path).toMatch(
    /^\/google-chat\/v1\/spaces\/AAAA\/messages\?requestId=\S+&messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD$/,
  )
  expect(headers.authorization).toBe('Bearer app-token')
  expect(JSON.parse(body)).toEqual({ text: 'Here it is.', thread: { name: 'spaces/AAAA/threads/TTTT' } })
  const login = providers.requests.findLast(({ path: asked }) => asked === '/google-login/token')!
  const form = new URLSearchParams(login.body)
  expect(form.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const { payload } = await jwtVerify(form.get('assertion')!, key.publicKey, {
    issuer: 'deskhand@project.iam.gserviceaccount.com',
    audience: 'https://oauth2.googleapis.com/token',
    algorithms: ['RS256'],
  })
  expect(payload).toMatchObject({ scope: 'https://www.googleapis.com/auth/chat.bot' })
})

test('the key may be written as it stands in its file', async () => {
  await using machine = await openMachine()
  const WORKSPACE_CHAT_APP_SECRET = JSON.stringify(account.WORKSPACE_CHAT_APP_SECRET).slice(1, -1)
  await using stage = await machine.boot(undefined, { ...account, WORKSPACE_CHAT_APP_SECRET })
  await askGoogle(stage)
  machine.release()
  await expect.poll(() => machine.sentToGoogle().length).toBe(1)
})

test('Google Chat gets it again after a stop in the moment of sending, under the same id', async () => {
  await using machine = await openMachine()
  {
    await using stage = await machine.boot()
    await askGoogle(stage)
    providers.statuses.push(0)
    machine.release()
    await expect.poll(() => machine.sentToGoogle().length).toBe(1)
  }
  await using stage = await machine.boot()
  await stage.webhooks.start()
  const [first, second, ...others] = machine.sentToGoogle().map(({ path }) => path)
  expect(second).toBe(first)
  expect(others).toEqual([])
})

test('Google Chat without an account, and with one whose key is none, is told where the answer will be', async () => {
  await using machine = await openMachine()
  {
    await using stage = await machine.boot(undefined, {})
    expect(await askGoogle(stage)).toMatchObject({ text: expect.stringContaining('will be in Deskhand') })
  }
  const broken = { ...account, WORKSPACE_CHAT_APP_SECRET: '-----BEGIN PRIVATE KEY-----none' }
  await using stage = await machine.boot(undefined, broken)
  expect(await askGoogle(stage)).toEqual({ text: 'Working on it …' })
  machine.release()
  await stage.webhooks.close()
  expect(machine.sentToGoogle()).toEqual([])
})

test('an event whose space is no name of one is refused', async () => {
  await using machine = await openMachine()
  await using stage = await machine.boot()
  const body = workspaceMessage('x', { space: { name: 'spaces/../users' } })
  const receiving = stage.receive('workspace-chat', body, `Bearer ${await providers.googleToken()}`)
  await expect(receiving).rejects.toMatchObject({ code: 'invalid_request' })
})

test('the whole service sends at its start what it owed when it stopped', async () => {
  await using service = await startTestService({
    environment: {
      ...providers.environment,
      DESKHAND_OFFICE_CHAT_APP_ID: APP_ID,
      DESKHAND_OFFICE_CHAT_APP_PASSWORD: 'the-password',
      DESKHAND_OFFICE_CHAT_USERS: '["29:ada"]',
    },
  })
  const before = providers.sent().length
  const login = '/login/botframework.com/oauth2/v2.0/token'
  const logins = () => providers.requests.filter(({ path }) => path === login).length
  const loginsBefore = logins()
  providers.silent.add(login)
  const response = await fetch(`${service.address}/webhook/office-chat`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${await providers.botToken()}`,
    },
    body: officeMessage('what is 6 times 7', { recipient: { id: '28:bot' } }),
  })
  expect(response.status).toBe(200)
  // The answer is there, and cannot be sent.
  await expect.poll(logins).toBe(loginsBefore + 1)
  providers.silent.clear()
  await service.restart()
  await expect.poll(() => providers.sent().length).toBe(before + 1)
  expect(providers.sent().at(-1)!.body).toContain('42')
})
