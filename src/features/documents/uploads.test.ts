import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { Uploads } from './uploads.ts'

const signal = new AbortController().signal
let root: string
let folder: string
let uploads: Uploads

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'deskhand-uploads-'))
  folder = join(root, 'uploads')
  uploads = new Uploads({ folder, now: () => new Date(), log: silentLog, limit: 1000 })
})

afterEach(async () => {
  await rm(root, { recursive: true })
})

test('an upload is kept whole, under a name of its own, private, and can be found again', async () => {
  const content = [Buffer.from('Hello '), Buffer.from('world')]
  const file = await uploads.save({ filename: 'hello.txt', chunks: content }, { signal })
  expect(file).toEqual({
    file_id: expect.stringMatching(/^file_[0-9a-f]{32}$/),
    filename: 'hello.txt',
    path: join(folder, file.file_id, 'hello.txt'),
    size: 11,
    mime_type: 'text/plain',
    sha256: createHash('sha256').update('Hello world').digest('hex'),
  })
  expect(await readFile(file.path, 'utf8')).toBe('Hello world')
  expect((await stat(file.path)).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(await uploads.pathOf(file.file_id)).toBe(file.path)
})

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\evil.exe', 'evil.exe'],
  ['.bashrc', 'bashrc'],
  ['a\0b\u{202e}txt.exe', 'abtxt.exe'],
  ['CON.txt', '_CON.txt'],
  ['/', 'file'],
  ['ｆｕｌｌ．ｔｘｔ', 'full.txt'],
])('the name %j becomes %j, and stays in its folder', async (given, expected) => {
  const file = await uploads.save({ filename: given, chunks: [Buffer.from('x')] }, { signal })
  expect(file.filename).toBe(expected)
  expect(await readdir(join(folder, file.file_id))).toEqual([expected])
  expect(await readdir(root)).toEqual(['uploads'])
})

test('the kind is read from the content, not from the name', async () => {
  const file = await uploads.save(
    { filename: 'cat.jpg', chunks: [Buffer.from('<html><script>')] },
    { signal },
  )
  expect(file.mime_type).toBe('text/html')
})

test('too large an upload is refused, and nothing is left', async () => {
  const chunks = [Buffer.alloc(600), Buffer.alloc(600)]
  await expect(uploads.save({ filename: 'big', chunks }, { signal })).rejects.toMatchObject({
    code: 'too_large',
  })
  const cut = { filename: 'cut', chunks: [Buffer.alloc(1000)], truncated: () => true }
  await expect(uploads.save(cut, { signal })).rejects.toMatchObject({ code: 'too_large' })
  expect(await readdir(folder)).toEqual([])
})

test('an upload that breaks off leaves nothing', async () => {
  async function* broken() {
    yield Buffer.from('half')
    throw new Error('the connection is gone')
  }
  await expect(uploads.save({ filename: 'half', chunks: broken() }, { signal })).rejects.toThrow(
    'the connection is gone',
  )
  const stop = new AbortController()
  async function* stopped() {
    yield Buffer.from('half')
    stop.abort()
    yield Buffer.from('more')
  }
  await expect(
    uploads.save({ filename: 'half', chunks: stopped() }, { signal: stop.signal }),
  ).rejects.toMatchObject({
    code: 'cancelled',
  })
  expect(await readdir(folder)).toEqual([])
})

test('two files of the same name do not meet', async () => {
  const [one, two] = await Promise.all(
    ['one', 'two'].map((text) =>
      uploads.save({ filename: 'same.txt', chunks: [Buffer.from(text)] }, { signal }),
    ),
  )
  expect(await readFile(one!.path, 'utf8')).toBe('one')
  expect(await readFile(two!.path, 'utf8')).toBe('two')
})

test.each(['file_unknown', '../uploads', 'file_00000000000000000000000000000000', '', '.partial-00'])(
  'there is no file %j',
  async (id) => {
    await expect(uploads.pathOf(id)).rejects.toMatchObject({ code: 'not_found' })
  },
)

test('what broken uploads left is removed after a day, not before', async () => {
  await mkdir(join(folder, '.partial-old'), { recursive: true })
  await mkdir(join(folder, '.partial-new'))
  const kept = await uploads.save({ filename: 'kept.txt', chunks: [Buffer.from('x')] }, { signal })
  const long = new Date(Date.now() - 25 * 3_600_000)
  await utimes(join(folder, '.partial-old'), long, long)
  await utimes(join(folder, kept.file_id), long, long)
  await uploads.sweep()
  expect((await readdir(folder)).toSorted()).toEqual(['.partial-new', kept.file_id])
})

test('what a program made is kept for a month, what was sent for good', async () => {
  const chunks = [Buffer.from('x')]
  const sent = await uploads.save({ filename: 'a.txt', chunks }, { signal })
  const made = await uploads.save({ filename: 'b.txt', chunks }, { signal, isMade: true })
  expect(await uploads.pathOf(made.file_id)).toBe(made.path)
  const daysAgo = async (days: number) => {
    const then = new Date(Date.now() - days * 24 * 3_600_000)
    for (const { file_id } of [sent, made]) await utimes(join(folder, file_id), then, then)
    await uploads.sweep()
    return (await readdir(folder)).toSorted()
  }
  expect(await daysAgo(29)).toEqual([sent.file_id, made.file_id].toSorted())
  expect(await daysAgo(31)).toEqual([sent.file_id])
})

test('an upload can be removed', async () => {
  const { file_id } = await uploads.save({ filename: 'a', chunks: [] }, { signal })
  await uploads.remove(file_id)
  expect(await readdir(folder)).toEqual([])
})
