import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { verifyOfficeSignature } from './office-signature.ts'
import { Unverified } from './unverified.ts'

const secret = Buffer.from('a secret of Teams').toString('base64')
const body = Buffer.from('{"text":"grüße"}')
const signed = (bytes: Buffer, key = secret) =>
  `HMAC ${createHmac('sha256', Buffer.from(key, 'base64')).update(bytes).digest('base64')}`

test('what was signed with the secret is let in', () => {
  expect(() => verifyOfficeSignature(body, signed(body), secret)).not.toThrow()
})

const right = signed(body)

test.each<[string, string | undefined]>([
  ['no header', undefined],
  ['an empty one', ''],
  ['a signature of other bytes', signed(Buffer.from('{"text":"grusse"}'))],
  ['a signature with another secret', signed(body, Buffer.from('another').toString('base64'))],
  ['one without its kind', right.slice('HMAC '.length)],
  ['one of another kind', right.replace('HMAC', 'Bearer')],
  ['one that is cut off', right.slice(0, -2)],
  ['one with a line after it', `${right}\n`],
  ['one letter changed', right.replace(/.=$/, (end) => (end === 'A=' ? 'E=' : 'A='))],
])('%s is refused', (_what, authorization) => {
  expect(() => verifyOfficeSignature(body, authorization, secret)).toThrow(Unverified)
})

test('an empty secret lets nobody in, though anybody could sign with it', () => {
  expect(() => verifyOfficeSignature(body, signed(body, ''), '')).toThrow('the secret is empty')
})
