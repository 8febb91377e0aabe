import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** A file that a program left, as it lies in a folder of ours. */
export interface LeftFile {
  /** Where it lay below the folder for results; plain names only. */
  readonly name: string
  readonly path: string
  readonly bytes: number
}

export interface Left {
  readonly files: readonly LeftFile[]
  /** The value of the last expression, as text. */
  readonly value: string | undefined
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[]
}

const MAX_BYTES = 128 * 1024 * 1024
const MAX_FILES = 100
const MAX_HEADER = 4_096
const MAX_TEXT = 64 * 1024

/**
 * Reads what the collector in the sandbox hands out. The code that ran there could have written it just as well, so nothing
 * of it is believed: names are only words, sizes are bounded here, and what does not fit ends the reading.
 */
export async function readLeft(way: Readable, folder: string): Promise<Left> {
  const source = new Source(way)
  const files: LeftFile[] = []
  const texts = new Map<string, string>()
  for (let room = MAX_BYTES; ;) {
    const frame = await source.frame()
    if (!frame || frame.size > room) break
    const { name, size } = frame
    const left = plainName(name)
    if (left === undefined) {
      const text = size <= MAX_TEXT ? await source.text(size) : undefined
      if (text === undefined) break
      texts.set(name, text)
      continue
    }
    room -= size
    const path = join(folder, String(files.length))
    if (files.length >= MAX_FILES || !(await source.save(path, size))) break
    files.push({ name: left, path, bytes: size })
  }
  way.destroy()
  return { files, value: texts.get('value'), leftOut: namesIn(parsed(texts.get('left_out'))) }
}

/** `out/a/b.csv` as `a/b.csv`; undefined for what is no file, or would mean another place. */
function plainName(name: string): string | undefined {
  if (!name.startsWith('out/')) return undefined
  const parts = name.slice('out/'.length).split('/')
  const isPlain = parts.every((part) => /^[^\p{Cc}\\]{1,200}$/u.test(part) && !part.startsWith('.'))
  return isPlain && parts.length <= 10 ? parts.join('/') : undefined
}

function namesIn(value: unknown): Left['leftOut'] {
  if (!Array.isArray(value)) return []
  return value.slice(0, 50).flatMap((pair: unknown) => {
    const [name, reason] = Array.isArray(pair) ? (pair as unknown[]) : []
    return typeof name === 'string' && typeof reason === 'string'
      ? [{ name: name.slice(0, 200), reason: reason.slice(0, 200) }]
      : []
  })
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Bytes of a stream, taken by line or by number. Undefined or false when it ends too early. */
class Source {
  readonly #chunks: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)

  constructor(stream: Readable) {
    this.#chunks = (stream as AsyncIterable<Buffer>)[Symbol.asyncIterator]()
  }

  /** What comes next: its name, and how many bytes it has. */
  async frame(): Promise<{ name: string; size: number } | undefined> {
    const { name, size } = (parsed(await this.#line()) ?? {}) as { name?: unknown; size?: unknown }
    const isSize = typeof size === 'number' && Number.isSafeInteger(size) && size >= 0
    return typeof name === 'string' && isSize ? { name, size } : undefined
  }

  async text(size: number): Promise<string | undefined> {
    while (this.#rest.length < size) if (!(await this.#more())) return undefined
    return this.#take(size).toString('utf8')
  }

  async save(path: string, size: number): Promise<boolean> {
    await using file: FileHandle = await open(path, 'wx', 0o600)
    for (let missing = size; missing > 0;) {
      if (this.#rest.length === 0 && !(await this.#more())) return false
      const bytes = this.#take(Math.min(missing, this.#rest.length))
      await file.writeFile(bytes)
      missing -= bytes.length
    }
    return true
  }

  async #line(): Promise<string | undefined> {
    for (;;) {
      const at = this.#rest.indexOf(10)
      if (at !== -1) return this.#take(at + 1).toString('utf8')
      if (this.#rest.length > MAX_HEADER || !(await this.#more())) return undefined
    }
  }

  #take(count: number): Buffer {
    const bytes = this.#rest.subarray(0, count)
    this.#rest = this.#rest.subarray(count)
    return bytes
  }

  async #more(): Promise<boolean> {
    try {
      const { value, done } = await this.#chunks.next()
      if (done) return false
      this.#rest = this.#rest.length === 0 ? value : Buffer.concat([this.#rest, value])
      return true
    } catch {
      // The program was ended while it wrote.
      return false
    }
  }
}
