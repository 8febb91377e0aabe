import fc from 'fast-check'
import { expect, test } from 'vitest'
import { largestFreeRect } from './free-rect.ts'
import { bottomOf, rightOf } from './geometry.ts'

const area = { x: 0, y: 0, width: 100, height: 50 }
const least = { width: 10, height: 10 }

test('with nothing there it is all free, and with everything taken nothing is', () => {
  expect(largestFreeRect(area, { taken: [], gap: 0, least })).toEqual(area)
  expect(largestFreeRect(area, { taken: [area], gap: 0, least })).toBeUndefined()
})

test('the side with more room is taken, at a distance', () => {
  const taken = [{ x: 60, y: -10, width: 60, height: 100 }]
  expect(largestFreeRect(area, { taken, gap: 2, least })).toEqual({ x: 0, y: 0, width: 58, height: 50 })
})

test('what is found lies inside, is large enough and touches nothing', () => {
  const rect = fc.record({
    x: fc.integer({ min: -20, max: 110 }),
    y: fc.integer({ min: -20, max: 60 }),
    width: fc.integer({ min: 1, max: 60 }),
    height: fc.integer({ min: 1, max: 40 }),
  })
  fc.assert(
    fc.property(fc.array(rect, { maxLength: 12 }), (taken) => {
      const found = largestFreeRect(area, { taken, gap: 1, least })
      if (!found) return
      expect(found.x >= 0 && found.y >= 0 && rightOf(found) <= 100 && bottomOf(found) <= 50).toBe(true)
      expect(found.width >= least.width && found.height >= least.height).toBe(true)
      for (const other of taken) {
        const apart =
          found.x >= rightOf(other) + 1 ||
          rightOf(found) <= other.x - 1 ||
          found.y >= bottomOf(other) + 1 ||
          bottomOf(found) <= other.y - 1
        expect(apart).toBe(true)
      }
    }),
  )
})
