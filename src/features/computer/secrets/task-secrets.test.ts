import { expect, test } from 'vitest'
import { MASK } from '../../../platform/secrets/masked-value.ts'
import { TaskSecrets } from './task-secrets.ts'

const plain = (text: string) => text

test('what a task gives as a password is masked in every text and in every form', () => {
  const secrets = new TaskSecrets(plain, 'Log in as ada with the password hunter2&more')
  const base64 = Buffer.from('ada:hunter2&more').toString('base64')
  const written = JSON.stringify(
    secrets.maskAll({
      a: ['hunter2&more'],
      'hunter2&more': 1,
      url: `https://x/?p=${encodeURIComponent('hunter2&more')}`,
      base64,
    }),
  )
  expect(written).not.toContain('hunter2')
  expect(written).not.toContain(encodeURIComponent('hunter2&more'))
  expect(written).not.toContain(base64.slice(6, -3))
})

test('a short one is masked only where it stands alone', () => {
  const secrets = new TaskSecrets(plain, 'The PIN is 4821, the password is blue-bell')
  expect(secrets.mask('4821, 148211 and 4821.')).toBe(`${MASK}, 148211 and ${MASK}.`)
})

test('what is typed piece by piece is known as a whole', () => {
  const secrets = new TaskSecrets(plain)
  for (const [index, key] of Array.from('sesame').entries()) secrets.learnTyped(key, { isMore: index > 0 })
  expect(secrets.mask('It typed sesame.')).toBe(`It typed ${MASK}.`)
})

test('an error is masked with its stack and its cause', () => {
  const secrets = new TaskSecrets(plain, 'password: sesame7')
  const error = new Error('no sesame7', { cause: new Error('sesame7 again') })
  const masked = secrets.maskError(error) as Error
  expect(`${masked.message} ${masked.stack} ${(masked.cause as Error).message}`).not.toContain('sesame7')
})

test('what is stored in the service is held by a text as well', () => {
  const secrets = new TaskSecrets((text) => text.replace('stored-key', MASK), 'The password is blue-bell')
  expect(['a stored-key', 'blue-bell', 'neither'].map((text) => secrets.holds(text))).toEqual([
    true,
    true,
    false,
  ])
})
