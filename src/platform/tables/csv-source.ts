import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { fileError } from '../files/file-error.ts'
import { CsvRecords } from './csv-records.ts'

const mostBytes = 512 * 1024 * 1024
const pieceBytes = 256 * 1024
const delimiters = [',', '\t', ';', '|'] as const

export interface DelimitedText {
  readonly delimiter: string
  readonly records: AsyncIterable<string[][]>
}

/** Opens delimited text: finds out its encoding and its delimiter, and gives its records a few thousand at a time. */
export async function openDelimited(
  path: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<DelimitedText> {
  const start = await firstBytes(path)
  const encoding = await encodingOf(path, start)
  const text = new TextDecoder(encoding).decode(start)
  refuseBinary(text, path)
  const delimiter = delimiterOf(text.slice(0, 32 * 1024))
  const hasOldLineEnds = text.includes('\r') && !text.includes('\n')
  async function* records(): AsyncGenerator<string[][]> {
    const splitter = new CsvRecords(delimiter)
    for await (const piece of pieces(path, { encoding, signal: options.signal })) {
      yield splitter.add(hasOldLineEnds ? piece.replaceAll('\r', '\n') : piece)
    }
    yield splitter.end()
  }
  return { delimiter, records: records() }
}

async function* pieces(
  path: string,
  { encoding, signal }: { encoding: string; signal: AbortSignal | undefined },
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of byteChunks(path, signal)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

async function* byteChunks(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  await using file = await open(path, 'r')
  const buffer = Buffer.allocUnsafe(pieceBytes)
  for (;;) {
    signal?.throwIfAborted()
    const { bytesRead } = await file.read(buffer, 0, pieceBytes)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  try {
    const found = await stat(path)
    if (!found.isFile()) throw new AppError('conflict', `"${path}" is a folder or a device, not a file.`)
    if (found.size > mostBytes) throw tooLarge(path, found.size)
    for await (const chunk of byteChunks(path)) return Buffer.from(chunk)
    throw new AppError('invalid_request', `"${basename(path)}" is empty.`)
  } catch (error) {
    throw fileError(error, path)
  }
}

/** A mark at the start counts; without one it is UTF-8 if all of it is, else what Windows wrote before that. */
async function encodingOf(path: string, start: Buffer): Promise<string> {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  if (start[0] === 0xfe && start[1] === 0xff) return 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of byteChunks(path)) decoder.decode(chunk, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

function refuseBinary(text: string, path: string): void {
  if (!text.includes('\0')) return
  throw new AppError(
    'unsupported_media_type',
    `"${basename(path)}" is not a table as text (CSV or TSV), whatever its name says.`,
  )
}

/** The one that cuts the first lines into the most columns of the same number. */
function delimiterOf(text: string): string {
  const ranked = delimiters
    .map((delimiter) => ({ delimiter, score: evenness(text, delimiter) }))
    .toSorted((a, b) => b.score - a.score)
  return ranked[0]!.score > 0 ? ranked[0]!.delimiter : ','
}

function evenness(text: string, delimiter: string): number {
  const records = new CsvRecords(delimiter).add(text).slice(0, 50)
  const header = (records[0] ?? text.slice(0, 5_000).split('\n')[0]!.split(delimiter)).length
  if (header < 2) return 0
  const even = records.filter((cells) => cells.length === header).length
  // A comma inside of texts or numbers cuts many lines, but each into another number of columns.
  return records.length === 0 ? 1 : (even / records.length) * Math.log2(header + 1)
}

function tooLarge(path: string, bytes: number): AppError {
  const size = Math.ceil(bytes / 1024 / 1024)
  return new AppError(
    'too_large',
    `"${basename(path)}" has ${size} MB; tables of up to 512 MB can be read: make a smaller extract.`,
  )
}
