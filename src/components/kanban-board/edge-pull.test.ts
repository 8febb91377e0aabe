import { expect, test } from 'vitest'
import { edgePull } from './edge-pull.ts'

test('an edge pulls the more the nearer it is, and the middle not at all', () => {
  expect(edgePull(500, 0, 1000)).toBe(0)
  expect(edgePull(28, 0, 1000)).toBe(-0.5)
  expect(edgePull(0, 0, 1000)).toBe(-1)
  expect(edgePull(972, 0, 1000)).toBe(0.5)
  expect(edgePull(1000, 0, 1000)).toBe(1)
})

test('just outside it still pulls, far away no longer', () => {
  expect(edgePull(-40, 0, 1000)).toBe(-1)
  expect(edgePull(1040, 0, 1000)).toBe(1)
  expect(edgePull(-100, 0, 1000)).toBe(0)
  expect(edgePull(1100, 0, 1000)).toBe(0)
})

test('a short stretch keeps a calm middle', () => {
  expect(edgePull(20, 0, 40)).toBe(0)
  expect(edgePull(5, 0, 40)).toBe(-0.5)
})
