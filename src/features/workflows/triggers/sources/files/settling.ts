import type { Stats } from 'node:fs'
import { stateOf } from './cursor.ts'

const MAX_HELD = 10_000

/**
 * How long files have stayed as they are. The disk knows when a file was last changed, renamed or moved there; only where
 * its clock is ahead of ours do we have to remember since when we have seen it so.
 */
export class Settling {
  readonly #now: () => Date
  readonly #seen = new Map<string, { readonly state: string; readonly since: number }>()

  constructor(now: () => Date) {
    this.#now = now
  }

  quietMs(path: string, stats: Stats): number {
    const age = this.#now().getTime() - stats.ctimeMs
    if (age >= 0) return age
    const state = stateOf(stats)
    const seen = this.#seen.get(path)
    if (seen?.state === state) return performance.now() - seen.since
    if (this.#seen.size >= MAX_HELD) this.#seen.clear()
    this.#seen.set(path, { state, since: performance.now() })
    return 0
  }
}
