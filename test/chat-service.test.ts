import { expect, test } from 'vitest'
import type { Component } from '../src/contract/component-schema.ts'
import { samples } from './live-data-routes.ts'
import { startTestService, type TestService } from './service.ts'
import { startUpstream } from './upstream.ts'

interface Reply {
  readonly components: (Component & { children?: Component[] })[]
  readonly session_id: string
  readonly run_id: string
  readonly route: { by: string }
}

async function say(service: TestService, message: string, session_id?: string): Promise<Reply> {
  return service.client.chat.send({
    body: { message, ...(session_id !== undefined && { session_id }) },
  })
}

test('df, free and ps answer from the metrics, in any case and with options behind them', async () => {
  await using service = await startTestService()
  const metrics = await service.client.metrics.read({ query: {} })
  for (const message of ['df', 'DF -h', '  df\n']) {
    const { components, route } = await say(service, message)
    expect(route.by).toBe('fast_path')
    const table = components.find(({ type }) => type === 'table')!
    expect((table['rows'] as { mount: string }[]).map(({ mount }) => mount)).toEqual(
      metrics.disks.map(({ mount }) => mount),
    )
  }
  const free = await say(service, 'free -m')
  expect(free.components).toMatchObject([{ type: 'gauge', label: 'RAM in use' }, { type: 'grid' }])
  expect(free.components[1]!.children![0]).toMatchObject({ value: metrics.memory.total_bytes })
  const ps = await say(service, 'Ps aux')
  expect(ps.components).toMatchObject([{ type: 'table', caption: 'Top processes' }])
  expect((ps.components[0]!['rows'] as object[]).length).toBeGreaterThan(0)
  for (const message of ['dfs', 'freedom', 'psst', 'demonstrate it'])
    expect((await say(service, message)).route.by).not.toBe('fast_path')
})

test('demo and telepath show cards, --cards chooses, and unknown names are listed back', async () => {
  await using service = await startTestService()
  const all = await say(service, 'telepath')
  expect(all.components.map(({ type }) => type)).toEqual([
    'live_weather',
    'card',
    'news_ticker',
    'todo_list',
    'calendar_view',
    'list',
  ])
  const some = await say(service, 'demo --cards=notes,Stocks,flux,weather')
  expect(some.components.map(({ type }) => type)).toEqual(['notes', 'live_stock', 'live_weather', 'text'])
  expect(some.components.at(-1)!['text']).toContain('"flux"')
  const every = /Available cards: (.*)\./
    .exec(String(some.components.at(-1)!['text']))![1]!
    .replaceAll(' ', '')
  const { components } = await say(service, `demo --cards=${every}`)
  expect(components).toHaveLength(every.split(',').length)
})

test('who is, profile of and bio of show a profile from the encyclopedia', async () => {
  await using upstream = await startUpstream({
    WIKIPEDIA: (url) =>
      url.pathname.includes('Ada_Lovelace')
        ? { body: wikipediaSample }
        : url.pathname === '/w/api.php'
          ? { body: { query: { search: [] } } }
          : { status: 404, body: {} },
  })
  await using service = await startTestService({ environment: upstream.environment })
  for (const message of ['who is Ada Lovelace?', 'Profile of Ada Lovelace', 'BIO OF Ada Lovelace.']) {
    const { components, route } = await say(service, message)
    expect(route.by).toBe('fast_path')
    expect(components).toMatchObject([
      { type: 'profile', name: 'Ada Lovelace', kind: 'person', source: { name: 'Wikipedia' } },
    ])
    expect(components[0]!['facts']).toContainEqual({ label: 'Born', value: '10 December 1815' })
    expect(components[0]!['image_url']).toMatch(/^https:/)
  }
  const nobody = await say(service, 'who is Xyzzy Plugh')
  expect(nobody.components).toMatchObject([{ type: 'error', code: 'not_found', retryable: false }])
})

const wikipediaSample = {
  ...(samples['summary'] as object),
  extract:
    'Augusta Ada King, Countess of Lovelace (10 December 1815 – 27 November 1852), was an English mathematician.',
}

test('with nobody to ask, a profile says so', async () => {
  await using service = await startTestService()
  const { components } = await say(service, 'who is Ada Lovelace')
  expect(components).toMatchObject([{ type: 'error', code: 'upstream_failed', retryable: true }])
})

