import { expect, test } from 'vitest'
import { changesBetween, isCaret } from './screen-changes.ts'

const WIDTH = 200
const HEIGHT = 130

function screen(...boxes: readonly { x: number; y: number; width: number; height: number }[]): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT * 4)
  for (const { x, y, width, height } of boxes) {
    for (let row = y; row < y + height; row++)
      pixels.fill(9, (row * WIDTH + x) * 4, (row * WIDTH + x + width) * 4)
  }
  return pixels
}

test('what lies apart is told apart, and what touches across tiles is one', () => {
  const after = screen({ x: 20, y: 20, width: 30, height: 30 }, { x: 150, y: 100, width: 10, height: 29 })
  const changes = changesBetween(screen(), after, WIDTH)
  expect(changes).toMatchObject([
    { left: 20, top: 20, right: 49, bottom: 49 },
    { left: 150, top: 100, right: 159, bottom: 128 },
  ])
  expect(changes.map(({ tiles }) => tiles.length)).toEqual([4, 2])
})

test('the fourth byte of a pixel means nothing, and equal pictures have no changes', () => {
  const after = screen()
  after[3] = 9
  expect(changesBetween(screen(), after, WIDTH)).toEqual([])
  expect(changesBetween(screen(), screen(), WIDTH)).toEqual([])
})

test('a caret is narrow and not higher than a line', () => {
  const [caret] = changesBetween(screen(), screen({ x: 31, y: 25, width: 2, height: 18 }), WIDTH)
  const [box] = changesBetween(screen(), screen({ x: 31, y: 25, width: 12, height: 12 }), WIDTH)
  const [bar] = changesBetween(screen(), screen({ x: 31, y: 0, width: 2, height: 100 }), WIDTH)
  expect([caret, box, bar].map((change) => isCaret(change!))).toEqual([true, false, false])
})
