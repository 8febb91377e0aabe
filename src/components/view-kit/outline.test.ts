import { expect, test } from 'vitest'
import { outlineOf } from './outline.ts'

const other = undefined

test.each([
  { sizes: [], levels: [] },
  { sizes: [other, other], levels: [0, 0] },
  { sizes: [1, 2, 3], levels: [0, 1, 2] },
  // None is left out, and those of one size stay beside each other.
  { sizes: [2, 4, 4, 2], levels: [0, 1, 1, 0] },
  { sizes: [3, 1, 2], levels: [0, 0, 1] },
  { sizes: [other, 2, other, 3, other, 2, other], levels: [0, 0, 1, 1, 2, 0, 1] },
])('headings of sizes $sizes are on levels $levels', ({ sizes, levels }) => {
  expect(outlineOf(sizes)).toEqual(levels)
})
