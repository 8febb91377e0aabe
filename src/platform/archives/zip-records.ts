/** One file of an archive: what its headers say. */
export interface ZipEntry {
  readonly name: string
  readonly offset: number
  /** Whether the local header has room that ZIP64 sizes can be patched into. */
  readonly reserved: boolean
  readonly attributes?: ZipAttributes
  crc: number
  compressed: number
  size: number
}

/** What an archive of somebody's files remembers beside their content; documents leave it out. */
export interface ZipAttributes {
  readonly modified: Date
  /** Unix mode, with the type of the file. */
  readonly mode: number
}

/** The first size that does not fit the original format. */
export const zip64From = 0xffffffff

const deflated = 8
const utf8Names = 0x0800
/** 1980-01-01, the earliest that the format can say: the same content gives the same bytes on any day. */
const earliestDate = 0x21
const classic = 20
const madeOnUnix = 3 << 8
const zip64 = 45
const full32 = 0xffffffff
const full16 = 0xffff
const zip64ExtraId = 0x0001
/** Room kept in the header, as Office itself keeps it ("growth hint"), so that every reader knows to skip it. */
const growthHintId = 0xa220
const growthHintSignature = 0xa028
const reservedBytes = 20

export function localHeader(entry: ZipEntry, limit: number): Buffer {
  const name = Buffer.from(entry.name)
  const large = entry.size >= limit || entry.compressed >= limit
  const extra = large ? zip64Sizes(entry) : entry.reserved ? growthHint() : Buffer.alloc(0)
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(large ? zip64 : classic, 4)
  header.writeUInt16LE(utf8Names, 6)
  header.writeUInt16LE(deflated, 8)
  header.writeUInt32LE(dosTime(entry), 10)
  header.writeUInt32LE(entry.crc, 14)
  header.writeUInt32LE(large ? full32 : entry.compressed, 18)
  header.writeUInt32LE(large ? full32 : entry.size, 22)
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(extra.length, 28)
  return Buffer.concat([header, name, extra])
}

export function centralRecord(entry: ZipEntry, limit: number): Buffer {
  const name = Buffer.from(entry.name)
  const large = entry.size >= limit || entry.compressed >= limit
  const far = entry.offset >= limit
  const extra = zip64Directory(entry, { large, far })
  const record = Buffer.alloc(46)
  record.writeUInt32LE(0x02014b50, 0)
  record.writeUInt16LE((large || far ? zip64 : classic) | (entry.attributes ? madeOnUnix : 0), 4)
  record.writeUInt16LE(large || far ? zip64 : classic, 6)
  record.writeUInt16LE(utf8Names, 8)
  record.writeUInt16LE(deflated, 10)
  record.writeUInt32LE(dosTime(entry), 12)
  record.writeUInt32LE(entry.crc, 16)
  record.writeUInt32LE(large ? full32 : entry.compressed, 20)
  record.writeUInt32LE(large ? full32 : entry.size, 24)
  record.writeUInt16LE(name.length, 28)
  record.writeUInt16LE(extra.length, 30)
  record.writeUInt32LE(((entry.attributes?.mode ?? 0) << 16) >>> 0, 38)
  record.writeUInt32LE(far ? full32 : entry.offset, 42)
  return Buffer.concat([record, name, extra])
}

/** Date in the upper half, time in the lower, in steps of two seconds. */
function dosTime({ attributes }: ZipEntry): number {
  if (!attributes) return (earliestDate << 16) >>> 0
  const { modified } = attributes
  const year = Math.min(Math.max(modified.getFullYear(), 1980), 2107)
  const date = ((year - 1980) << 9) | ((modified.getMonth() + 1) << 5) | modified.getDate()
  const time = (modified.getHours() << 11) | (modified.getMinutes() << 5) | (modified.getSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}

interface Directory {
  readonly entries: number
  readonly start: number
  readonly size: number
}

export function endRecords(directory: Directory, limit: number): Buffer {
  const large = directory.entries >= full16 || directory.start >= limit || directory.size >= limit
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(large ? full16 : directory.entries, 8)
  end.writeUInt16LE(large ? full16 : directory.entries, 10)
  end.writeUInt32LE(large ? full32 : directory.size, 12)
  end.writeUInt32LE(large ? full32 : directory.start, 16)
  return large ? Buffer.concat([zip64End(directory), end]) : end
}

function zip64End({ entries, start, size }: Directory): Buffer {
  const records = Buffer.alloc(56 + 20)
  records.writeUInt32LE(0x06064b50, 0)
  records.writeBigUInt64LE(44n, 4)
  records.writeUInt16LE(zip64, 12)
  records.writeUInt16LE(zip64, 14)
  records.writeBigUInt64LE(BigInt(entries), 24)
  records.writeBigUInt64LE(BigInt(entries), 32)
  records.writeBigUInt64LE(BigInt(size), 40)
  records.writeBigUInt64LE(BigInt(start), 48)
  records.writeUInt32LE(0x07064b50, 56)
  records.writeBigUInt64LE(BigInt(start + size), 64)
  records.writeUInt32LE(1, 72)
  return records
}

function zip64Sizes(entry: ZipEntry): Buffer {
  return extraField(zip64ExtraId, [entry.size, entry.compressed])
}

/** The directory names only what did not fit, in this order. */
function zip64Directory(entry: ZipEntry, { large, far }: { large: boolean; far: boolean }): Buffer {
  const values = [...(large ? [entry.size, entry.compressed] : []), ...(far ? [entry.offset] : [])]
  return values.length === 0 ? Buffer.alloc(0) : extraField(zip64ExtraId, values)
}

function extraField(id: number, values: readonly number[]): Buffer {
  const field = Buffer.alloc(4 + values.length * 8)
  field.writeUInt16LE(id, 0)
  field.writeUInt16LE(values.length * 8, 2)
  values.forEach((value, index) => field.writeBigUInt64LE(BigInt(value), 4 + index * 8))
  return field
}

function growthHint(): Buffer {
  const field = Buffer.alloc(reservedBytes)
  field.writeUInt16LE(growthHintId, 0)
  field.writeUInt16LE(reservedBytes - 4, 2)
  field.writeUInt16LE(growthHintSignature, 4)
  field.writeUInt16LE(reservedBytes - 8, 6)
  return field
}
