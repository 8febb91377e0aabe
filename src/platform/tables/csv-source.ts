import { isUtf8 } from 'node:buffer'
import { open, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import { fileError } from '../files/file-error.ts'
import { namedPath } from '../files/held.ts'
import { CsvRecords, maxRecordLength, neverEnds } from './csv-records.ts'

const maxBytes = 512 * 1024 * 1024
const chunkBytes = 1024 * 1024
const startBytes = 64 * 1024
const [lineFeed, carriageReturn] = [0x0a, 0x0d]
const delimiters = [',', '\t', ';', '|'] as const

export interface DelimitedText {
  readonly delimiter: string
  /** UTF-8 in chunks of whole lines, each with a line feed at its end. */
  readonly chunks: AsyncIterable<Buffer>
}

/**
 * Opens delimited text and finds out its delimiter. What has no mark of its encoding is UTF-8; text that turns out not to
 * be throws NotUtf8, and is then to be opened again as what Windows wrote before that.
 */
export async function openDelimited(path: string, options: OpenOptions = {}): Promise<DelimitedText> {
  const start = await firstBytes(path)
  const encoding = markedEncoding(start) ?? options.encoding ?? 'utf-8'
  const text = new TextDecoder(encoding).decode(start)
  refuseBinary(text, path)
  const delimiter = delimiterOf(text.slice(0, 32 * 1024))
  const hasOldLineEnds = text.includes('\r') && !text.includes('\n')
  const bytes = utf8Chunks(path, { encoding, signal: options.signal })
  return { delimiter, chunks: wholeLines(bytes, { hasOldLineEnds, mustBeUtf8: encoding === 'utf-8' }) }
}

interface OpenOptions {
  readonly signal?: AbortSignal
  readonly encoding?: 'utf-8' | 'windows-1252'
}

export class NotUtf8 extends Error {}

/** Cuts after the last line end of each chunk; what is left comes with the next one. */
async function* wholeLines(
  chunks: AsyncIterable<Buffer>,
  { hasOldLineEnds, mustBeUtf8 }: { hasOldLineEnds: boolean; mustBeUtf8: boolean },
): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const whole = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (hasOldLineEnds) replaceReturns(whole)
    const end = whole.lastIndexOf(lineFeed) + 1
    if (mustBeUtf8 && !isUtf8(whole.subarray(0, end))) throw new NotUtf8()
    if (end > 0) yield whole.subarray(0, end)
    rest = Buffer.from(whole.subarray(end))
    if (rest.length > maxRecordLength) throw neverEnds()
  }
  if (rest.length === 0) return
  if (mustBeUtf8 && !isUtf8(rest)) throw new NotUtf8()
  yield Buffer.concat([rest, Buffer.of(lineFeed)])
}

function replaceReturns(bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === carriageReturn) bytes[at] = lineFeed
}

async function* utf8Chunks(
  path: string,
  { encoding, signal }: { encoding: string; signal: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  await using file = await open(path, 'r')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  const decoder = new TextDecoder(encoding)
  for (let position = 0; ;) {
    signal?.throwIfAborted()
    // The first chunk is small: its rows decide what the columns are, and are read with more care than the others.
    const { bytesRead } = await file.read(buffer, 0, position === 0 ? startBytes : chunkBytes, position)
    if (bytesRead === 0) return
    const bytes = buffer.subarray(position === 0 ? markLength(buffer) : 0, bytesRead)
    yield encoding === 'utf-8' ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }))
    position += bytesRead
  }
}

/** Some programs begin UTF-8 with a mark, which is not part of the text. */
function markLength(start: Buffer): number {
  return start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf ? 3 : 0
}

async function firstBytes(path: string): Promise<Buffer> {
  try {
    const found = await stat(path)
    if (!found.isFile())
      throw new AppError('conflict', `"${namedPath(path)}" is a folder or a device, not a file.`)
    if (found.size > maxBytes) throw tooLarge(path, found.size)
    if (found.size === 0) throw new AppError('invalid_request', `"${basename(namedPath(path))}" is empty.`)
    await using file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    throw fileError(error, path)
  }
}

function markedEncoding(start: Buffer): string | undefined {
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined
}

function refuseBinary(text: string, path: string): void {
  if (!text.includes('\0')) return
  throw new AppError(
    'unsupported_media_type',
    `"${basename(namedPath(path))}" is not a text table (CSV or TSV), despite its name.`,
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
  return new AppError(
    'too_large',
    `"${basename(namedPath(path))}" has ${megabytesText(bytes)}. Tables up to 512 MB can be read. Make a smaller extract.`,
  )
}
