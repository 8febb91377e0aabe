import fc from 'fast-check'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../contract/errors.ts'
import { createTestFolders } from '../../../test/tool-call.ts'
import { linksResolved } from './links.ts'
import { allowedPath, resolveUserPath, safeFileName } from './paths.ts'
import { protectedReason } from './protected-reason.ts'

const home = '/home/ada'

test('a tilde is the home folder and dots are resolved', () => {
  expect(resolveUserPath('~', { home })).toBe('/home/ada')
  expect(resolveUserPath('~/a/../b.txt', { home })).toBe('/home/ada/b.txt')
  expect(resolveUserPath('/etc//hosts/', { home })).toBe('/etc/hosts')
  expect(resolveUserPath('/tmp/~/x', { home })).toBe('/tmp/~/x')
})

test.each([
  ['notes.txt', 'absolute path'],
  ['./notes.txt', 'absolute path'],
  ['../notes.txt', 'absolute path'],
  ['', 'empty'],
  ['   ', 'empty'],
  ['/tmp/a\0b', 'NUL'],
  ['\\\\server\\share\\x', 'network path'],
  ['//server/share/x', 'network path'],
  ['\\\\?\\C:\\x', 'network path'],
  ['C:\\Users\\x', 'drive letter'],
  ['c:/x', 'drive letter'],
  ['~root/.ssh', "can only use ~ for your own home folder, not another user's."],
  ['file:///etc/passwd', 'absolute path'],
  ['/tmp/\ud800', 'Unicode'],
  [`/tmp/${'x'.repeat(300)}`, 'longer than 255'],
  [`/${'x/'.repeat(3000)}`, 'too long'],
])('the path %j is refused with a reason', (path, reason) => {
  expect(() => resolveUserPath(path, { home, name: 'image_path' })).toThrow(reason)
  expect(() => resolveUserPath(path, { home, name: 'image_path' })).toThrow(/^image_path /)
})

test('whatever the text, the outcome is an absolute path without dots or a sentence', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => `~/${text}`),
    fc
      .array(fc.constantFrom('..', '.', '', 'a', '~'), { maxLength: 20 })
      .map((parts) => `/${parts.join('/')}`),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const outcome = outcomeOf(text)
      expect(outcome === 'invalid_request' || isPlain(outcome)).toBe(true)
    }),
    { numRuns: 3000 },
  )
})

function outcomeOf(text: string): string {
  try {
    return resolveUserPath(text, { home })
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}

function isPlain(path: string): boolean {
  return path.startsWith('/') && !/\0|\/\.\.?(\/|$)/.test(path) && resolveUserPath(path, { home }) === path
}

test.each([
  ['report.pdf', 'report.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\cv.docx', 'cv.docx'],
  ['..', 'file'],
  ['', 'file'],
  ['.bashrc', 'bashrc'],
  ['...hidden.', 'hidden'],
  ['/', 'file'],
  ['folder/', 'folder'],
  ['con', '_con'],
  ['NUL.txt', '_NUL.txt'],
  ['com¹.log', '_com1.log'],
  ['console.txt', 'console.txt'],
  ['a\u202egnp.exe', 'agnp.exe'],
  ['a\0b\nc.txt', 'abc.txt'],
  ['..\uff0f..\uff0fevil', 'evil'],
  ['a:b?c*.txt', 'a_b_c_.txt'],
  ['①.txt', '1.txt'],
  ['name. . ', 'name'],
])('the name %j becomes %j', (name, safe) => {
  expect(safeFileName(name)).toBe(safe)
})

test('a long name is cut between characters and keeps its extension', () => {
  const safe = safeFileName(`${'ü'.repeat(300)}.tar.gz`)
  expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200)
  expect(safe).toMatch(/^ü+\.gz$/)
  expect(safe).not.toContain('\ufffd')
})

test('whatever the name, the safe one is a plain name and safe already', () => {
  const parts = fc.constantFrom(
    '.',
    '..',
    '/',
    '\\',
    ' ',
    'con',
    'nul',
    '\0',
    '\u202e',
    '\u200d',
    'é',
    'e\u0301',
    '️',
    '🎉',
    'x',
  )
  const names = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.array(parts, { maxLength: 150 }).map((list) => list.join('')),
  )
  fc.assert(
    fc.property(names, (name) => {
      const safe = safeFileName(name)
      expect(safe).not.toBe('')
      expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200)
      expect(safe).not.toMatch(/[\\/\p{Cc}\p{Cf}\p{Cs}]/u)
      expect(safe).not.toMatch(/^[.\s]|[.\s]$/u)
      expect(safe).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
      expect(safe.normalize('NFKC')).toBe(safe)
      expect(safeFileName(safe)).toBe(safe)
    }),
    { numRuns: 3000 },
  )
})

