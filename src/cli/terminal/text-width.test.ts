import { styleText } from 'node:util'
import { expect, test } from 'vitest'
import { cut, displayWidth, wrapped } from './text-width.ts'

const red = (text: string) => styleText('red', text, { validateStream: false })

test('a coloured text that is cut ends its colour, and counts what is seen only', () => {
  const shown = cut(`${red('abcdef')} and more`, 5)
  expect(shown).toBe('\u001B[31mabcd…\u001B[39m')
  expect(displayWidth(shown)).toBe(5)
  expect(cut(red('abc'), 3)).toBe(red('abc'))
  expect(cut('abcdef', 4)).toBe('abc…')
})

test('wide characters are cut where they fit', () => {
  expect(cut('日本語', 5)).toBe('日本…')
  expect(cut('日本語', 4)).toBe('日…')
})

test('a line is broken at spaces, and a long word stays whole', () => {
  expect(wrapped('one two https://example.org/a/b', 8)).toEqual(['one two', 'https://example.org/a/b'])
})
