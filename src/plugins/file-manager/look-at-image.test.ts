import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { runReader } from '../../platform/documents/run-reader.ts'
import { lookAtImage } from './look-at-image.ts'

let folders: TestFolders

beforeAll(async () => {
  folders = await createTestFolders()
})
afterAll(() => folders[Symbol.asyncDispose]())

const plain = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 20, b: 20, alpha: 0.5 } } })

async function look(name: string, content: Buffer | string) {
  await writeFile(join(folders.home, name), content)
  return lookAtImage.run({ path: `~/${name}` }, createTestCall(folders))
}

test.each([
  ['a.png', 'image/png', () => plain(2000, 1000).png().toBuffer()],
  ['a.jpg', 'image/jpeg', () => plain(2000, 1000).jpeg().toBuffer()],
  ['a.webp', 'image/webp', () => plain(2000, 1000).webp().toBuffer()],
  ['a.gif', 'image/gif', () => plain(2000, 1000).gif().toBuffer()],
  ['a.avif', 'image/avif', () => plain(2000, 1000).avif({ effort: 0 }).toBuffer()],
  ['a.tiff', 'image/tiff', () => plain(2000, 1000).tiff().toBuffer()],
])('%s is looked at', async (name, mediaType, make) => {
  const { data } = await look(name, await make())
  expect(data).toMatchObject({ media_type: mediaType, width: 2000, height: 1000 })
  expect(data.picture).toMatchObject({ width: 1568, height: 784 })
})

test('a small drawing is drawn large enough to see', async () => {
  const { data } = await look(
    'icon.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="8"><circle r="4"/></svg>',
  )
  expect(data.picture).toMatchObject({ width: 1024, height: 512 })
})

test.each([
  ['a.heic', Buffer.from('000000186674797068656963000000006d696631', 'hex'), 'save it as PNG or JPEG first'],
  ['a.txt', 'words', 'is a text file: it is not an image'],
  ['cut.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'is damaged'],
])('%s is refused with a sentence', async (name, content, words) => {
  await expect(look(name, content)).rejects.toThrow(words)
})

// The attack: a file of a few bytes that unpacks to gigabytes.
test('a picture of a hundred thousand pixels a side is refused before it is unpacked', async () => {
  const head = Buffer.alloc(25)
  head.write('IHDR', 4)
  head.writeUInt32BE(13, 0)
  head.writeUInt32BE(100_000, 8)
  head.writeUInt32BE(100_000, 12)
  head.set([8, 6, 0, 0, 0], 16)
  const bomb = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    head,
    Buffer.from('0000000049454e44ae426082', 'hex'),
  ])
  await expect(look('bomb.png', bomb)).rejects.toThrow(/pixels: save it in a smaller size|is damaged/)
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" width="900000" height="900000"><rect width="9" height="9"/></svg>'
  await expect(look('bomb.svg', drawing)).rejects.toMatchObject({
    code: expect.stringMatching(/invalid_request|too_large/),
  })
})

// The attack: a drawing that names another picture of the user, which would then be seen by the model.
test('a drawing brings in no other file', async () => {
  const secret = join(folders.home, 'secret.png')
  await sharp({ create: { width: 50, height: 50, channels: 3, background: 'red' } })
    .png()
    .toFile(secret)
  const path = join(folders.home, 'trap.svg')
  const images = ['secret.png', secret, `file://${secret}`].map(
    (address) => `<image href="${address}" width="50" height="50"/>`,
  )
  await writeFile(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="white"/>${images.join('')}</svg>`,
  )
  const { shown } = await runReader('picture', { path, maxEdge: 50 }, { signal: AbortSignal.timeout(30_000) })
  expect((await sharp(Buffer.from(shown.base64, 'base64')).stats()).dominant.g).toBeGreaterThan(200)
  // The control: read by its path it would be red.
  expect((await sharp(path).stats()).dominant.g).toBeLessThan(50)
})
