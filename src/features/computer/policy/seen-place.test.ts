import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Frame } from '../../../platform/desktop/desktop-driver.ts'
import { isSamePlace } from './seen-place.ts'

async function patch(svg: string): Promise<Frame> {
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#fff"/>${svg}</svg>`
  const bytes = await sharp(Buffer.from(whole)).png().toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex')
  const area = { x: 0, y: 0, width: 96, height: 96 }
  return { takenAt: 0, area, width: 96, height: 96, mimeType: 'image/png', bytes, hash }
}

const placed = (...patches: Frame[]) => ({ words: '0x1 entry', patches })

test('a caret that blinks makes it no other place', async () => {
  const without = await patch('')
  const caret = await patch('<rect x="40" y="30" width="2" height="20"/>')
  expect(await isSamePlace(placed(without), placed(caret))).toBe(true)
})

test('another label, window or focus does', async () => {
  const one = await patch('<text x="8" y="50">Keep</text>')
  const other = await patch('<text x="8" y="50">Delete</text>')
  expect(await isSamePlace(placed(one), placed(other))).toBe(false)
  expect(await isSamePlace(placed(one), { ...placed(one), words: '0x2 entry' })).toBe(false)
})
