import { expect, test } from 'vitest'
import { layoutOf, uprightSize, type Output } from './outputs.ts'

function output(more: Partial<Output>): Output {
  const mode = { width: 1920, height: 1080 }
  return { object: 1, name: 'A', mode, transform: 0, logical: { x: 0, y: 0, ...mode }, ...more }
}

test('a desktop begins at its upper left monitor', () => {
  const left = output({ name: 'B', logical: { x: -1920, y: 200, width: 1920, height: 1080 } })
  const layout = layoutOf([output({}), left])
  expect(layout.size).toEqual({ width: 3840, height: 1280 })
  expect(layout.monitors).toMatchObject([
    { id: 'A', primary: true, area: { x: 1920, y: 0, width: 1920, height: 1080 } },
    { id: 'B', primary: false, area: { x: 0, y: 200, width: 1920, height: 1080 } },
  ])
})

test('pixels are those of the sharpest monitor', () => {
  const sharp = output({ logical: { x: 0, y: 0, width: 1280, height: 720 } })
  const plain = output({ name: 'B', logical: { x: 1280, y: 0, width: 1920, height: 1080 } })
  const layout = layoutOf([sharp, plain])
  expect(layout.monitors.map(({ area }) => area)).toEqual([
    { x: 0, y: 0, width: 1920, height: 1080 },
    { x: 1920, y: 0, width: 2880, height: 1620 },
  ])
  expect(layout.toPixels({ x: 100, y: 100, width: 10, height: 10 })).toEqual({
    x: 150,
    y: 150,
    width: 15,
    height: 15,
  })
})

test('a monitor on its side is as wide as it was high', () => {
  const size = { width: 1080, height: 1920 }
  const turned = output({ transform: 1, logical: { x: 0, y: 0, ...size } })
  expect(uprightSize(turned)).toEqual(size)
  expect(layoutOf([turned]).size).toEqual(size)
})
