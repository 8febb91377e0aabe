import { AppError } from '../../contract/errors.ts'
import type { ArchiveLimits } from '../archives/archive-limits.ts'
import type { ZipEditor } from '../archives/zip-editor.ts'
import { XmlScanner, type XmlHandler } from './xml-scanner.ts'

const MiB = 1024 * 1024

/**
 * Sheets are read row by row and never kept, so they may be large; what must be kept has its own limits. The ratio
 * still tells a bomb from a sheet.
 */
export const spreadsheetLimits: ArchiveLimits = {
  fileBytes: 1024 * MiB,
  entries: 5_000,
  entryBytes: 8192 * MiB,
  totalBytes: 32_768 * MiB,
  ratio: 100,
}

export interface PartSource {
  readonly zip: ZipEditor
  readonly label: string
}

interface ScanOptions {
  readonly handler: XmlHandler
  /** Most bytes that the part may have, where its content is kept. */
  readonly mostBytes?: number
  readonly signal?: AbortSignal | undefined
}

/** Runs a whole part through a handler. */
export async function scanPart(source: PartSource, name: string, options: ScanOptions): Promise<void> {
  for await (const _ of scanPieces(source, name, options));
}

/** The same, stopping after every piece so that what the handler found can be used at once. */
export async function* scanPieces(
  { zip, label }: PartSource,
  name: string,
  { handler, mostBytes = Number.POSITIVE_INFINITY, signal }: ScanOptions,
): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler, label)
  let decoder: ReturnType<typeof decoderFor> | undefined
  let bytes = 0
  for await (const chunk of zip.readChunks(name)) {
    signal?.throwIfAborted()
    bytes += chunk.length
    if (bytes > mostBytes) throw tooLarge(label, name)
    decoder ??= decoderFor(chunk)
    scanner.write(decoder.decode(chunk, { stream: true }))
    yield
  }
  scanner.write(decoder?.decode() ?? '')
  scanner.end()
}

function decoderFor(start: Buffer) {
  return new TextDecoder({ fffe: 'utf-16le', feff: 'utf-16be' }[start.toString('hex', 0, 2)] ?? 'utf-8')
}

function tooLarge(label: string, name: string): AppError {
  return new AppError('too_large', `${label} has a part that is too large to be read ("${name}").`)
}
