import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Area, Frame } from '../desktop-driver.ts'
import { isVisiblyDifferent } from './frame-difference.ts'

/** A white screen with black boxes on it. */
async function frame(...boxes: readonly Area[]): Promise<Frame> {
  const screen = { width: 400, height: 300, channels: 3, background: 'white' } as const
  const bytes = await sharp({ create: screen })
    .composite(
      boxes.map(({ x, y, width, height }) => ({
        input: { create: { width, height, channels: 3 as const, background: 'black' } },
        left: x,
        top: y,
      })),
    )
    .png()
    .toBuffer()
  return {
    takenAt: 0,
    area: { x: 0, y: 0, width: 400, height: 300 },
    width: 400,
    height: 300,
    mimeType: 'image/png',
    bytes,
    hash: createHash('sha256').update(bytes).digest('hex'),
  }
}

const letter = { x: 100, y: 50, width: 9, height: 12 }
const caret = { x: 112, y: 48, width: 2, height: 16 }

test('the same picture is not different', async () => {
  expect(await isVisiblyDifferent(await frame(letter), await frame(letter))).toBe(false)
})

test('a caret that blinks is no difference', async () => {
  expect(await isVisiblyDifferent(await frame(letter), await frame(letter, caret))).toBe(false)
})

test('a letter is one, and so is a caret that has moved', async () => {
  expect(await isVisiblyDifferent(await frame(), await frame(letter))).toBe(true)
  const moved = { ...caret, x: caret.x - 12 }
  expect(await isVisiblyDifferent(await frame(caret), await frame(moved))).toBe(true)
})

test('what is no picture, or of another size, counts as different', async () => {
  const one = await frame()
  expect(await isVisiblyDifferent(one, { ...one, hash: 'x', bytes: Buffer.from('nothing') })).toBe(true)
  expect(await isVisiblyDifferent(one, { ...one, hash: 'x', width: 200 })).toBe(true)
})
