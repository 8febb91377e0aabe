import { expect, test } from 'vitest'
import { argumentText, excerptOf, visibleText, visibleValue } from './visible-text.ts'

test.each([
  ['the order of letters turned round', 'report\u202Efdp.exe', String.raw`report\u{202E}fdp.exe`],
  ['an isolate', 'a\u2066b\u2069', String.raw`a\u{2066}b\u{2069}`],
  ['an escape sequence', '\u001b[2Jhi', String.raw`\u{1B}[2Jhi`],
  ['a C1 control', 'a\u009b2Jb', String.raw`a\u{9B}2Jb`],
  ['a line that is overwritten', 'rm -rf ~\rls', String.raw`rm -rf ~\u{D}ls`],
  ['a zero-width space', 'pay\u200Bpal', String.raw`pay\u{200B}pal`],
  ['a soft hyphen', 'pay\u00ADpal', String.raw`pay\u{AD}pal`],
  ['tag characters', 'hi\u{E0068}\u{E0069}', String.raw`hi\u{E0068}\u{E0069}`],
  ['variation selectors that carry data', 'a\u{E0100}\uFE01', String.raw`a\u{E0100}\u{FE01}`],
  ['a filler', 'a\u3164b', String.raw`a\u{3164}b`],
  ['a line separator', 'a\u2028b', String.raw`a\u{2028}b`],
  ['half a character', 'a\uD800b', String.raw`a\u{D800}b`],
  ['a joiner in Latin letters', 'a\u200Db', String.raw`a\u{200D}b`],
])('%s is written out', (_what, text, seen) => {
  expect(visibleText(text)).toBe(seen)
})

test.each([
  'two\nlines\tand a tab',
  'a family 👨‍👩‍👧 and a heart ❤️ and 👍🏽',
  'می‌خواهم',
  'क्‍ष',
  'Zürich, naïve, 東京, שלום',
])('writing that needs it stays as it is: %s', (text) => {
  expect(visibleText(text)).toBe(text)
})

test('every text of a value is made visible, names too', () => {
  expect(visibleValue({ 'a\u202E': ['b\u0007', 1, null, { c: 'd' }] })).toEqual({
    [String.raw`a\u{202E}`]: [String.raw`b\u{7}`, 1, null, { c: 'd' }],
  })
})

test('of a long text the beginning and the end are shown, and how much is left out', () => {
  const text = `echo ${'x'.repeat(200)}; rm -rf ~`
  expect(excerptOf(text, 50)).toBe(
    `echo ${'x'.repeat(25)} … 165 more characters … ${'x'.repeat(10)}; rm -rf ~`,
  )
  expect(excerptOf('short', 50)).toBe('short')
  expect(excerptOf('😀'.repeat(40), 11)).not.toMatch(/\p{Cs}/u)
})

test('an argument whose end lies far below is shown with its end', () => {
  const shown = argumentText(`ls${'\n'.repeat(500)}rm -rf ~`)
  expect(shown).toMatch(/^ls\n/)
  expect(shown).toContain('… 461 more lines …')
  expect(shown).toMatch(/rm -rf ~$/)
  expect(argumentText({ to: ['a', 'b'] })).toBe('{\n "to": [\n  "a",\n  "b"\n ]\n}')
})
