import { execFileSync } from 'node:child_process'
import {
  lstat,
  mkdir,
  readdir,
  readFile,
  readlink,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import { copyFile } from './copy-file.ts'

test('a file is copied with its mode, and the original stays', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.home, 'run.sh'), 'echo', { mode: 0o755 })
  const { data, message } = await copyFile.run(
    { path: '~/run.sh', to: '~/bin2/run.sh' },
    createTestCall(folders),
  )
  const path = join(folders.home, 'bin2', 'run.sh')
  expect(data).toMatchObject({ path, type: 'file', bytes: 4, files: 1, skipped: 0, overwritten: false })
  expect(message).toContain('(4 bytes in 1 file)')
  expect((await stat(path)).mode & 0o777).toBe(0o755)
  expect(await readdir(join(folders.home, 'bin2'))).toEqual(['run.sh'])
  expect(await readFile(join(folders.home, 'run.sh'), 'utf8')).toBe('echo')
})

test('a folder is copied with all in it; links stay links and pipes stay out', async () => {
  await using folders = await createTestFolders()
  await mkdir(join(folders.home, 'a', 'deep', 'er'), { recursive: true })
  await writeFile(join(folders.home, 'a', 'deep', 'x.txt'), 'xyz')
  await writeFile(join(folders.outside, 'secret.txt'), 'secret')
  await symlink(join(folders.outside, 'secret.txt'), join(folders.home, 'a', 'link'))
  execFileSync('mkfifo', [join(folders.home, 'a', 'pipe')])
  const { data } = await copyFile.run({ path: '~/a', to: '~/b' }, createTestCall(folders))
  expect(data).toMatchObject({ type: 'folder', bytes: 3, files: 1, skipped: 1 })
  expect((await readdir(join(folders.home, 'b'), { recursive: true })).toSorted()).toEqual([
    'deep',
    'deep/er',
    'deep/x.txt',
    'link',
  ])
  expect(await readlink(join(folders.home, 'b', 'link'))).toBe(join(folders.outside, 'secret.txt'))
})

test('a link that is named is copied as the file it leads to', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.outside, 'real.txt'), 'x')
  await symlink(join(folders.outside, 'real.txt'), join(folders.home, 'link.txt'))
  await copyFile.run({ path: '~/link.txt', to: '~/copy.txt' }, createTestCall(folders))
  expect((await lstat(join(folders.home, 'copy.txt'))).isFile()).toBe(true)
})

test('nothing is overwritten unless asked, and a folder never is', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  await writeFile(join(folders.home, 'a.txt'), 'new')
  await writeFile(join(folders.home, 'b.txt'), 'old')
  await mkdir(join(folders.home, 'folder', 'a.txt'), { recursive: true })
  await expect(copyFile.run({ path: '~/a.txt', to: '~/b.txt' }, call)).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(copyFile.run({ path: '~/a.txt', to: '~/a.txt', overwrite: true }, call)).rejects.toThrow(
    'same file',
  )
  await expect(copyFile.run({ path: '~/a.txt', to: '~/folder', overwrite: true }, call)).rejects.toThrow(
    '" already exists, and folders are not overwritten. Delete or rename it first.',
  )
  const { data } = await copyFile.run({ path: '~/a.txt', to: '~/b.txt', overwrite: true }, call)
  expect(data.overwritten).toBe(true)
  expect(await readFile(join(folders.home, 'b.txt'), 'utf8')).toBe('new')
})

test('a folder cannot be copied into itself, not even through a link', async () => {
  await using folders = await createTestFolders()
  await mkdir(join(folders.home, 'a'))
  await symlink(join(folders.home, 'a'), join(folders.home, 'door'))
  const call = createTestCall(folders)
  await expect(copyFile.run({ path: '~/a', to: '~/a/b' }, call)).rejects.toThrow('" inside itself.')
  await expect(copyFile.run({ path: '~/a', to: '~/door/b' }, call)).rejects.toThrow('" inside itself.')
  expect(await readdir(join(folders.home, 'a'))).toEqual([])
})

test('an abort in the middle of a large file leaves nothing', async () => {
  await using folders = await createTestFolders()
  await mkdir(join(folders.home, 'a'))
  await writeFile(join(folders.home, 'a', 'first.txt'), 'x')
  await writeFile(join(folders.home, 'a', 'large.bin'), '')
  await truncate(join(folders.home, 'a', 'large.bin'), 64 * 1024 * 1024)
  const controller = new AbortController()
  const call = createTestCall({ ...folders, signal: controller.signal })
  const stopping = {
    ...call,
    progress: ({ message = '' }: { message?: string }) => {
      if (Number.parseInt(message, 10) > 1024 * 1024) controller.abort()
    },
  }
  await expect(copyFile.run({ path: '~/a', to: '~/x/b' }, stopping)).rejects.toThrow('abort')
  expect((await readdir(folders.home)).toSorted()).toEqual(['.local', 'a'])
})

test("copying a folder that holds keys needs a yes, and the service's own data is refused", async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  expect(await copyFile.needsApproval?.({ path: '~/.ssh', to: '/tmp/x' }, call)).toContain('SSH')
  await expect(copyFile.needsApproval?.({ path: '~', to: '/tmp/x' }, call)).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(copyFile.run({ path: '~/.local', to: folders.outside }, call)).rejects.toMatchObject({
    code: 'forbidden',
  })
  expect(await readdir(folders.outside)).toEqual([])
})
