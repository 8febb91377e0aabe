import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
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

async function say(message: string) {
  const { components, route } = await service.client.chat.send({
    body: { message, context: { time_zone: 'Europe/Oslo' } },
  })
  const texts = components.flatMap((one) => (one.type === 'text' ? [String(one['text'])] : []))
  const shown = components.filter(({ type }) => type !== 'text')
  return { shown, by: route.by, text: texts.join('\n') }
}

/** Everything that is stored, to see that nothing has changed. */
async function everything() {
  const { entries } = await service.client.store.list({ query: { limit: 100 } })
  return entries.map(({ key, version }) => `${key} ${version}`)
}

async function stored(key: string, member: string): Promise<Record<string, unknown>[]> {
  const value = await service.client.store.get({ params: { key } })
  return (value as Record<string, Record<string, unknown>[]>)[member] ?? []
}

test.each([
  ["don't add milk to my shopping list", /OK, I won't do anything/],
  ["I don't want to add cheese to my shopping list", /OK, I won't do anything/],
  ["never mind, don't set a timer for 5 minutes", /OK, I won't do anything/],
  ['how do I add something to my shopping list?', /Just say it, for example “Add milk/],
  ['can you remind me of things', /Just say it, for example “Remind me/],
  ['should I set an alarm for 6?', /I haven't done anything yet/],
  ['if it rains tomorrow remind me to take an umbrella', /I can wait for a time, but not/],
  ['flip a coin every morning', /repeat \(“every morning”\).*so I did nothing/],
])('%s changes nothing, and says so', async (message, answer) => {
  const before = await everything()
  const { text, by, shown } = await say(message)
  expect(by).toBe('router')
  expect(text).toMatch(answer)
  expect(shown.map(({ type }) => type).filter((type) => type !== 'button')).toEqual([])
  expect(await everything()).toEqual(before)
})

test('a question whether to do something can be turned into the wish', async () => {
  const { shown } = await say('should I set an alarm for 6?')
  expect(shown).toMatchObject([{ type: 'button', action: { kind: 'chat', message: 'set an alarm for 6' } }])
})

test('several wishes are done in their order, and the list is shown once', async () => {
  const { shown, text } = await say(
    'add kiwis to my shopping list and set a timer for 5 minutes, then add bread to my shopping list',
  )
  expect(shown.map(({ type }) => type)).toEqual(['todo_list', 'live_timer'])
  expect(shown[1]).toMatchObject({ seconds: 300 })
  expect(text).toMatch(/kiwis.*bread/is)
  expect((await stored('shopping', 'items')).map((item) => item['text'])).toEqual(['Kiwis', 'Bread'])
})

test('each of several entries goes where it is said', async () => {
  await say('add eggs to shopping and stamps to todo')
  expect((await stored('shopping', 'items')).map((item) => item['text'])).toContain('Eggs')
  expect((await stored('todo', 'items')).map((item) => item['text'])).toEqual(['Stamps'])
})

test('two payments of one sentence are two', async () => {
  await say('i spent 30 on dinner and 12 on taxi')
  expect(
    (await stored('budget', 'entries'))
      .map(({ amount, text }) => `${String(amount)} ${String(text)}`.toLowerCase())
      .toSorted(),
  ).toEqual(['12 taxi', '30 dinner'])
})

test.each([
  ['weather in Rome and London', [{ city: 'Rome' }, { city: 'London' }]],
  ['is it warmer in Malaga or Athens', [{ city: 'Malaga' }, { city: 'Athens' }]],
  ['set three timers: 5, 10 and 15 minutes', [{ seconds: 300 }, { seconds: 600 }, { seconds: 900 }]],
  ['10 usd to eur, gbp and yen', [{ to: 'EUR' }, { to: 'GBP' }, { to: 'JPY' }]],
  ['roll a dice and flip a coin', [{ type: 'dice_roller' }, { type: 'coin_flip' }]],
])('%s shows one for each', async (message, expected) => {
  expect((await say(message)).shown).toMatchObject(expected)
})

test('what is written down can be reminded of in the same sentence', async () => {
  await say('note: buy stamps and remind me tomorrow at 9')
  expect(await stored('notes', 'notes')).toMatchObject([{ text: expect.stringMatching(/^buy stamps$/i) }])
  expect(await stored('reminders', 'items')).toMatchObject([{ text: 'Buy stamps', due: expect.any(String) }])
})

test('a part that is not understood is named, and the rest is done', async () => {
  const { shown, text } = await say('set a timer for 5 minutes and turn on the lights')
  expect(shown).toMatchObject([{ type: 'live_timer', seconds: 300 }])
  expect(text).toContain("so I didn't do it: “turn on the lights”")
})

test('one after the other needs no workflow where each is a wish of its own', async () => {
  const home = dirname(service.folder.root)
  await mkdir(join(home, 'Documents'), { recursive: true })
  await writeFile(join(home, 'Documents/meeting.md'), 'Agenda')
  const { shown } = await say('read ~/Documents/meeting.md then add plums to my shopping list')
  expect(shown.map(({ type }) => type)).toContain('todo_list')
  expect(JSON.stringify(shown)).toContain('Agenda')
  expect((await stored('shopping', 'items')).map((item) => item['text'])).toContain('Plums')
  const { workflows } = await service.client.workflows.list({ query: { limit: 50 } })
  expect(workflows).toEqual([])
})

test('what is found can be packed', async () => {
  const home = dirname(service.folder.root)
  await mkdir(join(home, 'Documents'), { recursive: true })
  await writeFile(join(home, 'Documents/invoice-march.pdf'), 'one')
  await writeFile(join(home, 'Documents/invoice-april.pdf'), 'two')
  await say('find my invoices then zip them to ~/packed.zip')
  expect((await stat(join(home, 'packed.zip'))).size).toBeGreaterThan(0)
})

test('what is to be written first and copied then is not written as one text', async () => {
  const home = dirname(service.folder.root)
  await say('create ~/first.txt with the text hi, then copy it to ~/second.txt')
  expect(await readFile(join(home, 'first.txt'), 'utf8')).toBe('hi')
  expect(await readFile(join(home, 'second.txt'), 'utf8')).toBe('hi')
})
