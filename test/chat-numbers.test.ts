import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRoutes } from './live-data-routes.ts'
import { startTestService, type TestService } from './service.ts'
import { startUpstream, type TestUpstream } from './upstream.ts'

let upstream: TestUpstream
let service: TestService

beforeAll(async () => {
  upstream = await startUpstream(sampleRoutes())
  service = await startTestService({ environment: upstream.environment })
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await upstream[Symbol.asyncDispose]()
})

async function say(message: string) {
  const { components, route } = await service.client.chat.send({
    body: { message, context: { time_zone: 'UTC' } },
  })
  expect(route.by, message).toBe('router')
  return {
    components,
    text: components.flatMap((part) => (part.type === 'text' ? [String(part['text'])] : [])).join('\n'),
  }
}

test.each([
  ['is 2028 a leap year', 'Yes, 2028 is a leap year'],
  ['was 1900 a leap year', 'No, 1900 was not a leap year'],
  ['days between 1 march and 15 april 2026', '**45 days**'],
  ['how many weeks between 1 january 2026 and 1 june 2026', '21 weeks and 4 days (151 days)'],
  ['how many working days between 1 june 2026 and 30 june 2026', '21 working days'],
  ['add 45 days to 10 june 2026', '**Saturday, 25 July 2026**'],
  ['what day of the week was 4 july 1976', 'That was Sunday, 4 July 1976.'],
  ['10/0', "has no result: you can't divide by zero."],
  ['1.234 * 2', 'I read 1.234 with a decimal point'],
  ['5 lbs 3 oz in kg', '5 lb 3 oz = **2.353 kg**'],
  ['180 cm in feet and inches', '180 cm = **5 ft 10.9 in**'],
  ['how many grams in 3 tablespoons', 'it depends on what you measure: one is a volume, the other a weight.'],
  ['split £100 three ways', '**£33.33** per person. £0.01 is left over'],
  ['calculate mortgage 300000 at 4% over 25 years', '**1,583.51 a month**'],
  ['round 3.14159 to 2 decimals', '**3.14**'],
  ["what's the time difference between London and Dubai", 'Dubai is **'],
  ['show me the colour navy', '**#000080**, rgb(0, 0, 128)'],
  ['what is the capital of Australia', 'The capital of Australia is **Canberra**.'],
  ['next full moon', 'The next full moon is on **'],
  ['f1 standings', 'no tables or scores for Formula 1'],
  [
    'what should I eat tonight',
    'How about this one? It is a random pick. Say e.g. "recipe with eggs" for another.',
  ],
  ['wether in new yrok', 'I read "New Yrok" as New York'],
])('%s is answered in words', async (message, words) => {
  expect((await say(message)).text).toContain(words)
})

test.each([
  'set a timer for -5 minutes',
  'timer 90',
  'add two minutes to the timer',
  'how much time is left on the timer',
])('after "%s" no timer runs', async (message) => {
  const { components, text } = await say(message)
  expect(text).not.toBe('')
  expect(components.map(({ type }) => type)).not.toContain('live_timer')
})

test('a timer until a time of the day ends then', async () => {
  const { components } = await say('set a timer for 11:59pm')
  const timer = components.find(({ type }) => type === 'live_timer') as
    | { seconds: number; started_at: string }
    | undefined
  // Seconds are rounded, so the end may lie half of one beside.
  const end = new Date(Date.parse(timer!.started_at) + timer!.seconds * 1_000 + 1_000)
  expect([end.getUTCHours(), end.getUTCMinutes()]).toEqual([23, 59])
})

test('a choice is one of those that were named', async () => {
  expect(['**red**', '**blue**', '**green**']).toContain((await say('pick one: red, blue or green')).text)
})

test('the sun of a place is asked of those who know it, and told in its own time', async () => {
  const { text } = await say('sunrise and sunset in Springfield on 2 march 2026')
  expect(text).toContain('the sun rises at **05:31** and sets at **16:52** on Monday, 2 March 2026')
  expect((await say('when does the sun set in Springfield on 2 march 2031')).text).toContain(
    'I only know sunrise and sunset for the days in the forecast:',
  )
})

test('a table is not promised where there are only scores', async () => {
  const { components, text } = await say('premier league table')
  expect(text).toContain("I can't show the table, only the latest games:")
  expect(components).toContainEqual(expect.objectContaining({ type: 'live_sports', league: 'eng.1' }))
})
