import type { Stats } from 'node:fs'
import { basename, dirname, extname } from 'node:path'
import { joined } from '../../../../../platform/files/walk.ts'
import type { Look, SourceEvent } from '../../source.ts'
import { eventKey } from '../event-key.ts'
import { outOfSight, readState, stateOf, statesIn, storedStates, type FileCursor } from './cursor.ts'
import type { Place } from './place.ts'
import { below, type Scan } from './scan.ts'

type Kind = 'created' | 'changed' | 'removed'

export interface CompareOptions {
  readonly place: Pick<Place, 'root' | 'isSecret'>
  readonly wanted: readonly Kind[]
  readonly now: Date
  /** How long a file has yet to stay as it is before it counts; 0 or less when it does. */
  remainingMs(path: string, stats: Stats, isNew: boolean): number
}

/** More are told with the next look, at once: one transaction need not hold everything. */
const MAX_EVENTS = 5_000
const MIN_AGAIN_MS = 50

/** What has happened since the cursor. What has not settled stays as it was in it, so that it is found again. */
export function compare(before: FileCursor, found: Scan, options: CompareOptions): Look<FileCursor> {
  return new Comparison(before, found, options).look()
}

class Comparison {
  readonly #before: FileCursor
  readonly #found: Scan
  readonly #options: CompareOptions
  readonly #states
  readonly #events: SourceEvent[] = []
  #isChanged = false
  #againInMs = Infinity

  constructor(before: FileCursor, found: Scan, options: CompareOptions) {
    this.#before = before
    this.#found = found
    this.#options = options
    this.#states = statesIn(before)
  }

  look(): Look<FileCursor> {
    for (const [folder, files] of this.#found.files)
      for (const [name, stats] of files) this.#compareFile(folder, name, stats)
    const { away, isHidden } = outOfSight(this.#found, this.#before.mounts)
    for (const [folder, names] of this.#states)
      for (const name of names.keys())
        if (!this.#found.files.get(folder)?.has(name) && !isHidden(folder, name)) this.#remove(folder, name)
    return {
      events: this.#events.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0)),
      cursor: this.#cursor([...this.#found.mounts, ...away].toSorted()),
      ...(this.#againInMs < Infinity && { againInMs: Math.ceil(this.#againInMs) }),
    }
  }

  /** The very same one where nothing has changed, so that nobody has to store it. */
  #cursor(mounts: readonly string[]): FileCursor {
    const before = this.#before
    if (!this.#isChanged && mounts.join('\n') === before.mounts.join('\n')) return before
    const turn = before.turn + (this.#events.length > 0 ? 1 : 0)
    return { ...before, turn, mounts, files: this.#isChanged ? storedStates(this.#states) : before.files }
  }

  #compareFile(folder: string, name: string, stats: Stats): void {
    const known = this.#states.get(folder)?.get(name)
    const state = stateOf(stats)
    if (known === state) return
    if (this.#events.length >= MAX_EVENTS) return this.#again(0)
    const path = this.#absolute(folder, name)
    const remaining = this.#options.remainingMs(path, stats, known === undefined)
    if (remaining > 0) return this.#again(Math.max(remaining, MIN_AGAIN_MS))
    this.#isChanged = true
    const files = this.#states.get(folder) ?? new Map<string, string>()
    this.#states.set(folder, files.set(name, state))
    const at = isoTime(stats.ctimeMs, this.#options.now)
    this.#tell(known === undefined ? 'created' : 'changed', { path, state, at })
  }

  #remove(folder: string, name: string): void {
    if (this.#events.length >= MAX_EVENTS) return this.#again(0)
    const files = this.#states.get(folder)!
    const state = files.get(name)!
    files.delete(name)
    this.#isChanged = true
    this.#tell('removed', { path: this.#absolute(folder, name), state, at: this.#options.now.toISOString() })
  }

  #tell(kind: Kind, file: { path: string; state: string; at: string }): void {
    const { wanted, place, now } = this.#options
    const { path, state, at } = file
    if (!wanted.includes(kind) || place.isSecret(path)) return
    const { size, mtimeMs } = readState(state)
    const changed_at = isoTime(mtimeMs, now)
    const name = basename(path)
    const extension = extname(name).slice(1).toLowerCase()
    this.#events.push({
      key: eventKey(`${kind}:${state}:${this.#before.turn.toString(36)}:${path}`),
      at,
      data: { path, name, folder: dirname(path), kind, size, changed_at, extension },
    })
  }

  #again(inMs: number): void {
    this.#againInMs = Math.min(this.#againInMs, inMs)
  }

  #absolute(folder: string, name: string): string {
    return joined(this.#options.place.root, below(folder, name))
  }
}

/** A damaged disk may hold a time that no calendar has. */
function isoTime(milliseconds: number, now: Date): string {
  const date = new Date(milliseconds)
  return Number.isNaN(date.getTime()) ? now.toISOString() : date.toISOString()
}
