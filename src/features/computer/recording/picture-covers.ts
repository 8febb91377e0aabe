import { createHash } from 'node:crypto'
import type { AccessibleElement, Area, Frame } from '../../../platform/desktop/desktop-driver.ts'

/** A text that stands somewhere in a picture. */
export interface PlacedText {
  readonly area: Area
  readonly text: string
}

/** What is known of a picture beside its pixels, in its own pixels. */
export interface PictureFacts {
  /** Nobody may see them, whatever is in them. */
  readonly hidden: readonly Area[]
  readonly texts: readonly PlacedText[]
}

export interface EncodedPicture {
  readonly id: string
  readonly bytes: Buffer
}

/** Where password fields and texts are in a picture, by what the applications tell. */
export function factsOf(
  frame: Frame,
  elements: readonly AccessibleElement[],
  windows: readonly Area[],
): PictureFacts {
  const hidden = windows.flatMap((area) => inPicture(area, frame) ?? [])
  const texts: PlacedText[] = []
  for (const { area: place, isPassword, name, text, options } of elements) {
    const area = place && inPicture(place, frame)
    if (!area) continue
    if (isPassword) hidden.push(area)
    const words = [name, text ?? '', ...(options ?? [])].filter((one) => one.trim() !== '').join('\n')
    if (words !== '') texts.push({ area, text: words })
  }
  return { hidden, texts }
}

/** All that is to be black: what is hidden anyway, and each text that holds a secret. */
export function coversOf({ hidden, texts }: PictureFacts, holdsSecret: (text: string) => boolean): Area[] {
  return [...hidden, ...texts.filter(({ text }) => holdsSecret(text)).map(({ area }) => area)]
}

/** An area of the desktop in pixels of the picture; null where the picture does not show it. */
export function inPicture(area: Area, frame: Frame): Area | null {
  const scale = frame.width / frame.area.width
  const left = Math.max(0, Math.floor((area.x - frame.area.x) * scale))
  const top = Math.max(0, Math.floor((area.y - frame.area.y) * scale))
  const right = Math.min(frame.width, Math.ceil((area.x + area.width - frame.area.x) * scale))
  const bottom = Math.min(frame.height, Math.ceil((area.y + area.height - frame.area.y) * scale))
  return right > left && bottom > top ? { x: left, y: top, width: right - left, height: bottom - top } : null
}

/** Small enough to keep hundreds of them, and a text of usual size can still be read. */
const QUALITY = 60

/** The picture as it is stored: with these areas black. Its id is made of what is stored. */
export async function encodePicture(bytes: Buffer, covers: readonly Area[]): Promise<EncodedPicture> {
  const { default: sharp } = await import('sharp')
  const black = (width: number, height: number) => ({
    create: { width, height, channels: 3 as const, background: '#000' },
  })
  const picture = sharp(bytes)
    .removeAlpha()
    .composite(covers.map(({ x, y, width, height }) => ({ input: black(width, height), left: x, top: y })))
  const encoded = await picture.webp({ quality: QUALITY, effort: 2 }).toBuffer()
  const id = createHash('sha256').update(encoded).digest('hex').slice(0, 24)
  return { id, bytes: encoded }
}
