import { setTimeout as sleep } from 'node:timers/promises'
import type { ActiveWindow } from '../desktop-driver.ts'
import { isTerminalClass } from '../terminals.ts'
import type { XConnection } from './connection.ts'
import type { Keyboard } from './keyboard.ts'
import type { SelectionContent } from './selection-reader.ts'
import type { SelectionName, Selections } from './selections.ts'
import { focusOf, pointerOf } from './windows.ts'

export interface Pasted {
  /** An application has fetched the text: the focused one, or one that asked only after the keys were struck. */
  readonly isTaken: 'by-focused' | 'by-another' | false
  /** What was in the clipboard could not be kept. */
  readonly isReplaced: boolean
}

export interface PasteParts {
  readonly connection: XConnection
  readonly selections: Selections
  readonly keyboard: Keyboard
  readonly activeWindow: () => Promise<ActiveWindow | null>
}

/** Works in terminals too, where ctrl+v means something else. */
const PASTE_CHORD = 'shift+Insert'
const TAKEN_WITHIN_MS = 1500
/**
 * Browsers ask a dozen times about one paste, also after they have the text, and drop it when the clipboard changes
 * meanwhile. So nothing is changed before they have been silent for so long: before the next text, and in the end.
 */
const SILENT_BEFORE_NEXT_MS = 120
const SILENT_BEFORE_RESTORE_MS = 400
/** From the keys to the first question, or from one question to the next. One that takes longer is given longer, too. */
const USUAL_STEP_MS = 100
const MAX_WAITING_MS = 5000
const POLL_MS = 20
const nothingToPaste: SelectionContent = { kind: 'text', bytes: Buffer.alloc(0) }

/** Pastes text without the person's clipboard being changed in the end. */
export class Paste {
  readonly #parts: PasteParts
  /** What is to be put back. */
  readonly #kept = new Map<SelectionName, SelectionContent>()
  /** The application that the last text was for, and when it asked last. */
  #focused: number | null = null
  #lastAsked = -Infinity
  /** The longest that it took for a step of this paste. */
  #slowestStep = 0
  /** When the keys of this paste were struck. */
  #struck = -Infinity
  #restoring = { over: new AbortController(), done: Promise.resolve() }

