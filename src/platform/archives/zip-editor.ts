import { open, stat, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { crc32 } from 'node:zlib'
import { AppError } from '../../contract/errors.ts'
import { megabytesText } from '../../contract/text/numbers.ts'
import { fileError } from '../files/file-error.ts'
import { namedPath } from '../files/held.ts'
import { editedDocument, unpackedLimit, type ArchiveLimits } from './archive-limits.ts'
import { assertZip } from './file-signature.ts'
import { isSafeEntryName, readZipDirectory, type ZipEntry, type ZipSource } from './zip-directory.ts'
import { ZipOutput } from './zip-output.ts'
import { dataOffset, decodeText, unpackedBytes, unpackedChunks, type PackedEntry } from './zip-unpacking.ts'

export interface OpenZipOptions {
  readonly limits?: ArchiveLimits
  /** What the file should be, for messages: `a PowerPoint presentation (.pptx)`. */
  readonly kind?: string
}

/** New content of an entry. A function makes it while saving, so that large content is never in memory as a whole. */
export type ZipContent = Uint8Array | (() => AsyncIterable<Uint8Array>)

type Pending =
  | { readonly kind: 'content'; readonly content: ZipContent }
  | { readonly kind: 'copy'; readonly from: PackedEntry }

/**
 * A zip archive of which some entries are replaced, added or removed. Everything else is copied as it lies there, the
 * compressed bytes unchanged. Nothing is written before `save`, which writes to another path.
 */
export class ZipEditor implements AsyncDisposable {
  readonly #source: ZipSource | undefined
  readonly #entries: Map<string, ZipEntry>
  readonly #changes = new Map<string, Pending>()
  readonly #limits: ArchiveLimits
  #unpackedBytes = 0

  private constructor(parts: {
    source: ZipSource | undefined
    entries: Map<string, ZipEntry>
    limits: ArchiveLimits
  }) {
    this.#source = parts.source
    this.#entries = parts.entries
    this.#limits = parts.limits
  }

  static async open(path: string, options: OpenZipOptions = {}): Promise<ZipEditor> {
    const limits = options.limits ?? editedDocument
    const file = await openForReading(path)
    try {
      const source = { file, bytes: (await file.stat()).size, label: `"${basename(namedPath(path))}"` }
      if (source.bytes > limits.fileBytes) throw fileTooLarge(source, limits)
      await assertZip(source, options.kind ?? 'a zip archive')
      return new ZipEditor({ source, entries: await readZipDirectory(source, limits), limits })
    } catch (error) {
      await file.close()
      throw error
    }
  }

  /** An archive with nothing in it yet. */
  static empty(): ZipEditor {
    return new ZipEditor({ source: undefined, entries: new Map(), limits: editedDocument })
  }

  /** Names of all entries, folders left out, in the order in which they are stored. */
  names(): string[] {
    const added = [...this.#changes.keys()].filter((name) => !this.#entries.has(name))
    return [...this.#entries.keys(), ...added].filter((name) => !name.endsWith('/'))
  }

  has(name: string): boolean {
    return this.#changes.has(name) || this.#entries.has(name)
  }

  /** Checksum and size as the archive declares them: enough to skip comparing what cannot be equal. */
  declared(name: string): { crc: number; bytes: number } | undefined {
    const change = this.#changes.get(name)
    if (change?.kind === 'content') {
      if (typeof change.content === 'function') return undefined
      return { crc: crc32(change.content), bytes: change.content.length }
    }
    const entry = change?.from.entry ?? this.#entries.get(name)
    return entry && { crc: entry.crc, bytes: entry.declaredBytes }
  }

  async readBytes(name: string): Promise<Buffer> {
    const change = this.#changes.get(name)
    if (change?.kind === 'copy') return this.#unpack(change.from)
    if (change) return contentBytes(change.content)
    const entry = this.#entries.get(name)
    if (!entry || !this.#source) throw new Error(`The archive has no entry ${name}.`)
    return this.#unpack({ source: this.#source, entry })
  }

  /** The entry as text, UTF-8 unless a byte order mark says UTF-16. A mark in front stays, so that splicing keeps it. */
  async readText(name: string): Promise<string> {
    return decodeText(await this.readBytes(name), this.#source?.label ?? name)
  }

  /** The entry piece by piece, for content that should never be in memory as a whole. */
  async *readChunks(name: string): AsyncGenerator<Buffer> {
    const change = this.#changes.get(name)
    if (change?.kind === 'content') {
      yield await contentBytes(change.content)
      return
    }
    const entry = change?.from.entry ?? this.#entries.get(name)
    const source = change?.from.source ?? this.#source
    if (!entry || !source) throw new Error(`The archive has no entry ${name}.`)
    const limit = this.#allowance(entry)
    for await (const chunk of unpackedChunks({ source, entry }, limit)) {
      this.#unpackedBytes += chunk.length
      yield chunk
    }
  }

  write(name: string, content: string | ZipContent): void {
    if (!isSafeEntryName(name) || name.endsWith('/')) throw new Error(`${name} is not a valid entry name.`)
    this.#changes.set(name, {
      kind: 'content',
      content: typeof content === 'string' ? Buffer.from(content) : content,
    })
  }

  remove(name: string): void {
    this.#changes.delete(name)
    this.#entries.delete(name)
  }

  /** Takes an entry of another archive (or of this one) as it lies there; that archive must stay open until `save`. */
  copyFrom(other: ZipEditor, { from, to }: { from: string; to: string }): void {
    const change = other.#changes.get(from)
    if (change) {
      this.#changes.set(to, change)
      return
    }
    const entry = other.#entries.get(from)
    if (!entry || !other.#source) throw new Error(`The other archive has no entry ${from}.`)
    this.#changes.set(to, { kind: 'copy', from: { source: other.#source, entry } })
  }

  /** Writes the archive to `path`, which must not be the file that is open. Same content, same bytes. */
  async save(path: string, options: { signal?: AbortSignal } = {}): Promise<{ bytes: number }> {
    const file = await open(path, 'w')
    try {
      const output = new ZipOutput(file, options.signal)
      for (const entry of this.#entries.values()) await this.#saveEntry(output, entry)
      for (const [name, change] of this.#changes) {
        if (!this.#entries.has(name)) await saveChange(output, { name, change })
      }
      return { bytes: await output.finish() }
    } finally {
      await file.close()
    }
  }

  async close(): Promise<void> {
    await this.#source?.file.close()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  async #saveEntry(output: ZipOutput, entry: ZipEntry): Promise<void> {
    const change = this.#changes.get(entry.name)
    if (change) return saveChange(output, { name: entry.name, change })
    if (!this.#source) return
    const offset = await dataOffset(this.#source, entry)
    await output.copy(entry.name, { entry, source: this.#source, offset })
  }

  async #unpack(packed: PackedEntry): Promise<Buffer> {
    const bytes = await unpackedBytes(packed, this.#allowance(packed.entry))
    this.#unpackedBytes += bytes.length
    return bytes
  }

  #allowance(entry: ZipEntry): number {
    const left = this.#limits.totalBytes - this.#unpackedBytes
    return Math.min(unpackedLimit(this.#limits, entry.packedBytes), left)
  }
}

async function openForReading(path: string): Promise<FileHandle> {
  try {
    // Asked before opening: to open a pipe would wait for somebody to write into it.
    if (!(await stat(path)).isFile()) {
      throw new AppError('conflict', `"${namedPath(path)}" is a folder or a device, not a file.`)
    }
    return await open(path, 'r')
  } catch (error) {
    throw fileError(error, path)
  }
}

async function saveChange(
  output: ZipOutput,
  { name, change }: { name: string; change: Pending },
): Promise<void> {
  if (change.kind === 'content') return output.add(name, change.content)
  const { source, entry } = change.from
  await output.copy(name, { entry, source, offset: await dataOffset(source, entry) })
}

async function contentBytes(content: ZipContent): Promise<Buffer> {
  if (typeof content !== 'function')
    return Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  const chunks: Uint8Array[] = []
  for await (const chunk of content()) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function fileTooLarge(source: ZipSource, limits: ArchiveLimits): AppError {
  return new AppError(
    'too_large',
    `${source.label} has ${megabytesText(source.bytes)}. At most ${megabytesText(limits.fileBytes)} are accepted.`,
  )
}
