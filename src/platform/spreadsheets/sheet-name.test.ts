import { expect, test } from 'vitest'
import { checkSheetName } from './sheet-name.ts'

test.for(['Sheet1', 'Umsätze 2025', "Bob's data", 'a'.repeat(31), '2025-01', '売上'])(
  '"%s" is accepted',
  (name) => {
    expect(() => checkSheetName(name)).not.toThrow()
  },
)

test.for([
  ['', 'empty'],
  ['   ', 'empty'],
  ['a'.repeat(32), '31'],
  ['a/b', '"/"'],
  ['a\\b', '"\\"'],
  ['[a', '"["'],
  ['a]', '"]"'],
  ['a*', '"*"'],
  ['a?', '"?"'],
  ['a:b', '":"'],
  ["'a", 'apostrophe'],
  ["a'", 'apostrophe'],
  ['a\u0007', "can't be shown"],
  ['\ud800', "can't be shown"],
  ['History', 'is reserved by Excel. Choose another.'],
] as const)('"%s" is refused and the reason names what is wrong', ([name, reason]) => {
  expect(() => checkSheetName(name)).toThrow(reason)
})

test('two sheets may not differ in upper and lower case only', () => {
  expect(() => checkSheetName('data', ['Data'])).toThrow('twice')
})
