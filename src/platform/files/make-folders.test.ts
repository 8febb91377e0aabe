import { mkdtemp, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolders } from './make-folders.ts'

test('folders are made down to the last, and the first new one is told', async () => {
  const root = await mkdtemp(join(tmpdir(), 'deskhand-folders-'))
  expect(await makeFolders(join(root, 'a', 'b', 'c'))).toBe(join(root, 'a'))
  expect((await stat(join(root, 'a', 'b', 'c'))).isDirectory()).toBe(true)
  expect(await makeFolders(join(root, 'a', 'b', 'd'))).toBe(join(root, 'a', 'b', 'd'))
  expect(await makeFolders(join(root, 'a'))).toBeUndefined()
})

test('many callers may make the same folders at once', async () => {
  const root = await mkdtemp(join(tmpdir(), 'deskhand-folders-'))
  await Promise.all(Array.from({ length: 20 }, () => makeFolders(join(root, 'x', 'y', 'z'))))
  expect((await stat(join(root, 'x', 'y', 'z'))).isDirectory()).toBe(true)
})

test('a file in the way is an error', async () => {
  const root = await mkdtemp(join(tmpdir(), 'deskhand-folders-'))
  await writeFile(join(root, 'file'), '')
  await expect(makeFolders(join(root, 'file', 'x'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  await expect(makeFolders(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
})

test.runIf(process.platform === 'linux')(
  'where no folder can be made it ends instead of trying for ever',
  async () => {
    await expect(makeFolders('/proc/nope/deeper')).rejects.toMatchObject({ code: 'ENOENT' })
  },
)
