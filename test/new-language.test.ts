import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

const norwegian = `
import type { Language } from '../language.ts'
export const language: Language = {
  code: 'nb',
  spellings: { å: 'a', ø: 'o', æ: 'a' },
  decimal: ',',
  dateSign: '.',
  numbers: {
    parts: { null: 0, 'en|ett': 1, to: 2, tre: 3, fire: 4, fem: 5, seks: 6, sju: 7, åtte: 8, ni: 9, ti: 10, tjue: 20, tretti: 30 },
    articles: ['en', 'et'],
    joint: '',
    rankEndings: ['de'],
    ranks: { første: 1, andre: 2, tredje: 3 },
  },
  articles: ['den', 'det', 'de'],
  fillers: ['vær så snill'],
  courtesy: { before: ['(kan|kunne) du'], after: ['takk'] },
  joints: ['og', 'og så'],
  negations: ['ikke', 'ingen'],
  vague: ['alt', 'alle'],
  phrases: { set: '(sett|start) [meg]' },
  lists: { kept: { shopping: 'handlelisten|handlelista' } },
  values: {
    tomorrow: 'i morgen',
    'at {hour-1}:30': 'klokka halv {hour}',
    'at {hour}': 'klokka {hour}',
    minutes: ['minutter', 'minutt'],
    hours: 'timer',
  },
  names: { Copenhagen: 'københavn' },
  intents: {
    live_timer: { 'timer for {seconds}': '<set> [en] (nedtelling|timer) på {seconds:duration}' },
    live_weather: { 'what is the weather [in {city}] [{time}]': 'hvordan blir været [i {city:place}] [{time:roughTime}]' },
    alarm: { 'wake me {moment}': 'vekk meg {moment:moment}' },
    'list.add': { 'add {items} to my {list} list': 'legg {items:things} på {list:kept}' },
  },
}
`

const trying = `
import { createRouter } from './src/features/chat/router/router.ts'
const untaught = { find: () => undefined, list: () => [], keep: async () => {} }
const embedder = { embed: async () => [], close: async () => {} }
const router = createRouter({ corrections: untaught, embedder })
const context = { now: new Date('2026-11-15T09:00:00Z'), timeZone: 'Europe/Oslo', signal: new AbortController().signal }
const said = process.argv.slice(2)
const meant = []
for (const sentence of said) {
  const { meaning, parts } = await router.understand(sentence, { ...context })
  meant.push(parts?.map((part) => part.meaning) ?? meaning ?? null)
}
console.log(JSON.stringify(meant))
`

test('a language is a folder: it is understood without another line, and the others as before', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-new-language-'))
  await cp(join(root, 'src'), join(folder.path, 'src'), { recursive: true })
  await cp(join(root, 'package.json'), join(folder.path, 'package.json'))
  await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  const language = join(folder.path, 'src/features/chat/router/languages/nb')
  await mkdir(language)
  await writeFile(join(language, 'language.ts'), norwegian)
  await writeFile(join(folder.path, 'try.ts'), trying)
  const said = [
    'kan du sette på lyset',
    'sett en timer på fem minutter, takk',
    'hvordan blir været i København i morgen?',
    'vekk meg i morgen klokka halv sju',
    'Legg melk og brød på handlelisten og start en timer på tjuefem minutter',
    'ikke sett en timer på fem minutter',
    'stell einen Timer auf fünf Minuten',
    'set a timer for five minutes',
  ]
  const { stdout } = await promisify(execFile)(process.execPath, ['try.ts', ...said], { cwd: folder.path })
  expect(JSON.parse(stdout)).toMatchObject([
    null,
    { intent: 'live_timer', slots: { seconds: 300 } },
    { intent: 'live_weather', slots: { city: 'København', focus: 'daily' } },
    { intent: 'alarm', slots: { target: '2026-11-16T05:30:00.000Z' } },
    [
      { intent: 'list.add', slots: { list: { id: 'shopping' }, items: ['melk', 'brød'] } },
      { intent: 'live_timer', slots: { seconds: 1_500 } },
    ],
    null,
    { intent: 'live_timer', slots: { seconds: 300 } },
    { intent: 'live_timer', slots: { seconds: 300 } },
  ])
})
