import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32, deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { needsPrograms } from '../../../test/needs-programs.ts'
import { runPython } from '../../../test/python.ts'
import { untrustedArchive } from './archive-limits.ts'
import { ZipEditor } from './zip-editor.ts'

let folder: string
let counter = 0

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-editor-'))
})

beforeEach((context) => needsPrograms(context, 'python3'))

afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('editing', () => {
  test('untouched entries keep their compressed bytes, replaced ones are new, removed ones are gone', async () => {
    const path = await pythonZip([
      'z.writestr("first.txt", "one" * 1000)',
      'z.writestr("second.txt", "two" * 1000)',
      'z.writestr(zipfile.ZipInfo("third.bin"), bytes(range(256)))',
      'z.writestr("fourth.txt", "four")',
    ])
    const target = join(folder, 'edited.zip')
    const before = await packedHashes(path)
    await using zip = await ZipEditor.open(path)
    zip.write('second.txt', 'replaced')
    zip.remove('fourth.txt')
    zip.write('ünder/new.txt', 'added')
    const { bytes } = await zip.save(target)
    expect(bytes).toBe((await stat(target)).size)
    const after = await packedHashes(target)
    expect(after['first.txt']).toBe(before['first.txt'])
    expect(after['third.bin']).toBe(before['third.bin'])
    expect(Object.keys(after)).toEqual(['first.txt', 'second.txt', 'third.bin', 'ünder/new.txt'])
    await using reopened = await ZipEditor.open(target)
    expect(await reopened.readText('second.txt')).toBe('replaced')
    expect(await reopened.readText('ünder/new.txt')).toBe('added')
    expect(await reopened.readText('first.txt')).toBe('one'.repeat(1000))
  })

  test('the same edit gives the same bytes', async () => {
    const path = await pythonZip(['z.writestr("a.txt", "a")'])
    const made: Buffer[] = []
    for (const name of ['once.zip', 'again.zip']) {
      await using zip = await ZipEditor.open(path)
      zip.write('b.txt', 'b'.repeat(5000))
      await zip.save(join(folder, name))
      made.push(await readFile(join(folder, name)))
    }
    expect(made[0]!.equals(made[1]!)).toBe(true)
  })

  test('content that is made while saving arrives whole', async () => {
    const target = join(folder, 'streamed.zip')
    await using zip = ZipEditor.empty()
    zip.write('large.txt', async function* () {
      for (let index = 0; index < 300; index += 1) yield piece(index)
    })
    zip.write('small.txt', 'after it')
    await zip.save(target)
    const hash = createHash('sha256')
    for (let index = 0; index < 300; index += 1) hash.update(piece(index))
    await using reopened = await ZipEditor.open(target)
    const read = createHash('sha256')
    for await (const chunk of reopened.readChunks('large.txt')) read.update(chunk)
    expect(read.digest('hex')).toBe(hash.digest('hex'))
    expect(await reopened.readText('small.txt')).toBe('after it')
    expect((await pythonTest(target)).trim()).toBe('None')
  })

  test('content that fails while saving fails the save', async () => {
    await using zip = ZipEditor.empty()
    zip.write('broken.txt', async function* () {
      yield Buffer.alloc(100_000)
      throw new Error('the source is gone')
    })
    await expect(zip.save(join(folder, 'broken.zip'))).rejects.toThrow('the source is gone')
  })

  test('a reader that stops early leaves the archive usable', async () => {
    const path = await pythonZip([
      'import os',
      'z.writestr("a.bin", os.urandom(2_000_000))',
      'z.writestr("b.txt", "b")',
    ])
    await using zip = await ZipEditor.open(path)
    let pieces = 0
    for await (const chunk of zip.readChunks('a.bin')) {
      pieces += chunk.length
      break
    }
    expect(pieces).toBeGreaterThan(0)
    expect(await zip.readText('b.txt')).toBe('b')
  })

  test('an entry of another archive is taken over without being packed again', async () => {
    const path = await pythonZip(['z.writestr("movie.dat", b"frame" * 5000)'])
    const target = join(folder, 'copied.zip')
    await using source = await ZipEditor.open(path)
    await using zip = ZipEditor.empty()
    zip.copyFrom(source, { from: 'movie.dat', to: 'media/movie1.dat' })
    await zip.save(target)
    expect((await packedHashes(target))['media/movie1.dat']).toBe((await packedHashes(path))['movie.dat'])
  })

  test('an archive written with data descriptors and ZIP64 fields is read and rewritten plainly', async () => {
    const path = join(folder, 'zip64.zip')
    await python(
      [
        'import io',
        'class Pipe(io.RawIOBase):',
        '    def __init__(self, path): self.file = open(path, "wb")',
        '    def writable(self): return True',
        '    def write(self, data): return self.file.write(data)',
        'with zipfile.ZipFile(Pipe(sys.argv[1]), "w", zipfile.ZIP_DEFLATED) as z:',
        '    with z.open("wide.txt", "w", force_zip64=True) as entry: entry.write(b"wide" * 1000)',
      ],
      path,
    )
    const target = join(folder, 'plain.zip')
    await using zip = await ZipEditor.open(path)
    expect(await zip.readText('wide.txt')).toBe('wide'.repeat(1000))
    await zip.save(target)
    expect((await pythonTest(target)).trim()).toBe('None')
  })

  test('a directory that only a ZIP64 record can describe is read', async () => {
    const path = join(folder, 'many.zip')
    await python(
      [
        'with zipfile.ZipFile(sys.argv[1], "w") as z:',
        '    for i in range(65600): z.writestr(zipfile.ZipInfo(f"{i}"), b"")',
      ],
      path,
    )
    await expect(ZipEditor.open(path)).rejects.toThrow('has 65600 entries. At most 20000 are accepted')
    await using zip = await ZipEditor.open(path, { limits: { ...untrustedArchive, entries: 70_000 } })
    expect(zip.names()).toHaveLength(65_600)
  })

  test('UTF-16 text is read as what it says, and may be written back as UTF-8', async () => {
    const text = '<?xml version="1.0" encoding="UTF-16"?><a>ü</a>'
    const path = join(folder, 'utf16.zip')
    await using zip = ZipEditor.empty()
    zip.write('a.xml', Buffer.from(`\ufeff${text}`, 'utf16le'))
    await zip.save(path)
    await using reopened = await ZipEditor.open(path)
    expect(await reopened.readText('a.xml')).toBe('<?xml version="1.0" encoding="UTF-8"?><a>ü</a>')
  })

  test('an aborted save stops', async () => {
    await using zip = ZipEditor.empty()
    zip.write('a.txt', 'a')
    const saving = zip.save(join(folder, 'aborted.zip'), { signal: AbortSignal.abort() })
    await expect(saving).rejects.toThrow('aborted')
  })
})

