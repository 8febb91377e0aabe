import { expect, test } from 'vitest'
import type { OverlayPosition } from '../desktop-driver.ts'
import { placesOf } from './overlay-places.ts'

const screen = { x: 1920, y: 0, width: 1280, height: 720 }
const overlay = (position: OverlayPosition, height = 100) => ({ position, width: 300, height, screen })

test.each<[OverlayPosition, number, number]>([
  ['top_left', 1944, 24],
  ['top', 2410, 24],
  ['top_right', 2876, 24],
  ['center', 2410, 310],
  ['bottom_left', 1944, 596],
  ['bottom', 2410, 596],
  ['bottom_right', 2876, 596],
])('%s of the second screen is at %i, %i', (position, x, y) => {
  expect(placesOf([overlay(position)])).toEqual([{ x, y }])
})

test('those at one edge stand beside each other, growing away from it', () => {
  const places = placesOf([
    overlay('top_right'),
    overlay('bottom'),
    overlay('top_right', 50),
    overlay('bottom'),
  ])
  expect(places.map(({ y }) => y)).toEqual([24, 596, 136, 484])
})

test('one too many is shown over another rather than outside of the screen', () => {
  const places = placesOf(Array.from({ length: 9 }, () => overlay('top_left')))
  expect(Math.max(...places.map(({ y }) => y))).toBe(620)
})
