import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import { moveFile } from './move-file.ts'

test('a file is renamed, with the folders on the way made', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.txt'), 'hello')
  const { data } = await moveFile.run({ path: '~/a.txt', to: '~/x/y/b.txt' }, createTestCall(folders))
  expect(data).toEqual({
    path: join(folders.home, 'x/y/b.txt'),
    from: join(folders.home, 'a.txt'),
    type: 'file',
    bytes: 5,
    overwritten: false,
  })
  expect(await readFile(join(folders.home, 'x/y/b.txt'), 'utf8')).toBe('hello')
  expect((await readdir(folders.home)).toSorted()).toEqual(['.local', 'x'])
})

test('an existing folder as destination takes it in under its own name', async () => {
  await using folders = await createTestFolders()
  await mkdir(join(folders.home, 'folder'))
  await writeFile(join(folders.home, 'a.txt'), '')
  const { data } = await moveFile.run({ path: '~/a.txt', to: '~/folder' }, createTestCall(folders))
  expect(data.path).toBe(join(folders.home, 'folder', 'a.txt'))
})

test('a file that is there is not overwritten unless asked', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  await writeFile(join(folders.home, 'a.txt'), 'mine')
  await writeFile(join(folders.home, 'b.txt'), 'theirs')
  await expect(moveFile.run({ path: '~/a.txt', to: '~/b.txt' }, call)).rejects.toMatchObject({
    code: 'conflict',
  })
  expect(await readFile(join(folders.home, 'b.txt'), 'utf8')).toBe('theirs')
  const { data } = await moveFile.run({ path: '~/a.txt', to: '~/b.txt', overwrite: true }, call)
  expect(data.overwritten).toBe(true)
  expect(await readFile(join(folders.home, 'b.txt'), 'utf8')).toBe('mine')
})

test('of ten moves to one name at once exactly one wins, and nothing is lost', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  const names = Array.from({ length: 10 }, (_, index) => `f${index}.txt`)
  await Promise.all(names.map((name) => writeFile(join(folders.home, name), name)))
  const outcomes = await Promise.allSettled(
    names.map((name) => moveFile.run({ path: `~/${name}`, to: '~/one.txt' }, call)),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await readdir(folders.home)).filter((name) => name.endsWith('.txt'))).toHaveLength(10)
})

test('a folder is never merged or overwritten, nor put into itself', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  await mkdir(join(folders.home, 'a'))
  await mkdir(join(folders.home, 'b', 'a'), { recursive: true })
  await writeFile(join(folders.home, 'b', 'a', 'keep.txt'), '')
  await expect(moveFile.run({ path: '~/a', to: '~/b', overwrite: true }, call)).rejects.toThrow(
    '" already exists, and folders are not overwritten. Delete or rename it first.',
  )
  await expect(moveFile.run({ path: '~/b', to: '~/b/a/c' }, call)).rejects.toThrow('" inside itself.')
  expect(await readdir(join(folders.home, 'b', 'a'))).toEqual(['keep.txt'])
})

test('a link is moved itself, and what it leads to stays', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.outside, 'real.txt'), 'x')
  await symlink(join(folders.outside, 'real.txt'), join(folders.home, 'link'))
  const { data } = await moveFile.run({ path: '~/link', to: '~/renamed' }, createTestCall(folders))
  expect(data.type).toBe('link')
  expect(await readdir(folders.outside)).toEqual(['real.txt'])
})

test('a missing source and an aborted call change nothing', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.txt'), 'x')
  const call = createTestCall(folders)
  await expect(moveFile.run({ path: '~/none', to: '~/x/b.txt' }, call)).rejects.toMatchObject({
    code: 'not_found',
  })
  const aborted = createTestCall({ ...folders, signal: AbortSignal.abort() })
  await expect(moveFile.run({ path: '~/a.txt', to: '~/x/b.txt' }, aborted)).rejects.toThrow('abort')
  expect((await readdir(folders.home)).toSorted()).toEqual(['.local', 'a.txt'])
})

test("the service's own data, and what holds it, cannot be moved or moved onto", async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.txt'), 'x')
  const call = createTestCall(folders)
  for (const [path, to] of [
    ['~/.local', '~/elsewhere'],
    ['~/.local/share/deskhand', '~/elsewhere'],
    ['~/a.txt', '~/.local/share/deskhand'],
    ['~/a.txt', '~/.local/share/deskhand/settings.json'],
  ] as const) {
    await expect(moveFile.run({ path, to }, call)).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('moving into a protected folder under the own name needs a yes', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  await mkdir(join(folders.home, '.ssh'))
  await writeFile(join(folders.outside, '.bashrc'), '')
  const source = join(folders.outside, '.bashrc')
  expect(await moveFile.needsApproval?.({ path: source, to: '~' }, call)).toContain('.bashrc')
  expect(await moveFile.needsApproval?.({ path: source, to: '~/.ssh' }, call)).toContain('SSH')
  expect(await moveFile.needsApproval?.({ path: '~/.ssh', to: folders.outside }, call)).toContain('SSH')
  expect(await moveFile.needsApproval?.({ path: source, to: '~/copy.txt' }, call)).toBeUndefined()
})

const otherDisk = '/dev/shm'
const hasOtherDisk = await isOtherDisk()

async function isOtherDisk(): Promise<boolean> {
  await using folders = await createTestFolders()
  const other = await stat(otherDisk).catch(() => undefined)
  return other !== undefined && other.dev !== (await stat(folders.home)).dev
}

test.runIf(hasOtherDisk)('a folder moves to another disk whole, with modes, times and links', async () => {
  await using folders = await createTestFolders()
  await using other = await mkdtempDisposable(join(otherDisk, 'deskhand-test-'))
  await mkdir(join(folders.home, 'project', 'empty'), { recursive: true })
  await writeFile(join(folders.home, 'project', 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  await symlink('run.sh', join(folders.home, 'project', 'link'))
  const before = await stat(join(folders.home, 'project', 'run.sh'))
  await moveFile.run({ path: '~/project', to: other.path }, createTestCall({ ...folders, isApproved: true }))
  const moved = join(other.path, 'project')
  expect((await readdir(moved)).toSorted()).toEqual(['empty', 'link', 'run.sh'])
  const after = await stat(join(moved, 'run.sh'))
  expect(after.mode).toBe(before.mode)
  expect(Math.abs(after.mtimeMs - before.mtimeMs)).toBeLessThan(1)
  expect(await readdir(other.path)).toEqual(['project'])
  expect(await readdir(folders.home)).toEqual(['.local'])
})

test.runIf(hasOtherDisk)('a file that is there on the other disk is kept too', async () => {
  await using folders = await createTestFolders()
  // What lies in /dev is asked about.
  const call = createTestCall({ ...folders, isApproved: true })
  await using other = await mkdtempDisposable(join(otherDisk, 'deskhand-test-'))
  await writeFile(join(folders.home, 'a.txt'), 'mine')
  await writeFile(join(other.path, 'a.txt'), 'theirs')
  await expect(moveFile.run({ path: '~/a.txt', to: other.path }, call)).rejects.toThrow('already exists')
  expect(await readFile(join(other.path, 'a.txt'), 'utf8')).toBe('theirs')
  await rm(join(other.path, 'a.txt'))
  await moveFile.run({ path: '~/a.txt', to: other.path }, call)
  expect(await readdir(other.path)).toEqual(['a.txt'])
})
