import { expect, test } from 'vitest'
import { breathAt, phasesOf } from './breath.ts'

const phases = phasesOf({ inhale: 4, hold: 7, exhale: 8, rest: 0 })

test('phases without time are left out; none at all is a plain breath', () => {
  expect(phases.map(({ name }) => name)).toEqual(['Breathe in', 'Hold', 'Breathe out'])
  expect(phasesOf({ inhale: 0, hold: 0, exhale: 0, rest: 0 }).map(({ name }) => name)).toEqual([
    'Breathe in',
    'Breathe out',
  ])
})

test.each([
  [0, 'Breathe in', 1, 4],
  [3.5, 'Breathe in', 1, 0.5],
  [4, 'Hold', 1, 7],
  [18.9, 'Breathe out', 1, 0.1],
  [19, 'Breathe in', 2, 4],
])('after %d s it is %s of breath %d', (elapsed, name, cycle, left) => {
  const at = breathAt(phases, 2, elapsed)!
  expect([at.name, at.cycle]).toEqual([name, cycle])
  expect(at.leftSeconds).toBeCloseTo(left, 6)
})

test('it ends after the last breath', () => {
  expect(breathAt(phases, 2, 38)).toBeUndefined()
})
