import { crc32, deflateRawSync } from 'node:zlib'

export interface ZipPart {
  readonly name: string
  readonly content?: string | Buffer
  /** Unix mode with the type of the entry, e.g. 0o120777 for a link. */
  readonly mode?: number
  /** What the headers claim instead of the truth. */
  readonly declaredBytes?: number
  readonly encrypted?: boolean
}

/** A zip file byte by byte, so that a test can make one that no proper program would. */
export function zipBytes(parts: readonly ZipPart[]): Buffer {
  const bodies: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const part of parts) {
    const content = Buffer.from(part.content ?? '')
    const packed = deflateRawSync(content)
    const name = Buffer.from(part.name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(0x0800 | (part.encrypted ? 1 : 0), 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt16LE(0x5c21, 8)
    shared.writeUInt32LE(crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(part.declaredBytes ?? content.length, 18)
    shared.writeUInt16LE(name.length, 22)
    const record = Buffer.alloc(46)
    record.write('PK\x01\x02', 'latin1')
    record.writeUInt16LE(0x031e, 4)
    shared.copy(record, 6)
    record.writeUInt32LE(((part.mode ?? 0o100644) << 16) >>> 0, 38)
    record.writeUInt32LE(offset, 42)
    directory.push(record, name)
    bodies.push(Buffer.from('PK\x03\x04', 'latin1'), shared, name, packed)
    offset += 30 + name.length + packed.length
  }
  const directoryBytes = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(directoryBytes.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...bodies, directoryBytes, end])
}

export interface TarPart {
  readonly name: string
  readonly content?: string | Buffer
  readonly type?: string
  readonly target?: string
  readonly declaredBytes?: number
}

/** A tar archive byte by byte, hostile if need be. */
export function tarBytes(parts: readonly TarPart[]): Buffer {
  const blocks = parts.flatMap((part) => {
    const content = Buffer.from(part.content ?? '')
    const header = Buffer.alloc(512)
    header.write(part.name, 0, 100)
    header.write('0000755\0', 100)
    header.write((part.declaredBytes ?? content.length).toString(8).padStart(11, '0'), 124)
    header.write('14000000000', 136)
    header.write(part.type ?? '0', 156)
    header.write(part.target ?? '', 157, 100)
    header.write('ustar\x0000', 257, 'latin1')
    header.write('        ', 148)
    const sum = header.reduce((total, byte) => total + byte, 0)
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
    return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)]
  })
  return Buffer.concat([...blocks, Buffer.alloc(1024)])
}