describe('files that are refused', () => {
  test.for([
    ['an empty file', Buffer.alloc(0), 'is empty, so it is not a zip archive'],
    ['a text file', Buffer.from('Dear all, this is no archive.'), 'is not a zip archive, despite its name'],
    [
      'the beginning of a zip file',
      Buffer.from('PK\x03\x04 and then nothing more'),
      'is damaged or incomplete',
    ],
    ['a password-protected Office file', compoundFile('EncryptedPackage'), 'is password-protected'],
    ['an old PowerPoint file', compoundFile('PowerPoint Document'), 'old PowerPoint format from before 2007'],
    ['an old Excel file', compoundFile('Workbook'), 'Save it as .xlsx'],
  ] as const)('%s', async ([, bytes, message]) => {
    const path = join(folder, `refused-${(counter += 1)}.zip`)
    await writeFile(path, bytes)
    await expect(ZipEditor.open(path)).rejects.toThrow(message)
  })

  test('a missing file and a folder', async () => {
    await expect(ZipEditor.open(join(folder, 'none.zip'))).rejects.toMatchObject({ code: 'not_found' })
    await expect(ZipEditor.open(folder)).rejects.toMatchObject({ code: 'conflict' })
  })

  test('a file cut off in the middle, at any place', async () => {
    const whole = await readFile(
      await pythonZip(['z.writestr("a.txt", "a" * 300)', 'z.writestr("b.txt", "b")']),
    )
    const path = join(folder, 'cut.zip')
    for (let length = 1; length < whole.length; length += 1) {
      await writeFile(path, whole.subarray(0, length))
      await expect(ZipEditor.open(path)).rejects.toMatchObject({ name: 'AppError' })
    }
  })

  test('a changed byte is noticed when the entry is read', async () => {
    const path = await pythonZip(['z.writestr(zipfile.ZipInfo("a.txt"), "plain text")'])
    const bytes = await readFile(path)
    bytes[bytes.indexOf('plain')] = 0x21
    await writeFile(path, bytes)
    await using zip = await ZipEditor.open(path)
    await expect(zip.readBytes('a.txt')).rejects.toThrow('is damaged')
  })

  test.for(['../escape.txt', '/etc/passwd', 'C:/windows.txt', 'a/../../b', 'back\\slash', 'line\nbreak'])(
    'an entry named %j',
    async (name) => {
      const path = join(folder, `unsafe-${(counter += 1)}.zip`)
      await writeFile(path, rawZip([{ name, content: Buffer.from('x') }]))
      await expect(ZipEditor.open(path)).rejects.toThrow('unsafe name')
    },
  )

  test('two entries of one name', async () => {
    const path = join(folder, 'twice.zip')
    const content = Buffer.from('x')
    await writeFile(
      path,
      rawZip([
        { name: 'a', content },
        { name: 'a', content },
      ]),
    )
    await expect(ZipEditor.open(path)).rejects.toThrow('is damaged')
  })

  test('an encrypted entry', async () => {
    const path = join(folder, 'encrypted.zip')
    await writeFile(path, rawZip([{ name: 'a', content: Buffer.from('x'), flags: 1 }]))
    await expect(ZipEditor.open(path)).rejects.toThrow('password-protected')
  })

  test('a bomb is not unpacked, whatever size it declares', async () => {
    const content = Buffer.alloc(60 * 1024 * 1024)
    for (const declared of [content.length, 10]) {
      const path = join(folder, `bomb-${declared}.zip`)
      await writeFile(path, rawZip([{ name: 'a.xml', content, declared }]))
      await using zip = await ZipEditor.open(path)
      await expect(zip.readBytes('a.xml')).rejects.toMatchObject({ code: 'too_large' })
      await expect(Array.fromAsync(zip.readChunks('a.xml'))).rejects.toMatchObject({ code: 'too_large' })
    }
  })

  test('many entries that together unpack to too much', async () => {
    const content = Buffer.alloc(1024 * 1024)
    const path = join(folder, 'together.zip')
    await writeFile(path, rawZip(Array.from({ length: 5 }, (_, index) => ({ name: `${index}`, content }))))
    const limits = { ...untrustedArchive, totalBytes: 3 * 1024 * 1024 + 1, ratio: 2000 }
    await using zip = await ZipEditor.open(path, { limits })
    for (const name of ['0', '1', '2']) await zip.readBytes(name)
    await expect(zip.readBytes('3')).rejects.toMatchObject({ code: 'too_large' })
  })

  test('entries that share the same bytes', async () => {
    const content = randomBytes(5000)
    const single = rawZip([{ name: 'a', content }])
    const path = join(folder, 'overlap.zip')
    await writeFile(path, overlapping(single, 400))
    await expect(ZipEditor.open(path)).rejects.toThrow('is damaged')
  })

  test('a file above the limit', async () => {
    const path = await pythonZip(['z.writestr(zipfile.ZipInfo("a.bin"), bytes(2000))'])
    await expect(ZipEditor.open(path, { limits: { ...untrustedArchive, fileBytes: 1000 } })).rejects.toThrow(
      'At most 1 MB are accepted',
    )
  })
})

