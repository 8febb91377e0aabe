import { expect, test } from 'vitest'
import { ServerLog } from './server-log.ts'

const at = '2026-11-18T08:00:00.000Z'
const newLog = () => new ServerLog(() => new Date(at))

test('what a server writes in pieces is told in lines, the unfinished one too', () => {
  const log = newLog()
  log.note('Starting.')
  log.wrote('first li')
  log.wrote('ne\r\n\nsecond\nthi')
  expect(log.lines()).toEqual([
    { at, from: 'deskhand', text: 'Starting.' },
    { at, from: 'server', text: 'first line' },
    { at, from: 'server', text: 'second' },
    { at, from: 'server', text: 'thi' },
  ])
})

test('a server that writes without end fills neither the list nor the memory', () => {
  const log = newLog()
  for (let number = 0; number < 2_000; number += 1) log.wrote(`${number}\n`)
  log.wrote('x'.repeat(1_000_000))
  const lines = log.lines()
  expect(lines).toHaveLength(501)
  expect(lines[0]!.text).toBe('1500')
  expect(lines.at(-1)!.text).toHaveLength(2_000)
})
