import { expect, test } from 'vitest'
import {
  bandOf,
  bodyMassIndex,
  centimetres,
  feetAndInches,
  kilograms,
  normalWeights,
  pounds,
} from './body-mass.ts'

test('weight over height squared', () => {
  expect(bodyMassIndex({ height_cm: 178, weight_kg: 72 })).toBeCloseTo(22.72, 2)
})

test.each([
  [18.44, 'Underweight'],
  [18.46, 'Normal weight'],
  [24.94, 'Normal weight'],
  [24.96, 'Overweight'],
  [30, 'Obesity'],
])('%d is %s', (index, name) => {
  expect(bandOf(index).name).toBe(name)
})

test('the normal weights of a height have a normal index', () => {
  for (const weight_kg of normalWeights(180))
    expect(bandOf(bodyMassIndex({ height_cm: 180, weight_kg })).name).toBe('Normal weight')
})

test('feet and pounds go there and back', () => {
  expect(feetAndInches(177.8)).toEqual({ feet: 5, inches: 10 })
  expect(centimetres({ feet: 6, inches: 0 })).toBeCloseTo(182.88)
  expect(feetAndInches(182.87)).toEqual({ feet: 6, inches: 0 })
  expect(kilograms(pounds(72))).toBeCloseTo(72)
})