test.each([
  '~/.ssh/authorized_keys',
  '~/.ssh',
  '~/.SSH/config',
  '~/.gnupg/secring.gpg',
  '~/.bashrc',
  '~/.zshenv',
  '~/.config/fish/config.fish',
  '~/.config/autostart/x.desktop',
  '~/.config/systemd/user/x.service',
  '~/Library/LaunchAgents/x.plist',
  '~/.gitconfig',
  '~/project/.git/hooks/pre-commit',
  '~/project/.GIT/config',
  '~/.local/bin/ls',
  '/etc/cron.d/x',
  '/var/spool/cron/crontabs/ada',
  '~',
  '~/.config',
  '/',
])('writing to %s needs a yes', async (path) => {
  await using folders = await createTestFolders()
  const resolved = resolveUserPath(path, folders)
  expect(await protectedReason(resolved, folders)).toMatch(/^".*" is protected: /)
})

test.each(['~/notes.txt', '~/Documents/a.md', '~/.config/app/settings.json', '~/git/readme.md', '~/.sshx/a'])(
  'writing to %s needs none',
  async (path) => {
    await using folders = await createTestFolders()
    expect(await protectedReason(resolveUserPath(path, folders), folders)).toBeUndefined()
  },
)

test('reading asks about secrets only', async () => {
  await using folders = await createTestFolders()
  const reason = async (path: string): Promise<string | undefined> =>
    protectedReason(resolveUserPath(path, folders), { ...folders, access: 'read' })
  expect(await reason('~/.ssh/id_ed25519')).toContain('SSH')
  expect(await reason('~/.aws/credentials')).toContain('credentials')
  expect(await reason('~/.bashrc')).toBeUndefined()
  expect(await reason('/etc/hosts')).toBeUndefined()
})

test('a link does not hide a protected place, not even one whose target is missing', async () => {
  await using folders = await createTestFolders()
  await mkdir(join(folders.home, '.ssh'))
  await symlink(join(folders.home, '.ssh'), join(folders.outside, 'harmless'))
  await symlink(join(folders.home, '.ssh', 'authorized_keys'), join(folders.outside, 'notes.txt'))
  await symlink('notes.txt', join(folders.outside, 'again.txt'))
  for (const path of ['harmless/authorized_keys', 'harmless', 'notes.txt', 'again.txt']) {
    expect(await protectedReason(join(folders.outside, path), folders)).toContain('SSH')
  }
})

test('the data folder is refused to everyone, by any way that leads there', async () => {
  await using folders = await createTestFolders()
  await writeFile(join(folders.dataFolder, 'settings.json'), '{}')
  await symlink(folders.dataFolder, join(folders.outside, 'link'))
  await symlink(join(folders.dataFolder, 'settings.json'), join(folders.outside, 'file'))
  await symlink(join(folders.dataFolder, 'missing'), join(folders.outside, 'dangling'))
  const paths = [
    folders.dataFolder,
    join(folders.dataFolder, 'settings.json'),
    join(folders.dataFolder, 'not', 'there', 'yet'),
    `${folders.home}/x/../.local/share/deskhand/audit.jsonl`,
    join(folders.outside, 'link', 'settings.json'),
    join(folders.outside, 'file'),
    join(folders.outside, 'dangling'),
    '~/.local/share/deskhand',
    '~/.local/share/Deskhand/settings.json',
  ]
  for (const path of paths) {
    for (const access of ['read', 'write'] as const) {
      await expect(allowedPath(path, folders, { access })).rejects.toMatchObject({ code: 'forbidden' })
    }
  }
  await expect(allowedPath('~/.local/share/deskhand-notes.txt', folders)).resolves.toContain(
    'deskhand-notes.txt',
  )
})

test('a folder that holds the data folder is refused as a whole only', async () => {
  await using folders = await createTestFolders()
  await expect(allowedPath('~/.local', folders)).resolves.toBe(join(folders.home, '.local'))
  await expect(allowedPath('~/.local', folders, { wholeTree: true })).rejects.toThrow("service's own data")
})

test('an uploaded file may be read and not written', async () => {
  await using folders = await createTestFolders()
  const upload = join(folders.dataFolder, 'uploads', 'a', 'report.pdf')
  await expect(allowedPath(upload, folders, { access: 'read' })).resolves.toBe(upload)
  await expect(allowedPath(upload, folders)).rejects.toMatchObject({ code: 'forbidden' })
})

test.runIf(process.platform === 'linux')('the memory and environment of programs are refused', async () => {
  await using folders = await createTestFolders()
  for (const path of ['/proc/self/environ', '/proc/1/mem', `/proc/${process.pid}/environ`]) {
    await expect(allowedPath(path, folders, { access: 'read' })).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('links that lead in a circle are resolved to something, not followed forever', async () => {
  await using folders = await createTestFolders()
  await symlink('b', join(folders.outside, 'a'))
  await symlink('a', join(folders.outside, 'b'))
  expect(await linksResolved(join(folders.outside, 'a', 'x'))).toMatch(/^\//)
})
