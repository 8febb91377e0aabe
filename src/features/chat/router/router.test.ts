import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { AppError } from '../../../contract/errors.ts'
import { silentLog } from '../../../contract/log.ts'
import { migrations } from '../../../migrations/migrations.ts'
import type { Database } from '../../../platform/database/database.ts'
import { storedCorrections, type Corrections } from './corrections.ts'
import { createEmbedder, type Embedder } from '../../../platform/embedding/embedder.ts'
import { whenOf } from './readers/reader.ts'
import { createRouter } from './router.ts'
import { suggestionsFor } from './suggestions.ts'
import { openDatabase } from '../../../platform/database/open-database.ts'

const context = {
  now: new Date('2026-11-15T09:00:00Z'),
  timeZone: 'Europe/Oslo',
  signal: new AbortController().signal,
}
const none: Corrections = { find: () => undefined, list: () => [], keep: async () => {} }
const embedder = createEmbedder()

afterAll(() => embedder.close())

async function temporaryDatabase(): Promise<Database & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-router-'))
  const database = await openDatabase({
    path: join(folder, 'a.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now: () => new Date(),
    log: silentLog,
  })
  return Object.assign(database, {
    async [Symbol.asyncDispose]() {
      await database.close()
      await rm(folder, { recursive: true })
    },
  })
}

