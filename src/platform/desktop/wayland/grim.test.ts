import { expect, test } from 'vitest'
import { parsePpm } from './grim.ts'

test('a picture of grim is read with its colours in the order of the others', () => {
  const bytes = Buffer.concat([Buffer.from('P6\n2 1\n255\n'), Buffer.from([1, 2, 3, 4, 5, 6])])
  expect(parsePpm(bytes)).toEqual({
    width: 2,
    height: 1,
    pixels: Buffer.from([3, 2, 1, 0, 6, 5, 4, 0]),
  })
  expect(parsePpm(bytes.subarray(0, -1))).toBeNull()
  expect(parsePpm(Buffer.from('no picture'))).toBeNull()
})