  constructor(parts: PasteParts) {
    this.#parts = parts
    parts.selections.onAsked(({ requestor }) => {
      if (this.#focused !== null && this.#clientOf(requestor) !== this.#focused) return
      const now = performance.now()
      this.#slowestStep = Math.max(this.#slowestStep, now - Math.max(this.#struck, this.#lastAsked))
      this.#lastAsked = now
    })
  }

  async text(text: string, signal?: AbortSignal): Promise<Pasted> {
    const { selections, keyboard } = this.#parts
    this.#restoring.over.abort()
    await this.#restoring.done
    if (this.#kept.size > 0) await this.#silence(SILENT_BEFORE_NEXT_MS, { signal })
    const names = await this.#selectionsToUse()
    for (const name of names) {
      // Whoever has copied something since then has it kept instead.
      if (!this.#kept.has(name) || !selections.owns(name))
        this.#kept.set(name, await selections.read(name, signal))
    }
    signal?.throwIfAborted()
    const content = { kind: 'text', bytes: Buffer.from(text.replaceAll('\r\n', '\n'), 'utf8') } as const
    this.#focused = await this.#focusedClient()
    const watch = this.#watchTaking(this.#focused)
    this.#slowestStep = 0
    this.#struck = performance.now()
    for (const name of names) selections.offer(name, content, { isPassing: true })
    try {
      await keyboard.press(PASTE_CHORD, { signal })
      watch.keysWereStruck()
      const isTaken = await watch.taken(signal)
      // Who comes later shall not have it too, when it is typed in another way.
      if (!isTaken) for (const name of names) selections.offer(name, nothingToPaste, { isPassing: true })
      return { isTaken, isReplaced: names.some((name) => this.#kept.get(name)?.kind === 'other') }
    } finally {
      watch.stop()
      this.#restoreLater()
    }
  }

  /** Until the application has fetched all of the last text, and shows it. */
  async silent(signal?: AbortSignal): Promise<void> {
    if (this.#kept.size > 0) await this.#silence(SILENT_BEFORE_RESTORE_MS, { since: this.#struck, signal })
  }

  /** Until the clipboard is as it was, without further delay. */
  async finish(): Promise<void> {
    this.#restoring.over.abort()
    await this.#restoring.done
    await this.#restore()
  }

  #restoreLater(): void {
    const over = new AbortController()
    const silent = this.#silence(SILENT_BEFORE_RESTORE_MS, { since: performance.now(), signal: over.signal })
    const done = silent.then(
      () => this.#restore(),
      () => {},
    )
    this.#restoring = { over, done }
  }

  /** Until the application has not asked for so long, nor was the text there for less. */
  async #silence(milliseconds: number, { since = -Infinity, signal }: Silence): Promise<void> {
    const until = performance.now() + MAX_WAITING_MS
    for (;;) {
      const lastAsked = this.#lastAsked
      const enough = milliseconds * Math.max(1, this.#slowestStep / USUAL_STEP_MS)
      const silent = performance.now() - Math.max(since, lastAsked)
      if (silent < enough && performance.now() < until) {
        await sleep(Math.min(POLL_MS, enough - silent), undefined, { signal, ref: false })
        continue
      }
      // After this process itself was held up, a question may wait to be read.
      await this.#parts.connection.sync()
      if (this.#lastAsked === lastAsked || performance.now() >= until) return
    }
  }

  async #restore(): Promise<void> {
    const { selections, connection } = this.#parts
    if (connection.isLost) return
    for (const [name, content] of this.#kept) {
      // Somebody may have copied something meanwhile.
      if (selections.owns(name)) selections.offer(name, content)
    }
    this.#kept.clear()
    await connection.sync().catch(() => {})
  }

  /**
   * Terminals paste what was selected last, everything else what was copied. There the former is left alone: an
   * application whose selection is taken away unmarks it, and the text would not replace what was marked.
   */
  async #selectionsToUse(): Promise<readonly SelectionName[]> {
    const window = await this.#parts.activeWindow()
    return !window || isTerminalClass(window.className) ? ['CLIPBOARD', 'PRIMARY'] : ['CLIPBOARD']
  }

  #watchTaking(focused: number | null): TakingWatch {
    const early = new Set<number>()
    const { promise, resolve } = Promise.withResolvers<'by-focused' | 'by-another'>()
    let isStruck = false
    const stop = this.#parts.selections.onAsked(({ requestor, isForText }) => {
      const client = this.#clientOf(requestor)
      if (!isForText) return
      if (focused === null || client === focused) resolve('by-focused')
      // Clipboard managers fetch whatever is new at once, keys or not.
      else if (isStruck && !early.has(client)) resolve('by-another')
      else early.add(client)
    })
    return {
      stop,
      keysWereStruck: () => (isStruck = true),
      taken: async (signal) => {
        const over = new AbortController()
        const signals = signal ? [signal, over.signal] : [over.signal]
        try {
          const late = this.#silence(TAKEN_WITHIN_MS, {
            since: performance.now(),
            signal: AbortSignal.any(signals),
          })
          return await Promise.race([promise, late.then(() => false as const)])
        } finally {
          over.abort()
        }
      },
    }
  }

  /** Windows of one application have the same upper bits. */
  #clientOf(window: number): number {
    return (window & ~this.#parts.connection.display.resource_mask) >>> 0
  }

  async #focusedClient(): Promise<number | null> {
    const { connection } = this.#parts
    const { focus } = await focusOf(connection)
    if (focus > 1) return this.#clientOf(focus)
    const { child } = await pointerOf(connection)
    return focus === 1 && child !== 0 ? this.#clientOf(child) : null
  }
}

interface Silence {
  readonly since?: number
  readonly signal: AbortSignal | undefined
}

interface TakingWatch {
  readonly stop: () => void
  readonly keysWereStruck: () => void
  readonly taken: (signal?: AbortSignal) => Promise<'by-focused' | 'by-another' | false>
}
