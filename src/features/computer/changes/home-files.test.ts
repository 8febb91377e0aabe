import { mkdir, mkdtempDisposable, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { filesChangedSince, listFiles } from './home-files.ts'

async function openHome() {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-home-'))
  const at = (...parts: string[]) => join(folder.path, ...parts)
  for (const name of ['Documents/Old', 'Music', '.config', 'service'])
    await mkdir(at(name), { recursive: true })
  const before = new Date(Date.now() - 60_000)
  for (const name of [
    'Documents/a.txt',
    'Documents/b.txt',
    'Documents/Old/c.txt',
    '.config/settings',
    'service/db',
  ]) {
    await writeFile(at(name), 'old')
    await utimes(at(name), before, before)
  }
  const looking = { home: folder.path, ignored: [at('service')], ms: 60_000 }
  return { at, looking, [Symbol.asyncDispose]: () => folder.remove() }
}

test('what was made, written, moved and removed is told by its path, and nothing of programs and the service', async () => {
  await using home = await openHome()
  const { at, looking } = home
  const then = await listFiles(looking)
  // A file system tells times a little late.
  const began = Date.now() - 1_000
  await writeFile(at('Documents/a.txt'), 'new')
  await writeFile(at('Documents/new.txt'), 'new')
  // Its time is older than the task, but its name is new.
  await utimes(at('Documents/new.txt'), 0, 0)
  await mkdir(at('Documents/Trip'))
  await writeFile(at('Documents/Trip/inside.txt'), 'new')
  await rename(at('Documents/b.txt'), at('Music/b.txt'))
  await rm(at('Documents/Old'), { recursive: true })
  await symlink('/etc', at('Music/link'))
  await writeFile(at('.config/settings'), 'new')
  await writeFile(at('service/db'), 'new')
  const changes = await filesChangedSince(then, began, looking)
  expect({ ...changes, created: changes.created.toSorted() }).toEqual({
    created: ['Documents/Trip/', 'Documents/new.txt', 'Music/b.txt', 'Music/link'],
    changed: ['Documents/a.txt'],
    deleted: expect.arrayContaining(['Documents/b.txt', 'Documents/Old/']) as string[],
    more: 0,
    complete: true,
  })
  expect(changes.deleted).toHaveLength(2)
})

test('a file in the place of a folder is both gone and new', async () => {
  await using home = await openHome()
  const { at, looking } = home
  const then = await listFiles(looking)
  await rm(at('Music'), { recursive: true })
  await writeFile(at('Music'), 'x')
  const { created, deleted } = await filesChangedSince(then, Date.now(), looking)
  expect({ created, deleted }).toEqual({ created: ['Music'], deleted: ['Music/'] })
})

test('many are counted, and no time is no claim', async () => {
  await using home = await openHome()
  const { at, looking } = home
  const then = await listFiles(looking)
  await Promise.all(Array.from({ length: 50 }, (_, n) => writeFile(at('Music', `${n}.mp3`), 'x')))
  const changes = await filesChangedSince(then, Date.now(), looking)
  expect(changes.created).toHaveLength(20)
  expect(changes).toMatchObject({ more: 30, complete: true })
  const inNoTime = await filesChangedSince(then, Date.now(), { ...looking, ms: -1 })
  expect(inNoTime).toEqual({ created: [], changed: [], deleted: [], more: 0, complete: false })
})
