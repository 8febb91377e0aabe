import { expect, test } from 'vitest'
import { splitText } from './text-pieces.ts'

const joined = (text: string, maxBytes: number) =>
  splitText(text, maxBytes)
    .map(({ before, text: piece, after }) => before + piece + after)
    .join('')

test('text is split between sentences, and nothing of it is lost', () => {
  const text = 'First one. Second one! Third one?\n\nA new paragraph.  Its end. '
  expect(splitText(text, 25).map((piece) => piece.text)).toEqual([
    'First one. Second one!',
    'Third one?',
    '',
    'A new paragraph.',
    'Its end.',
  ])
  expect(joined(text, 25)).toBe(text)
})

test('a sentence that is too long is cut between words, and a word between characters', () => {
  const text = `${'word '.repeat(30)}${'ü'.repeat(40)} 👩‍👩‍👧‍👦👩‍👩‍👧‍👦`
  const pieces = splitText(text, 40)
  for (const { text: piece } of pieces) expect(Buffer.byteLength(piece)).toBeLessThanOrEqual(40)
  expect(joined(text, 40)).toBe(text)
  expect(pieces.map((piece) => piece.text).join(' ')).toContain('👩‍👩‍👧‍👦')
})

test('blanks alone are nothing to translate', () => {
  expect(splitText('\n\n', 40).every(({ text }) => text === '')).toBe(true)
})