test('conversations are listed, found, read, renamed and deleted, also after a restart', async () => {
  await using service = await startTestService()
  const { chat } = service.client
  const first = await say(service, 'free of charge, 東京タワー')
  await say(service, 'df', first.session_id)
  const second = await say(service, 'demo --cards=notes')
  const ids = async (query?: string) =>
    (await chat.listChats({ query: query === undefined ? {} : { query } })).chats.map(
      ({ session_id }) => session_id,
    )
  expect(await ids()).toEqual([second.session_id, first.session_id])
  expect(await ids('charge')).toEqual([first.session_id])
  expect(await ids('CHARG')).toEqual([first.session_id])
  expect(await ids('東京')).toEqual([first.session_id])
  expect(await ids('タワー')).toEqual([first.session_id])
  expect(await ids('installed ram')).toEqual([first.session_id])
  expect(await ids('nothing-like-it')).toEqual([])
  expect(await ids('"%_')).toEqual([])
  const page = await chat.listChats({ query: { limit: 1 } })
  expect(page.next_cursor).not.toBeNull()
  const next = await chat.listChats({ query: { limit: 1, cursor: page.next_cursor! } })
  expect(next.chats.map(({ session_id }) => session_id)).toEqual([first.session_id])
  expect(next.next_cursor).toBeNull()
  const params = { session_id: first.session_id }
  expect(await chat.renameChat({ params, body: { title: 'Machine' } })).toMatchObject({
    title: 'Machine',
    message_count: 4,
    origin: 'client',
  })
  await service.restart()
  const record = await chat.readChat({ params })
  expect(record).toMatchObject({ title: 'Machine', origin: 'client' })
  expect(record.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant'])
  expect(record.messages[1]!.components).toEqual(first.components)
  expect(await ids('machine')).toEqual([first.session_id])
  await chat.removeChat({ params })
  expect(await ids()).toEqual([second.session_id])
  expect(await ids('charge')).toEqual([])
  await expect(chat.readChat({ params })).rejects.toMatchObject({ code: 'not_found' })
})

test('a conversation is pinned, exported, thrown away and brought back, also after a restart', async () => {
  await using service = await startTestService()
  const { chat } = service.client
  const first = await say(service, 'what is 17% of 230?')
  const params = { session_id: first.session_id }
  const second = await say(service, 'df')
  const ids = async (query = {}) =>
    (await chat.listChats({ query })).chats.map(({ session_id }) => session_id)
  expect(await chat.pinChat({ params, body: { pinned: true } })).toMatchObject({ pinned: true })
  expect(await ids()).toEqual([first.session_id, second.session_id])
  const page = await chat.listChats({ query: { limit: 1 } })
  expect(await ids({ limit: 1, cursor: page.next_cursor! })).toEqual([second.session_id])

  const { filename, content } = await chat.exportChat({ params, query: {} })
  expect(filename).toBe('what-is-17-of-230.md')
  expect(content).toMatch(/^# What is 17% of 230\?\n\n## You\n[^]*## Deskhand\n[^]*39\.1/)
  const json = await chat.exportChat({ params, query: { format: 'json' } })
  expect(json).toMatchObject({ media_type: 'application/json', filename: 'what-is-17-of-230.json' })
  expect(JSON.parse(json.content)).toEqual(await chat.readChat({ params }))

  expect(await chat.trashChat({ params })).toHaveProperty('trashed_at')
  await service.restart()
  expect(await ids()).toEqual([second.session_id])
  expect(await ids({ trashed: true })).toEqual([first.session_id])
  await expect(chat.readChat({ params })).rejects.toMatchObject({ code: 'not_found' })
  await expect(say(service, 'df', first.session_id)).rejects.toMatchObject({ code: 'not_found' })
  await chat.restoreChat({ params })
  expect(await ids()).toEqual([first.session_id, second.session_id])
  expect((await chat.readChat({ params })).messages).toHaveLength(2)
  await chat.trashChat({ params })
  await chat.removeChat({ params })
  expect(await ids({ trashed: true })).toEqual([])
})

test('a client may name its conversations itself', async () => {
  await using service = await startTestService()
  const first = await say(service, 'df', 'my-shell:1')
  expect(first.session_id).toBe('my-shell:1')
  expect((await say(service, 'free', 'my-shell:1')).session_id).toBe('my-shell:1')
  const { messages } = await service.client.chat.readChat({ params: { session_id: 'my-shell:1' } })
  expect(messages).toHaveLength(4)
  await expect(say(service, 'df', '../etc')).rejects.toMatchObject({ code: 'invalid_request' })
})

test('what the user says about themselves is kept, shown, corrected, found and forgotten', async () => {
  await using service = await startTestService()
  const { chat } = service.client
  const text = async (message: string) => String((await say(service, message)).components[0]!['text'])
  expect(await text('I live in tokyo.')).toBe("I'll remember that you live in Tokyo.")
  expect(await text('I live in Tokyo')).toBe('I already know that.')
  expect(await text('By the way, my work email is ada@example.org')).toContain(
    'your work email is ada@example.org',
  )
  expect(await text('Call me Ada and I am allergic to nuts')).toContain('allergic to nuts')
  expect(await text('I moved to Kyoto')).toContain('Kyoto')
  const { memories } = await chat.listMemory({ query: {} })
  expect(Object.fromEntries(memories.map(({ kind, value }) => [kind, value]))).toEqual({
    home_city: 'Kyoto',
    work_email: 'ada@example.org',
    name: 'Ada',
    allergy: 'nuts',
  })
  expect(memories.every(({ source, session_id }) => source === 'chat' && session_id !== null)).toBe(true)
  const found = await chat.listMemory({ query: { query: 'what am I allergic to' } })
  expect(found.memories[0]).toMatchObject({ kind: 'allergy', value: 'nuts' })
  const known = await say(service, 'What do you know about me?')
  expect(JSON.stringify(known.components)).toContain('You moved to Kyoto')
  expect(await text('forget that I live in Kyoto')).toMatch(/I forgot/)
  const added = await chat.addMemory({ body: { text: 'My favourite team is Arsenal' } })
  expect(added).toMatchObject({ kind: 'favorite:team', value: 'Arsenal', source: 'client', session_id: null })
  const params = { memory_id: added.memory_id }
  const edited = await chat.editMemory({ params, body: { text: 'The cat sleeps on Tuesdays' } })
  expect(edited).toMatchObject({ kind: null, value: null, text: 'The cat sleeps on Tuesdays' })
  await service.restart()
  expect((await chat.listMemory({ query: {} })).memories).toHaveLength(4)
  await chat.removeMemory({ params })
  expect(await chat.clearMemory({})).toEqual({ deleted_count: 3 })
  expect((await chat.listMemory({ query: { query: 'nuts' } })).memories).toEqual([])
})

test('what is asked to be remembered is kept word for word, told when it is asked for, and forgotten', async () => {
  await using service = await startTestService()
  const text = async (message: string) => String((await say(service, message)).components[0]!['text'])
  expect(await text('remember that the garage code is 4711')).toBe(
    "I'll remember that the garage code is 4711.",
  )
  expect(await text('please remember that my sister Nora is allergic to peanuts')).toBe(
    "I'll remember that your sister Nora is allergic to peanuts.",
  )
  expect(await text('Remember that the garage code is 4711')).toBe('I already know that.')
  expect(await text("what's the garage code?")).toBe('The garage code is 4711.')
  expect(await text('what is my sister allergic to')).toBe('Your sister Nora is allergic to peanuts.')
  expect(await text('forget the garage code')).toBe('I forgot that the garage code is 4711.')
  const { memories } = await service.client.chat.listMemory({ query: {} })
  expect(memories.map((fact) => fact.text)).toEqual(['My sister Nora is allergic to peanuts'])
  expect(await text('what is the garage code')).not.toContain('4711')
})

test('a fact inside a longer message is kept too, with a quiet notice, and a quoted one is not', async () => {
  await using service = await startTestService()
  const stream = await fetch(`${service.address}/chat/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/x-ndjson' },
    body: JSON.stringify({ message: 'I live in Oslo. Hum me a tune, xylophone!' }),
  })
  const lines = (await stream.text()).trim().split('\n')
  const events = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'notice', level: 'info', text: "I'll remember that you live in Oslo." }),
  )
  await say(service, 'translate "I live in Rome" to French')
  await say(service, 'Do I live in Paris?')
  const { memories } = await service.client.chat.listMemory({ query: {} })
  expect(memories.map(({ value }) => value)).toEqual(['Oslo'])
})

test('with nobody who understands it, an answer is one line, chips, and a button to set up a model', async () => {
  await using service = await startTestService()
  const { components, route } = await say(service, 'zxqv blorp the frumious')
  expect(route.by).toBe('suggestions')
  const [line, chips] = components
  expect(components).toHaveLength(2)
  expect(String(line!['text'])).not.toMatch(/\n|[A-Z]{3}_[A-Z]/)
  expect(chips!.children!.length).toBeGreaterThan(1)
  expect(chips!.children!.at(-1)).toMatchObject({
    label: 'Set up a model',
    action: { kind: 'open', page: 'settings', item: 'model' },
  })
})

test('the events of a run can be read after a restart as they were sent', async () => {
  await using service = await startTestService()
  const { run_id, components } = await say(service, 'free')
  const read = async () => (await fetch(`${service.address}/api/runs/${run_id}/events`)).text()
  const before = await read()
  await service.restart()
  expect(await read()).toBe(before)
  expect(before).toContain(JSON.stringify(components))
  expect((await fetch(`${service.address}/api/runs/run_no/events`)).status).toBe(404)
  const wrong = await fetch(`${service.address}/api/runs/${run_id}/events`, {
    headers: { 'last-event-id': 'x' },
  })
  expect(wrong.status).toBe(400)
})
