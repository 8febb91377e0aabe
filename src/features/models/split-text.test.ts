import fc from 'fast-check'
import { expect, test } from 'vitest'
import { splitText } from './split-text.ts'

const joined = (text: string, most: number) =>
  splitText(text, most)
    .map(({ text: part, gap }) => part + gap)
    .join('')

test('parts joined again are the text, and none is too long', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b. ', '\n', '\n\n', ' ', '😀'), maxLength: 300 })
  fc.assert(
    fc.property(texts, fc.integer({ min: 4, max: 60 }), (text, most) => {
      expect(joined(text, most)).toBe(text)
      for (const part of splitText(text, most)) {
        expect(part.text.length).toBeLessThanOrEqual(most)
        expect(part.text.isWellFormed()).toBe(true)
      }
    }),
  )
})

test('a text is cut between paragraphs rather than lines, and between sentences rather than words', () => {
  const parts = (text: string, most: number) => splitText(text, most).map(({ text: part }) => part)
  expect(parts('one\ntwo\n\nthree\nfour', 14)).toEqual(['one\ntwo', 'three\nfour'])
  expect(parts('One two. Three four five', 16)).toEqual(['One two.', 'Three four five'])
  expect(parts('short', 100)).toEqual(['short'])
})
