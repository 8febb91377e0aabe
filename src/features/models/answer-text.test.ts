import { expect, test } from 'vitest'
import { continuation, onlyTheText, spacedLike } from './answer-text.ts'

test.each([
  { answer: 'He went.', only: 'He went.' },
  { answer: '```\nHe went.\n```', only: 'He went.' },
  { answer: '```text\nHe went.\n```', only: 'He went.' },
  { answer: "Sure! Here's the corrected text:\n\nHe went.", only: 'He went.' },
  { answer: 'Here is a shorter version: He went.', only: 'He went.' },
  { answer: 'Certainly, here is the text:\n```\nHe went.\n```', only: 'He went.' },
  { answer: '"He went."', only: 'He went.' },
  { answer: '“He went.”', only: 'He went.' },
  { answer: '<text>\nHe went.\n</text>', only: 'He went.' },
  { answer: '"Go," he said, "now"', only: '"Go," he said, "now"' },
  { answer: 'Here is where we live.', only: 'Here is where we live.' },
])('of $answer only the text is left', ({ answer, only }) => {
  expect(onlyTheText(answer, 'He go.')).toBe(only)
})

test('what the original has itself is kept', () => {
  expect(onlyTheText('```js\na()\n```', '```js\nb()\n```')).toBe('```js\na()\n```')
  expect(onlyTheText('"He went."', '"He go."')).toBe('"He went."')
  expect(onlyTheText('Here is the list: eggs', 'Here is the list: egg')).toBe('Here is the list: eggs')
})

test('a text with several fences is not torn apart', () => {
  const answer = '```a\n1\n```\nand\n```b\n2\n```'
  expect(onlyTheText(answer, 'x')).toBe(answer)
})

test('the white space around a text stays', () => {
  expect(spacedLike('b ', '\n  a\t\n')).toBe('\n  b\t\n')
  expect(spacedLike('b', 'a')).toBe('b')
})

test.each([
  { before: 'Once upon', answer: 'a time.', next: ' a time.' },
  { before: 'Once upon ', answer: 'a time.', next: 'a time.' },
  { before: 'Once upon a time', answer: 'Once upon a time there was.', next: ' there was.' },
  {
    before: 'It rained. The streets were wet',
    answer: 'The streets were wet, and cold.',
    next: ', and cold.',
  },
  { before: 'He said', answer: ', loudly', next: ', loudly' },
])('"$before" goes on with "$next"', ({ before, answer, next }) => {
  expect(continuation(answer, before)).toBe(next)
})
