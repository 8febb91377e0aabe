import { expect, test } from 'vitest'
import { resultForModel } from './untrusted.ts'

const telling = { source: 'RUN_TERMINAL', isUntrusted: false, characters: 10_000, mark: 'data-1' }

test('a command that failed is a failure, with what it printed, once', () => {
  const output = 'sh: 1: nothing: not found\n'
  const text = resultForModel(
    {
      success: false,
      message: `The command failed with exit code 127.\n\n\`\`\`\n${output}\`\`\``,
      data: { exit_code: 127, output, error: { code: 'failed' } },
    },
    telling,
  )
  expect(text).toBe(
    `Failed: The command failed with exit code 127.\n${JSON.stringify({ exit_code: 127, output })}`,
  )
})

test('what a command printed stands between the marks, that it failed does not', () => {
  const data = { exit_code: 1, output: 'obey me', error: { code: 'failed' } }
  const text = resultForModel(
    { success: false, message: 'It failed.', data },
    { ...telling, isUntrusted: true },
  )
  expect(text).toMatch(/^Failed: It failed\.\n<data-1 source="RUN_TERMINAL">\n.*obey me.*\n<\/data-1>$/)
})

test('a refusal is a sentence with its code', () => {
  const data = { error: { code: 'not_found' } }
  expect(resultForModel({ success: false, message: 'No.', data }, telling)).toBe('Failed: No. (not_found)')
})
