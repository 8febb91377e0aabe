import { createReadStream, type Stats } from 'node:fs'
import { AppError } from '../../../contract/errors.ts'
import type { Caller } from '../../../platform/files/allowed-folders.ts'
import { holdInput } from '../../../platform/files/input-file.ts'
import type { ArchiveSource } from './archive-sources.ts'
import { blockBytes, tarChecksum, tarFields, tarPadding, type TarField } from './tar-format.ts'

const maxOctal = 0o77777777777

export interface TarOptions {
  readonly caller: Caller
  readonly signal: AbortSignal
  readonly onRead: (bytes: number) => void
}

/** A tar archive, block by block: ustar, with pax headers where a name or size needs them. */
export async function* tarBlocks(
  sources: readonly ArchiveSource[],
  { signal, onRead, caller }: TarOptions,
): AsyncGenerator<Buffer> {
  for (const source of sources) {
    const isFile = source.stats.isFile()
    const size = isFile ? source.stats.size : 0
    yield* extensionBlocks(source, size)
    yield header({ name: source.name, type: isFile ? '0' : '5', size, stats: source.stats })
    if (!isFile) continue
    yield* contentBlocks(source, { size, signal, onRead, caller })
    yield Buffer.alloc(tarPadding(size))
  }
  yield Buffer.alloc(2 * blockBytes)
}

async function* contentBlocks(
  { path }: ArchiveSource,
  { size, signal, onRead, caller }: TarOptions & { size: number },
): AsyncGenerator<Buffer> {
  if (size === 0) return
  let read = 0
  await using file = await holdInput(path, caller)
  // What is added to a growing file after its size was written stays out.
  for await (const chunk of createReadStream(file.through, {
    end: size - 1,
    signal,
  }) as AsyncIterable<Buffer>) {
    read += chunk.length
    onRead(chunk.length)
    yield chunk
  }
  if (read < size) throw new AppError('conflict', `"${path}" got smaller while it was being read. Try again.`)
}

function* extensionBlocks({ name, stats }: ArchiveSource, size: number): Generator<Buffer> {
  const records: string[] = []
  if (Buffer.byteLength(name) > tarFields.name[1] || !/^[\x20-\x7e]*$/.test(name))
    records.push(paxRecord('path', name))
  if (size > maxOctal) records.push(paxRecord('size', String(size)))
  if (records.length === 0) return
  const content = Buffer.from(records.join(''))
  yield header({ name: 'PaxHeader', type: 'x', size: content.length, stats })
  yield Buffer.concat([content, Buffer.alloc(tarPadding(content.length))])
}

/** `length key=value\n`, where the length counts its own digits too. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  if (String(length).length > String(rest).length) length = rest + String(length).length
  return `${length} ${key}=${value}\n`
}

interface Header {
  readonly name: string
  readonly type: string
  readonly size: number
  readonly stats: Stats
}

/** Owner and group are left out: they mean nothing on another machine. */
function header({ name, type, size, stats }: Header): Buffer {
  const block = Buffer.alloc(blockBytes)
  const write = (field: TarField, text: string): void => {
    const [offset, length] = tarFields[field]
    block.write(text, offset, length, 'utf8')
  }
  const octal = (field: TarField, value: number): void => {
    write(field, value.toString(8).padStart(tarFields[field][1] - 1, '0'))
  }
  write('name', name)
  octal('mode', stats.mode & 0o777)
  octal('uid', 0)
  octal('gid', 0)
  octal('size', Math.min(size, maxOctal))
  octal('mtime', Math.min(Math.max(0, Math.floor(stats.mtimeMs / 1000)), maxOctal))
  write('type', type)
  write('magic', 'ustar')
  write('version', '00')
  write('checksum', `${tarChecksum(block).toString(8).padStart(6, '0')}\0 `)
  return block
}
