import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { coordinateSpaces, fitInto, mapPoint, placeInPicture, smartSize } from './coordinates.ts'

const edge = fc.integer({ min: 1, max: 8000 })
const place = fc.integer({ min: -4000, max: 4000 })
const area = fc.record({ x: place, y: place, width: edge, height: edge })
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })

/** A picture of an area, never larger than it. */
const frames = fc
  .record({ area, scale: fc.double({ min: 0.05, max: 1, noNaN: true }) })
  .map(({ area: shown, scale }) => ({
    area: shown,
    width: Math.max(1, Math.floor(shown.width * scale)),
    height: Math.max(1, Math.floor(shown.height * scale)),
  }))

test('a place that is told is where a click on it lands, to one step of what the model can name', () => {
  fc.assert(
    fc.property(frames, share, share, fc.constantFrom(...coordinateSpaces), (frame, x, y, space) => {
      const { area: shown } = frame
      const point = {
        x: shown.x + Math.floor(x * shown.width),
        y: shown.y + Math.floor(y * shown.height),
      }
      const back = mapPoint(placeInPicture(point, frame, space), frame, space)
      const step = { pixel: frame, norm1000: square(1000), norm1: square(10_000), smart28: smartSize(frame) }[
        space
      ]
      expect(Math.abs(back.x - point.x)).toBeLessThanOrEqual(shown.width / step.width + 1)
      expect(Math.abs(back.y - point.y)).toBeLessThanOrEqual(shown.height / step.height + 1)
    }),
  )
})

describe('mapPoint', () => {
  test('never leaves the area that the picture shows', () => {
    fc.assert(
      fc.property(frames, share, share, fc.constantFrom(...coordinateSpaces), (frame, x, y, space) => {
        const end = { pixel: frame, norm1000: square(1000), norm1: square(1), smart28: smartSize(frame) }[
          space
        ]
        const point = mapPoint({ x: x * end.width, y: y * end.height }, frame, space)
        expect(point.x).toBeGreaterThanOrEqual(frame.area.x)
        expect(point.y).toBeGreaterThanOrEqual(frame.area.y)
        expect(point.x).toBeLessThan(frame.area.x + frame.area.width)
        expect(point.y).toBeLessThan(frame.area.y + frame.area.height)
      }),
    )
  })

  test('hits the middle of what the pixel shows, to half a pixel of the desktop', () => {
    fc.assert(
      fc.property(frames, share, (frame, x) => {
        const pixel = Math.floor(x * frame.width)
        const exact = frame.area.x + ((pixel + 0.5) * frame.area.width) / frame.width
        const mapped = mapPoint({ x: pixel, y: 0 }, frame).x
        expect(Math.abs(mapped + 0.5 - exact)).toBeLessThanOrEqual(0.5 + 1e-9)
      }),
    )
  })

  test('keeps the order of points', () => {
    fc.assert(
      fc.property(frames, share, share, (frame, one, other) => {
        const [left, right] = [one, other]
          .map((each) => Math.floor(each * frame.width))
          .toSorted((a, b) => a - b)
        expect(mapPoint({ x: left!, y: 0 }, frame).x).toBeLessThanOrEqual(
          mapPoint({ x: right!, y: 0 }, frame).x,
        )
      }),
    )
  })

  test('is the point itself where picture and desktop are the same', () => {
    const frame = { width: 800, height: 600, area: { x: 0, y: 0, width: 800, height: 600 } }
    for (const point of [
      { x: 0, y: 0 },
      { x: 799, y: 599 },
      { x: 123, y: 456 },
    ]) {
      expect(mapPoint(point, frame)).toEqual(point)
    }
  })

  test('knows the second monitor', () => {
    const frame = { width: 1366, height: 768, area: { x: 1920, y: 0, width: 1920, height: 1080 } }
    expect(mapPoint({ x: 683, y: 384 }, frame)).toEqual({ x: 1920 + 960, y: 540 })
    expect(mapPoint({ x: 1000, y: 1000 }, frame, 'norm1000')).toEqual({ x: 3839, y: 1079 })
    expect(mapPoint({ x: 0.5, y: 0.5 }, frame, 'norm1')).toEqual({ x: 2880, y: 540 })
  })

  test.each([
    ['pixel', { x: 1366, y: 10 }],
    ['pixel', { x: -1, y: 10 }],
    ['pixel', { x: 10, y: Number.NaN }],
    ['norm1000', { x: 1001, y: 10 }],
    ['norm1', { x: 0.5, y: 1.01 }],
    ['smart28', { x: 1372, y: 10 }],
  ] as const)('%s refuses what lies outside', (space, point) => {
    const frame = { width: 1366, height: 768, area: { x: 0, y: 0, width: 1920, height: 1080 } }
    expect(() => mapPoint(point, frame, space)).toThrowError(
      expect.objectContaining({ code: 'invalid_request' }),
    )
  })
})

describe('smartSize', () => {
  // From the function smart_resize of the models' own preprocessing.
  test.each([
    [
      { width: 1366, height: 768 },
      { width: 1372, height: 756 },
    ],
    [
      { width: 1000, height: 600 },
      { width: 1008, height: 588 },
    ],
    [
      { width: 1920, height: 1080 },
      { width: 1932, height: 1092 },
    ],
    [
      { width: 1302, height: 1274 },
      { width: 1288, height: 1288 },
    ],
    [
      { width: 8000, height: 4000 },
      { width: 5068, height: 2520 },
    ],
    [
      { width: 20, height: 20 },
      { width: 56, height: 56 },
    ],
  ])('%j', (size, smart) => {
    expect(smartSize(size)).toEqual(smart)
  })
})

describe('fitInto', () => {
  test.each([
    [{ width: 1920, height: 1080 }, { maxEdge: 1366 }, { width: 1366, height: 768 }],
    [{ width: 1080, height: 1920 }, { maxEdge: 1366 }, { width: 768, height: 1366 }],
    [
      { width: 3840, height: 2160 },
      { maxEdge: 1366, maxPixels: 1_150_000 },
      { width: 1366, height: 768 },
    ],
    [{ width: 1000, height: 1000 }, { maxPixels: 250_000 }, { width: 500, height: 500 }],
    [{ width: 800, height: 600 }, { maxEdge: 1366 }, { width: 800, height: 600 }],
    [{ width: 800, height: 600 }, {}, { width: 800, height: 600 }],
    [{ width: 8000, height: 1 }, { maxEdge: 10 }, { width: 10, height: 1 }],
    [
      { width: 400, height: 200 },
      { maxEdge: 1366, maxPixels: 900_000, enlarge: true },
      { width: 1341, height: 670 },
    ],
    [
      { width: 40, height: 20 },
      { maxEdge: 1366, enlarge: true },
      { width: 160, height: 80 },
    ],
    [{ width: 40, height: 20 }, { enlarge: true }, { width: 40, height: 20 }],
    [
      { width: 3000, height: 1500 },
      { maxEdge: 1366, enlarge: true },
      { width: 1366, height: 683 },
    ],
  ])('%j in %j', (size, limits, fitted) => {
    expect(fitInto(size, limits)).toEqual(fitted)
  })
})

function square(edgeLength: number): { width: number; height: number } {
  return { width: edgeLength, height: edgeLength }
}
