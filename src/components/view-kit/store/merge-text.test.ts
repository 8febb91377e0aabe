import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergedText, movedPlace } from './merge-text.ts'

test('two edits in different places of a text are both there', () => {
  expect(mergedText('one two three', 'ONE two three', 'one two THREE')).toBe('ONE two THREE')
  expect(mergedText('one two three', 'one two THREE', 'ONE two three')).toBe('ONE two THREE')
})

test('two edits in the same place are both kept', () => {
  expect(mergedText('a b', 'a mine b', 'a theirs b')).toBe('a theirs mine b')
  expect(mergedText('', 'mine', 'theirs')).toBe('theirsmine')
  expect(mergedText('the cat', 'the dog', 'the cow')).toContain('dog')
})

test('what one has removed stays removed when the other wrote elsewhere', () => {
  expect(mergedText('one two three', 'one three', 'one two three four')).toBe('one three four')
})

test('an edit on a text that nobody else has touched is that edit', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, mine) => {
      expect(mergedText(before, mine, before)).toBe(mine)
      expect(mergedText(before, before, mine)).toBe(mine)
    }),
  )
})

test('letters that two type one after the other into one text are all there at the end', () => {
  const letters = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), letters, fc.nat(), (start, typed, seed) => {
      const theirs = `${start.slice(0, seed % (start.length + 1))}ZZZ${start.slice(seed % (start.length + 1))}`
      let [mine, merged] = [start, theirs]
      for (const letter of typed) {
        const next = mine + letter
        merged = mergedText(mine, next, merged)
        mine = next
      }
      expect(merged.length).toBe(start.length + 3 + typed.length)
      expect(merged).toContain('ZZZ')
    }),
  )
})

test('the cursor stays beside the letters that it stood beside', () => {
  expect(movedPlace('hello', 'oh hello', 5)).toBe(8)
  expect(movedPlace('hello', 'hello you', 2)).toBe(2)
  expect(movedPlace('hello', 'hoo', 3)).toBe(2)
})
