import { AppError } from '../../contract/errors.ts'
import type { OoxmlPackage } from '../archives/ooxml-package.ts'

interface Wanted {
  readonly crc: number
  readonly bytes: number
  /** Asked only when checksum and size agree. */
  readonly read: () => Promise<Buffer>
}

/** A picture, sound or film that the package has already, so that it is not stored twice. */
export async function storedMedia(pack: OoxmlPackage, wanted: Wanted): Promise<string | undefined> {
  for (const part of pack.parts()) {
    if (!/\/media\//i.test(part)) continue
    const declared = pack.zip.declared(part)
    if (declared?.crc !== wanted.crc || declared.bytes !== wanted.bytes) continue
    if (await isSame(() => pack.zip.readBytes(part), wanted.read)) return part
  }
  return undefined
}

async function isSame(one: () => Promise<Buffer>, other: () => Promise<Buffer>): Promise<boolean> {
  try {
    return (await one()).equals(await other())
  } catch (error) {
    // Too large to compare, or of one colour and packed so well that it looks like a bomb: stored a second time then.
    if (error instanceof AppError) return false
    throw error
  }
}
