import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pointsAlong } from './pointer-path.ts'

const point = fc.record({ x: fc.integer({ min: 0, max: 4000 }), y: fc.integer({ min: 0, max: 4000 }) })

test('the way ends where it shall, in as many steps as were asked for', () => {
  fc.assert(
    fc.property(
      fc.array(point, { minLength: 2, maxLength: 6 }),
      fc.integer({ min: 1, max: 50 }),
      (path, count) => {
        const points = pointsAlong(path, count)
        expect(points).toHaveLength(count)
        expect(points.at(-1)).toEqual(path.at(-1))
      },
    ),
  )
})

test('corners of the way are passed, at an even pace', () => {
  const path = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 50 },
  ]
  expect(pointsAlong(path, 6)).toEqual([
    { x: 25, y: 0 },
    { x: 50, y: 0 },
    { x: 75, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 25 },
    { x: 100, y: 50 },
  ])
})

test('a drag that goes nowhere stays there', () => {
  const still = { x: 7, y: 9 }
  expect(pointsAlong([still, still], 3)).toEqual([still, still, still])
})
