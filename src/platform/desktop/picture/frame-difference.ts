import type { Frame } from '../desktop-driver.ts'
import { areNews, changesBetween } from './screen-changes.ts'

/** Whether a second picture of the same screen shows something else; that carets have come or gone is nothing else. */
export async function isVisiblyDifferent(before: Frame, after: Frame): Promise<boolean> {
  if (before.hash === after.hash) return false
  if (before.width !== after.width || before.height !== after.height) return true
  const [one, other] = await Promise.all([pixelsOf(before), pixelsOf(after)])
  if (!one || !other) return true
  return areNews(changesBetween(one, other, after.width))
}

/** null for what is no picture that can be read. */
async function pixelsOf({ bytes }: Frame): Promise<Buffer | null> {
  const { default: sharp } = await import('sharp')
  try {
    return await sharp(bytes).ensureAlpha().raw().toBuffer()
  } catch {
    return null
  }
}
