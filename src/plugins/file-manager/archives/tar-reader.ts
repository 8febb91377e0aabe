import { damaged, type ArchiveEntry } from './archive-entry.ts'
import type { ByteReader } from './byte-reader.ts'
import { blockBytes, tarChecksum, tarFields, tarPadding, type TarField } from './tar-format.ts'

/** Longest header that extends another: names and times, never content. */
const maxExtensionLength = 1024 * 1024

/** Whether a block is the header of a tar archive; old ones have no other mark than a right sum. */
export function isTarHeader(block: Buffer): boolean {
  if (block.length < blockBytes || isZero(block)) return false
  const declared = Number.parseInt(text(block, 'checksum').trim(), 8)
  return declared === tarChecksum(block)
}

/** Reads ustar, pax and GNU archives as they stream by, and nothing that is not exactly as it should be. */
export async function* readTar(reader: ByteReader, archive: string): AsyncGenerator<ArchiveEntry> {
  let extension: Extension = {}
  for (;;) {
    const header = await reader.take(blockBytes)
    if (header.length === 0 || isZero(header)) return
    if (!isTarHeader(header)) throw damaged(archive)
    const type = text(header, 'type')
    const isExtension = type !== '' && 'xgLK'.includes(type)
    const size = (isExtension ? undefined : extension.size) ?? number(header, 'size')
    if (!Number.isSafeInteger(size) || size < 0) throw damaged(archive)
    if (isExtension) {
      const read = await readExtension(reader, { type, size, archive })
      extension = { ...extension, ...read }
      continue
    }
    const content = new EntryContent(reader, { size: hasContent(type) ? size : 0, archive })
    yield entryOf(header, { type, extension, content })
    await content.skip()
    extension = {}
  }
}

/** What an extra header says about the entry after it. */
interface Extension {
  path?: string
  size?: number
  modified?: Date
}

class EntryContent {
  readonly #reader: ByteReader
  readonly #archive: string
  #left: number
  readonly #padding: number

  constructor(reader: ByteReader, { size, archive }: { size: number; archive: string }) {
    this.#reader = reader
    this.#archive = archive
    this.#left = size
    this.#padding = tarPadding(size)
  }

  async *read(): AsyncGenerator<Buffer> {
    for await (const piece of this.#reader.stream(this.#left)) {
      this.#left -= piece.length
      yield piece
    }
    if (this.#left > 0) throw damaged(this.#archive)
  }

  /** Goes to the next header, whatever was read before. */
  async skip(): Promise<void> {
    for await (const piece of this.read()) void piece
    if ((await this.#reader.take(this.#padding)).length < this.#padding) throw damaged(this.#archive)
  }
}

function entryOf(
  header: Buffer,
  { type, extension, content }: { type: string; extension: Extension; content: EntryContent },
): ArchiveEntry {
  const name = extension.path ?? headerName(header)
  const seconds = number(header, 'mtime')
  const modified =
    extension.modified ?? (Number.isSafeInteger(seconds) ? new Date(seconds * 1000) : undefined)
  return {
    name,
    type: entryType(type, name),
    executable: (number(header, 'mode') & 0o111) !== 0,
    ...(modified && { modified }),
    content: () => content.read(),
  }
}

function headerName(header: Buffer): string {
  const name = text(header, 'name')
  // GNU writes its own fields where ustar has the beginning of a long name.
  const prefix = header.subarray(...range('magic')).equals(Buffer.from('ustar\0'))
    ? text(header, 'prefix')
    : ''
  return prefix === '' ? name : `${prefix}/${name}`
}

function entryType(type: string, name: string): ArchiveEntry['type'] {
  if (type === '5') return 'folder'
  if (type === '1' || type === '2') return 'link'
  if (type === '' || type === '0' || type === '7') return name.endsWith('/') ? 'folder' : 'file'
  return 'other'
}

/** Links, devices and folders have none, whatever their size field says. */
function hasContent(type: string): boolean {
  return !/^[1-6]$/.test(type)
}

async function readExtension(
  reader: ByteReader,
  { type, size, archive }: { type: string; size: number; archive: string },
): Promise<Extension> {
  if (size > maxExtensionLength) throw damaged(archive)
  const bytes = await reader.take(size)
  const padding = await reader.take(tarPadding(size))
  if (bytes.length < size || padding.length < tarPadding(size)) throw damaged(archive)
  if (type === 'L') return { path: bytes.toString('utf8').replace(/\0.*$/s, '') }
  return type === 'x' ? parsePax(bytes, archive) : {}
}

/** Records of the form `length key=value\n`, the length counting all of it. */
function parsePax(bytes: Buffer, archive: string): Extension {
  const extension: Extension = {}
  for (let at = 0; at < bytes.length;) {
    const space = bytes.indexOf(0x20, at)
    const length = space === -1 ? Number.NaN : Number(bytes.toString('latin1', at, space))
    const record = bytes.subarray(space + 1, at + length - 1).toString('utf8')
    const equals = record.indexOf('=')
    if (!Number.isInteger(length) || length < 5 || at + length > bytes.length || equals < 1)
      throw damaged(archive)
    const key = record.slice(0, equals)
    const value = record.slice(equals + 1)
    if (key === 'path') extension.path = value
    if (key === 'size') extension.size = Number(value)
    if (key === 'mtime' && Number.isFinite(Number(value))) extension.modified = new Date(Number(value) * 1000)
    at += length
  }
  return extension
}

function range(field: TarField): [start: number, end: number] {
  const [start, length] = tarFields[field]
  return [start, start + length]
}

function text(header: Buffer, field: TarField): string {
  return header
    .subarray(...range(field))
    .toString('utf8')
    .replace(/\0.*$/s, '')
}

/** Octal digits, or for large values the bytes themselves behind a marked first one. NaN when it is neither. */
function number(header: Buffer, field: TarField): number {
  const bytes = header.subarray(...range(field))
  if (bytes[0] === 0x80) return Number(BigInt(`0x${bytes.subarray(1).toString('hex')}`))
  const digits = text(header, field).trim()
  if (digits === '') return 0
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN
}

function isZero(block: Buffer): boolean {
  return block.every((byte) => byte === 0)
}
