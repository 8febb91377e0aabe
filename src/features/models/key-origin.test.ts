import { expect, test } from 'vitest'
import { KeyOrigin } from './key-origin.ts'

const first = 'https://first.example'
const second = 'https://second.example'

test('a key that was changed behind our back belongs to the address in force', () => {
  const keys = new KeyOrigin(undefined)
  keys.note({ key: 'a', origin: first, isNew: true })
  keys.note({ key: 'b', origin: second, isNew: false })
  expect(keys.keyFor('b', second)).toEqual({ key: 'b' })
  expect(keys.keyFor('b', first)).toEqual({ key: undefined, belongsTo: second })
})

test('a key that nobody has noted yet goes nowhere', () => {
  expect(new KeyOrigin(undefined).keyFor('a', first).key).toBeUndefined()
})

test('the same key set anew belongs to the new address', () => {
  const keys = new KeyOrigin(undefined)
  keys.note({ key: 'a', origin: first, isNew: true })
  expect(keys.note({ key: 'a', origin: second, isNew: false })).toBe(false)
  expect(keys.keyFor('a', second)).toEqual({ key: undefined, belongsTo: first })
  expect(keys.note({ key: 'a', origin: second, isNew: true })).toBe(true)
  expect(keys.keyFor('a', second)).toEqual({ key: 'a' })
})

test('what is remembered does not hold the key', () => {
  const keys = new KeyOrigin(undefined)
  keys.note({ key: 'a-key-of-some-length', origin: first, isNew: true })
  expect(JSON.stringify(keys.record)).not.toContain('a-key-of-some-length')
})
