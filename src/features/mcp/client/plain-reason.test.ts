import { expect, test } from 'vitest'
import { plainReason } from './plain-reason.ts'

test('the dump of a validation becomes a sentence', () => {
  const issues = [
    { code: 'invalid_type', path: ['params', 'message'], message: 'Invalid input: expected string' },
    { path: [], message: 'Another.' },
  ]
  const dump = JSON.stringify(issues, null, 2)
  expect(plainReason(`MCP error -32602: Invalid elicitation request: ${dump}`)).toBe(
    'MCP error -32602: Invalid elicitation request: params.message: Invalid input: expected string.',
  )
  expect(plainReason(dump)).toBe('params.message: Invalid input: expected string.')
})

test.each(['No such city.', 'Failed: [{"a": 1}]', 'Failed: [{"message": 3}]', 'Failed: [{broken}]', ''])(
  'the reason "%s" stays as it is',
  (reason) => expect(plainReason(reason)).toBe(reason),
)
