import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import { dirname, extname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { namedPath } from './held.ts'
import { writeOutput, type OutputOptions } from './output-file.ts'

/** As a person would write. */
function writeFor(folders: TestFolders) {
  return <T>(
    path: string,
    write: (temporary: string) => Promise<T>,
    options: Omit<OutputOptions, 'caller'> = {},
  ): Promise<T> => writeOutput(path, write, { caller: createTestCall(folders), ...options })
}

test('parent folders are made and the result of the writer comes back', async () => {
  await using folders = await createTestFolders()
  const path = join(folders.home, 'a', 'b', 'c.txt')
  const result = await writeFor(folders)(path, async (temporary) => {
    expect(dirname(namedPath(temporary))).toBe(dirname(path))
    expect(extname(namedPath(temporary))).toBe('.txt')
    await writeFile(temporary, 'hello')
    return 42
  })
  expect(result).toBe(42)
  expect(await readFile(path, 'utf8')).toBe('hello')
  expect(await readdir(dirname(path))).toEqual(['c.txt'])
})

test('a writer that fails leaves neither a file nor the folders that were made for it', async () => {
  await using folders = await createTestFolders()
  await mkdir(join(folders.home, 'there'))
  const failing = writeFor(folders)(join(folders.home, 'there', 'a', 'b', 'c.txt'), async (temporary) => {
    await writeFile(temporary, 'half')
    throw new Error('out of ideas')
  })
  await expect(failing).rejects.toThrow('out of ideas')
  expect(await readdir(join(folders.home, 'there'))).toEqual([])
})

test('an abort during the writing leaves the old file as it was', async () => {
  await using folders = await createTestFolders()
  const path = join(folders.home, 'a.txt')
  await writeFile(path, 'old')
  const controller = new AbortController()
  const writing = writeFor(folders)(
    path,
    async (temporary) => {
      await writeFile(temporary, 'new')
      controller.abort()
    },
    { signal: controller.signal },
  )
  await expect(writing).rejects.toThrow('abort')
  expect(await readFile(path, 'utf8')).toBe('old')
  expect(await readdir(folders.outside)).toEqual([])
  expect((await readdir(folders.home)).toSorted()).toEqual(['.local', 'a.txt'])
})

test('an aborted signal means that the writer is not even asked', async () => {
  await using folders = await createTestFolders()
  let asked = false
  const writing = writeFor(folders)(
    join(folders.home, 'x', 'a.txt'),
    async () => {
      asked = true
    },
    { signal: AbortSignal.abort() },
  )
  await expect(writing).rejects.toThrow('abort')
  expect(asked).toBe(false)
  expect(await readdir(folders.home)).toEqual(['.local'])
})

test('an overwritten file keeps its mode, and is never readable by others on the way', async () => {
  await using folders = await createTestFolders()
  const path = join(folders.home, 'secret.txt')
  await writeFile(path, 'old')
  await chmod(path, 0o600)
  await writeFor(folders)(path, async (temporary) => {
    expect((await stat(temporary)).mode & 0o777).toBe(0o600)
    await writeFile(temporary, 'new')
  })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readFile(path, 'utf8')).toBe('new')
})

test('a link is written through, and stays a link', async () => {
  await using folders = await createTestFolders()
  const real = join(folders.outside, 'real.txt')
  const path = join(folders.home, 'link.txt')
  await writeFile(real, 'old')
  await symlink(real, path)
  await writeFor(folders)(path, (temporary) => writeFile(temporary, 'new'))
  expect(await readFile(real, 'utf8')).toBe('new')
  expect(await readdir(folders.outside)).toEqual(['real.txt'])
})

test('a folder, a pipe and a file in place of a folder are refused with a sentence', async () => {
  await using folders = await createTestFolders()
  const write = (path: string): Promise<void> =>
    writeFor(folders)(path, (temporary) => writeFile(temporary, 'x'))
  execFileSync('mkfifo', [join(folders.home, 'pipe')])
  await writeFile(join(folders.home, 'file'), '')
  await expect(write(folders.home)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('is a folder'),
  })
  await expect(write(join(folders.home, 'pipe'))).rejects.toThrow('a device or a pipe')
  await expect(write(join(folders.home, 'file', 'a.txt'))).rejects.toMatchObject({ code: 'conflict' })
  expect((await readdir(folders.home)).toSorted()).toEqual(['.local', 'file', 'pipe'])
})

test('without overwrite, a file that appears while the writer works is kept', async () => {
  await using folders = await createTestFolders()
  const path = join(folders.home, 'a.txt')
  const writing = writeFor(folders)(
    path,
    async (temporary) => {
      await writeFile(temporary, 'mine')
      await writeFile(path, 'theirs')
    },
    { overwrite: false },
  )
  await expect(writing).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('already exists'),
  })
  expect(await readFile(path, 'utf8')).toBe('theirs')
  expect((await readdir(folders.home)).toSorted()).toEqual(['.local', 'a.txt'])
})

test('two writers of one file end with one of the two contents, whole', async () => {
  await using folders = await createTestFolders()
  const path = join(folders.home, 'a.txt')
  const contents = Array.from({ length: 10 }, (_, index) => String(index).repeat(100_000))
  await Promise.all(
    contents.map((text) => writeFor(folders)(path, (temporary) => writeFile(temporary, text))),
  )
  expect(contents).toContain(await readFile(path, 'utf8'))
  expect((await readdir(folders.home)).toSorted()).toEqual(['.local', 'a.txt'])
})

test.skipIf(process.getuid?.() === 0)('a file that is read-only is not replaced', async () => {
  await using folders = await createTestFolders()
  const path = join(folders.home, 'a.txt')
  await writeFile(path, 'old', { mode: 0o444 })
  const writing = writeFor(folders)(path, (temporary) => writeFile(temporary, 'new'))
  await expect(writing).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('no permission'),
  })
  expect(await readFile(path, 'utf8')).toBe('old')
})
