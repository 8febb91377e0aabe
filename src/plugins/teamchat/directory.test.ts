import { beforeEach, expect, test } from 'vitest'
import { createDirectory, type Directory } from './directory.ts'
import { Memory } from './memory.ts'
import { SlackClient } from './slack-client.ts'

type Answer = Record<string, unknown> | ((given: URLSearchParams) => Record<string, unknown>)

let asked: string[]
let now: Date
let directory: Directory
beforeEach(() => {
  asked = []
  now = new Date('2026-03-02T09:30:00Z')
  directory = createDirectory()
})

/** A workspace that answers by method; what is not there is refused. */
function workspace(answers: Readonly<Record<string, Answer>>, token = 'xoxb-1'): SlackClient {
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const method = new URL(url instanceof Request ? url.url : url).pathname.replace('/api/', '')
    const given = new URLSearchParams(init!.body as string)
    asked.push(`${method} ${given.toString()}`)
    const answer = answers[method] ?? { ok: false, error: 'unknown_method' }
    return Response.json({ ok: true, ...(typeof answer === 'function' ? answer(given) : answer) })
  }
  const call = { signal: new AbortController().signal, now: () => now }
  return new SlackClient({
    base: 'https://slack.com',
    isReplaced: false,
    token,
    fetch,
    fetchForUpload: fetch,
    call,
  })
}

const general = { id: 'C0GENERAL', name: 'general' }
const channels = (...given: object[]) => workspace({ 'conversations.list': { channels: given } })

test.each([
  ['C0123456789', 'C0123456789'],
  [' G0123456789 ', 'G0123456789'],
  ['<#C0123456789|general>', 'C0123456789'],
  ['<#C0123456789>', 'C0123456789'],
])('the channel %s is known by its id, and nobody is asked', async (given, id) => {
  expect(await directory.channels.find(given, workspace({}))).toEqual({ id, name: null })
  expect(asked).toEqual([])
})

test.each(['general', '#general', ' #General '])('a channel is found by its name: "%s"', async (given) => {
  expect(await directory.channels.find(given, channels(general))).toEqual(general)
})

test('a channel is found by the name that it has in plain letters, and an archived one is not found', async () => {
  const client = channels(
    { id: 'C0CAFE000', name: 'café', name_normalized: 'cafe' },
    { id: 'C0OLD0000', name: 'old', is_archived: true },
    { name: 'no id' },
  )
  expect(await directory.channels.find('cafe', client)).toEqual({ id: 'C0CAFE000', name: 'café' })
  await expect(directory.channels.find('old', client)).rejects.toMatchObject({ code: 'not_found' })
})

test.each(['', '#', 'two words', '<#oops', ' '])('"%s" is no channel', async (given) => {
  await expect(directory.channels.find(given, workspace({}))).rejects.toMatchObject({
    code: 'invalid_request',
  })
  expect(asked).toEqual([])
})

test('a name that is nearly one is asked back', async () => {
  await expect(directory.channels.find('generel', channels(general))).rejects.toThrow('"general"')
})

test('names are remembered for a while, and for one workspace only', async () => {
  await directory.channels.find('general', channels(general))
  expect(await directory.channels.find('#general', channels())).toEqual(general)
  expect(asked).toHaveLength(1)
  const other = workspace({ 'conversations.list': { channels: [] } }, 'xoxb-2')
  await expect(directory.channels.find('general', other)).rejects.toMatchObject({ code: 'not_found' })
  now = new Date(now.getTime() + 5 * 60_000)
  await expect(directory.channels.find('general', channels())).rejects.toMatchObject({ code: 'not_found' })
})

test('page after page is looked through, until the name turns up', async () => {
  const client = workspace({
    'conversations.list': (given) => {
      const page = Number(given.get('cursor') ?? 0)
      const channel = { id: `C00000000${page}`, name: `room-${page}` }
      return { channels: [channel], response_metadata: { next_cursor: String(page + 1) } }
    },
  })
  expect(await directory.channels.find('room-3', client)).toEqual({ id: 'C000000003', name: 'room-3' })
  expect(asked).toHaveLength(4)
  // Those on the way are known, too.
  expect(await directory.channels.find('room-2', client)).toMatchObject({ id: 'C000000002' })
  expect(asked).toHaveLength(4)
})

test('a cursor that does not move ends the list', async () => {
  const client = workspace({
    'conversations.list': { channels: [general], response_metadata: { next_cursor: 'same' } },
  })
  await expect(directory.channels.find('elsewhere', client)).rejects.toMatchObject({ code: 'not_found' })
  expect(asked).toHaveLength(2)
})

