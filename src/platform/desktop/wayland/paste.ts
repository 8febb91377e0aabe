import { setTimeout as sleep } from 'node:timers/promises'
import { parseChord } from '../chords.ts'
import { Clipboard, type ClipboardContent, type Offer, type Selection } from './clipboard.ts'
import type { WaylandAddress } from './connection.ts'
import type { Keyboard } from './keyboard.ts'

export interface Pasted {
  readonly isTaken: boolean
  /** What was in the clipboard could not be kept. */
  readonly isReplaced: boolean
}

/** GTK pastes from the one, terminals from the other. */
const selections: readonly Selection[] = ['clipboard', 'primary']
const PASTE_CHORD = 'shift+Insert'
const TAKEN_WITHIN_MS = 3_000
const POLL_MS = 15
/** A program that has not read to the end loses what it was fetching when the clipboard changes. */
const GRACE_MS = 700
/** One that is slow to fetch it is slow to read it: so many times what it took is it given, up to a limit. */
const GRACE_PER_WAITED = 3
const MAX_GRACE_MS = 5_000

/** Pastes text without the person's clipboard being changed in the end. */
export class Paste {
  readonly #clipboard: Clipboard
  #restoring: Promise<void> = Promise.resolve()

  constructor(address: WaylandAddress) {
    this.#clipboard = new Clipboard(address)
  }

  async text(text: string, keyboard: Keyboard, signal?: AbortSignal): Promise<Pasted> {
    await this.finish()
    const kept = new Map<Selection, ClipboardContent>()
    for (const selection of selections) kept.set(selection, await this.#clipboard.read(selection, signal))
    const offers = new Map<Selection, Offer>()
    let waited: number | null = null
    try {
      for (const selection of selections) {
        offers.set(selection, await this.#clipboard.offer(selection, text.replaceAll('\r\n', '\n'), signal))
      }
      const all = [...offers.values()]
      const before = await workOf(all)
      await keyboard.press(parseChord(PASTE_CHORD), { holdMs: 0, signal })
      waited = await fetchedAfter(all, before, signal)
      const isReplaced = [...kept.values()].some(({ kind }) => kind === 'other')
      return { isTaken: waited !== null, isReplaced }
    } finally {
      this.#restoring = this.#restore(offers, kept, waited === null ? 0 : graceAfter(waited))
    }
  }

  /** Comes back when the clipboard is the person's again. */
  async finish(): Promise<void> {
    await this.#restoring
  }

  async #restore(
    offers: ReadonlyMap<Selection, Offer>,
    kept: ReadonlyMap<Selection, ClipboardContent>,
    afterMs: number,
  ): Promise<void> {
    await sleep(afterMs)
    // One that cannot be given back does not keep the other from it.
    await Promise.allSettled(
      [...offers].map(async ([selection, offer]) => {
        // What the person has copied meanwhile stays.
        const isThere = await offer.isThere()
        offer.withdraw()
        if (isThere) await this.#clipboard.restore(selection, kept.get(selection)!)
      }),
    )
  }
}

function graceAfter(waited: number): number {
  return Math.min(Math.max(GRACE_MS, waited * GRACE_PER_WAITED), MAX_GRACE_MS)
}

/** How many milliseconds it took; null when nobody has fetched it. */
async function fetchedAfter(
  offers: readonly Offer[],
  before: number,
  signal?: AbortSignal,
): Promise<number | null> {
  const begun = performance.now()
  for (;;) {
    // Before the look, which is then never left out, however long this process itself was held up.
    const waited = performance.now() - begun
    if ((await workOf(offers)) > before) return waited
    if (waited >= TAKEN_WITHIN_MS) return null
    await sleep(POLL_MS, undefined, { signal })
  }
}

async function workOf(offers: readonly Offer[]): Promise<number> {
  const works = await Promise.all(offers.map((offer) => offer.work()))
  return works.reduce((sum, work) => sum + work, 0)
}
