import { generateKeyPairSync } from 'node:crypto'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Confirmation } from '../src/contract/confirmation.ts'
import type { Answerer } from '../src/features/chat/answering.ts'
import {
  APP_ID,
  hmacOf,
  officeMessage,
  openProviders,
  openWebhookStage,
  workspaceMessage,
  type Providers,
} from './webhook-stage.ts'

const key = generateKeyPairSync('rsa', { modulusLength: 2048 })
const accounts = {
  OFFICE_CHAT_APP_ID: APP_ID,
  OFFICE_CHAT_APP_PASSWORD: 'the-password',
  WORKSPACE_CHAT_APP_EMAIL: 'deskhand@project.iam.gserviceaccount.com',
  WORKSPACE_CHAT_APP_SECRET: String(key.privateKey.export({ type: 'pkcs8', format: 'pem' })),
}

let providers: Providers
beforeAll(async () => {
  providers = await openProviders()
})
afterAll(() => providers[Symbol.asyncDispose]())

/** A machine on which every message wants to send a letter to whoever it names. */
async function openMachine(settings: Readonly<Record<string, unknown>> = accounts) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-decisions-'))
  const asked: string[] = []
  const before = { office: providers.sent().length, google: providers.sentToGoogle().length }
  const boot = async () => {
    const answerer: Answerer = async ({ message, provenance, signal }, writer) => {
      writer.route({ by: 'router', score: 1, candidates: [] })
      const wish = { action: 'SEND_LETTER', args: { to: message }, provenance, signal }
      const { success, data } = await stage.runner.run({ ...wish, askBecause: 'It is a letter.' })
      expect(success).toBe(false)
      const { confirmation } = data as { confirmation: Confirmation }
      asked.push(confirmation.confirmation_id)
      writer.askApproval(confirmation)
      return true
    }
    const stage = await openWebhookStage({ answerers: [answerer], providers, settings, folder: folder.path })
    return stage
  }
  return {
    boot,
    asked,
    sent: () => providers.sent().slice(before.office),
    sentToGoogle: () => providers.sentToGoogle().slice(before.google),
    [Symbol.asyncDispose]: () => folder.remove(),
  }
}

type Stage = Awaited<ReturnType<Awaited<ReturnType<typeof openMachine>>['boot']>>

async function askOffice(stage: Stage, name: string, changes: object = {}): Promise<string> {
  const body = officeMessage(name, { ...changes })
  expect(JSON.stringify(await stage.receive('office-chat', body, hmacOf(body)))).toContain(
    'Waiting for approval',
  )
  return (JSON.parse(body) as { id: string }).id
}

async function decide(stage: Stage, confirmation_id: string | undefined, approved: boolean): Promise<object> {
  const response = await fetch(`${stage.address}/api/confirm`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ confirmation_id, approved }),
  })
  expect(response.status).toBe(200)
  return (await response.json()) as object
}

test('what was approved on the machine is told to the bot’s chat, in answer to the message', async () => {
  await using machine = await openMachine()
  await using stage = await machine.boot()
  const replyToId = await askOffice(stage, 'Eve')
  await decide(stage, machine.asked[0], true)
  expect(stage.letters).toEqual(['Eve'])
  await expect.poll(() => machine.sent().length).toBe(1)
  expect(JSON.parse(machine.sent()[0]!.body)).toMatchObject({
    text: 'The letter to Eve is on its way.',
    recipient: { id: '29:ada' },
    replyToId,
  })
})

test('what was rejected is told to Google Chat, in its thread', async () => {
  await using machine = await openMachine()
  await using stage = await machine.boot()
  const name = `spaces/AAAA/messages/${crypto.randomUUID()}`
  const thread = { name: 'spaces/AAAA/threads/TTTT' }
  const body = workspaceMessage('Eve', { message: { name, text: 'Eve', thread } })
  await stage.receive('workspace-chat', body, `Bearer ${await providers.googleToken()}`)
  await decide(stage, machine.asked[0], false)
  expect(stage.letters).toEqual([])
  await expect.poll(() => machine.sentToGoogle().length).toBe(1)
  expect(JSON.parse(machine.sentToGoogle()[0]!.body)).toMatchObject({
    text: expect.stringContaining('Nothing was done'),
    thread,
  })
})

