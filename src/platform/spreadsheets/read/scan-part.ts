import { AppError } from '../../../contract/errors.ts'
import { XmlScanner, type XmlHandler } from './xml-scanner.ts'
import type { ZipParts } from '../zip-parts.ts'

interface ScanOptions {
  readonly handler: XmlHandler
  /** Most bytes that the part may have, where its content is kept. */
  readonly maxBytes?: number
  readonly signal?: AbortSignal | undefined
}

/** Runs a whole part through a handler. */
export async function scanPart(parts: ZipParts, name: string, options: ScanOptions): Promise<void> {
  for await (const _ of scanPieces(parts, name, options));
}

/** The same, stopping after every piece so that what the handler found can be used at once. */
export async function* scanPieces(
  parts: ZipParts,
  name: string,
  { handler, maxBytes = Number.POSITIVE_INFINITY, signal }: ScanOptions,
): AsyncGenerator<void> {
  const scanner = new XmlScanner(handler, parts.label)
  let decoder: ReturnType<typeof decoderFor> | undefined
  let bytes = 0
  for await (const chunk of parts.chunks(name)) {
    signal?.throwIfAborted()
    bytes += chunk.length
    if (bytes > maxBytes) throw tooLarge(parts.label, name)
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
  return new AppError('too_large', `${label} has a part that is too large to read ("${name}").`)
}
