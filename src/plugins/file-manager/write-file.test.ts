import { mkdir, readdir, readFile, stat, symlink, writeFile as write } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import { writeFile } from './write-file.ts'

test('a new file is written with its folders, and named with its size', async () => {
  await using folders = await createTestFolders()
  const outcome = await writeFile.run(
    { path: '~/a/b/notes.txt', content: 'Grüße\n' },
    createTestCall(folders),
  )
  const path = join(folders.home, 'a', 'b', 'notes.txt')
  expect(outcome.data).toEqual({ path, bytes: 8, written_bytes: 8, mode: 'write', created: true })
  expect(outcome.message).toBe(`Created ${path} (8 bytes).`)
  expect(await readFile(path, 'utf8')).toBe('Grüße\n')
})

test('a file on the way is named as what it is', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  await write(join(folders.home, 'x'), '')
  for (const mode of ['write', 'append'] as const)
    await expect(writeFile.run({ path: '~/x/a.txt', content: 'a', mode }, call)).rejects.toThrow(
      'not a folder',
    )
})

test('writing again replaces the content', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  await writeFile.run({ path: '~/a.txt', content: 'a long first text' }, call)
  const { data } = await writeFile.run({ path: '~/a.txt', content: 'short' }, call)
  expect(data).toMatchObject({ bytes: 5, created: false })
  expect(await readFile(join(folders.home, 'a.txt'), 'utf8')).toBe('short')
})

test('appending adds to the end, and creates the file when it is missing', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  const first = await writeFile.run({ path: '~/logs/a.log', content: 'one\n', mode: 'append' }, call)
  const second = await writeFile.run({ path: '~/logs/a.log', content: 'two\n', mode: 'append' }, call)
  expect(first.data).toMatchObject({ bytes: 4, created: true })
  expect(second.data).toMatchObject({ bytes: 8, written_bytes: 4, mode: 'append', created: false })
  expect(await readFile(join(folders.home, 'logs', 'a.log'), 'utf8')).toBe('one\ntwo\n')
})

test('twenty calls that append at once lose nothing', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  const lines = Array.from({ length: 20 }, (_, index) => `${String(index).padStart(2, '0').repeat(5000)}\n`)
  await Promise.all(lines.map((content) => writeFile.run({ path: '~/a.log', content, mode: 'append' }, call)))
  const written = await readFile(join(folders.home, 'a.log'), 'utf8')
  expect(written.match(/.*\n/g)?.toSorted()).toEqual(lines.toSorted())
})

test('an aborted call writes nothing in either mode', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall({ ...folders, signal: AbortSignal.abort() })
  for (const mode of ['write', 'append'] as const) {
    await expect(writeFile.run({ path: '~/x/a.txt', content: 'x', mode }, call)).rejects.toThrow('abort')
  }
  expect(await readdir(folders.home)).toEqual(['.local'])
})

test('a folder as target and a file as parent are conflicts, and leave nothing', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  await mkdir(join(folders.home, 'folder'))
  await write(join(folders.home, 'file'), 'x')
  for (const mode of ['write', 'append'] as const) {
    for (const path of ['~/folder', '~/file/below.txt']) {
      await expect(writeFile.run({ path, content: 'x', mode }, call)).rejects.toMatchObject({
        code: 'conflict',
      })
    }
  }
  expect(
    (await readdir(folders.home, { recursive: true })).filter((name) => name.includes('deskhand-')),
  ).toEqual([])
})

test('a relative path is refused before anything is touched', async () => {
  await using folders = await createTestFolders()
  await expect(writeFile.run({ path: 'a.txt', content: '' }, createTestCall(folders))).rejects.toThrow(
    'path must be an absolute path that starts with / or ~, not "a.txt".',
  )
})

test('start-up files and keys need a yes, links to them too, and ordinary files do not', async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  await symlink(join(folders.home, '.bashrc'), join(folders.home, 'harmless.txt'))
  const reason = async (path: string): Promise<string | undefined> =>
    writeFile.needsApproval?.({ path, content: '' }, call)
  expect(await reason('~/.bashrc')).toContain('starts')
  expect(await reason('~/harmless.txt')).toContain('starts')
  expect(await reason('~/.ssh/authorized_keys')).toContain('SSH')
  expect(await reason('~/project/.git/hooks/post-commit')).toContain('repository')
  expect(await reason('~/notes.txt')).toBeUndefined()
})

test("the service's own data cannot be written, approved or not", async () => {
  await using folders = await createTestFolders()
  const call = createTestCall(folders)
  await symlink(folders.dataFolder, join(folders.home, 'link'))
  for (const path of [join(folders.dataFolder, 'settings.json'), '~/link/settings.json']) {
    for (const mode of ['write', 'append'] as const) {
      await expect(writeFile.run({ path, content: '{}', mode }, call)).rejects.toMatchObject({
        code: 'forbidden',
      })
    }
    await expect(writeFile.needsApproval?.({ path, content: '' }, call)).rejects.toMatchObject({
      code: 'forbidden',
    })
  }
  expect(await readdir(folders.dataFolder)).toEqual([])
})

test('appending keeps the mode of the file', async () => {
  await using folders = await createTestFolders()
  const path = join(folders.home, 'private.log')
  await write(path, 'x', { mode: 0o600 })
  await writeFile.run({ path, content: 'y', mode: 'append' }, createTestCall(folders))
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})
