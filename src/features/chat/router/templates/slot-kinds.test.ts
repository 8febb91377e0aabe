import { expect, test } from 'vitest'
import { whenOf } from '../readers/reader.ts'
import { slotKinds } from './slot-kinds.ts'

const when = whenOf({ now: new Date('2026-03-02T10:00:00Z'), timeZone: 'UTC' })
const read = (kind: string, text: string) => slotKinds[kind]!.read(text, when)

test.each([
  ['number', '5', 5],
  ['number', 'twenty five', 25],
  ['number', '1,200', 1200],
  ['number', '5 apples', undefined],
  ['money', '$12.50', { value: 12.5, currency: 'USD' }],
  ['money', '12 euros', { value: 12, currency: 'EUR' }],
  ['money', '12 euros each', undefined],
  ['duration', 'an hour and a half', 5400],
  ['duration', '2h 30m', 9000],
  ['duration', '90 seconds', 90],
  ['duration', '90 seconds timer', undefined],
  ['duration', 'pasta', undefined],
  ['date', 'tomorrow', '2026-03-03'],
  ['date', 'next friday', '2026-03-06'],
  ['date', '24 December', '2026-12-24'],
  ['date', 'the 24th of december', '2026-12-24'],
  ['date', 'tomorrow evening', undefined],
  ['date', 'milk', undefined],
  ['address', 'https://example.com', 'https://example.com'],
  ['name', 'Marie Curie', 'Marie Curie'],
  ['name', 'the end of it', undefined],
  ['place', 'rio de janeiro', 'Rio de Janeiro'],
  ['place', 'oslo tomorrow', undefined],
  ['place', 'SW1A 1AA', 'SW1A 1AA'],
  ['city', 'cape town', 'Cape Town'],
  ['city', 'wake me before', undefined],
  ['moment', 'tomorrow morning', 'tomorrow morning'],
  ['moment', 'oslo', undefined],
  ['share', 'intels', 'INTC'],
  ['share', 'TSLA', 'TSLA'],
  ['share', 'toilet paper', undefined],
  ['ticker', '$XYZ', 'XYZ'],
  ['ticker', 'XYZ', undefined],
  ['market', 'tesla', 'TSLA'],
  ['market', 'gold', undefined],
  ['currency', 'swiss francs', 'CHF'],
  ['sum', '3k usd', { amount: 3000, code: 'USD' }],
  ['sum', 'half a million dollars', { amount: 500_000, code: 'USD' }],
  ['sum', '€5', { amount: 5, code: 'EUR' }],
  ['sum', 'a dollar', { code: 'USD' }],
  ['sum', '5 dollars each', undefined],
  ['language', 'German', 'de'],
  ['language', 'germany', undefined],
  ['sport', 'the lakers', { sport: 'basketball', team: 'Lakers' }],
  ['sport', 'my exam', undefined],
  ['otherSport', 'formula one', 'Formula 1'],
  ['person', 'the landlord', 'the landlord'],
  ['person', 'my sister', 'sister'],
  ['person', 'Anna politely', undefined],
  ['addresses', 'a@example.com and b@example.com', ['a@example.com', 'b@example.com']],
  ['addresses', 'a@example.com today', undefined],
  ['channel', '#general', 'general'],
  ['channel', 'general', undefined],
  ['repository', 'octocat/hello-world', { owner: 'octocat', repo: 'hello-world' }],
  ['repository', '~/notes/a', undefined],
])('a slot of the kind %s reads "%s"', (kind, text, value) => {
  expect(read(kind, text)).toEqual(value)
})

test.each([
  ['7', 7, 0],
  ['7 am', 7, 0],
  ['7am', 7, 0],
  ['6:15', 6, 15],
  ['half past seven', 7, 30],
  ['noon', 12, 0],
  ['seven in the evening', 19, 0],
  ['seven and then some', undefined, undefined],
  ['7 eggs', undefined, undefined],
])('a slot of time reads "%s"', (text, hour, minute) => {
  const time = read('time', text) as { hour: number; minute: number } | undefined
  expect([time?.hour, time?.minute]).toEqual([hour, minute])
})
