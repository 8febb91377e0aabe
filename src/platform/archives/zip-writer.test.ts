import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openPromise } from 'yauzl'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createZipWriter } from './zip-writer.ts'

const run = promisify(execFile)
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-writer-'))
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

async function contents(path: string): Promise<Record<string, string>> {
  const zip = await openPromise(path, { lazyEntries: true })
  const found: Record<string, string> = {}
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    found[entry.fileName] = Buffer.concat(chunks).toString()
  }
  return found
}

async function writeSample(path: string, zip64From?: number): Promise<number> {
  await using zip = await createZipWriter(path, zip64From === undefined ? {} : { zip64From })
  await zip.add('first.txt', 'small and whole')
  const entry = await zip.stream('grösse.txt')
  for (let piece = 0; piece < 50; piece++) await entry.write(`piece ${piece}\n`.repeat(2000))
  await entry.end()
  await zip.add('empty.txt', '')
  return await zip.close()
}

const streamed = Array.from({ length: 50 }, (_, piece) => `piece ${piece}\n`.repeat(2000)).join('')

test('whole and streamed entries are read back by another implementation, names in any script', async () => {
  const path = join(folder, 'a.zip')
  const size = await writeSample(path)
  expect(size).toBe((await readFile(path)).length)
  expect(await contents(path)).toEqual({
    'first.txt': 'small and whole',
    'grösse.txt': streamed,
    'empty.txt': '',
  })
})

test('the same content gives the same bytes', async () => {
  await writeSample(join(folder, 'a.zip'))
  await writeSample(join(folder, 'b.zip'))
  expect(await readFile(join(folder, 'a.zip'))).toEqual(await readFile(join(folder, 'b.zip')))
})

test('sizes and offsets past the limit are written as ZIP64', async () => {
  const path = join(folder, 'large.zip')
  await writeSample(path, 100)
  expect(await contents(path)).toEqual({
    'first.txt': 'small and whole',
    'grösse.txt': streamed,
    'empty.txt': '',
  })
  expect((await readFile(path)).includes(Buffer.from([0x50, 0x4b, 6, 6]))).toBe(true)
})

test.for([undefined, 100])('Python finds every checksum right (ZIP64 from %s)', async (zip64From, ctx) => {
  const path = join(folder, 'checked.zip')
  await writeSample(path, zip64From)
  const script = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).testzip())'
  const python = await run('python3', ['-c', script, path]).catch(
    (error: Error & { code?: unknown }) => error,
  )
  if (python instanceof Error && python.code === 'ENOENT' && !process.env['CI']) {
    ctx.skip('python3 is not installed')
  }
  expect(python).toMatchObject({ stdout: 'None\n' })
})

test('an abort stops the entry and leaves nothing running', async () => {
  const controller = new AbortController()
  await using zip = await createZipWriter(join(folder, 'a.zip'), { signal: controller.signal })
  const entry = await zip.stream('a.txt')
  await entry.write('something')
  controller.abort()
  await expect(entry.write('more')).rejects.toThrow('aborted')
})

test('a disk that is full fails the writer', async () => {
  await using zip = await createZipWriter('/dev/full')
  await expect(zip.stream('a.txt')).rejects.toMatchObject({ code: 'ENOSPC' })
})

test('a file that fails while an entry is written fails the writer instead of letting it wait', async () => {
  const zip = await createZipWriter(join(folder, 'a.zip'))
  const entry = await zip.stream('a.txt')
  await zip[Symbol.asyncDispose]()
  const writeMuch = async () => {
    for (let piece = 0; piece < 200; piece++) await entry.write(`${Math.random()}`.repeat(20_000))
    await entry.end()
  }
  await expect(writeMuch()).rejects.toMatchObject({ code: 'EBADF' })
})
