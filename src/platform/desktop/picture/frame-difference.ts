import type { Frame } from '../desktop-driver.ts'

/** A bar that blinks where text is written, in pixels of the picture. */
const CARET = { width: 4, height: 80 }

/** Whether a second picture of the same screen shows something else; that a caret has come or gone is nothing else. */
export async function isVisiblyDifferent(before: Frame, after: Frame): Promise<boolean> {
  if (before.hash === after.hash) return false
  if (before.width !== after.width || before.height !== after.height) return true
  const [one, other] = await Promise.all([pixelsOf(before), pixelsOf(after)])
  const box = one && other && changedBox(one, other, after.width)
  if (!box) return true
  return box.right - box.left >= CARET.width || box.bottom - box.top >= CARET.height
}

/** null for what is no picture that can be read. */
async function pixelsOf({ bytes }: Frame): Promise<Uint32Array | null> {
  const { default: sharp } = await import('sharp')
  try {
    const { data } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    return new Uint32Array(data.buffer, data.byteOffset, data.length >> 2)
  } catch {
    return null
  }
}

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** The smallest box around all pixels that differ; null when none does. */
function changedBox(one: Uint32Array, other: Uint32Array, width: number): Box | null {
  let box: Box | null = null
  for (let at = 0; at < one.length; at++) {
    if (one[at] === other[at]) continue
    const x = at % width
    const y = Math.floor(at / width)
    box ??= { left: x, right: x, top: y, bottom: y }
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.bottom = y
  }
  return box
}
