import { chmodSync, chownSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ensurePrivateFolder, writeFileAtomic } from './atomic-file.ts'

test('a file is written whole, with its mode, and nothing else is left', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'atomic-'))
  const path = join(folder.path, 'settings.json')
  await writeFileAtomic(path, 'first')
  expect(readFileSync(path, 'utf8')).toBe('first')
  expect(statSync(path).mode & 0o777).toBe(0o600)

  await writeFileAtomic(path, Buffer.from('second'), { mode: 0o666 })
  expect(readFileSync(path, 'utf8')).toBe('second')
  expect(statSync(path).mode & 0o777).toBe(0o666)
  expect(readdirSync(folder.path)).toEqual(['settings.json'])
})

test('a write that fails leaves the old file and no temporary one', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'atomic-'))
  const path = join(folder.path, 'taken')
  mkdirSync(join(path, 'inside'), { recursive: true })

  await expect(writeFileAtomic(path, 'data')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST|EPERM/)
  expect(readdirSync(folder.path)).toEqual(['taken'])
})

test('many writers of one file leave the whole content of one of them', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'atomic-'))
  const path = join(folder.path, 'settings.json')
  const contents = Array.from({ length: 20 }, (_, index) => String(index).repeat(50_000))
  await Promise.all(contents.map((content) => writeFileAtomic(path, content)))

  expect(contents).toContain(readFileSync(path, 'utf8'))
  expect(readdirSync(folder.path)).toEqual(['settings.json'])
})

test('a private folder is made with all that leads to it, and an open one is closed', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'atomic-'))
  const path = join(folder.path, 'a', 'b')
  await ensurePrivateFolder(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)

  chmodSync(path, 0o755)
  await ensurePrivateFolder(path)
  expect(statSync(path).mode & 0o777).toBe(0o700)
})

test('a link or a file is no private folder', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'atomic-'))
  const link = join(folder.path, 'link')
  symlinkSync(tmpdir(), link)
  const file = join(folder.path, 'file')
  await writeFileAtomic(file, '')

  await expect(ensurePrivateFolder(link)).rejects.toThrow('is a link')
  await expect(ensurePrivateFolder(file)).rejects.toMatchObject({ code: 'conflict' })
})

test('a folder of another user is no private folder', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'atomic-'))
  // Root can give a folder away; everybody else has one of root's at hand.
  const foreign = process.geteuid?.() === 0 ? join(folder.path, 'foreign') : '/'
  if (foreign !== '/') {
    mkdirSync(foreign)
    chownSync(foreign, 65_534, 65_534)
  }

  await expect(ensurePrivateFolder(foreign)).rejects.toThrow('belongs to another user')
})
