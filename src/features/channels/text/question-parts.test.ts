import { expect, test } from 'vitest'
import { questionParts } from './question-parts.ts'

const steps = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}. a < b && "c"`)

test('a question stays letter for letter what it was', () => {
  const text = steps(40).join('\n')
  const parts = questionParts(text, 200)
  expect(parts.join('\n')).toBe(text)
  expect(parts.every(({ length }) => length <= 200)).toBe(true)
  expect(questionParts('&lt;b&gt; <b>', 50)).toEqual(['&lt;b&gt; <b>'])
})

test('one that is longer than anybody reads on a phone ends with where the rest is', () => {
  const parts = questionParts(steps(400).join('\n'), 200)
  expect(parts).toHaveLength(8)
  expect(parts.at(-1)).toMatch(/See the rest in Deskhand.*Waiting for approval/s)
})
