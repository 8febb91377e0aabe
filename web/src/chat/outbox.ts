import type { ModelPick, SentFile } from './chat-record.ts'

/** A message that has not reached the service yet. */
export interface Unsent {
  readonly id: string
  /** Its conversation; one that is new gets its name here, so that the next messages find it. */
  readonly sessionId: string
  readonly text: string
  readonly files: readonly SentFile[]
  /** The model that was chosen before the conversation began. */
  readonly model?: ModelPick
  /** It was sent once, and nobody said whether it arrived. */
  readonly tried?: Tried
}

export interface Tried {
  /** How often the same words stood in the conversation before. */
  readonly saidBefore: number
  /** When it was sent, if it was to begin a conversation that the service would name. */
  readonly beganAt?: string
}

const KEY = 'deskhand.outbox'
const NAMES_KEY = 'deskhand.outbox.names'
const MAX_NAMES = 20
const NONE: readonly Unsent[] = []
const NO_NAMES: ReadonlySet<string> = new Set()

/** What was said while the service was away or another answer came. It survives a reload and is the same in every tab. */
export class Outbox {
  readonly #listeners = new Set<() => void>()
  #entries: readonly Unsent[] = read()

  constructor() {
    window.addEventListener('storage', ({ key }) => {
      if (key !== KEY) return
      this.#entries = read()
      this.#tell()
    })
  }

  readonly subscribe = (listener: () => void): void => {
    this.#listeners.add(listener)
  }

  /** The first of all, or of those whose conversations are not among these. */
  first(besides: ReadonlySet<string> = NO_NAMES): Unsent | undefined {
    return this.#entries.find(({ sessionId }) => !besides.has(sessionId))
  }

  find(id: string): Unsent | undefined {
    return this.#entries.find((entry) => entry.id === id)
  }

  /** Those of a conversation, the oldest first. */
  of(sessionId: string | undefined): readonly Unsent[] {
    if (sessionId === undefined || this.#entries.length === 0) return NONE
    const own = this.#entries.filter((entry) => entry.sessionId === sessionId)
    return own.length === 0 ? NONE : own
  }

  /** Adds one, or keeps what is new about it. One that is there keeps its place. */
  keep(entry: Unsent): void {
    const at = this.#entries.findIndex(({ id }) => id === entry.id)
    this.#write(at === -1 ? [...this.#entries, entry] : this.#entries.with(at, entry))
  }

  remove(id: string): void {
    if (this.find(id)) this.#write(this.#entries.filter((entry) => entry.id !== id))
  }

  /** The service knows the conversation by another name. Addresses that hold the first one still lead to it. */
  rename(from: string, to: string): void {
    const names = [...readNames().filter(([known]) => known !== from), [from, to] as const].slice(-MAX_NAMES)
    try {
      localStorage.setItem(NAMES_KEY, JSON.stringify(names))
    } catch {
      // Then only this page goes along.
    }
    this.#write(
      this.#entries.map((entry) => (entry.sessionId === from ? { ...entry, sessionId: to } : entry)),
    )
  }

  /** What the service calls a conversation that was named here first. */
  nameOf(sessionId: string): string {
    return readNames().find(([from]) => from === sessionId)?.[1] ?? sessionId
  }

  #write(entries: readonly Unsent[]): void {
    this.#entries = entries
    try {
      if (entries.length === 0) localStorage.removeItem(KEY)
      else localStorage.setItem(KEY, JSON.stringify(entries))
    } catch {
      // Where the browser keeps nothing, it still waits on this page.
    }
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

function read(): readonly Unsent[] {
  return readList(KEY) as readonly Unsent[]
}

function readNames(): readonly (readonly [from: string, to: string])[] {
  return readList(NAMES_KEY) as readonly (readonly [string, string])[]
}

function readList(key: string): readonly unknown[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept : NONE
  } catch {
    return NONE
  }
}
