import { execFileSync } from 'node:child_process'
import { chmod, link, mkdir, mkdtempDisposable, readFile, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writePlugin } from '../../../test/plugins.ts'
import { fingerprint } from '../files/folder-contents.ts'
import { readPluginFolder, writePluginCopy } from './plugin-folder.ts'

async function pluginFolder(files: Record<string, string> = { 'plugin.ts': 'export const tools = []' }) {
  const temporary = await mkdtempDisposable(join(tmpdir(), 'deskhand-folder-'))
  const folder = join(temporary.path, 'word_count')
  await writePlugin(folder, { files })
  return { folder, [Symbol.asyncDispose]: () => temporary.remove() }
}

test('the hash is that of the names and the contents of all files, and of nothing else', async () => {
  await using one = await pluginFolder()
  await using same = await pluginFolder()
  const { hash } = await readPluginFolder(one.folder)
  expect(hash).toMatch(/^[0-9a-f]{64}$/)
  expect((await readPluginFolder(same.folder)).hash).toBe(hash)
  await mkdir(join(one.folder, '.git'))
  await writeFile(join(one.folder, '.git', 'HEAD'), 'not part of it')
  expect((await readPluginFolder(one.folder)).hash).toBe(hash)
  await writeFile(join(one.folder, 'data.txt'), '', { mode: 0o600 })
  expect((await readPluginFolder(one.folder)).hash).not.toBe(hash)
})

test('a file that moves into another name changes the hash', async () => {
  await using one = await pluginFolder({ 'plugin.ts': 'x', 'a/b.ts': 'y' })
  await using other = await pluginFolder({ 'plugin.ts': 'x', 'ab.ts': 'y' })
  expect((await readPluginFolder(one.folder)).hash).not.toBe((await readPluginFolder(other.folder)).hash)
})

test('the copy is what was read, whatever happens to the folder meanwhile', async () => {
  await using plugin = await pluginFolder({ 'plugin.ts': 'old', 'lib/more.ts': 'more' })
  const { folder } = plugin
  const files = await readPluginFolder(folder)
  await writeFile(join(folder, 'plugin.ts'), 'new')
  const copy = join(folder, '..', 'copy')
  await writePluginCopy(files, copy)
  expect(await readFile(join(copy, 'plugin.ts'), 'utf8')).toBe('old')
  expect(await readFile(join(copy, 'lib', 'more.ts'), 'utf8')).toBe('more')
})

test.each([
  ['has a link in it', (folder: string) => symlink('/etc/passwd', join(folder, 'data')), 'is a link'],
  ['has a linked folder in it', (folder: string) => symlink('/etc', join(folder, 'lib')), 'is a link'],
  ['can be changed by its group', (folder: string) => chmod(folder, 0o770), 'chmod -R go-w'],
  [
    'has a file that all may change',
    (folder: string) => chmod(join(folder, 'plugin.ts'), 0o606),
    'chmod -R go-w',
  ],
  [
    'has a pipe in it',
    async (folder: string) => void execFileSync('mkfifo', ['-m', '600', join(folder, 'pipe')]),
    'is not a regular file',
  ],
  [
    'is too large',
    (folder: string) => writeFile(join(folder, 'big'), Buffer.alloc(33 << 20), { mode: 0o600 }),
    'larger than 32 MB',
  ],
  [
    'is nested too deep',
    async (folder: string) =>
      void (await mkdir(join(folder, 'a/b/c/d/e/f/g/h/i/j/k/l/m/n'), { recursive: true, mode: 0o700 })),
    'nested more than 12 deep',
  ],
])('a folder that %s is refused', async (_what, change, reason) => {
  await using plugin = await pluginFolder()
  const { folder } = plugin
  await change(folder)
  await expect(readPluginFolder(folder)).rejects.toThrow(reason)
})

test('a folder without a module is refused, and the manifest may name another one', async () => {
  await using plugin = await pluginFolder({ 'main.mjs': 'export const tools = []' })
  const { folder } = plugin
  await expect(readPluginFolder(folder)).rejects.toThrow('it has no plugin.ts or plugin.js')
  await writePlugin(folder, { manifest: { entry: 'main.mjs' }, files: {} })
  expect((await readPluginFolder(folder)).entry).toBe('main.mjs')
})

test('the fingerprint changes with any file, and only then', async () => {
  await using plugin = await pluginFolder({ 'plugin.ts': 'x', 'lib/a.ts': 'y' })
  const { folder } = plugin
  const first = await fingerprint(folder)
  expect(await fingerprint(folder)).toBe(first)
  await writeFile(join(folder, 'lib', 'a.ts'), 'z')
  const second = await fingerprint(folder)
  expect(second).not.toBe(first)
  await link(join(folder, 'plugin.ts'), join(folder, 'again.ts'))
  expect(await fingerprint(folder)).not.toBe(second)
})
