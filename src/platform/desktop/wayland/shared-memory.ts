import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Memory that another process sees too: a file without a name that never touches a disk. */
export class SharedMemory {
  readonly size: number
  readonly #descriptor: number
  readonly #toSend: number
  #isSent = false

  constructor(size: number, runtimeFolder: string) {
    const folder = existsSync('/dev/shm') ? '/dev/shm' : runtimeFolder
    const path = join(folder, `deskhand-${randomBytes(12).toString('hex')}`)
    this.size = size
    this.#descriptor = openSync(path, 'wx+', 0o600)
    try {
      ftruncateSync(this.#descriptor, size)
      this.#toSend = openSync(path, 'r+')
    } catch (error) {
      closeSync(this.#descriptor)
      throw error
    } finally {
      unlinkSync(path)
    }
  }

  write(bytes: Buffer): void {
    writeSync(this.#descriptor, bytes, 0, bytes.length, 0)
  }

  readInto(bytes: Buffer): void {
    let read = 0
    while (read < bytes.length) {
      const count = readSync(this.#descriptor, bytes, read, bytes.length - read, read)
      if (count === 0) throw new Error('the shared memory is smaller than it should be')
      read += count
    }
  }

  /** For the other process; whoever takes it closes it. */
  takeDescriptor(): number {
    if (this.#isSent) throw new Error('the shared memory was sent already')
    this.#isSent = true
    return this.#toSend
  }

  close(): void {
    closeSync(this.#descriptor)
    if (!this.#isSent) closeSync(this.#toSend)
    this.#isSent = true
  }
}
