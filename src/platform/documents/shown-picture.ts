import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { AppError } from '../../contract/errors.ts'
import { contentKindOf, wordsFor } from './content-kind.ts'
import type { ShownPicture, ShownPictureOrder } from './reader-orders.ts'

/** Kinds that can be decoded here. HEIC cannot: its codec is not free. */
const decodable: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/tiff',
  'image/avif',
  'image/svg+xml',
])
/** Photographs, which get large as PNG and lose nothing that is seen as JPEG. */
const photographs: ReadonlySet<string> = new Set(['image/jpeg', 'image/webp', 'image/tiff', 'image/avif'])
const maxPixels = 100_000_000
const maxPng = 1_500_000
/** A drawing has no size of its own: it is drawn as large as one looks at it. */
const drawnEdge = 1_024
const usualDensity = 72
const maxDensity = 20_000

/** A picture as a model takes it: upright, small enough, without what the camera noted. Runs in the child. */
export async function showPicture({ path, maxEdge }: ShownPictureOrder): Promise<ShownPicture> {
  const label = `"${basename(path)}"`
  const mediaType = await contentKindOf(path)
  if (!decodable.has(mediaType)) throw undecodable(label, mediaType)
  const bytes = await readFile(path)
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata()
    const { width: fullWidth, height: fullHeight } = metadata.autoOrient
    if (mediaType !== 'image/svg+xml' && fullWidth * fullHeight > maxPixels) throw tooLarge(label, metadata)
    const density = mediaType === 'image/svg+xml' ? densityFor(metadata) : usualDensity
    // From the bytes and not by its path: a drawing could else bring in other files beside it.
    const picture = sharp(bytes, { limitInputPixels: maxPixels, density })
      .autoOrient()
      .resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
    const { data, info } = await encoded(picture, photographs.has(mediaType) && !metadata.hasAlpha)
    return {
      mediaType,
      fullWidth,
      fullHeight,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      shown: {
        base64: data.toString('base64'),
        mediaType: `image/${info.format}`,
        width: info.width,
        height: info.height,
      },
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw new AppError('invalid_request', `${label} is damaged and can't be read as an image.`, {
      cause: error,
    })
  }
}

async function encoded(picture: Sharp, isPhotograph: boolean) {
  if (!isPhotograph) {
    const png = await picture.clone().png().toBuffer({ resolveWithObject: true })
    if (png.data.length <= maxPng) return png
  }
  return picture.flatten({ background: 'white' }).jpeg({ quality: 85 }).toBuffer({ resolveWithObject: true })
}

function densityFor({ width, height }: Metadata): number {
  const density = (usualDensity * drawnEdge) / Math.max(1, width, height)
  return Math.min(maxDensity, Math.max(1, density))
}

function undecodable(label: string, mediaType: string): AppError {
  const advice = mediaType.startsWith('image/') ? 'save it as PNG or JPEG first' : 'it is not an image'
  return new AppError('unsupported_media_type', `${label} is ${wordsFor(mediaType)}: ${advice}.`)
}

function tooLarge(label: string, { width, height }: Metadata): AppError {
  return new AppError(
    'too_large',
    `${label} has ${width} × ${height} pixels. Save it in a smaller size first.`,
  )
}
