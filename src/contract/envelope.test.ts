import { expect, test } from 'vitest'
import { sentenceBeside } from './envelope.ts'

test('what the data say is not said twice', () => {
  const message = 'The command is done.\n\n```\nhello\n```'
  expect(sentenceBeside({ message, data: { exit_code: 0, output: 'hello\n' } })).toBe('The command is done.')
})

test('a line that only mentions something of the data stays', () => {
  const message = 'Moved it.\nThe folder /a was empty after that and is gone.'
  expect(sentenceBeside({ message, data: { path: '/a' } })).toBe(message)
  expect(sentenceBeside({ message, data: null })).toBe(message)
  expect(sentenceBeside({ message: 'One line.', data: { text: '' } })).toBe('One line.')
})
