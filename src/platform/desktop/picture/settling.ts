import { setTimeout as sleep } from 'node:timers/promises'
import type { Settled, SettleOptions } from '../desktop-driver.ts'
import { areNews, isCaret, TILE, type Change } from './screen-changes.ts'

export const SETTLE_USUALLY: Required<SettleOptions> = { changeMs: 250, quietMs: 120, maxMs: 3000 }
const POLL_MS = 40
/** What has changed in so many looks at the same small place is an animation, and … */
const ANIMATED_LOOKS = 4
/** … once it has been waited for so long, nobody waits for its end any more. */
const ANIMATION_MS = 1500
/** Spinners and the like; what moves in more of the screen is what one waits for. */
const MAX_ANIMATED_TILES = Math.ceil((160 * 160) / (TILE * TILE))

export interface Screen {
  /** What has changed since the last look. */
  look(): Promise<readonly Change[]>
  /** What differs from what was shown before anything was done. */
  difference(): Promise<readonly Change[]>
}

/**
 * The places on a screen that move by themselves, as spinners do. One is waited for a while when it begins, and then no
 * longer, until it has stood still through a wait.
 */
export class RestlessPlaces {
  readonly #known = new Set<number>()
  #looks = new Map<number, number>()
  #moved = new Set<number>()
  readonly #patienceMs: number

  constructor(patienceMs = ANIMATION_MS) {
    this.#patienceMs = patienceMs
  }

  begin(): void {
    this.#looks = new Map()
    this.#moved = new Set()
  }

  /** Whether this is news, and not only what moves anyway. */
  isNews(change: Change, sinceMs: number): boolean {
    if (isCaret(change)) return false
    let isKnown = true
    for (const tile of change.tiles) {
      this.#moved.add(tile)
      const looks = (this.#looks.get(tile) ?? 0) + 1
      this.#looks.set(tile, looks)
      const isAnimated = looks >= ANIMATED_LOOKS && sinceMs >= this.#patienceMs
      if (isAnimated && change.tiles.length <= MAX_ANIMATED_TILES) this.#known.add(tile)
      isKnown &&= this.#known.has(tile)
    }
    return !isKnown
  }

  /** Whether all of it lies where something moves anyway. */
  holds({ tiles }: Change): boolean {
    return tiles.every((tile) => this.#known.has(tile))
  }

  /** What stood still all the time has come to rest. */
  end(): void {
    for (const tile of this.#known) if (!this.#moved.has(tile)) this.#known.delete(tile)
  }

  forget(): void {
    this.#known.clear()
  }
}

/** Quiet alone is not finished: nothing may have begun yet. So a first change is waited for, then the quiet after it. */
export async function waitUntilSettled(
  screen: Screen,
  { restless, ...options }: SettleOptions & { readonly restless: RestlessPlaces },
  signal?: AbortSignal,
): Promise<Settled> {
  const { changeMs, quietMs, maxMs } = { ...SETTLE_USUALLY, ...options }
  const started = performance.now()
  let lastNews: number | null = null
  restless.begin()
  for (;;) {
    const changes = await screen.look()
    const now = performance.now()
    const news = changes.filter((change) => restless.isNews(change, now - started))
    if (news.length > 0) lastNews = now
    const isOver = lastNews === null ? now - started >= changeMs : now - lastNews >= quietMs
    if (isOver || now - started >= maxMs) {
      // A wait of no length sees nothing come to rest.
      if (maxMs > 0) restless.end()
      const differing = (await screen.difference()).filter((change) => !restless.holds(change))
      const changed = areNews(differing)
      return { tookMs: performance.now() - started, changed, isBounded: !isOver }
    }
    await sleep(POLL_MS, undefined, { signal })
  }
}
