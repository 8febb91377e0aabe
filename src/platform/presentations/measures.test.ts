import { expect, test } from 'vitest'
import { parseXml } from '../archives/xml-tree.ts'
import { emu, fitInside, inches, outsideOf, ownRect } from './geometry.ts'
import { lineCount, longestWordWidth, textWidth } from './text-width.ts'
import { contrast, lighter, readableOn } from './theme-colors.ts'

test('inches become whole lengths and come back as people read them', () => {
  expect([emu(1), emu(0.5), emu(1 / 3)]).toEqual([914_400, 457_200, 304_800])
  expect([inches(emu(13.333)), inches(1), inches(-emu(2))]).toEqual([13.33, 0, -2])
})

const area = { x: 100, y: 50, width: 400, height: 200 }

test.each([
  ['wide', { width: 800, height: 100 }, { x: 100, y: 125, width: 400, height: 50 }],
  ['high', { width: 100, height: 400 }, { x: 275, y: 50, width: 50, height: 200 }],
  ['small', { width: 4, height: 2 }, { x: 100, y: 50, width: 400, height: 200 }],
])('a %s picture fills what it can, in the middle', (_what, shape, rect) => {
  expect(fitInside(shape, area)).toEqual(rect)
})

const slide = { width: emu(10), height: emu(7.5) }
const at = (x: number, y: number, width = 1, height = 1) => ({
  x: emu(x),
  y: emu(y),
  width: emu(width),
  height: emu(height),
})

test.each([
  ['in the middle', at(4, 3), 'no'],
  ['over all of it', at(0, 0, 10, 7.5), 'no'],
  ['a hair over the edge', { ...at(9, 3), width: emu(1) + 12_000 }, 'no'],
  ['over the right edge', at(9.5, 3), 'partly'],
  ['over the top', at(4, -0.5), 'partly'],
  ['larger than it', at(-1, -1, 12, 10), 'partly'],
  ['on the right of it', at(10, 3), 'wholly'],
  ['above it', at(4, -1), 'wholly'],
] as const)('what lies %s is outside: %s', (_where, rect, outside) => {
  expect(outsideOf(slide, rect)).toBe(outside)
})

const shape = (inner: string) => parseXml(`<sp>${inner}</sp>`, 'a shape')
const transform = (x: string, cx = '300') => `<xfrm><off x="${x}" y="2"/><ext cx="${cx}" cy="4"/></xfrm>`

test.each([
  ['of a shape', `<spPr>${transform('1')}</spPr>`, 1],
  ['of a table', transform('1'), 1],
  ['of a group', `<grpSpPr>${transform('1')}</grpSpPr>`, 1],
  ['left of the slide', `<spPr>${transform('-5')}</spPr>`, -5],
  ['in centimetres', `<spPr>${transform('1.5cm')}</spPr>`, 540_000],
  ['in points', `<spPr>${transform(' 2pt ')}</spPr>`, 25_400],
])('the place %s is read', (_what, inner, x) => {
  expect(ownRect(shape(inner))).toEqual({ x, y: 2, width: 300, height: 4 })
})

test.each([
  ['without a place', ''],
  ['without a size', '<spPr><xfrm><off x="1" y="2"/></xfrm></spPr>'],
  ['with a place that is no number', `<spPr>${transform('left')}</spPr>`],
  ['with a size that is empty', `<spPr>${transform('1', '')}</spPr>`],
  ['with a unit that nobody knows', `<spPr>${transform('1km')}</spPr>`],
])('a shape %s inherits one', (_what, inner) => {
  expect(ownRect(shape(inner))).toBeUndefined()
})

test('narrow letters are narrower than wide ones, and bold is wider', () => {
  expect(textWidth('ill')).toBeLessThan(textWidth('abc'))
  expect(textWidth('abc')).toBeLessThan(textWidth('MWM'))
  expect(textWidth('abc', { bold: true })).toBeGreaterThan(textWidth('abc'))
  expect(textWidth('')).toBe(0)
})

test('letters of East Asia and pictures are as wide as high, and marks on letters add nothing', () => {
  expect([textWidth('漢字'), textWidth('한'), textWidth('😀')]).toEqual([2, 1, 1])
  expect(textWidth('e\u0301')).toBe(textWidth('e'))
  expect(textWidth('a\u200db')).toBe(textWidth('ab'))
})

test('a word ends where a line may be broken', () => {
  expect(longestWordWidth('a long-winded and/or word')).toBe(textWidth('winded'))
  expect(longestWordWidth('  ')).toBe(0)
})

test.each([
  ['', 20, 1],
  ['one line', 20, 1],
  ['two\nlines', 20, 2],
  ['three\r\nlines\rhere', 20, 3],
  ['nothing\n\nbetween', 20, 3],
  ['word '.repeat(20).trim(), 12, 5],
  ['x'.repeat(100), 10, 6],
  ['漢'.repeat(30), 10, 3],
  ['anything', 0, 4],
])('"%s" takes in %i ems %i lines', (text, ems, lines) => {
  expect(lineCount(text, ems)).toBe(lines)
})

test('text never takes fewer lines in less room', () => {
  const text = 'The quick brown fox jumps over the lazy dog, again and again and again.'
  let before = Infinity
  for (let ems = 1; ems < 60; ems += 1) {
    const lines = lineCount(text, ems)
    expect(lines, `${ems} ems`).toBeLessThanOrEqual(before)
    before = lines
  }
})

test('contrast is that of the guidelines, whichever colour is first', () => {
  expect(contrast('000000', 'FFFFFF')).toBeCloseTo(21, 5)
  expect(contrast('777777', '777777')).toBe(1)
  expect(contrast('767676', 'FFFFFF')).toBeCloseTo(4.54, 2)
  expect(contrast('FFFFFF', '767676')).toBe(contrast('767676', 'FFFFFF'))
})

test('the text is the colour that can be read, and the first of two that are alike', () => {
  expect(readableOn('1F3864', ['FFFFFF', '000000'])).toBe('FFFFFF')
  expect(readableOn('FFE699', ['FFFFFF', '000000'])).toBe('000000')
  expect(readableOn('808080', ['ABCDEF', 'ABCDEF'])).toBe('ABCDEF')
})

test('a colour gets lighter up to white', () => {
  expect([lighter('4472c4', 0), lighter('000000', 0.5), lighter('123456', 1)]).toEqual([
    '4472C4',
    '808080',
    'FFFFFF',
  ])
  expect(lighter('00000A', 0)).toBe('00000A')
})
