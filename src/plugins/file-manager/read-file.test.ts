import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import { readFile } from './read-file.ts'

test('a text file is read whole', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.txt'), 'one\r\ntwo\nthree')
  const { data, message } = await readFile.run({ path: '~/a.txt' }, createTestCall(folders))
  expect(data).toEqual({
    path: join(folders.home, 'a.txt'),
    bytes: 14,
    content: 'one\r\ntwo\nthree',
    encoding: 'utf-8',
    offset: 0,
    lines: 3,
    total_lines: 3,
    truncated: false,
  })
  expect(message).toContain('3 lines')
})

test('offset and limit page through the lines without losing or repeating one', async () => {
  await using folders = await createTestFolders()
  const text = Array.from({ length: 25 }, (_, index) => `line ${index}\n`).join('')
  await writeFile(join(folders.home, 'a.txt'), text)
  const call = createTestCall(folders)
  let read = ''
  let offset: number | undefined = 0
  let pages = 0
  while (offset !== undefined) {
    const { data } = await readFile.run({ path: '~/a.txt', offset, limit: 10 }, call)
    read += data.content
    expect(data.total_lines).toBe(25)
    offset = data.next_offset
    pages += 1
  }
  expect(read).toBe(text)
  expect(pages).toBe(3)
})

test('an offset after the end gives nothing and says so', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.txt'), 'one\n')
  const { data, message } = await readFile.run({ path: '~/a.txt', offset: 7 }, createTestCall(folders))
  expect(data).toMatchObject({ content: '', lines: 0, truncated: false })
  expect(message).toContain('has no line after 7')
})

test('an empty file is empty', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.txt'), '')
  const { data } = await readFile.run({ path: '~/a.txt' }, createTestCall(folders))
  expect(data).toMatchObject({ content: '', lines: 0, total_lines: 0, truncated: false })
})

test('too much text ends after a whole line, and tells where to go on', async () => {
  await using folders = await createTestFolders()
  const lines = Array.from({ length: 1000 }, (_, index) => `${index} ${'x'.repeat(995)}\n`)
  await writeFile(join(folders.home, 'a.txt'), lines.join(''))
  const call = createTestCall(folders)
  const { data, message } = await readFile.run({ path: '~/a.txt' }, call)
  expect(data.truncated).toBe(true)
  expect(data.content.length).toBeLessThanOrEqual(200_000)
  expect(data.content).toBe(lines.slice(0, data.lines).join(''))
  expect(data.next_offset).toBe(data.lines)
  expect(message).toContain(`Continue with offset ${data.next_offset}`)
  const next = await readFile.run({ path: '~/a.txt', offset: data.next_offset! }, call)
  expect(next.data.content.startsWith(lines[data.lines]!)).toBe(true)
})

test('one endless line is cut, and called cut', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.json'), `[${'1,'.repeat(1_000_000)}1]\nend\n`)
  const { data, message } = await readFile.run({ path: '~/a.json' }, createTestCall(folders))
  expect(data).toMatchObject({ truncated: true, cut_line: true, lines: 1, total_lines: 2, next_offset: 1 })
  expect(data.content).toHaveLength(200_000)
  expect(message).toContain('was cut. Continue with offset 0 and from_character')
})

test.each([
  ['utf-8', Buffer.from('\ufeffGrüße ☃', 'utf8')],
  ['utf-8', Buffer.from('Grüße ☃', 'utf8')],
  ['utf-16le', Buffer.from('\ufeffGrüße ☃', 'utf16le')],
  ['utf-16be', Buffer.from('\ufeffGrüße ☃', 'utf16le').swap16()],
])('%s is recognised', async (encoding, bytes) => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.txt'), bytes)
  const { data } = await readFile.run({ path: '~/a.txt' }, createTestCall(folders))
  expect(data).toMatchObject({ encoding, content: 'Grüße ☃' })
})

test('what is not UTF-8 is read as old Western text, also when the odd byte comes late', async () => {
  await using folders = await createTestFolders()
  await writeFile(
    join(folders.home, 'a.txt'),
    Buffer.concat([Buffer.alloc(300_000, 'a'), Buffer.from([0xfc])]),
  )
  const { data } = await readFile.run({ path: '~/a.txt' }, createTestCall(folders))
  expect(data.encoding).toBe('windows-1252')
  await writeFile(join(folders.home, 'b.txt'), Buffer.from('Gr\xfc\xdfe \x80', 'latin1'))
  const western = await readFile.run({ path: '~/b.txt' }, createTestCall(folders))
  expect(western.data.content).toBe('Grüße €')
})

