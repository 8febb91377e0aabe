import { createHash } from 'node:crypto'
import type { Area, Frame } from '../desktop-driver.ts'

/** Four bytes for each pixel: blue, green, red and one that means nothing. */
export type Pixels = Buffer

export interface PictureRequest {
  /** What of the desktop the pixels are. */
  readonly area: Area
  readonly width: number
  readonly height: number
  readonly format: 'png' | 'jpeg'
}

const JPEG_QUALITY = 85

/**
 * The server's fourth byte is dropped before anything else: as an alpha channel it would make the picture black, and
 * scaling with one takes five times as long.
 */
export async function encodePicture(
  pixels: Pixels,
  { area, width, height, format }: PictureRequest,
): Promise<Omit<Frame, 'takenAt'>> {
  const { default: sharp } = await import('sharp')
  // One picture at a time: its threads and its cache only cost memory.
  sharp.concurrency(1)
  sharp.cache(false)
  const picture = sharp(redGreenBlue(pixels), {
    raw: { width: area.width, height: area.height, channels: 3 },
  }).resize(width, height, { fit: 'fill', kernel: width > area.width ? 'cubic' : 'linear' })
  const bytes = await (
    format === 'png' ? picture.png({ compressionLevel: 1 }) : picture.jpeg({ quality: JPEG_QUALITY })
  ).toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { area, width, height, mimeType: `image/${format}`, bytes, hash }
}

/** Blue, green, red, nothing becomes red, green, blue; four pixels at once, for a 4K screen has eight million. */
export function redGreenBlue(pixels: Pixels): Buffer {
  const from = new Uint32Array(pixels.buffer, pixels.byteOffset, pixels.length >> 2)
  const words = new Uint32Array(Math.ceil(from.length / 4) * 3)
  for (let at = 0, to = 0; at < from.length; at += 4) {
    const one = from[at]!
    const two = from[at + 1] ?? 0
    const three = from[at + 2] ?? 0
    const four = from[at + 3] ?? 0
    words[to++] = ((one >>> 16) & 0xff) | (one & 0xff00) | ((one & 0xff) << 16) | ((two & 0xff_0000) << 8)
    words[to++] = ((two >>> 8) & 0xff) | ((two & 0xff) << 8) | (three & 0xff_0000) | ((three & 0xff00) << 16)
    words[to++] = (three & 0xff) | ((four >>> 8) & 0xff00) | ((four & 0xff00) << 8) | ((four & 0xff) << 24)
  }
  return Buffer.from(words.buffer, 0, from.length * 3)
}
