import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { encodePicture, redGreenBlue } from './picture.ts'

const [blue, green, red] = [
  Buffer.from([255, 0, 0, 0]),
  Buffer.from([0, 255, 0, 0]),
  Buffer.from([0, 0, 255, 0]),
]

describe('redGreenBlue', () => {
  test('turns every pixel round, however many there are', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(byte(), byte(), byte(), byte()), { maxLength: 40 }), (pixels) => {
        const turned = redGreenBlue(Buffer.from(pixels.flat()))
        expect([...turned]).toEqual(pixels.flatMap(([b, g, r]) => [r, g, b]))
      }),
    )
  })
})

describe('encodePicture', () => {
  test.each(['png', 'jpeg'] as const)('keeps colours and size (%s)', async (format) => {
    const area = { x: 5, y: 6, width: 16, height: 8 }
    const pixels = Buffer.concat(Array.from({ length: 16 * 8 }, (_, at) => (at % 16 < 8 ? red : blue)))
    const picture = await encodePicture(pixels, { area, width: 8, height: 4, format })
    expect(picture).toMatchObject({ area, width: 8, height: 4, mimeType: `image/${format}` })
    const { data, info } = await sharp(picture.bytes).raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 8, height: 4, channels: 3 })
    const [left, right] = [data.subarray(0, 3), data.subarray(7 * 3, 8 * 3)]
    expect(left[0]).toBeGreaterThan(240)
    expect(left[2]).toBeLessThan(20)
    expect(right[2]).toBeGreaterThan(240)
    expect(right[0]).toBeLessThan(20)
  })

  test('has one hash for equal pictures and another for others', async () => {
    const request = { area: { x: 0, y: 0, width: 2, height: 1 }, width: 2, height: 1, format: 'png' } as const
    const hashes = await Promise.all(
      [
        [red, green],
        [red, green],
        [green, red],
      ].map(async (pixels) => (await encodePicture(Buffer.concat(pixels), request)).hash),
    )
    expect(hashes[0]).toBe(hashes[1])
    expect(hashes[2]).not.toBe(hashes[0])
  })
})

function byte() {
  return fc.integer({ min: 0, max: 255 })
}
