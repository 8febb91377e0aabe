import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCookie } from './authority.ts'

const LOCAL = 256
const WILD = 65_535
const NETWORK = 0
const mine = entry(LOCAL, hostname(), '7', 'mine')

test.each([
  [
    'one of this machine and display',
    [entry(LOCAL, 'elsewhere', '7', 'no'), entry(LOCAL, hostname(), '8', 'no'), mine],
    'mine',
  ],
  ['one for any machine', [entry(WILD, '', '7', 'any')], 'any'],
  ['one for any display', [entry(WILD, '', '', 'all')], 'all'],
  ['none for a network address', [entry(NETWORK, hostname(), '7', 'no')], ''],
  ['none of an empty file', [], ''],
  ['what stands before a cut', [mine, mine.subarray(0, 20)], 'mine'],
  ['none of a file that is cut at once', [mine.subarray(0, 7)], ''],
])('takes %s', async (_, entries, cookie) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-authority-'))
  const file = join(folder.path, 'authority')
  await writeFile(file, Buffer.concat(entries))
  expect((await readCookie(':7.0', file)).data).toBe(cookie)
})

test('takes none where there is no file', async () => {
  expect(await readCookie(':7', '/nonexistent/authority')).toEqual({ name: '', data: '' })
})

function entry(family: number, ...strings: string[]): Buffer {
  const [address, display, data] = strings as [string, string, string]
  const counted = [address, display, 'MIT-MAGIC-COOKIE-1', data].map((text) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(text.length)
    return Buffer.concat([length, Buffer.from(text, 'latin1')])
  })
  const kind = Buffer.alloc(2)
  kind.writeUInt16BE(family)
  return Buffer.concat([kind, ...counted])
}
