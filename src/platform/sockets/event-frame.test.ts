import { expect, test } from 'vitest'
import { eventFrame } from './event-frame.ts'

test('a server-sent event has its type, its id and its data, each on a line', () => {
  const event = { id: 7, type: 'store.changed', data: { seq: 7, key: 'ä' } }
  expect(eventFrame(event, 'sse').toString()).toBe(
    'event: store.changed\nid: 7\ndata: {"seq":7,"key":"ä"}\n\n',
  )
})

test('an event without an id leaves the last id of the client as it is', () => {
  expect(eventFrame({ type: 'hello', data: {} }, 'sse').toString()).toBe('event: hello\ndata: {}\n\n')
})

test('NDJSON is the object and nothing else', () => {
  expect(eventFrame({ id: 7, type: 'hello', data: { seq: 7 } }, 'ndjson').toString()).toBe('{"seq":7}\n')
})

test('the bytes of an event that brings its JSON are made once for all its readers', () => {
  const shared = { id: 7, type: 'hello', data: {}, json: '{"seq":7}' }
  expect(eventFrame(shared, 'sse')).toBe(eventFrame(shared, 'sse'))
  expect(eventFrame(shared, 'ndjson').toString()).toBe('{"seq":7}\n')
})

test('a line break in an id, a type or in JSON text cannot end a field', () => {
  const event = { id: '1\ndata: x', type: 'a\r\nevent: b', data: {}, json: '{\n  "text": "a\\nb"\r\n}' }
  const [first, second, third, ...rest] = eventFrame(event, 'sse').toString().split('\n')
  expect([first, second, third]).toEqual([
    'event: a event: b',
    'id: 1 data: x',
    'data: {   "text": "a\\nb" }',
  ])
  expect(rest).toEqual(['', ''])
  expect(JSON.parse(eventFrame(event, 'ndjson').toString())).toEqual({ text: 'a\nb' })
})
