import { crc32, deflateRawSync } from 'node:zlib'

/** What a file of an archive is: its text, a link, or packed bytes with the size that they claim. */
export type ArchivedFile =
  | string
  | { readonly link: string }
  | { readonly packed: Buffer; readonly size: number }

const REGULAR = 0o100644
const LINK = 0o120777

/** A zip file byte by byte, so that a test can make one that no program would. */
export function zipOf(files: Readonly<Record<string, ArchivedFile>>): Buffer {
  const parts: Buffer[] = []
  const records: Buffer[] = []
  let offset = 0
  for (const [name, file] of Object.entries(files)) {
    const entry = entryOf(name, file, offset)
    parts.push(entry.local)
    records.push(entry.record)
    offset += entry.local.length
  }
  const directory = Buffer.concat(records)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(records.length, 8)
  end.writeUInt16LE(records.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, end])
}

function entryOf(name: string, file: ArchivedFile, offset: number): { local: Buffer; record: Buffer } {
  const path = Buffer.from(name)
  const { packed, size, crc, mode } = packedOf(file)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt8(3, 5)
  for (const [header, at] of [
    [local, 6],
    [record, 8],
  ] as const) {
    // Names are UTF-8.
    header.writeUInt16LE(0x0800, at)
    header.writeUInt16LE(8, at + 2)
    header.writeUInt32LE(crc, at + 8)
    header.writeUInt32LE(packed.length, at + 12)
    header.writeUInt32LE(size, at + 16)
    header.writeUInt16LE(path.length, at + 20)
  }
  record.writeUInt32LE((mode << 16) >>> 0, 38)
  record.writeUInt32LE(offset, 42)
  return { local: Buffer.concat([local, path, packed]), record: Buffer.concat([record, path]) }
}

function packedOf(file: ArchivedFile): { packed: Buffer; size: number; crc: number; mode: number } {
  if (typeof file === 'object' && 'packed' in file) return { ...file, crc: 0, mode: REGULAR }
  const bytes = Buffer.from(typeof file === 'string' ? file : file.link)
  const mode = typeof file === 'string' ? REGULAR : LINK
  return { packed: deflateRawSync(bytes), size: bytes.length, crc: crc32(bytes), mode }
}
