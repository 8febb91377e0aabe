import { setTimeout as sleep } from 'node:timers/promises'
import type { ActiveWindow } from '../desktop-driver.ts'
import type { ReadElements } from './reading.ts'

const LOOK_EVERY_MS = 100
/** How long a page may take to be told when nobody has asked its browser before. */
const PAGE_MS = 6_000
/** How long a program may take to say its first word. */
const FIRST_WORD_MS = 1_500

export interface FirstTellingDeps {
  readonly activeWindow: () => Promise<ActiveWindow | null>
}

/**
 * Who asks a program for the first time asks too early: a browser builds what it tells only then. So a page that is not
 * told yet is waited for, and so is a window of which nothing is told. In vain only once for each window, for some never
 * tell.
 */
export class FirstTelling {
  readonly #silent = new Set<string>()
  readonly #activeWindow: FirstTellingDeps['activeWindow']

  constructor({ activeWindow }: FirstTellingDeps) {
    this.#activeWindow = activeWindow
  }

  async wait(read: () => Promise<ReadElements>, signal?: AbortSignal): Promise<ReadElements> {
    const started = performance.now()
    for (;;) {
      const list = await read()
      const patience = patienceFor(list)
      if (patience === 0) return list
      const window = (await this.#activeWindow())?.id
      if (window === undefined || this.#silent.has(window)) return list
      if (performance.now() - started > patience) {
        this.#silent.add(window)
        return list
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal })
    }
  }
}

function patienceFor({ degraded, elements, isUnfinished }: ReadElements): number {
  if (isUnfinished) return PAGE_MS
  return degraded && elements.length <= 1 ? FIRST_WORD_MS : 0
}
