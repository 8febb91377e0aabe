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
  ['recurring', 'every monday at 9', { times: 'every monday at 09:00' }],
  ['recurring', 'at 6pm every weekday', { times: 'every weekday at 18:00' }],
  ['recurring', 'every night at 11', { times: 'every night at 23:00' }],
  ['recurring', 'every sunday at 3', { times: 'every sunday at 03:00', doubtful_hour: 3 }],
  ['recurring', 'every weekday morning', { times: 'every weekday morning' }],
  ['recurring', 'every monday back up', undefined],
  ['recurring', 'at 9', undefined],
  ['exact', 'bye!', 'bye!'],
  ['place', '~/My Files/a b.txt', { path: '~/My Files/a b.txt' }],
  ['place', 'my downloads', { path: '~/Downloads', kind: 'folder' }],
  ['place', 'notes.txt from my desktop', { name: 'notes.txt', folder: '~/Desktop' }],
  ['place', 'the text of a docx file', undefined],
  ['own', 'music', undefined],
  ['own', '"pay the rent"', undefined],
  ['own', 'the music folder', { path: '~/Music', kind: 'folder' }],
  ['places', 'a.txt, b.txt and ~/c', [{ name: 'a.txt' }, { name: 'b.txt' }, { path: '~/c' }]],
  ['places', 'a.txt and milk', undefined],
  ['folder', 'the Reports folder', { name: 'Reports', kind: 'folder' }],
  ['folder', '~/notes.txt', undefined],
  ['textfile', '~/a.txt', { path: '~/a.txt' }],
  ['textfile', '~/a.docx', undefined],
  ['table', 'sales.csv', { name: 'sales.csv' }],
  ['table', 'food spending from budget.xlsx', undefined],
  ['pdf', 'lease.pdf', { name: 'lease.pdf' }],
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
