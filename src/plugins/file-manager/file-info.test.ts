import { createHash } from 'node:crypto'
import { chmod, mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import { fileInfo } from './file-info.ts'

test('a text file is described with its lines, and hashed when asked', async () => {
  await using folders = await createTestFolders()
  const path = join(folders.home, 'a.md')
  await writeFile(path, 'one\ntwo')
  await chmod(path, 0o640)
  await utimes(path, 1_000_000, 2_000_000)
  const { data, message } = await fileInfo.run({ path: '~/a.md', hash: true }, createTestCall(folders))
  expect(data).toMatchObject({
    path,
    name: 'a.md',
    type: 'file',
    bytes: 7,
    mode: '0640',
    modified_at: '1970-01-24T03:33:20.000Z',
    media_type: 'text/markdown',
    encoding: 'utf-8',
    lines: 2,
    sha256: createHash('sha256').update('one\ntwo').digest('hex'),
  })
  expect(message).toBe(`${path} is a Markdown text of 7 bytes.`)
})

test('the type comes from the bytes, not from the name', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'invoice.pdf'), Buffer.from('7f454c4602010100', 'hex'))
  const { data } = await fileInfo.run({ path: '~/invoice.pdf' }, createTestCall(folders))
  expect(data).toMatchObject({ media_type: 'application/x-elf', kind: 'a Linux program' })
  expect(data).not.toHaveProperty('sha256')
  expect(data).not.toHaveProperty('lines')
})

test('folders, links and links to nowhere are described as what they are', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.outside, 'a.txt'), 'x')
  await symlink(join(folders.outside, 'a.txt'), join(folders.home, 'link'))
  await symlink('nowhere', join(folders.home, 'broken'))
  const call = createTestCall(folders)
  expect((await fileInfo.run({ path: folders.outside }, call)).data).toMatchObject({
    type: 'folder',
    items: 1,
    bytes: 0,
  })
  const link = await fileInfo.run({ path: '~/link' }, call)
  expect(link.data).toMatchObject({
    type: 'link',
    target: join(folders.outside, 'a.txt'),
    media_type: 'text/plain',
  })
  expect((await fileInfo.run({ path: '~/broken' }, call)).data).toMatchObject({
    type: 'link',
    target: 'nowhere',
  })
  await expect(fileInfo.run({ path: '~/none' }, call)).rejects.toMatchObject({ code: 'not_found' })
})

test('a folder is measured with all below it, and sizes are told as people say them', async () => {
  await using folders = await createTestFolders()
  await mkdir(join(folders.home, 'docs/deep'), { recursive: true })
  await writeFile(join(folders.home, 'docs/a.bin'), Buffer.alloc(1_500_000))
  await writeFile(join(folders.home, 'docs/deep/b.bin'), Buffer.alloc(500_000))
  await symlink('/etc', join(folders.home, 'docs/link'))
  const call = createTestCall(folders)
  const { data, message } = await fileInfo.run({ path: '~/docs', measure: true }, call)
  expect(data).toMatchObject({ total_files: 2, total_bytes: 2_000_000 })
  expect(message).toBe(`${join(folders.home, 'docs')} contains 2 MB in 2 files.`)
  expect((await fileInfo.run({ path: '~/docs' }, call)).data).not.toHaveProperty('total_bytes')
  expect((await fileInfo.run({ path: '~/docs/a.bin' }, call)).message).toMatch(/ of 1\.5 MB\.$/)
})
