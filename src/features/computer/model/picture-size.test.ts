import { expect, test } from 'vitest'
import { coordinateSpaces, fitInto, mapPoint } from '../../../platform/desktop/coordinates.ts'
import { PICTURE_TOKENS, pictureLimit, pictureTokens } from './picture-size.ts'

const models = [
  'claude-opus-5',
  'claude-sonnet-4-5',
  'gemini-3.5-flash',
  'gemini-2.5-computer-use-preview-10-2025',
  'gpt-5.4',
  'gpt-5.4-mini',
  'gpt-4o',
  'gpt-5',
  'qwen2.5-vl-7b',
  'qwen3-vl:8b',
  'something else',
]
const screens = [
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
  { width: 1920, height: 1200 },
  { width: 2560, height: 1440 },
  { width: 3440, height: 1440 },
  { width: 3840, height: 2160 },
  { width: 1080, height: 1920 },
  { width: 1024, height: 768 },
]

/** The examples that the providers give themselves. */
test.each([
  ['claude-sonnet-4-5', { width: 1092, height: 1092 }, 1590],
  ['claude-sonnet-4-5', { width: 200, height: 200 }, 54],
  ['gpt-4o', { width: 1024, height: 1024 }, 765],
  ['gpt-4o', { width: 2048, height: 4096 }, 1105],
  ['gpt-4.1-mini', { width: 1024, height: 1024 }, 1659],
  ['gemini-2.5-flash', { width: 384, height: 384 }, 258],
  ['gemini-2.5-flash', { width: 960, height: 540 }, 1548],
  ['gemini-3-pro', { width: 3840, height: 2160 }, 1120],
])('%s counts %j as %i', (model, size, tokens) => expect(pictureTokens(model, size)).toBe(tokens))

test.each(models)('a picture for %s counts as little as it may, whatever the screen', (model) => {
  for (const screen of screens) {
    const size = fitInto(screen, pictureLimit(model, screen))
    const isLeast = Math.max(size.width, size.height) <= 640
    expect(isLeast || pictureTokens(model, size) <= PICTURE_TOKENS, `${screen.width} as ${size.width}`).toBe(
      true,
    )
    expect(Math.max(size.width, size.height)).toBeGreaterThanOrEqual(640)
  }
})

const places = models.flatMap((model) =>
  screens.flatMap((screen) =>
    coordinateSpaces.filter((one) => one !== 'smart28').map((space) => ({ model, screen, space })),
  ),
)

test('a place in such a picture is the one on the screen, within a pixel of the picture', () => {
  for (const { model, screen, space } of places) {
    const picture = fitInto(screen, pictureLimit(model, screen))
    const frame = { ...picture, area: { x: 100, y: 50, ...screen } }
    const edge = space === 'pixel' ? picture : space === 'norm1' ? ONE : THOUSAND
    for (const share of [0, 0.25, 0.5, 0.9, 0.999]) {
      const told = { x: share * edge.width, y: share * edge.height }
      const meant = space === 'pixel' ? { x: Math.floor(told.x), y: Math.floor(told.y) } : told
      const { x, y } = mapPoint(meant, frame, space)
      const off = Math.max(Math.abs(x - 100 - share * screen.width), Math.abs(y - 50 - share * screen.height))
      expect(off).toBeLessThanOrEqual(screen.width / picture.width + 1)
    }
  }
})

const ONE = { width: 1, height: 1 }
const THOUSAND = { width: 1000, height: 1000 }
