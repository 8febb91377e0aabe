import { createHash } from 'node:crypto'
import { chmod, readFile, readdir, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestCall, createTestFolders } from '../../../test/tool-call.ts'
import { editFile } from './edit-file.ts'
import type { TextEdit } from './text/exact-edits.ts'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A file with these bytes, and a function that edits it. */
async function fileWith(content: string | Buffer) {
  const folders = await createTestFolders()
  const path = join(folders.home, 'a.txt')
  await writeFile(path, content)
  const call = createTestCall(folders)
  return {
    path,
    folders,
    edit: (...edits: TextEdit[]) => editFile.run({ path: '~/a.txt', edits }, call),
    bytes: () => readFile(path),
    [Symbol.asyncDispose]: () => folders[Symbol.asyncDispose](),
  }
}

test('pieces are replaced in order, and the rest stays as it is', async () => {
  await using file = await fileWith('one\ntwo\nthree\n')
  await chmod(file.path, 0o640)
  const { data, message } = await file.edit(
    { old: 'two\n', new: 'TWO\n2\n' },
    { old: '2\nthree', new: 'THREE' },
  )
  expect(String(await file.bytes())).toBe('one\nTWO\nTHREE\n')
  const diff = '@@ -1,3 +1,3 @@\n one\n-two\n-three\n+TWO\n+THREE'
  expect(data).toEqual({
    path: file.path,
    bytes: 14,
    replacements: 2,
    diff,
    sha256_before: sha256('one\ntwo\nthree\n'),
    sha256: sha256('one\nTWO\nTHREE\n'),
  })
  expect(message).toBe(
    `Edited ${file.path}: 2 replacements.\n\n\`\`\`diff\n${diff}\n\`\`\`\n\nIt now has 14 bytes.`,
  )
  expect((await stat(file.path)).mode & 0o777).toBe(0o640)
})

test('nothing is written unless every edit matches', async () => {
  await using file = await fileWith('one\ntwo\n')
  const edits = [
    { old: 'one', new: 'ONE' },
    { old: 'four', new: 'x' },
  ]
  await expect(file.edit(...edits)).rejects.toThrow(
    `The text of edit 2 is not in "${file.path}", so nothing was changed.`,
  )
  expect(String(await file.bytes())).toBe('one\ntwo\n')
  expect((await readdir(file.folders.home)).toSorted()).toEqual(['.local', 'a.txt'])
})

test('what does not match is told the nearest lines', async () => {
  await using file = await fileWith('import a\n\nfunction  add(one, two) {\n\treturn one + two\n}\n')
  const old = 'function add(one, two) {\n  return one + two\n}'
  await expect(file.edit({ old, new: '' })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining(
      'The closest is lines 3 to 5:\nfunction  add(one, two) {\n\treturn one + two\n}',
    ),
  })
  await expect(file.edit({ old: '∞∞∞', new: '' })).rejects.toThrow('Read the file again')
})

test('what matches several times is refused with its lines, unless all are meant', async () => {
  await using file = await fileWith('x = 1\ny = 2\nx = 1\n')
  await expect(file.edit({ old: 'x = 1', new: 'x = 3' })).rejects.toThrow('2 times (lines 1, 3)')
  const { data } = await file.edit({ old: 'x = 1', new: 'x = 3', all: true })
  expect(data.replacements).toBe(2)
  expect(String(await file.bytes())).toBe('x = 3\ny = 2\nx = 3\n')
})

test('what would be special to a pattern or a replacement is just text', async () => {
  await using file = await fileWith('a.*b $& (c)\n')
  await file.edit({ old: '.*b $& (c)', new: "$1 $' $$" })
  expect(String(await file.bytes())).toBe("a$1 $' $$\n")
})

