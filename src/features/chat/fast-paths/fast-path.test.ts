import { expect, test } from 'vitest'
import { fastPathOf } from './fast-path.ts'
import { profileOf, subjectOf } from './profile-card.ts'

test.each([
  ['df', 'df', ''],
  ['DF -h', 'df', '-h'],
  ['  Free\n', 'free', ''],
  ['ps aux', 'ps', 'aux'],
  ['telepath --cards=a,b', 'telepath', '--cards=a,b'],
  ['Demo', 'demo', ''],
  ['who is Ada Lovelace?', 'who is', 'Ada Lovelace?'],
  ['PROFILE  OF ada', 'profile of', 'ada'],
  ['bio of 東京', 'bio of', '東京'],
  ['df, please', 'df', ', please'],
])('%j is answered by %s', (message, name, rest) => {
  expect(fastPathOf(message)).toEqual({ name, rest })
})

test.each([
  'dfs',
  'freedom',
  'free’s',
  'ps_aux',
  'psst',
  'demonstrate',
  'show df',
  'who is',
  'who is ?',
  'who isn’t',
  'whois ada',
  '',
])('%j is for somebody else', (message) => {
  expect(fastPathOf(message)).toBeUndefined()
})

const article = {
  title: 'Ada Lovelace',
  kind: 'article' as const,
  description: 'English mathematician (1815–1852)',
  extract: '',
  url: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
  language: 'en',
  image_url: null,
  latitude: null,
  longitude: null,
  updated_at: null,
  alternatives: [],
  source: {
    name: 'Wikipedia',
    url: 'https://en.wikipedia.org/wiki/Ada_Lovelace',
    attribution: 'CC BY-SA 4.0',
  },
  fetched_at: '2026-03-02T09:30:00.000Z',
  stale: false,
}

test.each([
  [
    'Ada (10 December 1815 – 27 November 1852) was a mathematician.',
    ['10 December 1815', '27 November 1852'],
  ],
  ['Barack Obama (born August 4, 1961) is a politician.', ['August 4, 1961']],
  ['Confucius (孔子; c. 551 BCE – c. 479 BCE) was a philosopher.', ['c. 551 BCE', 'c. 479 BCE']],
  ['Taylor (/ˈteɪlər/; born 13 December 1989) is a singer.', ['13 December 1989']],
  ['Photosynthesis is a process.', []],
])('the dates of a life are read from %j', (extract, values) => {
  const { facts, kind } = profileOf({ ...article, extract, description: null }) as unknown as {
    facts: { label: string; value: string }[]
    kind: string
  }
  expect(facts.map(({ value }) => value)).toEqual(values)
  expect(kind).toBe(values.length > 0 ? 'person' : 'thing')
})

test('a place and an organization are told apart from a person', () => {
  expect(
    profileOf({
      ...article,
      description: 'Capital of Norway',
      extract: 'Oslo is a city.',
      latitude: 59.9,
      longitude: 10.7,
    }),
  ).toMatchObject({
    kind: 'place',
    facts: [{ label: 'Coordinates', value: '59.9000, 10.7000' }],
  })
  expect(
    profileOf({ ...article, description: 'American company', extract: 'Initech makes software.' }),
  ).toMatchObject({ kind: 'organization' })
})

test('what is asked about is the name alone', () => {
  expect(subjectOf('Ada Lovelace?!')).toBe('Ada Lovelace')
  expect(subjectOf('"Ada Lovelace"')).toBe('Ada Lovelace')
})
