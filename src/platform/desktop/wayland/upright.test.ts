import { expect, test } from 'vitest'
import { isReadableFormat, uprightPixels, type RawPicture } from './upright.ts'

const XRGB = 1
const XBGR = 0x3432_4258

/** Two rows of three pixels, a to f, each with that letter as its blue. */
function picture(more: Partial<RawPicture> = {}): RawPicture {
  const bytes = Buffer.concat(Array.from('abcdef', (letter) => Buffer.from([letter.charCodeAt(0), 1, 2, 0])))
  const facts = { width: 3, height: 2, stride: 12, format: XRGB, isUpsideDown: false, transform: 0 }
  return { bytes, ...facts, ...more }
}

function letters(pixels: Buffer): string {
  return Array.from({ length: pixels.length / 4 }, (_, at) => String.fromCharCode(pixels[at * 4]!)).join('')
}

test('a picture that is right already is not copied', () => {
  const plain = picture()
  expect(uprightPixels(plain)).toBe(plain.bytes)
})

// Seen as rows of three, or of two where it is turned to its side.
test.each([
  [1, 'daebfc'],
  [2, 'fedcba'],
  [3, 'cfbead'],
  [4, 'cbafed'],
  [5, 'adbecf'],
  [6, 'defabc'],
  [7, 'fcebda'],
])('a picture turned by %i is turned back', (transform, seen) => {
  expect(letters(uprightPixels(picture({ transform })))).toBe(seen)
})

test('rows from below, gaps between rows and other colours first are all put right', () => {
  expect(letters(uprightPixels(picture({ isUpsideDown: true })))).toBe('defabc')
  const rows = [picture().bytes.subarray(0, 12), picture().bytes.subarray(12)]
  const gaps = Buffer.concat(rows.flatMap((row) => [row, Buffer.alloc(8)]))
  expect(letters(uprightPixels(picture({ bytes: gaps, stride: 20 })))).toBe('abcdef')
  const turned = uprightPixels(picture({ format: XBGR }))
  expect([...turned.subarray(0, 4)]).toEqual([2, 1, 'a'.charCodeAt(0), 0])
  expect([XRGB, XBGR, 0x3033_5258].map(isReadableFormat)).toEqual([true, true, false])
})
