import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas, loadImage } from 'canvas'
import { expect, test } from 'vitest'
import { samplePicture } from '../../../test/pptx-sample-files.ts'
import { readPicture } from './picture-file.ts'

test.for([
  ['png', 'png', 'image/png'],
  ['jpeg', 'jpeg', 'image/jpeg'],
  ['gif', 'gif', 'image/gif'],
] as const)('a %s picture is taken as it is', async ([format, extension, contentType]) => {
  await using folder = await pictures()
  const bytes = await encode(samplePicture(60, 30), format)
  const picture = await readPicture(await folder.write('my photo.v2.dat', bytes))
  expect(picture).toMatchObject({
    extension,
    contentType,
    size: { width: 60, height: 30 },
    name: 'my photo.v2',
  })
  expect(picture.bytes.equals(bytes)).toBe(true)
})

test.for([1, 2, 3, 4, 5, 6, 7, 8])(
  'a photograph with orientation %i comes out upright',
  async (orientation) => {
    await using folder = await pictures()
    const stored = await samplePicture(60, 30).encode('jpeg', 95)
    const picture = await readPicture(await folder.write('a.jpg', withOrientation(stored, orientation)))
    const turned = orientation >= 5
    expect(picture.size).toEqual(turned ? { width: 30, height: 60 } : { width: 60, height: 30 })
    // The left half is stored red; where it is seen depends on the orientation.
    const redAt = {
      1: [15, 15],
      2: [45, 15],
      3: [45, 15],
      4: [15, 15],
      5: [15, 15],
      6: [15, 15],
      7: [15, 45],
      8: [15, 45],
    }
    const [x, y] = redAt[orientation as keyof typeof redAt]
    if (orientation > 1) expect(await colorAt(picture.bytes, x!, y!)).toBe('red')
    expect(picture.bytes.includes('Exif')).toBe(orientation === 1)
  },
)

test('WebP becomes PNG', async () => {
  await using folder = await pictures()
  const picture = await readPicture(await folder.write('a.webp', await samplePicture(60, 30).encode('webp')))
  expect(picture).toMatchObject({ extension: 'png', convertedFrom: 'webp', size: { width: 60, height: 30 } })
  expect(await colorAt(picture.bytes, 15, 15)).toBe('red')
})

test('an SVG drawing becomes a sharp PNG of its own shape', async () => {
  await using folder = await pictures()
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 50"><rect width="100" height="50" fill="red"/></svg>'
  const picture = await readPicture(await folder.write('a.svg', Buffer.from(drawing)))
  expect(picture).toMatchObject({
    extension: 'png',
    convertedFrom: 'svg',
    size: { width: 2400, height: 1200 },
  })
  expect(await colorAt(picture.bytes, 2390, 1190)).toBe('red')
})

test.for([
  ['<image href="file:///etc/hostname"/>', 'refers to other files'],
  ['<image xlink:href="https://example.org/a.png"/>', 'refers to other files'],
] as const)('an SVG drawing with %s is refused', async ([inside, message]) => {
  await using folder = await pictures()
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10" height="10">${inside}</svg>`
  await expect(readPicture(await folder.write('a.svg', Buffer.from(drawing)))).rejects.toThrow(message)
})

test('what is cut off, of another kind or no picture at all is refused with a sentence', async () => {
  await using folder = await pictures()
  const png = await samplePicture(60, 30).encode('png')
  const jpeg = await samplePicture(60, 30).encode('jpeg')
  const cases = [
    [png.subarray(0, png.length - 20), 'is damaged or incomplete'],
    [jpeg.subarray(0, jpeg.length - 20), 'is damaged or incomplete'],
    [Buffer.from('8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x0a\0\0\0\x0a\0\x08\0\x03', 'latin1'), 'is a PSD image'],
    [Buffer.from('hello'), 'as an image. Give a PNG or JPEG file.'],
    [Buffer.alloc(0), 'as an image. Give a PNG or JPEG file.'],
  ] as const
  for (const [bytes, message] of cases) {
    await expect(readPicture(await folder.write('a.png', bytes))).rejects.toThrow(message)
  }
  await expect(readPicture(folder.path)).rejects.toThrow('is a folder')
  await expect(readPicture(join(folder.path, 'none.png'))).rejects.toMatchObject({ code: 'not_found' })
})

async function pictures() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'pictures-'))
  const write = async (name: string, bytes: Buffer): Promise<string> => {
    const path = join(folder.path, name)
    await writeFile(path, bytes)
    return path
  }
  return { path: folder.path, write, [Symbol.asyncDispose]: () => folder.remove() }
}

async function encode(
  canvas: ReturnType<typeof samplePicture>,
  format: 'png' | 'jpeg' | 'gif',
): Promise<Buffer> {
  if (format === 'png') return canvas.encode('png')
  return format === 'jpeg' ? canvas.encode('jpeg') : canvas.encode('gif')
}

/** A JPEG file with the mark that cameras write when they were held another way. */
function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a000000080001011200030000000100000000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  const content = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), tiff])
  const marker = Buffer.from([0xff, 0xe1, 0, 0])
  marker.writeUInt16BE(content.length + 2, 2)
  return Buffer.concat([jpeg.subarray(0, 2), marker, content, jpeg.subarray(2)])
}

async function colorAt(bytes: Buffer, ...[x, y]: [number, number]): Promise<string> {
  const image = await loadImage(bytes)
  const canvas = createCanvas(image.width, image.height)
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const [red = 0, , blue = 0] = context.getImageData(x, y, 1, 1).data
  return red > blue ? 'red' : 'blue'
}
