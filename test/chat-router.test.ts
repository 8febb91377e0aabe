import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

async function say(message: string, context: Record<string, unknown> = { time_zone: 'Europe/Oslo' }) {
  const { components, route } = await service.client.chat.send({ body: { message, context } })
  return { components, route }
}

/** Types of the components, texts left out. */
async function shown(message: string): Promise<string[]> {
  const { components, route } = await say(message)
  expect(route.by, message).toBe('router')
  return components.map(({ type }) => type).filter((type) => type !== 'text')
}

test.each([
  ['please tell me the weather in Bergen tomorrow', { type: 'live_weather', city: 'Bergen', focus: 'daily' }],
  ['How is Apple stock doing?', { type: 'live_stock', symbol: 'AAPL' }],
  ['100 usd to eur', { type: 'currency_converter', amount: 100, from: 'USD', to: 'EUR' }],
  ['technology news', { type: 'news_ticker', topic: 'technology' }],
  ['define serendipity', { type: 'dictionary', word: 'serendipity' }],
  [
    "how do you say 'where is the bus' in spanish",
    { type: 'translator', text: 'where is the bus', target: 'es' },
  ],
  ['tell me about black holes', { type: 'wiki_summary', query: 'black holes' }],
  ['recipe for banana bread', { type: 'recipe_viewer', query: 'banana bread' }],
  ['nba scores', { type: 'live_sports', sport: 'basketball', league: 'nba' }],
  ['where is the space station', { type: 'astronomy', show: 'station' }],
  ['timer for 10 minutes', { type: 'live_timer', seconds: 600 }],
  ['what time is it in Tokyo', { type: 'live_clock', places: [{ label: 'Tokyo', time_zone: 'Asia/Tokyo' }] }],
  ['5 miles in km', { type: 'unit_converter', category: 'length', value: 5, from: 'mi', to: 'km' }],
  ['roll 3d6+2', { type: 'dice_roller', count: 3, sides: 6, modifier: 2 }],
  ['flip a coin', { type: 'coin_flip' }],
  ['15% tip on $60 for 3 people', { type: 'tip_calculator', bill: 60, tip_percent: 15, people: 3 }],
  ['metronome at 90 bpm', { type: 'metronome', bpm: 90 }],
  ['make a strong password with 24 characters', { type: 'password_generator', length: 24 }],
])('%s', async (message, component) => {
  const { components, route } = await say(message)
  expect(route.by).toBe('router')
  expect(components).toContainEqual(expect.objectContaining(component))
})

test('a calculation is answered with its result alone, and with all its digits', async () => {
  const { components } = await say('what is 17% of 230?')
  expect(components).toMatchObject([{ type: 'metric', value: 39.1 }])
  expect((await say('1/7')).components).toMatchObject([{ type: 'metric', decimals: 10 }])
  // Without anything to work out there are keys to enter it with.
  expect((await say('calculator')).components).toMatchObject([{ type: 'calculator' }])
})

test.each([
  ['17% of 230', { intent: 'calculator', answer: '39.1' }],
  ['5 miles in km', { intent: 'unit_converter', answer: '8.0467 km' }],
  ['25 minute timer', { intent: 'live_timer', answer: null }],
  ['zxqv blorp', { intent: null, label: null, answer: null }],
])('%s is understood while it is typed, and nothing is done', async (message, glance) => {
  const before = await service.client.chat.listChats({ query: {} })
  expect(await service.client.chat.understand({ query: { message } })).toMatchObject(glance)
  expect(await service.client.chat.listChats({ query: {} })).toEqual(before)
})

test('what is said of a list changes what is stored, and keeps what others have put there', async () => {
  const key = 'shopping'
  await service.client.store.put({
    params: { key },
    body: { items: [{ id: 'x', text: 'Bread', done: false, note: 'rye' }], own: 1 },
  })
  expect(await shown('add milk and eggs to my shopping list')).toEqual(['todo_list'])
  expect(await shown('cross bread off my shopping list')).toEqual(['todo_list'])
  await say('remove eggs from the grocery list')
  const stored = await service.client.store.get({ params: { key } })
  expect(stored).toMatchObject({
    own: 1,
    items: [
      { text: 'Bread', done: true, note: 'rye' },
      { text: 'Milk', done: false },
    ],
  })
  const { components } = await say('is milk on my shopping list?')
  expect(components[0]).toMatchObject({ type: 'text', text: expect.stringContaining('Yes') })
})

