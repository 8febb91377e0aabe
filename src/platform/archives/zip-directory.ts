import type { FileHandle } from 'node:fs/promises'
import { AppError } from '../../contract/errors.ts'
import type { ArchiveLimits } from './archive-limits.ts'

export interface ZipEntry {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packedBytes: number
  /** As declared; never trusted for more than a quick refusal. */
  readonly declaredBytes: number
  readonly headerOffset: number
  /** The entry's own record, for copying it into another archive. */
  readonly record: Buffer
}

export interface ZipSource {
  readonly file: FileHandle
  readonly bytes: number
  /** How messages call the file, e.g. `"report.pptx"`. */
  readonly label: string
}

interface DirectoryPlace {
  readonly offset: number
  readonly bytes: number
  readonly entries: number
}

const endSignature = 0x06054b50
const endBytes = 22
const maxCommentLength = 0xffff
const zip64EndSignature = 0x06064b50
const zip64LocatorSignature = 0x07064b50
const recordSignature = 0x02014b50
const zip64Field = 0x0001
const largest32 = 0xffffffff
const maxDirectoryBytes = 64 * 1024 * 1024

/** Reads the central directory: the only place that says what a zip file holds. */
export async function readZipDirectory(
  source: ZipSource,
  limits: ArchiveLimits,
): Promise<Map<string, ZipEntry>> {
  const place = await findDirectory(source)
  if (place.entries > limits.entries) {
    throw new AppError(
      'too_large',
      `${source.label} has ${place.entries} entries. At most ${limits.entries} are accepted.`,
    )
  }
  if (place.offset + place.bytes > source.bytes || place.bytes > maxDirectoryBytes)
    throw damaged(source.label)
  const directory = await readAt(source, { offset: place.offset, bytes: place.bytes })
  const entries = parseRecords(directory, { count: place.entries, label: source.label })
  checkSpace(entries, source)
  return entries
}

export function damaged(label: string, cause?: unknown): AppError {
  return new AppError(
    'invalid_request',
    `${label} is damaged or incomplete. Open it in its own program, save it again and use that file.`,
    { cause },
  )
}

export async function readAt(
  source: ZipSource,
  { offset, bytes }: { offset: number; bytes: number },
): Promise<Buffer> {
  if (offset < 0 || bytes < 0 || offset + bytes > source.bytes) throw damaged(source.label)
  const buffer = Buffer.alloc(bytes)
  let filled = 0
  while (filled < bytes) {
    const { bytesRead } = await source.file.read(buffer, filled, bytes - filled, offset + filled)
    if (bytesRead === 0) throw damaged(source.label)
    filled += bytesRead
  }
  return buffer
}

async function findDirectory(source: ZipSource): Promise<DirectoryPlace> {
  const tailBytes = Math.min(source.bytes, endBytes + maxCommentLength)
  const tailOffset = source.bytes - tailBytes
  const tail = await readAt(source, { offset: tailOffset, bytes: tailBytes })
  for (let at = tail.length - endBytes; at >= 0; at -= 1) {
    if (tail.readUInt32LE(at) !== endSignature || at + endBytes + tail.readUInt16LE(at + 20) > tail.length)
      continue
    const end = tail.subarray(at, at + endBytes)
    if (end.readUInt16LE(4) !== end.readUInt16LE(6)) {
      throw new AppError(
        'unsupported_media_type',
        `${source.label} is one part of a split archive. Join the parts first.`,
      )
    }
    const place = { offset: end.readUInt32LE(16), bytes: end.readUInt32LE(12), entries: end.readUInt16LE(10) }
    const needsZip64 = place.offset === largest32 || place.bytes === largest32 || place.entries === 0xffff
    return needsZip64 ? await findZip64Directory(source, { endOffset: tailOffset + at, place }) : place
  }
  throw damaged(source.label)
}

