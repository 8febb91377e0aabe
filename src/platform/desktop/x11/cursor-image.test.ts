import { expect, test } from 'vitest'
import { drawCursor } from './cursor-image.ts'

const green = Buffer.from([0, 255, 0, 0])
const cursorImage = Buffer.from([255, 255, 255, 255, 0, 0, 0, 0, 64, 64, 64, 128, 0, 0, 0, 255])
const cursor = { width: 2, height: 2, xhot: 1, yhot: 0, cursorImage }
const area = { x: 100, y: 50, width: 3, height: 2 }
const drawn = (x: number, y: number) => {
  const pixels = Buffer.concat(Array.from({ length: 6 }, () => green))
  drawCursor(pixels, area, { ...cursor, x, y })
  return Array.from({ length: 6 }, (_, at) => [...pixels.subarray(at * 4, at * 4 + 3)])
}
const plain = [0, 255, 0]

test('the cursor is laid over the pixels, its point at its place', () => {
  expect(drawn(101, 50)).toEqual([[255, 255, 255], plain, plain, [64, 191, 64], [0, 0, 0], plain])
})

test('what of the cursor lies outside is cut off', () => {
  expect(drawn(100, 50)).toEqual([plain, plain, plain, [0, 0, 0], plain, plain])
  expect(drawn(103, 51)).toEqual([plain, plain, plain, plain, plain, [255, 255, 255]])
  expect(drawn(500, 500)).toEqual(Array.from({ length: 6 }, () => plain))
})
