import { expect, test } from 'vitest'
import { BLANK, drawnOn, redone, undone, withPoint, type Stroke } from './sheet.ts'

const stroke = (color: string): Stroke => ({ color, width: 2, erases: false, points: [1, 1] })

test('what was drawn can be taken back and drawn again, until something else is drawn', () => {
  const two = drawnOn(drawnOn(BLANK, stroke('a')), stroke('b'))
  const one = undone(two)
  expect(one.strokes.map(({ color }) => color)).toEqual(['a'])
  expect(redone(one)).toEqual(two)
  expect(redone(drawnOn(one, stroke('c'))).strokes.map(({ color }) => color)).toEqual(['a', 'c'])
  expect(undone(BLANK)).toBe(BLANK)
})

test('points that nobody would see are left out', () => {
  const points = withPoint([10, 10], 10.6, 10.4)
  expect(points).toEqual([10, 10])
  expect(withPoint(points, 14.2, 9.7)).toEqual([10, 10, 14, 10])
})
