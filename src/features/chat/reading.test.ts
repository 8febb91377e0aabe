import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rememberedEmbedder } from '../../../test/router-gold/remembered-embedder.ts'
import { AppError } from '../../contract/errors.ts'
import { silentLog } from '../../contract/log.ts'
import { migrations } from '../../migrations/migrations.ts'
import { createNotifications } from '../notifications/notifications.ts'
import { Store } from '../store/store.ts'
import { Timers } from '../timers/timers.ts'
import { inOrder } from './answer-in-order.ts'
import type { Answerer, Asked, EarlierMessage, Route, AnswerWriter } from './answering.ts'
import { fastPathAnswerer, type FastPathDeps } from './fast-paths/fast-path.ts'
import { learnFrom, memoryAnswerer } from './memory/memory-answerer.ts'
import { MemoryStore } from './memory/memory.ts'
import { planAnswerer, type PlanAnswererDeps } from './plans/plan-answerer.ts'
import { readingOf } from './reading.ts'
import { storedIn } from './router/answers/stored-names.ts'
import { routerAnswerer, type RouterAnswererDeps } from './router/router-answerer.ts'
import { createRouter } from './router/router.ts'
import { Turns } from './router/follow-ups/turns.ts'
import type { Router } from './router/understanding.ts'
import { suggestionsAnswerer } from './suggestions.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

const now = () => new Date('2026-11-16T12:00:00Z')
const opened = new AsyncDisposableStack()
const read: string[] = []
let chat: Awaited<ReturnType<typeof openAnswerers>>

beforeAll(async () => {
  chat = await openAnswerers()
})

beforeEach(() => {
  read.length = 0
})

afterAll(() => opened.disposeAsync())