async function findZip64Directory(
  source: ZipSource,
  { endOffset, place }: { endOffset: number; place: DirectoryPlace },
): Promise<DirectoryPlace> {
  const locator = await readAt(source, { offset: endOffset - 20, bytes: 20 })
  // Exactly 65,535 entries need no ZIP64 record.
  if (locator.readUInt32LE(0) !== zip64LocatorSignature) return place
  const end = await readAt(source, { offset: Number(locator.readBigUInt64LE(8)), bytes: 56 })
  if (end.readUInt32LE(0) !== zip64EndSignature) throw damaged(source.label)
  return {
    entries: Number(end.readBigUInt64LE(32)),
    bytes: Number(end.readBigUInt64LE(40)),
    offset: Number(end.readBigUInt64LE(48)),
  }
}

function parseRecords(
  directory: Buffer,
  { count, label }: { count: number; label: string },
): Map<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>()
  let at = 0
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== recordSignature) throw damaged(label)
    const variableBytes =
      directory.readUInt16LE(at + 28) + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
    if (at + 46 + variableBytes > directory.length) throw damaged(label)
    const entry = parseRecord(directory.subarray(at, at + 46 + variableBytes), label)
    // Two entries of one name: which one counts depends on the reader, so the file means two things.
    if (entries.has(entry.name)) throw damaged(label, new Error(`Two entries are named ${entry.name}.`))
    entries.set(entry.name, entry)
    at += 46 + variableBytes
  }
  return entries
}

function parseRecord(record: Buffer, label: string): ZipEntry {
  const nameBytes = record.subarray(46, 46 + record.readUInt16LE(28))
  const name = nameBytes.toString('utf8')
  if (!isSafeEntryName(name)) {
    throw new AppError(
      'invalid_request',
      `${label} has an entry with an unsafe name (${JSON.stringify(name.slice(0, 80))}), so it wasn't opened.`,
    )
  }
  if (record.readUInt16LE(8) & 1) throw passwordProtected(label)
  const sizes = zip64Sizes(record, label)
  return { name, method: record.readUInt16LE(10), crc: record.readUInt32LE(16), record, ...sizes }
}

export function passwordProtected(label: string): AppError {
  return new AppError(
    'unsupported_media_type',
    `${label} is password-protected. Remove the password in its own program first.`,
  )
}

/** Relative, inside the archive, and the same on every system. */
export function isSafeEntryName(name: string): boolean {
  if (name === '' || name.length > 1024 || name.includes('\\') || name.startsWith('/')) return false
  if (/^[a-z]:/i.test(name) || /[\p{Cc}\u{fffd}]/u.test(name)) return false
  return !name.split('/').some((part) => part === '..' || part === '.')
}

function zip64Sizes(
  record: Buffer,
  label: string,
): Pick<ZipEntry, 'packedBytes' | 'declaredBytes' | 'headerOffset'> {
  const wide = extraField(record, zip64Field)
  let at = 0
  const value = (offset: number): number => {
    const narrow = record.readUInt32LE(offset)
    if (narrow !== largest32) return narrow
    if (!wide || at + 8 > wide.length) throw damaged(label)
    at += 8
    return Number(wide.readBigUInt64LE(at - 8))
  }
  // The order in the ZIP64 field is fixed: unpacked, packed, offset.
  const declaredBytes = value(24)
  const packedBytes = value(20)
  return { declaredBytes, packedBytes, headerOffset: value(42) }
}

function extraField(record: Buffer, wanted: number): Buffer | undefined {
  const start = 46 + record.readUInt16LE(28)
  const extra = record.subarray(start, start + record.readUInt16LE(30))
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) === wanted) return extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
  }
  return undefined
}

/** Entries that share bytes unpack to far more than the file holds: the mark of a bomb. */
function checkSpace(entries: ReadonlyMap<string, ZipEntry>, source: ZipSource): void {
  let packed = 0
  for (const entry of entries.values()) packed += entry.packedBytes
  if (packed > source.bytes) throw damaged(source.label)
}
