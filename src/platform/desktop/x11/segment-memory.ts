import { randomBytes } from 'node:crypto'
import { closeSync, ftruncateSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs'

/** A file without a name that never touches a disk, and our copy of what is in it. */
interface SegmentFile {
  readonly size: number
  readonly fd: number
  readonly buffer: Buffer
}

/**
 * The memory that is shared with the server, as the package asks for it. Its own gives a file back only when the server
 * says that it has let go of it, which one that is gone never does.
 */
export class SegmentMemory {
  readonly flavor = 'fd'
  readonly zeroCopy = false
  readonly #open = new Set<number>()

  create(size: number): SegmentFile {
    const path = `/dev/shm/deskhand-${randomBytes(12).toString('hex')}`
    const fd = openSync(path, 'wx+', 0o600)
    this.#open.add(fd)
    try {
      unlinkSync(path)
      ftruncateSync(fd, size)
      return { size, fd, buffer: Buffer.alloc(size) }
    } catch (error) {
      this.#close(fd)
      throw error
    }
  }

  commit({ fd, buffer, size }: SegmentFile, offset = 0, length = size - offset): void {
    if (length > 0) writeSync(fd, buffer, offset, length, offset)
  }

  sync({ fd, buffer, size }: SegmentFile, offset = 0, length = size - offset): void {
    if (length > 0) readSync(fd, buffer, offset, length, offset)
  }

  destroy({ fd }: SegmentFile): void {
    this.#close(fd)
  }

  /** Gives everything back that is left. */
  close(): void {
    for (const fd of this.#open) this.#close(fd)
  }

  #close(fd: number): void {
    if (this.#open.delete(fd)) closeSync(fd)
  }
}
