import { globSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
/** Where the library is: Debian's package faketime. */
export const hasMovableClock = library !== undefined

/** A clock of the day that can be moved while a process runs by it. What counts seconds goes on as it does in reality. */
export class MovableClock {
  readonly #file: string
  readonly environment: Readonly<Record<string, string>>

  private constructor(file: string) {
    this.#file = file
    this.environment = {
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_NO_CACHE: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }
  }

  static async create(folder: string): Promise<MovableClock> {
    const clock = new MovableClock(join(folder, 'clock'))
    await clock.move(0)
    return clock
  }

  /** By so many seconds from the true time. */
  async move(seconds: number): Promise<void> {
    const next = `${this.#file}.next`
    await writeFile(next, `${seconds < 0 ? '' : '+'}${Math.round(seconds)}\n`)
    await rename(next, this.#file)
  }
}