test('notes, boards, books, bookmarks, people, days and payments are kept', async () => {
  await shown('take a note that the key is under the mat')
  await shown('add write the text to my website board')
  await shown('move write the text to done on my website board')
  await shown('add The Hobbit by Tolkien to my reading list')
  await shown('bookmark https://example.com/a as Example')
  await shown('add Grace Hopper to my contacts')
  await shown('I spent $12 on lunch')
  await shown('remind me to call mom tomorrow at 5 pm')
  await shown('remind me to stretch in half an hour')
  await shown('remind me in 10 minutes to drink water')
  const read = (key: string) => service.client.store.get({ params: { key } })
  expect(await read('notes')).toMatchObject({ notes: [{ text: 'the key is under the mat' }] })
  expect(await read('website-board')).toMatchObject({
    columns: [{ cards: [] }, { cards: [] }, { title: 'Done', cards: [{ title: 'write the text' }] }],
  })
  expect(await read('reading')).toMatchObject({
    items: [{ title: 'The Hobbit', author: 'Tolkien', status: 'to_read' }],
  })
  expect(await read('bookmarks')).toMatchObject({
    bookmarks: [{ title: 'Example', url: 'https://example.com/a' }],
  })
  expect(await read('contacts')).toMatchObject({ contacts: [{ name: 'Grace Hopper' }] })
  expect(await read('budget')).toMatchObject({ entries: [{ amount: 12, kind: 'expense', text: 'lunch' }] })
  expect(await read('reminders')).toMatchObject({
    items: [
      { text: 'Call mom', due: expect.stringMatching(/T1[56]:00:00/) },
      { text: 'Stretch', due: expect.stringMatching(/Z$/) },
      { text: 'Drink water', due: expect.stringMatching(/Z$/) },
    ],
  })
})

test('the weather is that of the home city, and asked for where none is known', async () => {
  const before = await say("what's the weather?")
  expect(before.components.at(-1)).toMatchObject({
    type: 'form',
    action: { kind: 'chat', message: 'Weather in $value' },
  })
  await say('set my home city to Oslo')
  expect((await service.client.settings.get({}))['HOME_CITY']).toBe('Oslo')
  const after = await say("what's the weather?")
  expect(after.components).toMatchObject([{ type: 'live_weather', city: 'Oslo' }])
})

test('files are found and read by their name', async () => {
  const home = dirname(service.folder.root)
  await mkdir(join(home, 'Documents'), { recursive: true })
  await writeFile(join(home, 'Documents', 'fjords.txt'), 'The fjord is deep.')
  const found = await say('find files named fjords')
  expect(JSON.stringify(found.components)).toContain('fjords.txt')
  const opened = await say('read fjords.txt')
  expect(opened.components).toContainEqual(
    expect.objectContaining({ type: 'code', code: expect.stringContaining('The fjord is deep.') }),
  )
})

test('system questions are answered from the metrics', async () => {
  for (const message of [
    'how much disk space is left',
    'how much memory is free',
    'how busy is my cpu',
    'what programs are running',
  ])
    expect((await shown(message)).length, message).toBeGreaterThan(0)
})

test('workflows are listed, paused, resumed and run again by their name', async () => {
  const steps = [
    {
      id: 'a',
      agent: 'file_manager',
      action: 'LIST_FILES',
      args: { path: '~' },
      depends_on: [],
      needs_human: true,
    },
  ]
  const { workflow_id } = await service.client.workflows.create({ body: { name: 'Backup', steps } })
  const status = async () => (await service.client.workflows.read({ params: { workflow_id } })).status
  expect(JSON.stringify((await say('what is running?')).components)).toContain('Backup')
  await say('pause the backup workflow')
  expect(await status()).toBe('paused')
  await say('resume the backup workflow')
  await expect.poll(status).toBe('waiting')
  await say('run the backup again')
  expect((await service.client.workflows.list({ query: {} })).workflows).toHaveLength(2)
})

test('a tool with all of its arguments in the sentence runs', async () => {
  const home = dirname(service.folder.root)
  await writeFile(join(home, 'a.txt'), 'a')
  const { components, route } = await say('copy ~/a.txt to ~/b.txt')
  expect(route.by).toBe('router')
  expect(JSON.stringify(components)).toContain('b.txt')
})

test('what is not for the router is left to others', async () => {
  for (const message of [
    'transfer 100 dollars from savings to checking',
    'book a flight to paris',
    'write me a poem about the sea',
  ])
    expect((await say(message)).route.by, message).not.toBe('router')
})

test('a chosen suggestion answers and teaches, over a restart', async () => {
  const sentence = 'will my washing dry on the line'
  expect((await say(sentence)).route.by).not.toBe('router')
  const chosen = await say(`I mean Weather: ${sentence}`)
  expect(chosen.components).toContainEqual(expect.objectContaining({ type: 'live_weather' }))
  await service.restart()
  expect((await say(sentence)).route.by).toBe('router')
})

test('several things in one sentence become a workflow, and a part that nobody knows stops all of it', async () => {
  const home = dirname(service.folder.root)
  const { components, route } = await say(
    'list the files in ~, then write the result to ~/Documents/files.txt',
  )
  expect(route).toMatchObject({ by: 'router', candidates: [{ name: 'workflow' }] })
  expect(components[0]).toMatchObject({
    type: 'task_tracker',
    data: { status: 'completed', steps: [{ tool: 'LIST_FILES' }, { tool: 'WRITE_FILE' }] },
  })
  expect(await readFile(join(home, 'Documents', 'files.txt'), 'utf8')).not.toBe('')
  const half = await say('list the files in ~, then juggle them in the kitchen')
  expect(JSON.stringify(half.components)).toContain('juggle them in the kitchen')
  expect(JSON.stringify(half.components)).not.toContain('task_tracker')
})