test('a bot that may not see private channels finds the public ones, and says what it lacks', async () => {
  const client = workspace({
    'conversations.list': (given) =>
      given.get('types') === 'public_channel'
        ? { channels: [general] }
        : { ok: false, error: 'missing_scope' },
  })
  expect(await directory.channels.find('general', client)).toEqual(general)
  await expect(directory.channels.find('secret', client)).rejects.toThrow('groups:read')
})

const ada = { id: 'U0ADA0000', name: 'ada', profile: { real_name: 'Ada Lovelace', display_name: 'Ada' } }
const bob = { id: 'U0BOB0000', name: 'bob', real_name: 'Bob Smith', profile: { display_name: '' } }
const people = (...members: object[]) => workspace({ 'users.list': { members } })

test.each([
  ['U0123456789', 'U0123456789'],
  ['<@U0123456789>', 'U0123456789'],
  ['<@W0123456789|ada>', 'W0123456789'],
])('the person %s is known by the id', async (given, id) => {
  expect(await directory.people.find(given, workspace({}))).toEqual({ id, name: null })
})

test.each(['ada', '@ada', 'Ada Lovelace', ' ADA '])('a person is found as "%s"', async (given) => {
  expect(await directory.people.find(given, people(ada, bob))).toEqual({ id: ada.id, name: 'Ada' })
})

test('a person without a shown name has the real one', async () => {
  expect(await directory.people.find('bob', people(ada, bob))).toEqual({ id: bob.id, name: 'Bob Smith' })
})

test('a person is found by the e-mail address, with one question', async () => {
  const client = workspace({ 'users.lookupByEmail': { user: ada } })
  expect(await directory.people.find('ada@example.org', client)).toEqual({ id: ada.id, name: 'Ada' })
  expect(asked).toEqual(['users.lookupByEmail email=ada%40example.org'])
})

test('bots and those who have left are nobody', async () => {
  const client = people({ ...ada, deleted: true }, { ...bob, is_bot: true })
  for (const name of ['ada', 'bob'])
    await expect(directory.people.find(name, client)).rejects.toMatchObject({ code: 'not_found' })
})

test('two of the same name are a question, with their ids', async () => {
  const twin = { ...ada, id: 'U0TWIN000', name: 'ada2' }
  const error: unknown = await directory.people
    .find('ada lovelace', people(ada, twin))
    .catch((thrown) => thrown)
  expect(error).toMatchObject({ code: 'conflict' })
  expect((error as Error).message).toContain(ada.id)
  expect((error as Error).message).toContain(twin.id)
})

test('who is nearly called so is proposed, a whole first name before all', async () => {
  await expect(directory.people.find('bobb', people(ada, bob))).rejects.toThrow('"bob"')
  const grace = { id: 'U0GRACE00', name: 'gh', profile: { real_name: 'Grace Hopper' } }
  await expect(createDirectory().people.find('grace', people(ada, grace))).rejects.toThrow('"grace hopper"')
  await expect(directory.people.find(' @ ', people(ada))).rejects.toMatchObject({ code: 'invalid_request' })
})

test('names of many are asked for once each, and whom Slack does not tell is left out', async () => {
  const client = workspace({
    'users.info': (given) =>
      given.get('user') === ada.id ? { user: ada } : { ok: false, error: 'user_not_found' },
  })
  const names = await directory.people.namesOf(new Set([ada.id, 'U0GONE000']), client)
  expect([...names]).toEqual([[ada.id, 'Ada']])
  await directory.people.namesOf(new Set([ada.id]), client)
  expect(asked).toHaveLength(2)
})

test('without permission no more names are asked for', async () => {
  const client = workspace({ 'users.info': { ok: false, error: 'missing_scope' } })
  const ids = Array.from({ length: 50 }, (_, index) => `U${100_000_000 + index}`)
  expect((await directory.people.namesOf(new Set(ids), client)).size).toBe(0)
  expect(asked.length).toBeLessThanOrEqual(4)
})

test('somebody without an id is no answer', async () => {
  await expect(directory.people.find('ada', people({ name: 'ada' }))).rejects.toMatchObject({
    code: 'upstream_failed',
  })
})

test('what is remembered is forgotten after its time, and does not grow without end', () => {
  const memory = new Memory<number>()
  memory.set('a', 1, now)
  const later = (ms: number) => new Date(now.getTime() + ms)
  expect([memory.get('a', later(299_999)), memory.get('a', later(300_000)), memory.get('b', now)]).toEqual([
    1,
    undefined,
    undefined,
  ])
  for (let count = 0; count < 50_000; count += 1) memory.set(`key ${count}`, count, now)
  expect(memory.get('a', now)).toBeUndefined()
  expect(memory.get('key 49999', now)).toBe(49_999)
})
