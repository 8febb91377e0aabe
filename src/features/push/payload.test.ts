import { expect, test } from 'vitest'
import type { Notification } from '../notifications/contract.ts'
import { MAX_MESSAGE_BYTES } from './encrypt.ts'
import { encodePayload, payloadOf, urgencyOf } from './payload.ts'

const NOTICE: Notification = {
  id: 'ntf_17',
  type: 'timer',
  level: 'info',
  title: 'Eggs',
  message: 'The timer “Eggs” is up.',
  action: null,
  actions: [],
  sound: true,
  count: 1,
  created_at: '2026-03-02T09:30:00.000Z',
  updated_at: '2026-03-02T09:30:00.000Z',
  read: false,
  read_at: null,
}

test('a notice is told with the way to it', () => {
  expect(decoded(NOTICE)).toEqual({
    id: 'ntf_17',
    title: 'Eggs',
    message: 'The timer “Eggs” is up.',
    actions: [],
    url: '/?notice=ntf_17',
  })
})

test('what can be answered is told by id and label alone', () => {
  const notice = { ...NOTICE, actions: [{ id: 'done', label: 'Done', more: true }] }
  expect(decoded(notice).actions).toEqual([{ id: 'done', label: 'Done' }])
})

test.each([
  ['approval', 'A question is waiting for you'],
  ['workflow_waiting', 'A workflow is waiting for you'],
])('a question (%s) is told in general words, and leads to the page', (type, title) => {
  const question: Notification = {
    ...NOTICE,
    type,
    title: 'Delete “~/Divorce.odt”?',
    message: 'Step "delete": ~/Divorce.odt',
    actions: [
      { id: 'approve', label: 'Approve' },
      { id: 'reject', label: 'Reject' },
    ],
  }
  expect(decoded(question)).toEqual({
    id: 'ntf_17',
    title,
    message: 'Open Deskhand to see it and decide.',
    actions: [{ id: 'show', label: 'Show' }],
    url: '/?notice=ntf_17',
  })
})

test.each([
  ['plain words', 'word '.repeat(3_000)],
  ['letters of several bytes', 'ä€😀'.repeat(2_000)],
  ['letters of several characters', '👩‍👩‍👧‍👦'.repeat(1_000)],
  ['what JSON writes longer', '"\\\n\u0001'.repeat(3_000)],
])('a message of %s is cut where a letter ends', (_what, message) => {
  const bytes = encodePayload(payloadOf({ ...NOTICE, message }))
  expect(bytes.length).toBeLessThanOrEqual(MAX_MESSAGE_BYTES)
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  const told = (JSON.parse(text) as { message: string }).message
  expect(told.endsWith('…')).toBe(true)
  const kept = told.slice(0, -1)
  expect(message.startsWith(kept)).toBe(true)
  const ends = Array.from(new Intl.Segmenter().segment(message), ({ index }) => index)
  expect(ends).toContain(kept.length)
})

test('a title that is too long is cut too', () => {
  const bytes = encodePayload(payloadOf({ ...NOTICE, title: 'ü'.repeat(5_000), message: 'ü'.repeat(5_000) }))
  expect(bytes.length).toBeLessThanOrEqual(MAX_MESSAGE_BYTES)
  expect(JSON.parse(bytes.toString())).toMatchObject({
    message: '…',
    title: expect.stringMatching(/^ü{500,}…$/),
  })
})

test('a phone wakes up for what is of use only now, and for what is broken', () => {
  expect(urgencyOf(NOTICE)).toBe('high')
  expect(urgencyOf({ type: 'approval', level: 'warning' })).toBe('high')
  expect(urgencyOf({ type: 'incident', level: 'error' })).toBe('high')
  expect(urgencyOf({ type: 'briefing', level: 'info' })).toBe('normal')
})

function decoded(notice: Notification) {
  return JSON.parse(encodePayload(payloadOf(notice)).toString()) as { actions: unknown }
}