/** Ten thousand bytes that pack by half, as sheets do. */
function piece(index: number): Buffer {
  return Buffer.from(createHash('shake256', { outputLength: 5000 }).update(`${index}`).digest('hex'))
}

interface RawEntry {
  readonly name: string
  readonly content: Buffer
  readonly flags?: number
  readonly declared?: number
}

/** A zip file written byte by byte, because no library writes broken ones. */
function rawZip(entries: readonly RawEntry[]): Buffer {
  const files: Buffer[] = []
  const records: Buffer[] = []
  let offset = 0
  for (const { name, content, flags = 0, declared = content.length } of entries) {
    const packed = deflateRawSync(content)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(declared, 18)
    shared.writeUInt16LE(Buffer.byteLength(name), 22)
    shared.copy(local, 4)
    const record = Buffer.alloc(46)
    record.writeUInt32LE(0x02014b50, 0)
    shared.copy(record, 6)
    record.writeUInt32LE(offset, 42)
    files.push(local, Buffer.from(name), packed)
    records.push(record, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  return Buffer.concat([
    ...files,
    ...records,
    endRecord(entries.length, { offset, bytes: Buffer.concat(records).length }),
  ])
}

/** The directory names the one entry many times, as overlap bombs do. */
function overlapping(single: Buffer, times: number): Buffer {
  const start = single.indexOf('PK\x01\x02')
  const record = single.subarray(start, single.length - 22)
  const records = Array.from({ length: times }, (_, index) => {
    const copy = Buffer.from(record)
    copy.writeUInt16LE(4, 28)
    return Buffer.concat([copy.subarray(0, 46), Buffer.from(String(index).padStart(4, '0'))])
  })
  const directory = Buffer.concat(records)
  return Buffer.concat([
    single.subarray(0, start),
    directory,
    endRecord(times, { offset: start, bytes: directory.length }),
  ])
}

function endRecord(entries: number, directory: { offset: number; bytes: number }): Buffer {
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(directory.bytes, 12)
  end.writeUInt32LE(directory.offset, 16)
  return end
}

function compoundFile(stream: string): Buffer {
  const start = Buffer.alloc(512)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(start)
  return Buffer.concat([start, Buffer.alloc(3000), Buffer.from(stream, 'utf16le'), Buffer.alloc(3000)])
}

async function pythonZip(lines: readonly string[]): Promise<string> {
  const path = join(folder, `made-${(counter += 1)}.zip`)
  await python(
    [
      'with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as z:',
      ...lines.map((line) => `    ${line}`),
    ],
    path,
  )
  return path
}

async function packedHashes(path: string): Promise<Record<string, string>> {
  const output = await python(
    [
      'import hashlib, json, struct',
      'data = open(sys.argv[1], "rb").read()',
      'found = {}',
      'for i in zipfile.ZipFile(sys.argv[1]).infolist():',
      '    n, e = struct.unpack("<HH", data[i.header_offset + 26:i.header_offset + 30])',
      '    start = i.header_offset + 30 + n + e',
      '    found[i.filename] = hashlib.sha256(data[start:start + i.compress_size]).hexdigest()',
      'print(json.dumps(found))',
    ],
    path,
  )
  return JSON.parse(output) as Record<string, string>
}

async function pythonTest(path: string): Promise<string> {
  return python(['print(zipfile.ZipFile(sys.argv[1]).testzip())'], path)
}

/** Another implementation of the format, so that a mistake of ours cannot agree with itself. */
async function python(lines: readonly string[], path: string): Promise<string> {
  return runPython(['import sys, zipfile', ...lines].join('\n'), { args: ['-c', path] })
}