test('of our own sentences nearly all are understood, and nothing that is not for it is answered', async () => {
  const router = createRouter({ corrections: none, embedder })
  const text = await readFile(new URL('own-sentences.txt', import.meta.url), 'utf8')
  const wrong: string[] = []
  const silent: string[] = []
  let count = 0
  for (const section of text.split(/^# /m).slice(1)) {
    const [intent, ...sentences] = section.split('\n').filter((line) => line !== '')
    for (const sentence of sentences) {
      const { meaning } = await router.understand(sentence, context)
      count += 1
      const expected = intent === 'other' ? undefined : intent
      if (meaning?.intent !== undefined && meaning.intent !== expected)
        wrong.push(`${sentence} -> ${meaning.intent}`)
      if (meaning === undefined && expected !== undefined) silent.push(sentence)
    }
  }
  expect(wrong).toEqual([])
  expect(silent.length, silent.join('\n')).toBeLessThan(count * 0.05)
})

test('politeness, wake words, casing and typing errors change nothing', async () => {
  const router = createRouter({ corrections: none, embedder })
  const said = [
    'weather in Oslo',
    'Hey Siri, could you please tell me what the weather is like in Oslo?',
    'I WOULD LIKE TO KNOW THE WEATHER IN OSLO, PLEASE',
    'umm can u tell me the wether in oslo for me thanks',
    'okay google, what’s the weather in Oslo',
    'forcast for oslo',
  ]
  for (const sentence of said) {
    const { meaning } = await router.understand(sentence, context)
    expect(meaning, sentence).toMatchObject({
      intent: 'live_weather',
      slots: { city: expect.stringMatching(/^oslo$/i) },
    })
  }
})

test('when it is not sure it offers what may have been meant, as chips that can be said', async () => {
  const router = createRouter({ corrections: none, embedder })
  const sentence = 'will my washing dry on the line'
  const understanding = await router.understand(sentence, context)
  expect(understanding.meaning).toBeUndefined()
  const suggestions = suggestionsFor(
    {
      candidates: [
        { name: 'live_weather', score: 0.5 },
        { name: 'nonsense', score: 0.4 },
      ],
    },
    sentence,
    whenOf(context),
  )
  expect(suggestions).toEqual([{ label: 'Weather', message: `I mean Weather: ${sentence}` }])
  const chosen = await router.understand(suggestions[0]!.message, context)
  expect(chosen.meaning).toMatchObject({
    intent: 'live_weather',
    score: 1,
    by: 'correction',
    slots: { correction_of: sentence },
  })
})

test('a correction holds for the sentence and for those that mean nearly the same, over restarts', async () => {
  await using database = await temporaryDatabase()
  const open = () =>
    createRouter({ corrections: storedCorrections({ database, now: () => new Date() }), embedder })
  await open().correct('Will my washing dry on the line?', 'live_weather')
  const again = open()
  expect((await again.understand('will my washing dry on the line', context)).meaning).toMatchObject({
    intent: 'live_weather',
    by: 'correction',
  })
  expect((await again.understand('will my laundry dry on the line', context)).meaning).toMatchObject({
    intent: 'live_weather',
    by: 'correction',
  })
  await again.correct('will my washing dry on the line', 'list.show')
  expect((await again.understand('will my washing dry on the line', context)).meaning?.intent).toBe(
    'list.show',
  )
})

test('without embeddings the words must do, and nothing fails', async () => {
  const broken: Embedder = {
    embed: () => Promise.reject(new AppError('unavailable', 'No model.')),
    close: async () => {},
  }
  const router = createRouter({ corrections: none, embedder: broken })
  expect(
    (await router.understand('is it gonna be chilly in the park', context)).candidates.length,
  ).toBeGreaterThan(0)
  expect((await router.understand('flip a coin', context)).meaning?.intent).toBe('coin_flip')
})

test('a question about a list is no command to change it', async () => {
  const router = createRouter({ corrections: none, embedder })
  for (const sentence of [
    'can you tell me whether i put soap on the shopping list',
    'has bread been added to my shopping list',
    'what should i cross off my list next',
  ])
    expect((await router.understand(sentence, context)).meaning?.intent, sentence).toBe('list.show')
})

test('words that leave nothing open are believed, and so is what says itself what it is', async () => {
  const router = createRouter({ corrections: none, embedder })
  const meaningOf = async (said: string) => (await router.understand(said, context)).meaning
  expect(await meaningOf('ty')).toMatchObject({ intent: 'thanks', by: 'grammar' })
  expect(await meaningOf('Yo')).toMatchObject({ intent: 'greeting', by: 'grammar' })
  expect(await meaningOf('okay, thanks')).toMatchObject({ intent: 'thanks', by: 'grammar' })
  expect(await meaningOf('I just want to thank you')).toMatchObject({ intent: 'thanks', by: 'grammar' })
  expect(await meaningOf('talk later')).toMatchObject({ intent: 'goodbye', by: 'grammar' })
  expect(await meaningOf('morning!')).toMatchObject({ intent: 'greeting', by: 'grammar' })
  expect(await meaningOf("how's it hanging")).toMatchObject({ intent: 'greeting', by: 'grammar' })
  expect(await meaningOf('todo: file the tax return')).toMatchObject({
    intent: 'list.add',
    by: 'grammar',
    slots: { items: ['file the tax return'] },
  })
})

test('a tool is chosen by the shape of its phrases when all of its arguments are there', async () => {
  const tools = () => [
    {
      action: 'STAMP_FILE',
      phrases: ['stamp ~/report.pdf for ~/Backup'],
      required: [
        { name: 'path', type: 'string', kind: 'path' as const },
        { name: 'to', type: 'string', kind: 'path' as const },
      ],
    },
    {
      action: 'LABEL_FILE',
      phrases: ['label ~/report.pdf "urgent"', 'label this sheet in ~/report.pdf "urgent"'],
      required: [
        { name: 'label', type: 'string', kind: 'text' as const },
        { name: 'path', type: 'string', kind: 'path' as const },
      ],
    },
    { action: 'COUNT_SHEEP', phrases: ['count the sheep'], required: [] },
  ]
  const router = createRouter({ corrections: none, embedder, tools })
  expect(
    (await router.understand('please stamp the file ~/im/a.txt for "/tmp/my folder"', context)).meaning,
  ).toMatchObject({
    intent: 'STAMP_FILE',
    slots: { args: { path: '~/im/a.txt', to: '/tmp/my folder' } },
  })
  expect((await router.understand('count my sheep', context)).meaning).toMatchObject({
    intent: 'COUNT_SHEEP',
    slots: { args: {} },
  })
  expect((await router.understand('label ~/a.txt "/ shared"', context)).meaning?.slots).toEqual({
    args: { path: '~/a.txt', label: '/ shared' },
  })
  for (const said of [
    'stamp ~/a.txt',
    'stamp ~/a/*.txt for ~/Backup',
    'stamp "urgent" for ~/Backup',
    'label this sheet in ~/report.pdf "urgent"',
  ])
    expect((await router.understand(said, context)).meaning?.intent ?? '', said).not.toMatch(/_FILE$/)
})

test('a whole story is not for the router', async () => {
  const router = createRouter({ corrections: none, embedder })
  expect(
    (await router.understand(`weather in Oslo ${'and then we went on '.repeat(30)}`, context)).meaning,
  ).toBeUndefined()
})

test('what was taught of one sentence is not done for another one that forbids it', async () => {
  await using database = await temporaryDatabase()
  const corrections = storedCorrections({ database, now: () => new Date() })
  const router = createRouter({ corrections, embedder })
  await router.correct('lose the note about tea', 'note.remove')
  expect((await router.understand('lose the note about tea', context)).meaning?.intent).toBe('note.remove')
  expect((await router.understand('do not lose the note about tea', context)).meaning?.intent).not.toBe(
    'note.remove',
  )
})

test('a long message is not looked at, whatever it begins with', async () => {
  const router = createRouter({ corrections: none, embedder })
  const long = 'weather in Oslo '.repeat(400)
  for (const said of [long, `I mean Weather: ${long}`])
    expect(await router.understand(said, context)).toEqual({ candidates: [] })
})

test('what only has the words of something is not answered with it', async () => {
  const router = createRouter({ corrections: none, embedder })
  for (const sentence of [
    'under the weather today',
    'no news is good news',
    'my alarm clock broke',
    'i woke up at 7',
    'i failed my quiz',
    'why did the stock market crash in 1929',
    "what's a good to do list app",
  ])
    expect((await router.understand(sentence, context)).meaning, sentence).toBeUndefined()
})

test('what is needed on a list is put there without the name of the list', async () => {
  const router = createRouter({ corrections: none, embedder })
  for (const sentence of ['i need eggs on my shopping list', 'we need eggs put on the shopping list'])
    expect((await router.understand(sentence, context)).meaning, sentence).toMatchObject({
      intent: 'list.add',
      slots: { list: { id: 'shopping' }, items: ['eggs'] },
    })
})
