import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { compressFiles } from './compress-files.ts'
import { extractArchive } from './extract-archive.ts'

const longName = `${'long-'.repeat(30)}☃.txt`

async function fill({ home }: TestFolders): Promise<void> {
  await mkdir(join(home, 'project', 'empty'), { recursive: true })
  await mkdir(join(home, 'project', 'deep'))
  await writeFile(join(home, 'project', 'a.txt'), 'hello '.repeat(1000))
  await writeFile(join(home, 'project', 'deep', longName), 'long')
  await writeFile(join(home, 'project', 'run.sh'), '#!/bin/sh\n', { mode: 0o755 })
  await writeFile(join(home, 'project', 'nothing.txt'), '')
}

test.each(['zip', 'tar.gz', 'tgz'])('a folder packed as %s comes out the same', async (ending) => {
  await using folders = await createTestFolders()
  await fill(folders)
  const call = createTestCall(folders)
  const { data } = await compressFiles.run({ paths: ['~/project'], to: `~/out/p.${ending}` }, call)
  expect(data).toMatchObject({
    path: join(folders.home, 'out', `p.${ending}`),
    files: 4,
    source_bytes: 6014,
    skipped: 0,
  })
  expect(data.bytes).toBeLessThan(3000)
  expect(call.progressed.at(-1)?.fraction).toBe(1)
  const { data: extracted } = await extractArchive.run({ path: data.path }, call)
  expect((await readdir(extracted.path, { recursive: true })).toSorted()).toEqual(
    (await readdir(join(folders.home, 'project'), { recursive: true })).toSorted(),
  )
  expect(await readFile(join(extracted.path, 'a.txt'), 'utf8')).toBe('hello '.repeat(1000))
  expect(await readFile(join(extracted.path, 'deep', longName), 'utf8')).toBe('long')
})

test('programs that nobody here wrote read the archives without a complaint', async () => {
  await using folders = await createTestFolders()
  await fill(folders)
  const call = createTestCall(folders)
  await compressFiles.run({ paths: ['~/project'], to: '~/p.zip' }, call)
  await compressFiles.run({ paths: ['~/project'], to: '~/p.tar.gz' }, call)
  const list = (command: string, args: string[]): string =>
    execFileSync(command, args, { cwd: folders.home, encoding: 'utf8' })
  const python = list('python3', [
    '-c',
    'import zipfile; z = zipfile.ZipFile("p.zip"); assert z.testzip() is None; print("\\n".join(z.namelist()))',
  ])
  expect(python).toContain(`project/deep/${longName}`)
  expect(python).toContain('project/empty/')
  const tar = list('tar', ['-tzf', 'p.tar.gz', '--quoting-style=literal'])
  expect(tar.trim().split('\n').toSorted()).toEqual(python.trim().split('\n').toSorted())
})

test('files of one name from different folders both get in', async () => {
  await using folders = await createTestFolders()
  await mkdir(join(folders.home, 'b'))
  await writeFile(join(folders.home, 'a.txt'), 'one')
  await writeFile(join(folders.home, 'b', 'a.txt'), 'two')
  const call = createTestCall(folders)
  const { data } = await compressFiles.run({ paths: ['~/a.txt', '~/b/a.txt'], to: '~/x.zip' }, call)
  const { data: extracted } = await extractArchive.run({ path: data.path }, call)
  expect(extracted.names).toEqual(['a.txt', 'a (2).txt'])
})

test('an archive written into the folder that it packs does not hold itself', async () => {
  await using folders = await createTestFolders()
  await fill(folders)
  const call = createTestCall(folders)
  for (const overwrite of [false, true]) {
    const { data } = await compressFiles.run({ paths: ['~/project'], to: '~/project/p.zip', overwrite }, call)
    expect(data.files).toBe(4)
  }
})

test('links inside a folder stay out, so that nothing outside gets in', async () => {
  await using folders = await createTestFolders()
  await fill(folders)
  await writeFile(join(folders.outside, 'secret.txt'), 'secret')
  await symlink(folders.outside, join(folders.home, 'project', 'door'))
  const { data } = await compressFiles.run({ paths: ['~/project'], to: '~/p.zip' }, createTestCall(folders))
  expect(data).toMatchObject({ files: 4, skipped: 1 })
})

test('an archive that is there is kept unless told otherwise', async () => {
  await using folders = await createTestFolders()
  await fill(folders)
  await writeFile(join(folders.home, 'p.zip'), 'mine')
  const call = createTestCall(folders)
  const run = (overwrite: boolean): Promise<unknown> =>
    compressFiles.run({ paths: ['~/project'], to: '~/p.zip', overwrite }, call)
  await expect(run(false)).rejects.toMatchObject({ code: 'conflict' })
  expect(await readFile(join(folders.home, 'p.zip'), 'utf8')).toBe('mine')
  await run(true)
  expect(await readFile(join(folders.home, 'p.zip'), 'latin1')).toMatch(/^PK/)
})

test.each(['zip', 'tar.gz'])('an abort in the middle of a %s leaves nothing', async (ending) => {
  await using folders = await createTestFolders()
  await fill(folders)
  await writeFile(join(folders.home, 'project', 'large.bin'), Buffer.alloc(8 * 1024 * 1024, 'x'))
  const controller = new AbortController()
  const call = createTestCall({ ...folders, signal: controller.signal })
  const stopping = { ...call, progress: () => controller.abort() }
  await expect(compressFiles.run({ paths: ['~/project'], to: `~/x/p.${ending}` }, stopping)).rejects.toThrow(
    'abort',
  )
  expect((await readdir(folders.home)).toSorted()).toEqual(['.local', 'project'])
})

test('a missing file, an unknown ending and the data folder each get their sentence', async () => {
  await using folders = await createTestFolders()
  await fill(folders)
  const call = createTestCall(folders)
  const run = (path: string, to: string): Promise<unknown> => compressFiles.run({ paths: [path], to }, call)
  await expect(run('~/none', '~/a.zip')).rejects.toMatchObject({ code: 'not_found' })
  await expect(run('~/project', '~/a.rar')).rejects.toThrow('.zip, .tar.gz or .tgz')
  await expect(run('~', '~/a.zip')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(run('~/.local/share/deskhand', '~/a.zip')).rejects.toMatchObject({ code: 'forbidden' })
  expect(await compressFiles.needsApproval?.({ paths: ['~/.gnupg'], to: '~/a.zip' }, call)).toContain('keys')
})
