import { expect, test } from 'vitest'
import { matchGrammar } from './grammar/grammar.ts'
import { normalize } from './normalize.ts'
import { whenOf } from './readers/reader.ts'
import { spellingCorrection } from './spelling.ts'

const now = new Date('2026-11-15T09:00:00Z')
const correct = spellingCorrection(() => false)

function understood(said: string, people: readonly string[] = []) {
  const when = whenOf({ now, timeZone: 'UTC', kept: (kind) => (kind === 'people' ? people : []) })
  const { intent, slots } = matchGrammar(normalize(said, correct), when) ?? {}
  return { intent, ...slots }
}

test.each([
  ['AAPL', { intent: 'live_stock', symbol: 'AAPL' }],
  ['$TSLA', { intent: 'live_stock', symbol: 'TSLA' }],
  ['how is tesla doing', { intent: 'live_stock', symbol: 'TSLA' }],
  ['dow jones', { intent: 'live_stock', symbol: '^DJI' }],
  ['ftse 100 today', { intent: 'live_stock', symbol: '^FTSE' }],
  ['dogecoin', { intent: 'live_stock', symbol: 'DOGE-USD' }],
  ['gold price', { intent: 'live_stock', symbol: 'GC=F' }],
  ['moon phase', { intent: 'moon' }],
  ['when is the next new moon', { intent: 'moon', next: 'new' }],
  ['sunrise in Sydney tomorrow', { intent: 'sun', city: 'Sydney', date: '2026-11-16', event: 'sunrise' }],
  ['when does the sun set today in Rome', { intent: 'sun', city: 'Rome', event: 'sunset' }],
  ['premier league table', { intent: 'standings', sport: 'soccer', league: 'eng.1' }],
  ['f1 standings', { intent: 'standings', unknown: 'Formula 1' }],
  ['what does danke mean in english', { intent: 'translator', text: 'danke', target: 'en' }],
  ['what does hola mean in english?', { intent: 'translator', text: 'hola', target: 'en' }],
  ['say goodbye in italian', { intent: 'translator', text: 'goodbye', target: 'it' }],
  ['capital of France', { intent: 'wiki_summary', query: 'Paris' }],
  ['what is the capital of Australia', { intent: 'wiki_summary', capitals: ['Canberra'] }],
  ['who invented the telephone', { intent: 'wiki_summary', query: 'invention of the telephone' }],
  ['when did world war 2 end', { intent: 'wiki_summary', query: 'world war 2' }],
  ['look up Kubernetes', { intent: 'wiki_summary', query: 'Kubernetes' }],
  ['forecast Berlin 7 days', { intent: 'live_weather', city: 'Berlin', focus: 'daily' }],
  ['weather 90210', { intent: 'live_weather', city: '90210' }],
  ['wether in new yrok', { intent: 'live_weather', city: 'New York', misspelled: 'New Yrok' }],
  [
    'what will the temperature be at 6pm in Boston',
    { intent: 'live_weather', city: 'Boston', focus: 'hourly' },
  ],
  ['will it rain at 6 in Boston', { intent: 'live_weather', city: 'Boston', focus: 'hourly' }],
  ['weather in Paris, Texas', { intent: 'live_weather', city: 'Paris, Texas' }],
  ['something quick for dinner with eggs', { intent: 'recipe_viewer', query: 'eggs' }],
  ['is it raining in Dublin at the moment?', { intent: 'live_weather', city: 'Dublin' }],
  ['is it snowing in Oslo at this time', { intent: 'live_weather', city: 'Oslo' }],
  ['how is walmart doing on the stock market', { intent: 'live_stock', symbol: 'WMT' }],
  ['how have starbucks shares done this year', { intent: 'live_stock', symbol: 'SBUX', range: '1y' }],
  ['science news this week', { intent: 'news_ticker', topic: 'science' }],
  ['is netflix stock up or down', { intent: 'live_stock', symbol: 'NFLX' }],
  ['how much is one share of Disney', { intent: 'live_stock', symbol: 'DIS' }],
  ['show me intels stock price', { intent: 'live_stock', symbol: 'INTC' }],
  ['describe what a rectangle is', { intent: 'wiki_summary', query: 'rectangle' }],
  ['what is intercontinental mean', { intent: 'dictionary', word: 'intercontinental' }],
  ['how many people are in space', { intent: 'astronomy', show: 'station' }],
  [
    '9am PST in CET',
    { intent: 'live_clock', places: [{ label: 'PST' }, { label: 'CET' }], time: { hour: 9, minute: 0 } },
  ],
  [
    'convert 5 pm eastern to pacific',
    {
      intent: 'live_clock',
      places: [{ time_zone: 'America/New_York' }, { time_zone: 'America/Los_Angeles' }],
      time: { hour: 17, minute: 0 },
    },
  ],
])('%s', (said, expected) => {
  expect(understood(said)).toMatchObject(expected)
})

test.each([
  'who wrote this note',
  'when did the meeting start',
  'when did my card get declined',
  "look up tom's number",
  'look up my balance',
  'what does this error mean in english',
  'how is my brother doing',
  'all',
  'now',
  'team',
  'play sunset boulevard',
])('"%s" is not for an encyclopedia, a market or the sky', (said) => {
  expect(['wiki_summary', 'live_stock', 'sun', 'moon', 'translator']).not.toContain(understood(said).intent)
})

test('somebody from the contacts is not looked up in an encyclopedia', () => {
  expect(understood('who is Tom Smith', ['Tom Smith']).intent).not.toBe('wiki_summary')
  expect(understood('who was Marie Curie', ['Tom Smith'])).toMatchObject({
    intent: 'wiki_summary',
    query: 'Marie Curie',
  })
})

test.each(["what's in the news", 'what is on the news today'])('"%s" names no topic', (said) => {
  expect(understood(said)).toEqual({ intent: 'news_ticker' })
})

test.each([
  'what is the weather for the fourth of july weekend',
  'weather for the christmas holidays',
  'will it rain at this time tomorrow',
  'is it raining at present',
  'is it snowing in the weather forecast',
])('"%s" names no place', (said) => {
  expect(understood(said).intent).toBe('live_weather')
  expect(understood(said)).not.toHaveProperty('city')
})

test.each([
  'translate that for dummies',
  'translate this into action',
  'translate my website',
  'translate our menu',
])('"%s" gives nothing to translate', (said) => {
  expect(understood(said)).not.toHaveProperty('text')
})

test('a place that is not known stays as it is written', () => {
  expect(understood('weather in Gdansk')).toMatchObject({ city: 'Gdansk' })
  expect(understood('weather in Delphi')).toMatchObject({ city: 'Delphi' })
  expect(understood('weather in Delphi')).not.toHaveProperty('misspelled')
})

test('sleeps are nights to wait for, whatever the words are like', () => {
  const when = whenOf({ now, timeZone: 'UTC' })
  expect(matchGrammar(normalize('how many sleeps til christmas', correct), when)).toMatchObject({
    intent: 'countdown',
    isWhole: true,
    slots: { target: '2026-12-25' },
  })
})
