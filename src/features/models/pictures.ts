import { open } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import type { Picture } from './language-model.ts'

export interface GivenPicture {
  readonly file_id?: string | undefined
  readonly data?: string | undefined
  readonly mime_type?: string | undefined
}

const MAX_BYTES = 20 * 1024 * 1024

const signatures: readonly { readonly mime: string; readonly at: number; readonly bytes: Buffer }[] = [
  { mime: 'image/png', at: 0, bytes: Buffer.from('89504e47', 'hex') },
  { mime: 'image/jpeg', at: 0, bytes: Buffer.from('ffd8ff', 'hex') },
  { mime: 'image/gif', at: 0, bytes: Buffer.from('GIF8') },
  { mime: 'image/webp', at: 8, bytes: Buffer.from('WEBP') },
]

/** A picture as models take it. What it is, its bytes say; a name or a label may be wrong. */
export async function readPicture(
  given: GivenPicture,
  pathOf: (fileId: string) => Promise<string>,
): Promise<Picture> {
  const bytes =
    given.file_id === undefined ? decoded(given.data ?? '') : await readFile(await pathOf(given.file_id))
  const kind = signatures.find(({ at, bytes: sign }) => bytes.subarray(at, at + sign.length).equals(sign))
  if (!kind)
    throw new AppError(
      'invalid_request',
      'Models read PNG, JPEG, GIF and WebP images. This is something else.',
    )
  return { mime_type: kind.mime, data: bytes.toString('base64') }
}

function decoded(data: string): Buffer {
  const base64 = data.replace(/^data:[^,]*,/, '').replaceAll(/\s/g, '')
  if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(base64))
    throw new AppError('invalid_request', 'Image data must be base64.')
  return Buffer.from(base64, 'base64')
}

async function readFile(path: string): Promise<Buffer> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  if (size > MAX_BYTES)
    throw new AppError(
      'too_large',
      'The image is larger than 20 MB, too large for any model. Make it smaller.',
    )
  return file.readFile()
}
