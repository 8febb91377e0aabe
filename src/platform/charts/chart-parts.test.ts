import { createCanvas, loadImage } from 'canvas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NumberColumn } from '../tables/dataset.ts'
import { categoriesOf } from './categories.ts'
import { correlations } from './correlation.ts'
import { naturalOrder } from './natural-order.ts'
import { numberText } from './number-text.ts'
import { encodePng } from './png.ts'
import { orderedLine, thinLine } from './thin-line.ts'

function numbers(values: readonly number[], name = 'n'): NumberColumn {
  return {
    kind: 'number',
    name,
    unit: '',
    present: values.filter((value) => !Number.isNaN(value)).length,
    values: Float64Array.from(values),
  }
}

describe('numbers on axes', () => {
  test.each([
    [1_500_000, 0, 2e6, '', '1.5M'],
    [20_000, 0, 50_000, '$', '$20k'],
    [-0.12, -0.5, 0.5, '%', '−12%'],
    [0.125, 0, 0.2, '%', '12.5%'],
    [2500, 0, 5000, '', '2,500'],
    [0, 0, 5e9, '', '0'],
    [3.5e9, 0, 5e9, 'CHF', 'CHF 3.5B'],
    [1_000_020, 1_000_000, 1_000_100, '', '1.00002M'],
    [0.003, 0, 0.01, '', '0.003'],
    [2e20, 0, 3e20, '', '2.0e+20'],
  ])('%d between %d and %d is written short', (value, low, high, unit, text) => {
    expect(numberText(value, { low, high, unit })).toBe(text)
  })

  test('years have no thousands', () => {
    expect(numberText(2024, { low: 1990, high: 2030, unit: '', isYear: true })).toBe('2024')
  })
})

describe('categories', () => {
  test.each([
    [
      ['Mar', 'Jan', 'Feb'],
      [2, 0, 1],
    ],
    [
      ['September', 'may'],
      [8, 4],
    ],
    [
      ['Sunday', 'Monday'],
      [6, 0],
    ],
    [
      ['high', 'low', 'medium'],
      [3, 1, 2],
    ],
    [
      ['Q3 2024', 'Q1 2025'],
      [8099, 8101],
    ],
    [
      ['65+', '18-24', '<18'],
      [65, 18, 17.5],
    ],
  ])('%j have an order of their own', (texts, order) => {
    expect(naturalOrder(texts)).toEqual(order)
  })

  test('names have none', () => {
    expect(naturalOrder(['Ann', 'May', 'Bob'])).toBeUndefined()
  })

  test('numbers of many values are put into round steps that hold all of them', () => {
    const { labels, places, by } = categoriesOf(
      numbers(Array.from({ length: 1000 }, (_, index) => index / 10)),
      40,
    )
    expect(by).toBe('steps of 5')
    expect(labels.slice(0, 2)).toEqual(['0 – 5', '5 – 10'])
    expect(new Set(places).size).toBe(labels.length)
  })

  test.each([
    ['2024-01-01', '2024-03-31', 'day', 100],
    ['2024-01-01', '2024-12-31', 'month', 60],
    ['2015-01-01', '2024-12-31', 'quarter', 60],
    ['1950-01-01', '2024-12-31', 'decade', 60],
  ])('dates from %s to %s are put into a period of %s', (first, last, unit, most) => {
    const values = Float64Array.of(Date.parse(first), Date.parse('2024-02-02'), Date.parse(last))
    const found = categoriesOf({ kind: 'date', name: 'd', present: 3, values }, most)
    expect(found.by).toBe(unit)
    expect(found.places[0]).toBe(0)
    expect(found.places[2]).toBe(found.labels.length - 1)
  })
})

describe('lines', () => {
  test('a thinned line keeps its ends, its lowest and its highest point, and the order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 500, maxLength: 3000 }),
        (values) => {
          const line = { x: Float64Array.from(values, (_, index) => index), y: Float64Array.from(values) }
          const thin = thinLine(line, 50)
          expect(thin.x.length).toBeLessThanOrEqual(4 * 51)
          expect([thin.x[0], thin.x.at(-1)]).toEqual([0, values.length - 1])
          expect([Math.min(...thin.y), Math.max(...thin.y)]).toEqual([
            Math.min(...values),
            Math.max(...values),
          ])
          expect(thin.x.every((at, index) => index === 0 || at > thin.x[index - 1]!)).toBe(true)
        },
      ),
      { numRuns: 30 },
    )
  })

  test('points are put in order, and those of one place together', () => {
    const line = { x: Float64Array.of(3, 1, Number.NaN, 3, 2), y: Float64Array.of(10, 1, 5, 20, Number.NaN) }
    expect(orderedLine(line, 'none')).toEqual({ x: Float64Array.of(1, 3, 3), y: Float64Array.of(1, 10, 20) })
    expect(orderedLine(line, 'sum')).toEqual({ x: Float64Array.of(1, 3), y: Float64Array.of(1, 30) })
    expect(orderedLine(line, 'mean')).toEqual({ x: Float64Array.of(1, 3), y: Float64Array.of(1, 15) })
  })
})

test('correlations are those of the textbook, over the rows that have both', () => {
  const columns = [
    numbers([1, 2, 3, 4]),
    numbers([2, 4, 6, 8]),
    numbers([4, 3, 2, 1]),
    numbers([5, 5, 5, 5]),
    numbers([1, Number.NaN, 2, 4]),
  ]
  const found = correlations(columns)
  const expected = [1, 1, -1, Number.NaN, 13 / 14]
  expect(found[0]).toEqual(
    expected.map((value) => (Number.isNaN(value) ? value : (expect.closeTo(value, 12) as number))),
  )
  expect(found[4]![2]).toBeCloseTo(-13 / 14, 12)
})

test.each([
  ['few colours', 4],
  ['more colours than a palette holds', 4000],
])('a PNG of %s has the same pixels for another reader', async (_, count) => {
  const [width, height] = [97, 61]
  const rgba = Buffer.alloc(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const color = (pixel * 2_654_435) % count
    rgba.set([color & 255, (color >> 4) & 255, (color * 7) & 255, 255], pixel * 4)
  }
  const image = await loadImage(await encodePng({ width, height, rgba }))
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  expect([image.width, image.height]).toEqual([width, height])
  expect(Buffer.from(context.getImageData(0, 0, width, height).data).equals(rgba)).toBe(true)
})
