import { expect, test } from 'vitest'
import { chosenPath, parentOf, splitPath, withRecent } from './path-text.ts'

test.each([
  ['~', '~/', ''],
  ['~/Doc', '~/', 'Doc'],
  ['/etc/', '/etc/', ''],
  ['/', '/', ''],
  ['notes', '~/', 'notes'],
])('%s is %s with %s behind it', (text, folder, rest) => {
  expect(splitPath(text)).toEqual({ folder, rest })
})

test.each([
  ['/home/ada/', undefined, '/home/'],
  ['/home/', undefined, '/'],
  ['/', undefined, undefined],
  ['~/Documents/', undefined, '~/'],
  ['~/', '/home/ada', '/home/'],
  ['~/', undefined, undefined],
])('%s lies in its parent', (folder, home, parent) => {
  expect(parentOf(folder, home)).toBe(parent)
})

test.each([
  ['~/a/', '~/a'],
  ['/', '/'],
  ['', '~'],
  [' ~/b.txt ', '~/b.txt'],
])('%s is chosen as %s', (text, path) => {
  expect(chosenPath(text)).toBe(path)
})

test('a folder that is used again comes first, and the oldest go', () => {
  expect(withRecent(['a', 'b'], 'b')).toEqual(['b', 'a'])
  expect(withRecent(['1', '2', '3', '4', '5', '6'], '7')).toEqual(['7', '1', '2', '3', '4', '5'])
})
