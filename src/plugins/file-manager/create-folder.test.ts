import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import { createFolder } from './create-folder.ts'

test('a folder is made with those on the way, and one that is there stays', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  const path = join(folders.home, 'a/b')
  expect(await createFolder.run({ path: '~/a/b' }, call)).toMatchObject({ data: { path, created: true } })
  expect((await stat(path)).isDirectory()).toBe(true)
  expect(await createFolder.run({ path: '~/a/b' }, call)).toMatchObject({ data: { created: false } })
  await writeFile(join(folders.home, 'file'), '')
  await expect(createFolder.run({ path: '~/file' }, call)).rejects.toThrow('is a file')
})
