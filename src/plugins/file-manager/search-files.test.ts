import { chmod, mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import { searchFiles } from './search-files.ts'

async function make(home: string, files: readonly string[]): Promise<void> {
  for (const [index, name] of files.entries()) {
    const path = join(home, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, 'x'.repeat(index))
    await utimes(path, 1000, 1000)
  }
}

async function search(
  folders: { home: string; dataFolder: string },
  params: Parameters<typeof searchFiles.run>[0],
): Promise<string[]> {
  const { data } = await searchFiles.run(params, createTestCall(folders))
  return data.results.map(({ path }) => path.slice(folders.home.length + 1))
}

test('the best match comes first: whole name, beginning, word, part', async () => {
  await using folders = await createTestFolders()
  await make(folders.home, [
    'a/xreportx.txt',
    'b/my-report.txt',
    'c/report-2.txt',
    'd/e/f/report.pdf',
    'other.txt',
  ])
  expect(await search(folders, { query: 'REPORT' })).toEqual([
    'd/e/f/report.pdf',
    'c/report-2.txt',
    'b/my-report.txt',
    'a/xreportx.txt',
  ])
})

test('among equals the newest comes first, then the nearest', async () => {
  await using folders = await createTestFolders()
  await make(folders.home, ['old/a.txt', 'deep/er/a.txt', 'near/a.txt', 'new/a.txt'])
  await utimes(join(folders.home, 'old/a.txt'), 500, 500)
  await utimes(join(folders.home, 'new/a.txt'), 5000, 5000)
  expect(await search(folders, { query: 'a.txt' })).toEqual([
    'new/a.txt',
    'near/a.txt',
    'deep/er/a.txt',
    'old/a.txt',
  ])
})

test('a result says what it is, how large and how old', async () => {
  await using folders = await createTestFolders()
  await make(folders.home, ['x', 'invoice.pdf'])
  const { data, message } = await searchFiles.run({ query: 'invoice' }, createTestCall(folders))
  expect(data).toEqual({
    path: folders.home,
    query: 'invoice',
    matched_by: 'name',
    results: [
      {
        path: join(folders.home, 'invoice.pdf'),
        name: 'invoice.pdf',
        type: 'file',
        bytes: 1,
        modified_at: '1970-01-01T00:16:40.000Z',
      },
    ],
    found: 1,
    looked_at: 3,
    unreadable: 0,
    truncated: false,
  })
  expect(message).toBe(`Found 1 match for "invoice" in ${folders.home}.`)
})

test('a category finds files by what they are', async () => {
  await using folders = await createTestFolders()
  await make(folders.home, ['a.JPG', 'b.png', 'c.txt', 'images.txt', 'photos/d.heic', 'song.mp3'])
  expect((await search(folders, { query: 'photos' })).toSorted()).toEqual(['a.JPG', 'b.png', 'photos/d.heic'])
  expect(await search(folders, { query: 'music' })).toEqual(['song.mp3'])
})

test('a pattern is matched against names, or paths when it has a slash', async () => {
  await using folders = await createTestFolders()
  await make(folders.home, ['src/a.ts', 'src/x/b.ts', 'c.ts', 'c.tsx'])
  expect((await search(folders, { query: '*.ts' })).toSorted()).toEqual(['c.ts', 'src/a.ts', 'src/x/b.ts'])
  expect((await search(folders, { query: 'src/**/*.ts' })).toSorted()).toEqual(['src/a.ts', 'src/x/b.ts'])
})

test('what a person would skip is skipped, unless asked for', async () => {
  await using folders = await createTestFolders()
  const noise = [
    'node_modules/p/note.js',
    '.git/note',
    '.cache/note',
    '.local/share/Trash/files/note',
    '.note',
    'Caches/note',
  ]
  await make(folders.home, ['note.txt', ...noise])
  expect(await search(folders, { query: 'note' })).toEqual(['note.txt'])
  const all = await search(folders, { query: 'note', include_hidden: true })
  expect(all.toSorted()).toEqual(['note.txt', ...noise].toSorted())
  expect(await search(folders, { query: '.note' })).toEqual(['.note'])
  expect(await search(folders, { query: 'note', path: '~/node_modules' })).toEqual(['node_modules/p/note.js'])
})

test('links are found by name and never followed, neither out nor in a circle', async () => {
  await using folders = await createTestFolders()
  await make(folders.outside, ['treasure.txt'])
  await make(folders.home, ['a/map.txt'])
  await symlink(folders.outside, join(folders.home, 'treasure-island'))
  await symlink(folders.home, join(folders.home, 'a', 'loop'))
  expect(await search(folders, { query: 'treasure' })).toEqual(['treasure-island'])
  expect(await search(folders, { query: 'map' })).toEqual(['a/map.txt'])
})

test("the service's own data is not found, whatever is asked for", async () => {
  await using folders = await createTestFolders()
  await make(folders.dataFolder, ['settings.json'])
  await make(folders.home, ['settings.json'])
  expect(await search(folders, { query: 'settings', include_hidden: true })).toEqual(['settings.json'])
  expect(await search(folders, { query: 'deskhand', include_hidden: true })).toEqual([])
})

test('wrong letters are forgiven only when nothing else was found', async () => {
  await using folders = await createTestFolders()
  await make(folders.home, ['report.pdf', 'resort.txt'])
  const call = createTestCall(folders)
  const guessed = await searchFiles.run({ query: 'reprot' }, call)
  expect(guessed.data).toMatchObject({ matched_by: 'similar', found: 1 })
  expect(guessed.message).toContain('come close')
  expect(await search(folders, { query: 'report' })).toEqual(['report.pdf'])
  const nothing = await searchFiles.run({ query: 'zebra-crossing' }, call)
  expect(nothing.data).toMatchObject({ matched_by: 'name', found: 0, results: [] })
})

test('size, date, kind, depth and number can be limited', async () => {
  await using folders = await createTestFolders()
  await make(folders.home, ['note-a.txt', 'note-b.txt', 'note-c.txt', 'x/y/note-quartz.txt'])
  await mkdir(join(folders.home, 'notes'))
  await utimes(join(folders.home, 'note-b.txt'), 1_700_000_000, 1_700_000_000)
  expect((await search(folders, { query: 'note', min_bytes: 2 })).toSorted()).toEqual([
    'note-c.txt',
    'x/y/note-quartz.txt',
  ])
  expect(await search(folders, { query: 'note', type: 'folder' })).toEqual(['notes'])
  expect(await search(folders, { query: 'note', type: 'file', modified_after: '2020-01-01' })).toEqual([
    'note-b.txt',
  ])
  expect(await search(folders, { query: 'quartz', max_depth: 2 })).toEqual([])
  const { data } = await searchFiles.run({ query: 'note', limit: 2 }, createTestCall(folders))
  expect(data).toMatchObject({ found: 5, truncated: true })
  expect(data.results).toHaveLength(2)
  await expect(search(folders, { query: 'x', modified_after: 'yesterday-ish' })).rejects.toThrow(
    'modified_after',
  )
})

test('strange names are found and returned as they are', async () => {
  await using folders = await createTestFolders()
  const names = [
    'find me\n.txt',
    'find me \u202e.txt',
    'find me "quoted" $(x).txt',
    `find me ${'ü'.repeat(100)}.txt`,
  ]
  await make(folders.home, names)
  expect((await search(folders, { query: 'find me' })).toSorted()).toEqual(names.toSorted())
})

test('an aborted search stops, and a running one stops in the middle', async () => {
  await using folders = await createTestFolders()
  const signal = AbortSignal.abort()
  await expect(searchFiles.run({ query: 'x' }, createTestCall({ ...folders, signal }))).rejects.toThrow(
    'abort',
  )
  const controller = new AbortController()
  for (let folder = 0; folder < 30; folder += 1) {
    await mkdir(join(folders.home, `f${folder}`))
    await Promise.all(
      Array.from({ length: 700 }, (_, file) => writeFile(join(folders.home, `f${folder}`, `n${file}`), '')),
    )
  }
  const call = createTestCall({ ...folders, signal: controller.signal })
  const stopping = { ...call, progress: () => controller.abort() }
  await expect(searchFiles.run({ query: 'n1' }, stopping)).rejects.toThrow('abort')
  const told = createTestCall(folders)
  const { data } = await searchFiles.run({ query: 'n1' }, told)
  expect(data.found).toBe(30 * 111)
  expect(told.progressed[0]?.message).toMatch(/^\d+ names compared, \d+ found$/)
})

test.skipIf(process.getuid?.() === 0)(
  'a folder that cannot be opened is counted, and the rest is searched',
  async () => {
    await using folders = await createTestFolders()
    await make(folders.home, ['closed/note.txt', 'open/note.txt'])
    await chmod(join(folders.home, 'closed'), 0)
    const { data } = await searchFiles.run({ query: 'note' }, createTestCall(folders))
    await chmod(join(folders.home, 'closed'), 0o700)
    expect(data.results.map(({ path }) => basename(dirname(path)))).toEqual(['open'])
    expect(data.unreadable).toBe(1)
  },
)

test('a root that is missing, a file or the data folder gets its sentence', async () => {
  await using folders = await createTestFolders()
  await make(folders.home, ['a.txt'])
  await expect(search(folders, { query: 'x', path: '~/none' })).rejects.toMatchObject({ code: 'not_found' })
  await expect(search(folders, { query: 'x', path: '~/a.txt' })).rejects.toThrow('is a file')
  await expect(search(folders, { query: 'x', path: folders.dataFolder })).rejects.toMatchObject({
    code: 'forbidden',
  })
  await expect(search(folders, { query: '   ' })).rejects.toThrow('query is empty')
})

test('files are found by what is in them, large and small letters alike', async () => {
  await using folders = await createTestFolders()
  await make(folders.home, ['a.txt', 'b.md', 'c.bin', '.ssh/key'])
  await writeFile(join(folders.home, 'a.txt'), `${'x'.repeat(300_000)}the Budget\n  Approved by Ada`)
  await writeFile(join(folders.home, 'b.md'), 'budget only')
  await writeFile(join(folders.home, 'c.bin'), Buffer.from('\0\0budget approved'))
  await writeFile(join(folders.home, '.ssh/key'), 'budget approved')
  const { data } = await searchFiles.run(
    { query: '*', contains: 'budget approved', include_hidden: true },
    createTestCall(folders),
  )
  expect(data.results.map(({ name }) => name)).toEqual(['a.txt'])
  expect(data.found).toBe(1)
})

test('the largest or the newest come first when asked, within a span of time', async () => {
  await using folders = await createTestFolders()
  await make(folders.home, ['empty.txt', 'small.txt', 'large.txt'])
  await utimes(join(folders.home, 'small.txt'), 5000, 5000)
  expect(await search(folders, { query: '*.txt', sort: 'size' })).toEqual([
    'large.txt',
    'small.txt',
    'empty.txt',
  ])
  expect((await search(folders, { query: '*.txt', sort: 'modified' }))[0]).toBe('small.txt')
  const before = new Date(2_000_000).toISOString()
  expect(await search(folders, { query: '*.txt', modified_before: before, min_bytes: 1 })).toEqual([
    'large.txt',
  ])
  await expect(search(folders, { query: '*', modified_before: 'soon' })).rejects.toThrow('modified_before')
})