test('a decision after the next start is told, too', async () => {
  await using machine = await openMachine()
  {
    await using stage = await machine.boot()
    await askOffice(stage, 'Eve')
  }
  await using stage = await machine.boot()
  await decide(stage, machine.asked[0], true)
  await expect.poll(() => machine.sent().length).toBe(1)
})

/** Lets a question end that long from now; negative for one that has ended. */
function expire({ database }: Stage, confirmation_id: string | undefined, ms: number): Promise<unknown> {
  const at = new Date(Date.now() + ms).toISOString()
  const change = database.prepare('UPDATE confirmations SET expires_at = ? WHERE id = ?')
  return database.write(() => change.run(at, confirmation_id!))
}

test('a question that nobody answers is told to have expired, once', async () => {
  await using machine = await openMachine()
  await using stage = await machine.boot()
  await stage.webhooks.start()
  await askOffice(stage, 'Eve')
  await expire(stage, machine.asked[0], 200)
  // Whoever asks next makes it look when the next one ends.
  await askOffice(stage, 'Mallory')
  await expect.poll(() => machine.sent().length).toBe(1)
  expect(JSON.parse(machine.sent()[0]!.body)).toMatchObject({ recipient: { id: '29:ada' } })
  expect(machine.sent()[0]!.body).toContain('Expired. Nothing was done.')
  await decide(stage, machine.asked[1], true)
  await expect.poll(() => machine.sent().length).toBe(2)
  expect(machine.sent()[1]!.body).toContain('The letter to Mallory is on its way.')
  expect(stage.letters).toEqual(['Mallory'])
})

test('one that expired while the service was off is told at the next start, and at no other', async () => {
  await using machine = await openMachine()
  const ask = async (stage: Stage, text: string) => {
    const name = `spaces/AAAA/messages/${crypto.randomUUID()}`
    const body = workspaceMessage(text, { message: { name, text } })
    await stage.receive('workspace-chat', body, `Bearer ${await providers.googleToken()}`)
  }
  {
    await using stage = await machine.boot()
    await ask(stage, 'Eve')
    await expire(stage, machine.asked[0], -1_000)
  }
  {
    await using stage = await machine.boot()
    await stage.webhooks.start()
    await expect.poll(() => machine.sentToGoogle().length).toBe(1)
    expect(machine.sentToGoogle()[0]!.body).toContain('Expired. Nothing was done.')
  }
  await using stage = await machine.boot()
  await stage.webhooks.start()
  await ask(stage, 'Mallory')
  await decide(stage, machine.asked[1], true)
  await expect.poll(() => machine.sentToGoogle().length).toBe(2)
  expect(machine.sentToGoogle()[1]!.body).toContain('The letter to Mallory is on its way.')
})

test('what the person at the machine asks for in that conversation stays there', async () => {
  await using machine = await openMachine()
  await using stage = await machine.boot()
  await askOffice(stage, 'Eve')
  const [session] = stage.chat.sessions.list({}).chats
  const { answer } = await stage.chat.start({
    message: 'Mallory',
    session_id: session!.session_id,
    provenance: 'local-client',
  })
  await answer
  await decide(stage, machine.asked[1], true)
  await decide(stage, machine.asked[0], true)
  expect(stage.letters).toEqual(['Mallory', 'Eve'])
  await expect.poll(() => machine.sent().length).toBe(1)
  expect(machine.sent()[0]!.body).toContain('Eve')
})

test.each([
  ['there is no account to send with', {}, {}],
  ['the webhook names a service that is not of Teams', accounts, { serviceUrl: 'https://evil.example.org/' }],
])('nothing is sent where %s, and the decision counts', async (_name, settings, changes) => {
  await using machine = await openMachine(settings)
  await using stage = await machine.boot()
  await askOffice(stage, 'Eve', changes)
  expect(await decide(stage, machine.asked[0], true)).toMatchObject({ result: { success: true } })
  const [session] = stage.chat.sessions.list({}).chats
  const messages = () => stage.chat.sessions.read(session!.session_id).messages
  await expect.poll(() => messages().at(-1)?.text).toContain('The letter to Eve is on its way.')
  expect(machine.sent()).toEqual([])
})
