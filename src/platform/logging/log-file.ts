import { closeSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

const ROTATE_AT_BYTES = 10 * 1024 * 1024

/**
 * The log on disk: private to the user, two files of at most 10 MiB. Lines are written at once, so that the last words
 * before a crash are there; the service writes few lines, so this costs nothing.
 */
export class LogFile {
  readonly #path: string
  #file: number
  #bytes: number

  constructor(path: string) {
    this.#path = path
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    this.#file = openSync(path, 'a', 0o600)
    this.#bytes = statSync(path).size
  }

  write(line: string): void {
    if (this.#bytes > ROTATE_AT_BYTES) this.#rotate()
    try {
      this.#bytes += writeSync(this.#file, line)
    } catch {
      // A full disk must not stop the service from telling what it can on the other streams.
    }
  }

  #rotate(): void {
    closeSync(this.#file)
    renameSync(this.#path, `${this.#path}.1`)
    this.#file = openSync(this.#path, 'a', 0o600)
    this.#bytes = 0
  }
}
