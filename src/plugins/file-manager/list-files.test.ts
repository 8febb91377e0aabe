import { mkdir, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders, type TestFolders } from '../../../test/tool-call.ts'
import { listFiles } from './list-files.ts'

async function fill({ home, outside }: TestFolders): Promise<void> {
  await mkdir(join(home, 'zoo', 'deep'), { recursive: true })
  await mkdir(join(home, '.hidden'))
  for (const [name, bytes, day] of [
    ['file10.txt', 10, 3],
    ['file9.txt', 5000, 1],
    ['Apple.txt', 4000, 2],
    ['.secret', 5, 4],
    ['zoo/inside.txt', 1, 1],
    ['zoo/deep/deeper.txt', 1, 1],
  ] as const) {
    await writeFile(join(home, name), 'x'.repeat(bytes))
    await utimes(join(home, name), day * 86_400, day * 86_400)
  }
  await writeFile(join(outside, 'elsewhere.txt'), 'x')
  await symlink(outside, join(home, 'link'))
}

test('a folder is listed with folders first, then by name as people sort', async () => {
  await using folders = await createTestFolders()
  await fill(folders)
  const { data } = await listFiles.run({}, createTestCall(folders))
  expect(data.entries.map(({ name, type }) => `${name} ${type}`)).toEqual([
    'zoo folder',
    'Apple.txt file',
    'file9.txt file',
    'file10.txt file',
    'link link',
  ])
  expect(data).toMatchObject({ path: folders.home, total: 5, truncated: false, unreadable: 0 })
  expect(data.entries[2]).toEqual({
    path: join(folders.home, 'file9.txt'),
    name: 'file9.txt',
    type: 'file',
    bytes: 5000,
    modified_at: '1970-01-02T00:00:00.000Z',
  })
})

test('hidden names are listed when asked for, and the service itself never is', async () => {
  await using folders = await createTestFolders()
  await fill(folders)
  await writeFile(join(folders.dataFolder, 'settings.json'), '{}')
  const { data } = await listFiles.run({ include_hidden: true, depth: 32 }, createTestCall(folders))
  const paths = data.entries.map(({ path }) => path)
  expect(paths).toContain(join(folders.home, '.secret'))
  expect(paths).toContain(join(folders.home, '.local', 'share'))
  expect(paths.filter((path) => path.includes('deskhand/') || path.endsWith('deskhand'))).toEqual([])
})

test('depth goes into folders and not through links', async () => {
  await using folders = await createTestFolders()
  await fill(folders)
  const call = createTestCall(folders)
  const names = async (depth: number): Promise<string[]> =>
    (await listFiles.run({ depth }, call)).data.entries.map(({ name }) => name)
  expect(await names(2)).toContain('inside.txt')
  expect(await names(2)).not.toContain('deeper.txt')
  expect(await names(3)).toContain('deeper.txt')
  expect(await names(3)).not.toContain('elsewhere.txt')
})

test('sorting by size and by date, and the limit, work together', async () => {
  await using folders = await createTestFolders()
  await fill(folders)
  const call = createTestCall(folders)
  const bySize = await listFiles.run({ sort: 'size', limit: 2 }, call)
  expect(bySize.data.entries.map(({ name }) => name)).toEqual(['file9.txt', 'Apple.txt'])
  expect(bySize.data).toMatchObject({ total: 5, truncated: true })
  const byDate = await listFiles.run({ path: '~/zoo', sort: 'modified' }, call)
  expect(byDate.data.entries[0]?.name).toBe('deep')
})

test('a file, a missing folder and the data folder each get their sentence', async () => {
  await using folders = await createTestFolders()
  await fill(folders)
  const call = createTestCall(folders)
  await expect(listFiles.run({ path: '~/file9.txt' }, call)).rejects.toThrow('is a file')
  await expect(listFiles.run({ path: '~/none' }, call)).rejects.toMatchObject({ code: 'not_found' })
  await expect(listFiles.run({ path: folders.dataFolder }, call)).rejects.toMatchObject({ code: 'forbidden' })
})
