import { mkdtempDisposable, open, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tnefBytes } from '../../../test/mail-samples.ts'
import { tnefEntries, type TnefEntry } from './tnef-file.ts'

async function entriesOf(bytes: Buffer): Promise<TnefEntry[]> {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'tnef-'))
  const path = join(folder.path, 'winmail.dat')
  await writeFile(path, bytes)
  await using file = await open(path, 'r')
  return await tnefEntries(file)
}

const content = Buffer.from('the content of a file')
const packed = tnefBytes([
  { name: 'SHORT~1.TXT', longName: 'A long name – €.txt', content },
  { name: 'Gr\xfc\xdfe.txt', content: Buffer.alloc(200_000, 'x') },
])

test('the files of a package are found with their long names, or with the short ones by its code page', async () => {
  const entries = await entriesOf(packed)
  expect(entries.map(({ name, length }) => [name, length])).toEqual([
    ['A long name – €.txt', content.length],
    ['Grüße.txt', 200_000],
  ])
  const [{ start, length } = { start: 0, length: 0 }] = entries
  expect(packed.subarray(start, start + length)).toEqual(content)
})

test('an email in the package is unpacked, but not without end', async () => {
  let nested = packed
  for (let depth = 0; depth < 3; depth += 1) nested = wrapped(nested)
  expect(await entriesOf(nested)).toHaveLength(2)
  for (let depth = 0; depth < 5; depth += 1) nested = wrapped(nested)
  const deep = await entriesOf(nested)
  expect(deep).toHaveLength(1)
})

test('of a package that was cut off, whole files are found and none that is not whole', async () => {
  for (let length = 0; length < packed.length; length += length < 700 ? 1 : 9973) {
    const entries = await entriesOf(packed.subarray(0, length))
    for (const entry of entries) expect(entry.start + entry.length).toBeLessThanOrEqual(length)
  }
})

test('a package with any byte changed is read or not, but never fails or points outside', async () => {
  const small = tnefBytes([{ name: 'a.txt', longName: 'long.txt', content }])
  for (let at = 0; at < small.length; at += 1) {
    const damaged = Buffer.from(small)
    damaged[at] = damaged[at]! ^ 0xff
    for (const { start, length } of await entriesOf(damaged)) {
      expect(start + length).toBeLessThanOrEqual(damaged.length)
    }
  }
})

test('what is no package has no files', async () => {
  expect(await entriesOf(Buffer.from('PK\u0003\u0004 something else'))).toEqual([])
  expect(await entriesOf(Buffer.alloc(0))).toEqual([])
})

/** As Outlook attaches an email: an object property with the package of that email. */
function wrapped(inner: Buffer): Buffer {
  const head = Buffer.alloc(16)
  head.writeUInt32LE(1, 0)
  head.writeUInt32LE(0x37_01_00_0d, 4)
  head.writeUInt32LE(1, 8)
  head.writeUInt32LE(inner.length + 16, 12)
  const padding = Buffer.alloc((4 - (inner.length % 4)) % 4)
  const properties = Buffer.concat([head, Buffer.alloc(16, 7), inner, padding])
  const attribute = (id: number, value: Buffer): Buffer => {
    const start = Buffer.alloc(9)
    start.writeUInt8(2, 0)
    start.writeUInt32LE(id, 1)
    start.writeUInt32LE(value.length, 5)
    return Buffer.concat([start, value, Buffer.alloc(2)])
  }
  const begin = Buffer.from([0x78, 0x9f, 0x3e, 0x22, 0x01, 0x00])
  return Buffer.concat([
    begin,
    attribute(0x00_06_90_02, Buffer.alloc(14)),
    attribute(0x00_06_90_05, properties),
  ])
}