/** Everybody who answers without a model, around a router that tells what it was asked to understand. */
async function openAnswerers() {
  const folder = opened.use(await mkdtempDisposable(join(tmpdir(), 'deskhand-reading-')))
  const database = await openDatabase({
    path: join(folder.path, 'deskhand.db'),
    backupFolder: join(folder.path, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
  opened.defer(() => database.close())
  const store = new Store({ database, now, onChange: () => {} })
  const memory = new MemoryStore({ database, now })
  await store.write('camping', JSON.stringify({ items: [] }))
  await memory.add('The reminder to call Bob is in the drawer', { source: 'client' })
  await memory.add('The garage code is 4711', { source: 'client' })
  await memory.add("Mum's birthday is on 3 May", { source: 'client' })
  const corrections = { find: () => undefined, list: () => [], keep: async () => {} }
  const real = createRouter({ corrections, embedder: await rememberedEmbedder() })
  opened.defer(() => real.close())
  const router: Router = {
    ...real,
    understand(sentence, context) {
      read.push(sentence)
      return real.understand(sentence, context)
    },
  }
  const remembering = {
    memory,
    homeCity: () => null,
    keepSetting: async () => {},
    hasModel: () => false,
  }
  const notifications = createNotifications({ database, now })
  const told = { onChanged: () => {}, onRemoved: () => {} }
  const timers = new Timers({ database, notifications, now, log: silentLog, ...told })
  opened.defer(() => timers.close())
  const port = {
    store,
    timers,
    router,
    homeCity: () => null,
    hasModel: () => false,
    turns: new Turns(),
    openQuestions: () => [],
    updateSettings: async () => {},
    describeTool: () => undefined,
    isSet: () => false,
  }
  const answerers = inOrder({
    skills: async () => false,
    fastPath: fastPathAnswerer({ findArticle: noArticle, metrics } as unknown as FastPathDeps),
    memory: memoryAnswerer(remembering),
    automations: async () => false,
    plans: planAnswerer({ hasModel: () => false, plan: noPlan } as unknown as PlanAnswererDeps),
    router: routerAnswerer(port as unknown as RouterAnswererDeps),
    model: () => Promise.resolve(false),
    suggestions: suggestionsAnswerer,
  })
  const reader = { router, kept: () => storedIn(store) }
  return { memory, remembering, answerers, load: () => Promise.resolve(reader) }
}

const metrics = { levels: () => Promise.resolve({ disks: [] }) }

function noArticle(): Promise<never> {
  return Promise.reject(new AppError('not_found', 'No such article.'))
}

function noPlan(): Promise<never> {
  return Promise.reject(new AppError('invalid_request', 'Nothing of it can be planned.'))
}

/** Says one message, and tells who answered, as the conversation does. */
async function say(message: string, earlier: readonly EarlierMessage[] = []) {
  const asked: Asked = {
    message,
    earlier,
    session_id: message,
    run_id: 'r',
    attachments: [],
    mayDecide: true,
    context: { time_zone: 'America/New_York', locale: 'en-GB' },
    provenance: 'local-client',
    signal: new AbortController().signal,
  }
  const reading = readingOf(asked, { load: chat.load, now })
  const said: string[] = []
  let told: Route | undefined
  const writer = {
    announce: () => 'c1',
    add: () => 'c2',
    remove() {},
    notice() {},
    route: (route: Route) => void (told = route),
    say: (text: string) => void said.push(text),
  } as unknown as AnswerWriter
  for (const answerer of chat.answerers) if (await answerer(asked, writer, reading)) break
  const learned = await learnFrom(chat.remembering, asked, reading)
  return { by: told!.by, name: told!.candidates[0]?.name, text: said.join(''), learned }
}

test.each([
  ['df', 'fast_path', 'df', 0],
  ['yes', 'router', 'yes', 0],
  ['what do you know about me', 'router', 'memory', 0],
  ['where do I live', 'router', 'memory', 0],
  ['who is Ada Lovelace', 'fast_path', 'who is', 1],
  ['who is in my contacts', 'router', 'contacts', 1],
  ['who is waiting for me', 'router', 'waiting', 0],
  ['what is the garage code', 'router', 'memory', 1],
  ["when is mum's birthday", 'router', 'memory', 1],
  ['when is the meeting with Tom', 'router', 'calendar_view', 1],
  ['forget the reminder to call Bob', 'router', 'reminder.remove', 1],
  ['my wife is called Mei', 'router', 'memory', 1],
  ['set a timer for 5 minutes', 'router', 'live_timer', 1],
  ['add a tent to camping, then set a timer for 5 minutes', 'router', 'list.add', 1],
  ['remind me on 3/4 at 9 to pay rent', 'router', 'reminder.add', 1],
  ['show me a dream, then sing it', 'suggestions', undefined, 1],
] as const)('%s', async (message, by, name, times) => {
  const answer = await say(message)
  expect(answer).toMatchObject(name === undefined ? { by } : { by, name })
  expect(read).toEqual(Array.from({ length: times }, () => message))
})

test('all read it with the lists, the zone and the order of day and month of whoever asks', async () => {
  expect((await say('add a stove to camping, then flip a coin')).text).toContain('Added A stove to Camping')
  expect((await say('remind me on 3/4 at 9 to pay the rent')).text).toContain('3 April 2027 at 09:00')
})

test('a fact ends where another wish begins', async () => {
  const { name, learned } = await say("I live in Oslo, what's the weather")
  expect(name).toBe('setting.city')
  expect(learned).toEqual(["I'll remember that you live in Oslo."])
  expect(read).toEqual(["I live in Oslo, what's the weather"])
  await say('my name is Ada and then add milk to camping')
  expect(chat.memory.known('name')).toBe('Ada')
  await say('I like to swim, cook and play chess')
  expect(chat.memory.known('likes')).toBe('to swim, cook and play chess')
})

test('what goes on from the message before is read as a whole sentence, each of them once', async () => {
  const earlier: EarlierMessage[] = [
    { role: 'user', text: 'weather in Oslo', components: [] },
    { role: 'assistant', text: '', components: [], by: 'router' },
  ]
  const answer = await say('and in Bergen?', earlier)
  expect(answer.name).toBe('live_weather')
  expect(read.length).toBe(new Set(read).size)
  expect(read).toContain('weather in Oslo')
})

test('everybody who answers is given the same understanding', async () => {
  const seen: unknown[] = []
  const asked = { message: 'sing, then dance', context: {}, signal: new AbortController().signal } as Asked
  const reading = readingOf(asked, { load: chat.load, now })
  const look: Answerer = async (_asked, _voice, given) => {
    seen.push(await given.understand())
    return false
  }
  const all = {
    skills: look,
    fastPath: look,
    memory: look,
    automations: look,
    plans: look,
    router: look,
    model: look,
    suggestions: look,
  }
  for (const answerer of inOrder(all)) await answerer(asked, {} as AnswerWriter, reading)
  expect(seen).toHaveLength(8)
  expect(new Set(seen).size).toBe(1)
  expect(read).toEqual(['sing, then dance'])
})
