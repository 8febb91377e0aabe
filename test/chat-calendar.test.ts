import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestService, type TestService } from './service.ts'

let service: TestService

beforeAll(async () => {
  service = await startTestService()
})

afterAll(async () => {
  await service[Symbol.asyncDispose]()
})

const DAY_MS = 86_400_000
const zone = 'Europe/Oslo'

async function say(message: string) {
  const { components, route } = await service.client.chat.send({
    body: { message, context: { time_zone: zone } },
  })
  const text = components.flatMap((part) => (part.type === 'text' ? [String(part['text'])] : [])).join(' ')
  return { components, text, by: route.by }
}

/** A day from now on, as the clocks in Oslo have it. */
function day(ahead: number): string {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' }).format()
  // By the calendar: a day in which the clocks change has not 24 hours.
  return new Date(Date.parse(date) + ahead * DAY_MS).toISOString().slice(0, 10)
}

async function events(): Promise<readonly Record<string, unknown>[]> {
  const body = { tool_name: 'CALENDAR_LIST', args: { from: day(-400), to: day(400), limit: 500 } }
  const { data } = await service.client.tools.execute({ body })
  return (data as { events: Record<string, unknown>[] }).events
}

test('what is said with a title, a day and a time is in the calendar, and told with its zone', async () => {
  const added = await say('lunch with Tom tomorrow at noon')
  expect(added.text).toContain('Added “Lunch with Tom” to your calendar')
  expect(added.text).toContain('12:00 to 13:00 (Europe/Oslo)')
  const [lunch] = (await events()).filter(({ title }) => title === 'Lunch with Tom')
  const at = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
  expect(at.format(new Date(String(lunch!['start'])))).toBe('12:00')
  expect(added.components.at(-1)).toMatchObject({ type: 'calendar_view', view: 'day', date: day(1) })
})

test('a missing time or day is asked for, and nothing is written until then', async () => {
  const before = (await events()).length
  expect((await say('schedule a meeting with Anna on tuesday')).text).toContain('What time')
  expect((await say('add stocktaking to my calendar')).text).toContain('Which day')
  expect((await say('add stocktaking to my calendar tomorrow at 25:00')).text).toContain('not a valid time')
  expect((await events()).length).toBe(before)
})

test('negations, questions and halves of other wishes write nothing', async () => {
  const before = (await events()).length
  for (const sentence of [
    "don't add lunch to my calendar tomorrow at noon",
    'should I add lunch to my calendar tomorrow at noon',
    'lunch tomorrow at noon?',
    'book a flight to London tomorrow at 3pm',
  ])
    await say(sentence)
  expect((await events()).length).toBe(before)
})

test('it is answered when something is, whether there is time, and how much there is', async () => {
  await say(`add Dentist to my calendar on ${day(3)} at 15:30`)
  expect((await say('when is the dentist')).text).toMatch(/“Dentist” is .*from 15:30 to 16:30/)
  expect((await say('am I free tomorrow at noon')).text).toMatch(/^No.*Lunch with Tom/)
  expect((await say('am I free tomorrow at 8pm')).text).toMatch(/^Yes/)
  expect((await say("what's on tomorrow")).text).toContain('12:00 Lunch with Tom')
  expect((await say('when is the vet')).text).toContain('Nothing called “vet”')
})

test('a week begins on its Monday, whichever day it is', async () => {
  const shown = await say('what is on my calendar next week')
  const { date, events: there } = shown.components.at(-1) as unknown as {
    date: string
    events: { start: string }[]
  }
  expect(new Date(`${date}T12:00:00Z`).getUTCDay()).toBe(1)
  const from = Date.parse(`${date}T00:00:00Z`) - DAY_MS / 2
  for (const { start } of there) {
    expect(Date.parse(start)).toBeGreaterThan(from)
    expect(Date.parse(start)).toBeLessThan(from + 8 * DAY_MS)
  }
  const last = await say('what was on my calendar last week')
  const before = Date.parse(String(last.components.at(-1)!['date']))
  expect(Date.parse(date) - before).toBe(14 * DAY_MS)
})

test('an event is moved with what belongs to it, and the old time is free', async () => {
  const { text } = await say('move the dentist to 4pm')
  expect(text).toMatch(/Moved “Dentist” from .* at 15:30 to .*16:00 to 17:00/)
  const dentists = (await events()).filter(({ title }) => title === 'Dentist')
  expect(dentists).toHaveLength(1)
  expect(dentists[0]!['start']).not.toContain('T15:30')
})

test('what is told by its hour is moved only where something begins then', async () => {
  await say(`add Appraisal meeting to my calendar on ${day(40)} at 10:00`)
  const moved = await say('move my 3pm appraisal meeting to 4pm')
  expect(moved.text).toContain('Nothing called “appraisal meeting” in your calendar')
  expect((await say('move my 10am appraisal meeting to 4pm')).text).toContain('16:00')
})

test('deleting asks first, and what is not there is said', async () => {
  const asked = await say('cancel lunch with tom')
  const question = asked.components.find(({ type }) => type === 'confirmation')
  expect(question).toMatchObject({
    action: 'CALENDAR_DELETE',
    message: expect.stringContaining('Lunch with Tom'),
  })
  expect((await events()).some(({ title }) => title === 'Lunch with Tom')).toBe(true)
  await service.client.tools.confirm({
    body: { confirmation_id: String(question!['confirmation_id']), approved: true },
  })
  expect((await events()).some(({ title }) => title === 'Lunch with Tom')).toBe(false)
  expect((await say('cancel lunch with tom')).text).toContain('Nothing called “lunch with tom”')
})

test('of two with the same name it is asked which', async () => {
  await say(`add Dentist to my calendar on ${day(10)} at 9am`)
  const { text, components } = await say('delete the dentist appointment')
  expect(text).toContain('Which one?')
  expect(components.at(-1)).toMatchObject({
    type: 'column',
    children: [{ type: 'button' }, { type: 'button' }],
  })
  expect((await events()).filter(({ title }) => title === 'Dentist')).toHaveLength(2)
})

test('what repeats is kept as one event with its rule', async () => {
  const { text } = await say('team standup every weekday at 9:15')
  expect(text).toContain('every weekday')
  const standups = (await events()).filter(({ title }) => title === 'Team standup')
  expect(new Set(standups.map(({ event_id }) => event_id)).size).toBe(1)
  expect(standups.length).toBeGreaterThan(200)
  expect((await say('how many meetings do I have next week')).text).toMatch(/There are \d+ events/)
})

test('"it" is the event that was just spoken of', async () => {
  const talk = async (message: string, session_id: string) => {
    const { components } = await service.client.chat.send({
      body: { message, session_id, context: { time_zone: zone } },
    })
    return components
  }
  const first = await service.client.chat.send({
    body: { message: 'brunch with Kim tomorrow at 11', context: { time_zone: zone } },
  })
  const moved = await talk('move it to 1pm', first.session_id)
  expect(JSON.stringify(moved)).toContain('Moved “Brunch with Kim”')
  const asked = await talk('delete it', first.session_id)
  expect(asked).toContainEqual(expect.objectContaining({ type: 'confirmation', action: 'CALENDAR_DELETE' }))
  expect((await events()).filter(({ title }) => title === 'Brunch with Kim')).toHaveLength(1)
})
