import { readFile, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fileError } from '../files/file-error.ts'
import type { Size } from './geometry.ts'
import { namedPath } from '../files/held.ts'

/** A picture as it goes into a presentation. */
export interface Picture {
  readonly bytes: Buffer
  readonly extension: string
  readonly contentType: string
  /** As a person sees it, in pixels. */
  readonly size: Size
  /** The name of its file without the ending. */
  readonly name: string
  /** What the file was, when it had to be converted. */
  readonly convertedFrom?: string
}

const maxFileBytes = 50 * 1024 * 1024
const maxPixels = 100_000_000
/** Longer side of a drawing that becomes pixels: sharp on any screen. */
const drawingPixels = 2400

/** Kinds that every program for presentations can show. */
const shownKinds: Readonly<Record<string, { extension: string; contentType: string }>> = {
  png: { extension: 'png', contentType: 'image/png' },
  jpg: { extension: 'jpeg', contentType: 'image/jpeg' },
  gif: { extension: 'gif', contentType: 'image/gif' },
  bmp: { extension: 'bmp', contentType: 'image/bmp' },
  tiff: { extension: 'tiff', contentType: 'image/tiff' },
}

interface Described extends Size {
  readonly kind: string
  /** How the stored pixels have to be turned, by the numbers of EXIF; 1 is upright. */
  readonly orientation: number
}

/**
 * Reads a picture file. A photograph whose pixels lie on their side is turned upright, because presentation programs do
 * not look at the mark that says so; WebP and SVG become PNG, because older ones show nothing for them.
 */
export async function readPicture(path: string): Promise<Picture> {
  const label = `"${basename(namedPath(path))}"`
  const bytes = await readSmallFile(path, label)
  const described = await describe(bytes, label)
  if (described.kind === 'svg') return drawnAsPng(path, { bytes, described, label })
  if (described.kind === 'webp') return asPixels(path, { bytes, described, label, format: 'png' })
  const shown = shownKinds[described.kind]
  if (!shown) throw unsupported(label, described.kind)
  assertWhole(bytes, { kind: described.kind, label })
  if (described.orientation > 1 && described.kind !== 'tiff') {
    const format = described.kind === 'jpg' ? 'jpeg' : 'png'
    const { convertedFrom: _, ...upright } = await asPixels(path, { bytes, described, label, format })
    return upright
  }
  return { bytes, ...shown, size: { width: described.width, height: described.height }, name: nameOf(path) }
}

async function readSmallFile(path: string, label: string): Promise<Buffer> {
  try {
    const found = await stat(path)
    if (!found.isFile())
      throw new AppError('invalid_request', `${label} is a folder or a device, not an image.`)
    if (found.size > maxFileBytes) {
      throw new AppError(
        'too_large',
        `${label} is larger than 50 MB. Save the image in a smaller size first.`,
      )
    }
    return await readFile(path)
  } catch (error) {
    throw fileError(error, path)
  }
}

async function describe(bytes: Buffer, label: string): Promise<Described> {
  const { imageSize } = await import('image-size')
  try {
    const { type = '', width, height, orientation = 1 } = imageSize(bytes)
    if (width > 0 && height > 0) return { kind: type, width, height, orientation }
  } catch {
    // Whatever the library stumbled over, the answer is the same.
  }
  throw new AppError('invalid_request', `Can't read ${label} as an image. Give a PNG or JPEG file.`)
}

interface Source {
  readonly bytes: Buffer
  readonly described: Described
  readonly label: string
}

async function asPixels(
  path: string,
  { bytes, described, label, format }: Source & { format: 'png' | 'jpeg' },
): Promise<Picture> {
  if (described.width * described.height > maxPixels) throw tooManyPixels(label)
  const { createCanvas } = await import('canvas')
  const image = await decode(bytes, label)
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  const pixels = format === 'png' ? await canvas.encode('png') : await canvas.encode('jpeg', 95)
  return {
    bytes: pixels,
    ...shownKinds[format === 'png' ? 'png' : 'jpg']!,
    size: { width: image.width, height: image.height },
    name: nameOf(path),
    convertedFrom: described.kind,
  }
}

async function drawnAsPng(path: string, { bytes, described, label }: Source): Promise<Picture> {
  assertHarmlessDrawing(bytes.toString('utf8'), label)
  const { createCanvas } = await import('canvas')
  const image = await decode(bytes, label)
  const scale = drawingPixels / Math.max(described.width, described.height)
  image.width = Math.max(1, Math.round(described.width * scale))
  image.height = Math.max(1, Math.round(described.height * scale))
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0, image.width, image.height)
  return {
    bytes: await canvas.encode('png'),
    ...shownKinds['png']!,
    size: { width: image.width, height: image.height },
    name: nameOf(path),
    convertedFrom: 'svg',
  }
}

async function decode(bytes: Buffer, label: string) {
  const { loadImage } = await import('canvas')
  try {
    return await loadImage(bytes)
  } catch (error) {
    throw damagedPicture(label, error)
  }
}

function assertHarmlessDrawing(text: string, label: string): void {
  const references = text.matchAll(/\bhref\s*=\s*["']\s*([^"']*)/gi)
  const outside = [...references].some(([, target = '']) => !/^(#|data:|$)/i.test(target.trim()))
  if (/<!ENTITY/i.test(text) || outside) {
    throw new AppError(
      'unsupported_media_type',
      `${label} is an SVG that refers to other files. Save it as PNG and use that.`,
    )
  }
}

/** A picture that was cut off shows as a red cross in the show, so it is found here. */
function assertWhole(bytes: Buffer, { kind, label }: { kind: string; label: string }): void {
  if (kind === 'png' && bytes.lastIndexOf('IEND', undefined, 'latin1') < 0) throw damagedPicture(label)
  if (kind === 'jpg' && bytes.lastIndexOf(Buffer.from([0xff, 0xd9])) < 0) throw damagedPicture(label)
}

function damagedPicture(label: string, cause?: unknown): AppError {
  return new AppError('invalid_request', `The image ${label} is damaged or incomplete.`, { cause })
}

function tooManyPixels(label: string): AppError {
  return new AppError('too_large', `${label} has too many pixels. Save the image in a smaller size first.`)
}

function unsupported(label: string, kind: string): AppError {
  const name = kind === 'heif' ? 'HEIC or AVIF' : kind.toUpperCase()
  return new AppError(
    'unsupported_media_type',
    `${label} is a ${name} image, which office programs can't show. Save it as PNG or JPEG and use that.`,
  )
}

function nameOf(path: string): string {
  return basename(namedPath(path)).replace(/\.[^.]+$/, '')
}
