import { expect, test } from 'vitest'
import { whenOf } from '../readers/reader.ts'
import { slotKinds } from './slot-kinds.ts'

const when = whenOf({ now: new Date('2026-03-02T10:00:00Z'), timeZone: 'UTC' })
const read = (kind: string, text: string) => slotKinds[kind]!.read(text, when)

test.each([
  ['name', 'fix login', 'fix login'],
  ['name', '"go to bed"', 'go to bed'],
  ['name', "'go to bed'", 'go to bed'],
  ['name', '"go', undefined],
  ['name', 'everything', undefined],
  ['name', '"Everything"', 'Everything'],
  ['name', "'go", undefined],
  ['name', "Tom's", "Tom's"],
  ['board', 'Website', { id: 'website', title: 'Website' }],
  ['board', 'doing on the website', undefined],
  ['column', 'In progress', 'In progress'],
  ['column', 'the moon', undefined],
  ['number', '5', 5],
  ['number', 'twenty five', 25],
  ['number', '1,200', 1200],
  ['number', '5 apples', undefined],
  ['money', '$12.50', { value: 12.5, currency: 'USD' }],
  ['money', '12 euros', { value: 12, currency: 'EUR' }],
  ['money', '12 euros each', undefined],
  ['sum', '3 visits', undefined],
  ['price', '3', undefined],
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
  ['past', 'friday', '2026-02-27'],
  ['past', 'last night', '2026-03-01'],
  ['past', 'yesterday morning run', undefined],
  [
    'period',
    'last month',
    { from: '2026-02-01', to: '2026-02-28', label: 'last month', words: 'last month' },
  ],
  ['period', 'rome last month', undefined],
  ['mail', 'ann@example.com', 'ann@example.com'],
  ['mail', 'ann', undefined],
  ['phone', '+44 20 7946 0958', '+44 20 7946 0958'],
  ['phone', '1984', undefined],
  ['address', 'https://example.com', 'https://example.com'],
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
