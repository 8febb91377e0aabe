import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { emailIdOf, parseEmailId } from './email-id.ts'

test('any folder, UIDVALIDITY and UID come back from the id, which fits into an address as it is', () => {
  const number = fc.integer({ min: 1, max: 4_294_967_295 })
  const folder = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text.isWellFormed())
  fc.assert(
    fc.property(folder, number, number, (name, validity, uid) => {
      const id = emailIdOf({ folder: name, uidValidity: BigInt(validity), uid })
      expect(encodeURIComponent(id)).toBe(id)
      expect(parseEmailId(id, 'Elsewhere')).toEqual({
        kind: 'exact',
        folder: name,
        uidValidity: BigInt(validity),
        uid,
      })
    }),
  )
})

test('a plain UID and a Message-ID are looked up in the folder that is named', () => {
  expect(parseEmailId(' 42 ')).toEqual({ kind: 'uid', folder: 'INBOX', uid: 42 })
  expect(parseEmailId('42', 'Archive')).toEqual({ kind: 'uid', folder: 'Archive', uid: 42 })
  const byMessageId = { kind: 'message-id', folder: 'INBOX', messageId: '<a.b@example.org>' }
  expect(parseEmailId('<a.b@example.org>')).toEqual(byMessageId)
  expect(parseEmailId('a.b@example.org')).toEqual(byMessageId)
})

test.each([
  '0',
  '4294967296',
  '99999999999',
  '-1',
  '1.5',
  '1:*',
  '*',
  'e',
  'eAAAA',
  'hello',
  'e%%',
  '<>',
  'a b@c',
  '',
])('%j is no id', (id) => {
  expect(() => parseEmailId(id)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
})
