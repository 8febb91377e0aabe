import { expect, test } from 'vitest'
import type { Component } from '../../../../../contract/component-schema.ts'
import { AppError } from '../../../../../contract/errors.ts'
import type { ActPort } from '../../act-port.ts'
import type { Understood } from '../../answers/act.ts'
import { declaredIntents } from '../../declared-intents.ts'
import { whenOf } from '../../readers/reader.ts'

/** What an intent shows, said at that moment in Oslo. */
async function shown(intent: string, slots: object, { now = '', port = {} }) {
  const cards: Component[] = []
  const writer = { say() {}, decline() {}, add: (card: Component) => void cards.push(card) }
  const when = whenOf({ now: new Date(now), timeZone: 'Europe/Oslo' })
  const asked = { signal: new AbortController().signal }
  const understood = { intent, slots, writer, when, asked } as unknown as Understood
  await declaredIntents.get(intent)!.act(understood, port as ActPort)
  return cards
}

test('the month beside a date has the events of all its weeks', async () => {
  const asked: unknown[] = []
  const event = { id: 'e', title: 'Dentist', start: '2026-11-20T08:00:00Z', end: '2026-11-20T09:00:00Z' }
  const appointments = (span: unknown) => Promise.resolve((asked.push(span), [event]))
  const cards = await shown('date', { asks: 'day' }, { now: '2026-11-15T09:00:00Z', port: { appointments } })
  expect(cards).toMatchObject([{ type: 'calendar_view', view: 'month', events: [event] }])
  expect(asked).toEqual([{ from: new Date('2026-10-25T23:00:00Z'), to: new Date('2026-12-06T23:00:00Z') }])
})

test('a calendar that cannot be read leaves the date as it is', async () => {
  const appointments = () => Promise.reject(new AppError('unavailable', 'The calendar does not answer.'))
  const port = { appointments }
  expect(await shown('date', { asks: 'day' }, { now: '2026-11-15T09:00:00Z', port })).toEqual([])
})
