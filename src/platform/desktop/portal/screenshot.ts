import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { AppError } from '../../../contract/errors.ts'
import type { Bus } from '../../dbus/bus.ts'
import { textOf, Variant } from '../../dbus/value.ts'
import { fitInto } from '../coordinates.ts'
import type { Area, CaptureOptions, Frame } from '../desktop-driver.ts'
import { requestOf } from './portal-requests.ts'

const SCREENSHOT = 'org.freedesktop.portal.Screenshot'
const ANSWER_MS = 60_000
const MAX_BYTES = 256 * 1024 * 1024
const JPEG_QUALITY = 85

export interface Cut {
  readonly area: Area
  /** The whole desktop, in the same units as the area. */
  readonly desktop: { readonly width: number; readonly height: number }
}

/** A picture of all monitors, as the desktop saves it; the file is taken away again. */
export async function takeScreenshot(bus: Bus, signal?: AbortSignal): Promise<Buffer> {
  const results = await requestOf(bus, {
    interface: SCREENSHOT,
    member: 'Screenshot',
    signature: 's',
    body: [''],
    options: { interactive: new Variant('b', false) },
    withinMs: ANSWER_MS,
    signal,
  })
  const uri = results.get('uri')
  const path = uri instanceof Variant ? pathOf(textOf(uri.value)) : null
  const file = path === null ? null : await stat(path).catch(() => null)
  if (path === null || !file?.isFile() || file.size > MAX_BYTES) {
    throw new AppError('unavailable', "The desktop didn't provide a screenshot. Try again.")
  }
  try {
    return await readFile(path)
  } finally {
    await rm(path, { force: true })
  }
}

/** The part of a picture of the whole desktop that is wanted, which may be sharper than the desktop's own units. */
export async function cutPicture(
  picture: Buffer,
  { area, desktop }: Cut,
  wanted: CaptureOptions,
): Promise<Frame> {
  const { default: sharp } = await import('sharp')
  const whole = sharp(picture)
  const { width, height } = await whole.metadata()
  const across = width / desktop.width
  const down = height / desktop.height
  const left = Math.min(width - 1, Math.round(area.x * across))
  const top = Math.min(height - 1, Math.round(area.y * down))
  const part = {
    width: Math.max(1, Math.min(width - left, Math.round(area.width * across))),
    height: Math.max(1, Math.min(height - top, Math.round(area.height * down))),
  }
  const size = fitInto(part, wanted)
  const shown = whole
    .extract({ left, top, ...part })
    .removeAlpha()
    .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
  const format = wanted.format ?? 'png'
  const bytes = await (
    format === 'png' ? shown.png({ compressionLevel: 1 }) : shown.jpeg({ quality: JPEG_QUALITY })
  ).toBuffer()
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { takenAt: Date.now(), area, ...size, mimeType: `image/${format}`, bytes, hash }
}

function pathOf(uri: string): string | null {
  try {
    return fileURLToPath(uri)
  } catch {
    return null
  }
}