test('a character that falls between two chunks stays whole', async () => {
  await using folders = await createTestFolders()
  const text = `${'a'.repeat(256 * 1024 - 1)}\n`.slice(0, 256 * 1024 - 2) + '☃\nend'
  await writeFile(join(folders.home, 'a.txt'), text)
  const { data } = await readFile.run({ path: '~/a.txt', offset: 1 }, createTestCall(folders))
  expect(data).toMatchObject({ content: 'end', encoding: 'utf-8', total_lines: 2 })
})

test.each([
  ['a.png', Buffer.from('89504e470d0a1a0a0000', 'hex'), 'a PNG image: only text files'],
  ['a.pdf', Buffer.from('%PDF-1.7\ntext'), 'a PDF document: use READ_PDF'],
  ['a.xlsx', Buffer.from('504b030414000600', 'hex'), 'an Excel workbook: use READ_XLSX'],
  ['a.txt', gzipSync('x'), 'a gzip file'],
  ['a.bin', Buffer.from([1, 2, 0, 3]), 'a binary file'],
  ['a.mp4', Buffer.from('\0\0\0\x20ftypisom\0\0', 'latin1'), 'an MP4 video'],
])('%s is refused and named', async (name, bytes, reason) => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, name), bytes)
  await expect(readFile.run({ path: `~/${name}` }, createTestCall(folders))).rejects.toMatchObject({
    code: 'unsupported_media_type',
    message: expect.stringContaining(reason),
  })
})

test('a missing file, a folder, a pipe and a socket each get their sentence, without waiting', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  execFileSync('mkfifo', [join(folders.home, 'pipe')])
  await using socket = createServer()
  await once(socket.listen(join(folders.home, 'socket')), 'listening')
  await expect(readFile.run({ path: '~/socket' }, call)).rejects.toMatchObject({ code: 'conflict' })
  await expect(readFile.run({ path: '~/none.txt' }, call)).rejects.toMatchObject({ code: 'not_found' })
  await expect(readFile.run({ path: '~' }, call)).rejects.toThrow('" is a folder. Use LIST_FILES for it.')
  await expect(readFile.run({ path: '~/pipe' }, call)).rejects.toThrow('a device or a pipe')
})

test("keys need a yes, and the service's own data is refused", async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  await mkdir(join(folders.home, '.ssh'))
  await symlink(join(folders.home, '.ssh', 'id_ed25519'), join(folders.home, 'notes.txt'))
  await writeFile(join(folders.dataFolder, 'settings.json'), '{}')
  expect(await readFile.needsApproval?.({ path: '~/notes.txt' }, call)).toContain('SSH')
  expect(await readFile.needsApproval?.({ path: '~/.bashrc' }, call)).toBeUndefined()
  await expect(readFile.run({ path: '~/.local/share/deskhand/settings.json' }, call)).rejects.toMatchObject({
    code: 'forbidden',
  })
})

test.each([
  ['one line of 63,000 characters', 'ab😀c, '.repeat(9_000)],
  ['long lines among short ones', `short\n${'😀x'.repeat(12_000)}\r\n\nend ${'y'.repeat(11_000)}\nlast`],
])('%s is read to its end by a reader who takes little at a time', async (_, text) => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.txt'), text)
  const call = createTestCall(folders)
  let read = ''
  let next: { offset: number; from_character?: number } | undefined = { offset: 0 }
  while (next) {
    const { data } = await readFile.run({ path: '~/a.txt', ...next, max_characters: 5_000 }, call)
    expect(data.content.length).toBeLessThanOrEqual(5_000)
    expect(data.content.isWellFormed()).toBe(true)
    read += data.content
    if (data.next_character !== undefined) next = { offset: data.offset, from_character: data.next_character }
    else next = data.next_offset === undefined ? undefined : { offset: data.next_offset }
  }
  expect(read).toBe(text)
})

test('a character after the end of the line leaves the line end, and says when there is nothing', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.txt'), 'one\ntwo')
  const call = createTestCall(folders)
  const first = await readFile.run({ path: '~/a.txt', from_character: 100 }, call)
  expect(first.data.content).toBe('\ntwo')
  const last = await readFile.run({ path: '~/a.txt', offset: 1, from_character: 100 }, call)
  expect(last.data).toMatchObject({ content: '', truncated: false })
  expect(last.message).toContain('has no character 101 in line 2')
})