test.each([
  ['a mark', Buffer.from('\ufeffone\ntwo\n'), Buffer.from('\ufeffone\n2\nII\n')],
  ['wide line ends', Buffer.from('one\r\ntwo\r\n'), Buffer.from('one\r\n2\r\nII\r\n')],
  ['UTF-16', Buffer.from('\ufeffone\ntwo\n', 'utf16le'), Buffer.from('\ufeffone\n2\nII\n', 'utf16le')],
  [
    'UTF-16 the other way round',
    Buffer.from('\ufeffone\r\ntwo\r\n', 'utf16le').swap16(),
    Buffer.from('\ufeffone\r\n2\r\nII\r\n', 'utf16le').swap16(),
  ],
  [
    'the old Western encoding',
    Buffer.from('\x80 gr\xfcn\none\ntwo\n', 'latin1'),
    Buffer.from('\x80 gr\xfcn\none\n2\nII\n', 'latin1'),
  ],
])('%s is kept', async (_, before, after) => {
  await using file = await fileWith(before)
  const { data } = await file.edit({ old: 'one\ntwo', new: 'one\n2\nII' })
  const bytes = await file.bytes()
  expect(bytes.equals(after)).toBe(true)
  expect(data).toMatchObject({ bytes: after.length, sha256_before: sha256(before), sha256: sha256(after) })
})

test('mixed line ends are taken as they are written', async () => {
  await using file = await fileWith('one\r\ntwo\nthree\r\n')
  await expect(file.edit({ old: 'one\ntwo', new: 'x' })).rejects.toMatchObject({ code: 'conflict' })
  await file.edit({ old: 'one\r\ntwo\n', new: 'x\n' })
  expect(String(await file.bytes())).toBe('x\nthree\r\n')
})

test('a letter that the encoding does not have is refused', async () => {
  await using file = await fileWith(Buffer.from('gr\xfcn', 'latin1'))
  await expect(file.edit({ old: 'gr', new: 'Ж' })).rejects.toThrow('has no "Ж". Convert it to UTF-8 first')
})

test('what is no text, missing, too large or the same is refused with a sentence', async () => {
  await using file = await fileWith(Buffer.from('89504e470d0a1a0a0000', 'hex'))
  await expect(file.edit({ old: 'a', new: 'b' })).rejects.toThrow('. Only text files can be edited.')
  const call = createTestCall(file.folders)
  const edits = [{ old: 'a', new: 'b' }]
  await expect(editFile.run({ path: '~/missing.txt', edits }, call)).rejects.toMatchObject({
    code: 'not_found',
  })
  await writeFile(join(file.folders.home, 'big.txt'), 'a'.repeat(10 * 1024 * 1024 + 1))
  await expect(editFile.run({ path: '~/big.txt', edits }, call)).rejects.toMatchObject({ code: 'too_large' })
  await writeFile(file.path, 'a')
  await expect(file.edit({ old: 'a', new: 'a' })).rejects.toThrow('is the same as the new text.')
})

test('a fence in the text does not end the fence around the diff', async () => {
  await using file = await fileWith('```\ncode\n```\n')
  const { message } = await file.edit({ old: 'code', new: 'CODE' })
  expect(message).toMatch(/\n````diff\n[^]*\n````\n/)
})

test('twenty edits at once all arrive', async () => {
  const words = Array.from({ length: 20 }, (_, index) => `word${index};`)
  await using file = await fileWith(words.join('\n'))
  await Promise.all(words.map((word) => file.edit({ old: word, new: word.toUpperCase() })))
  expect(String(await file.bytes())).toBe(words.join('\n').toUpperCase())
})

test('a protected file asks, by a link too, and the data of the service is refused', async () => {
  await using file = await fileWith('x')
  const { folders } = file
  await symlink(join(folders.home, '.bashrc'), join(folders.home, 'harmless.txt'))
  const call = createTestCall(folders)
  const edits = [{ old: 'a', new: 'b' }]
  expect(await editFile.needsApproval!({ path: '~/harmless.txt', edits }, call)).toContain('starts')
  expect(await editFile.needsApproval!({ path: '~/a.txt', edits }, call)).toBeUndefined()
  const own = join(folders.dataFolder, 'settings.json')
  await writeFile(own, 'a')
  await expect(editFile.run({ path: own, edits }, call)).rejects.toMatchObject({ code: 'forbidden' })
  expect(String(await readFile(own))).toBe('a')
})
