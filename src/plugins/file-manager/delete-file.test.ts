import {
  lstat,
  mkdir,
  mkdtempDisposable,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { deleteFile } from './delete-file.ts'
import { moveToTrash, type TrashOptions } from './trash.ts'

const onLinux = process.platform === 'linux'
const now = new Date(2026, 0, 31, 8, 5, 9)

function optionsFor(folders: TestFolders, platform: NodeJS.Platform): TrashOptions {
  // What lies in /dev is asked about.
  const caller = createTestCall({ ...folders, isApproved: true })
  return { caller, now, signal: new AbortController().signal, platform, userId: process.getuid?.() ?? 0 }
}

test('a file goes to the trash with a note of where it was', async () => {
  await using folders = await createTestFolders()
  const path = join(folders.home, 'Grüße & 100%.txt')
  await writeFile(path, 'hello')
  const trashed = await moveToTrash(path, optionsFor(folders, 'linux'))
  const trash = join(folders.home, '.local', 'share', 'Trash')
  expect(trashed).toBe(join(trash, 'files', 'Grüße & 100%.txt'))
  expect(await readFile(trashed, 'utf8')).toBe('hello')
  expect(await readFile(join(trash, 'info', 'Grüße & 100%.txt.trashinfo'), 'utf8')).toBe(
    `[Trash Info]\nPath=${dirname(path)}/Gr%C3%BC%C3%9Fe%20%26%20100%25.txt\nDeletionDate=2026-01-31T08:05:09\n`,
  )
  expect((await stat(trash)).mode & 0o077).toBe(0)
})

test('files of one name all find a place', async () => {
  await using folders = await createTestFolders()
  const trashed: string[] = []
  for (const content of ['one', 'two', 'three']) {
    await writeFile(join(folders.home, 'a.txt'), content)
    trashed.push(await moveToTrash(join(folders.home, 'a.txt'), optionsFor(folders, 'linux')))
  }
  expect(trashed.map((path) => path.split('/').at(-1))).toEqual(['a.txt', 'a.2.txt', 'a.3.txt'])
  expect(await Promise.all(trashed.map((path) => readFile(path, 'utf8')))).toEqual(['one', 'two', 'three'])
})

test('ten files of one name that are deleted at once are all kept', async () => {
  await using folders = await createTestFolders()
  const paths = Array.from({ length: 10 }, (_, index) => join(folders.home, `f${index}`, 'a.txt'))
  for (const path of paths) {
    await mkdir(dirname(path))
    await writeFile(path, path)
  }
  const trashed = await Promise.all(paths.map((path) => moveToTrash(path, optionsFor(folders, 'linux'))))
  expect(new Set(trashed).size).toBe(10)
  expect(await Promise.all(trashed.map((path) => readFile(path, 'utf8')))).toEqual(paths)
})

test('on macOS it goes to the folder that the Finder shows', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'a.txt'), 'x')
  expect(await moveToTrash(join(folders.home, 'a.txt'), optionsFor(folders, 'darwin'))).toBe(
    join(folders.home, '.Trash', 'a.txt'),
  )
  expect(await readdir(join(folders.home, '.Trash'))).toEqual(['a.txt'])
})

test('a name too long for a note is shortened in the trash only', async () => {
  await using folders = await createTestFolders()
  const name = `${'ü'.repeat(120)}.txt`
  await writeFile(join(folders.home, name), 'x')
  const trashed = await moveToTrash(join(folders.home, name), optionsFor(folders, 'linux'))
  const [note] = await readdir(join(folders.home, '.local', 'share', 'Trash', 'info'))
  expect(await readFile(trashed, 'utf8')).toBe('x')
  expect(await readFile(join(folders.home, '.local', 'share', 'Trash', 'info', note!), 'utf8')).toContain(
    encodeURIComponent(name),
  )
})

test('a link is thrown away itself; a folder goes with all in it', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.outside, 'real.txt'), 'x')
  await symlink(folders.outside, join(folders.home, 'link'))
  await mkdir(join(folders.home, 'folder'))
  await writeFile(join(folders.home, 'folder', 'a.txt'), 'x')
  const call = createTestCall(folders)
  const link = await deleteFile.run({ path: '~/link' }, call)
  const folder = await deleteFile.run({ path: '~/folder' }, call)
  expect(link.data).toMatchObject({ type: 'link' })
  expect((await lstat(link.data.trash_path)).isSymbolicLink()).toBe(true)
  expect(await readdir(folders.outside)).toEqual(['real.txt'])
  expect(await readdir(folder.data.trash_path)).toEqual(['a.txt'])
})

test('what is in the trash already, missing, or the home folder itself is refused', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  await writeFile(join(folders.home, 'a.txt'), 'x')
  const { data } = await deleteFile.run({ path: '~/a.txt' }, call)
  await expect(deleteFile.run({ path: data.trash_path }, call)).rejects.toThrow('" is already in the trash.')
  await expect(deleteFile.run({ path: '~/a.txt' }, call)).rejects.toMatchObject({ code: 'not_found' })
  for (const path of ['~', '/', '~/.local', folders.dataFolder, dirname(folders.home)]) {
    await expect(deleteFile.run({ path }, call)).rejects.toMatchObject({ code: 'forbidden' })
  }
  const plain = createTestCall({ home: folders.home, dataFolder: join(folders.outside, 'data') })
  await expect(deleteFile.run({ path: '~' }, plain)).rejects.toThrow('home folder')
})

test('a deletion that fails leaves no note behind', async () => {
  await using folders = await createTestFolders()
  await expect(moveToTrash(join(folders.home, 'none.txt'), optionsFor(folders, 'linux'))).rejects.toThrow(
    'ENOENT',
  )
  expect(await readdir(folders.home, { recursive: true })).not.toContain(
    '.local/share/Trash/info/none.txt.trashinfo',
  )
})

test.runIf(onLinux)(
  'a file on another disk goes to the trash of that disk, with a path relative to it',
  async () => {
    await using folders = await createTestFolders()
    await using other = await mkdtempDisposable('/dev/shm/deskhand-test-')
    await writeFile(join(other.path, 'a b.txt'), 'x')
    const { data } = await deleteFile.run(
      { path: join(other.path, 'a b.txt') },
      createTestCall({ ...folders, isApproved: true }),
    )
    const trash = join('/dev/shm', `.Trash-${process.getuid?.()}`)
    expect(dirname(data.trash_path)).toBe(join(trash, 'files'))
    const notePath = join(trash, 'info', `${basename(data.trash_path)}.trashinfo`)
    const note = await readFile(notePath, 'utf8')
    // This trash is the machine's own, not one in the test's folder.
    await Promise.all([rm(notePath), rm(data.trash_path)])
    expect(note).toContain(`Path=${basename(other.path)}/a%20b.txt\n`)
  },
)
