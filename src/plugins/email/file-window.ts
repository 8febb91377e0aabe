import type { FileHandle } from 'node:fs/promises'

const windowBytes = 64 * 1024

/** Reads small things all over a file through one window, so that a large file needs little memory. */
export class FileWindow {
  readonly size: number
  readonly #file: FileHandle
  readonly #window = Buffer.alloc(windowBytes)
  #start = 0
  #length = 0

  constructor(file: FileHandle, size: number) {
    this.#file = file
    this.size = size
  }

  /** What is past the end of the file is zeros: a parser that checks its bounds never sees them. */
  async read(start: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(Math.min(length, windowBytes))
    const isInWindow = start >= this.#start && start + bytes.length <= this.#start + this.#length
    if (!isInWindow) {
      const { bytesRead } = await this.#file.read(this.#window, 0, windowBytes, start)
      this.#start = start
      this.#length = bytesRead
    }
    const from = start - this.#start
    this.#window.copy(bytes, 0, from, Math.min(from + bytes.length, this.#length))
    return bytes
  }
}
