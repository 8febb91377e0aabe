import { randomBytes } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import { storedRecord } from '../../../contract/tool.ts'
import type { TObject, TSchema } from '../../../contract/type.ts'
import { checkFor } from '../../../platform/validation/validation.ts'
import type {
  StoredChange,
  StoredChanged,
  StoredLook,
  StoredPlace,
  StoredThingsPort,
} from '../../../plugins/organizer/stored-things-port.ts'
import { mentions } from '../router/answers/matching.ts'
import type { StoredValues } from '../router/answers/stored.ts'
import { applyChange, type Applied } from './apply-change.ts'
import { changeWords, counted, fitting, foundWords } from './stored-words.ts'
import { openShelf } from './open-shelf.ts'
import type { Shelf, ShelfEntry } from './shelf.ts'

export interface StoredDeps {
  readonly store: StoredValues
  /** IANA name of the zone of this machine. */
  readonly timeZone: () => string
  /** What each widget keeps, by its type. */
  readonly loadSchemas: () => Promise<Readonly<Record<string, TSchema>>>
}

interface Reversible {
  readonly key: string
  readonly before: string | undefined
  /** The version that the change made; undefined when it deleted. */
  readonly version: number | undefined
}

const MAX_UNDONE = 200

/** What is kept for the user, as the tools read and change it. */
export class StoredThings implements StoredThingsPort {
  readonly #deps: StoredDeps
  /** Forgotten with the process, as the router forgets what it did. */
  readonly #reversible = new Map<string, Reversible>()

  constructor(deps: StoredDeps) {
    this.#deps = deps
  }

  async read(place: StoredPlace, { query, limit, offset }: StoredLook) {
    const shelf = openShelf(this.#deps.store, place)
    if (!shelf.isThere && place.name !== undefined) throw noneCalled(shelf, place.name)
    const all = shelf.entries()
    const byId = all.filter(({ id }) => id === query)
    const found =
      query === undefined
        ? all
        : byId.length > 0
          ? byId
          : all.filter((entry) => mentions(shelf.text(entry), query))
    const { entries, isShortened } = fitting(found.slice(offset, offset + limit))
    const after = offset + entries.length
    const next_offset = after < found.length ? after : null
    return {
      message: foundWords(shelf, {
        found: found.length,
        told: entries.length,
        query,
        next_offset,
        isShortened,
      }),
      key: shelf.key,
      title: shelf.title,
      entries,
      total: all.length,
      next_offset,
      ...(shelf.columns && { columns: shelf.columns() }),
      ...(query === undefined && shelf.others && { others: shelf.others() }),
    }
  }

  async change(place: StoredPlace, change: StoredChange, now: Date): Promise<StoredChanged> {
    const made: Reversible[] = []
    const store = watched(this.#deps.store, made)
    const shelf = openShelf(store, place, change.columns)
    const wasThere = shelf.isThere
    if (!wasThere && change.add.length === 0 && change.columns === undefined)
      throw noneCalled(shelf, place.name ?? shelf.title)
    const schema = entrySchema(await this.#deps.loadSchemas(), shelf)
    const clock = { now, timeZone: this.#deps.timeZone() }
    let applied: Applied = { entries: [], added: [], changed: [], removed: [], there: [] }
    if (change.clear === 'all' && shelf.remove && change.add.length === 0) {
      const removed = shelf.entries()
      await shelf.remove()
      applied = { ...applied, removed }
    } else {
      await shelf.edit((entries) => {
        applied = applyChange(shelf, entries, { change, clock })
        for (const entry of [...applied.added, ...applied.changed]) assertFits(shelf, entry, schema)
        return applied.entries
      })
    }
    const { added, changed, removed } = applied
    const short = (list: readonly ShelfEntry[]) => fitting(list).entries
    return {
      message: changeWords(shelf, { applied, isNew: !wasThere, timeZone: clock.timeZone }),
      key: shelf.key,
      title: shelf.title,
      added: short(added),
      changed: short(changed),
      removed: short(removed),
      total: applied.entries.length,
      undo: this.#keep(made.at(-1)),
    }
  }

  async undo(place: StoredPlace, undo: string): Promise<StoredChanged> {
    const { store } = this.#deps
    const known = this.#reversible.get(undo)
    const shelf = openShelf(store, place)
    if (!known)
      throw new AppError('not_found', `The change “${undo.slice(0, 40)}” is no longer known, so it stays.`)
    if (known.key !== shelf.key)
      throw new AppError(
        'invalid_request',
        `That change was made to “${known.key}”, not to ${shelf.title}. Name it.`,
      )
    const current = store.read(known.key)
    if (current?.version !== known.version)
      throw new AppError('conflict', `${shelf.title} has changed since then, so it was left as it is.`)
    const precondition = current ? { ifMatch: `"${current.version}"` } : { ifNoneMatch: '*' }
    const made: Reversible[] = []
    const writing = watched(store, made)
    if (known.before === undefined) await writing.remove(known.key, precondition)
    else await writing.write(known.key, known.before, precondition)
    this.#reversible.delete(undo)
    const total = shelf.entries().length
    return {
      message: `${shelf.title} is back to how it was: ${counted(total, shelf)}.`,
      key: shelf.key,
      title: shelf.title,
      added: [],
      changed: [],
      removed: [],
      total,
      undo: this.#keep(made.at(-1)),
    }
  }

  async records(place: StoredPlace): Promise<readonly string[]> {
    const { key, entries } = openShelf(this.#deps.store, place)
    return entries().map(({ id }) => storedRecord(key, id))
  }

  #keep(change: Reversible | undefined): string | null {
    if (!change) return null
    const name = randomBytes(6).toString('base64url')
    this.#reversible.set(name, change)
    const [oldest] = this.#reversible.keys()
    if (this.#reversible.size > MAX_UNDONE && oldest !== undefined) this.#reversible.delete(oldest)
    return name
  }
}

/** The same store, and what was there before each change. */
function watched(store: StoredValues, made: Reversible[]): StoredValues {
  return {
    read: (key) => store.read(key),
    list: (wish) => store.list(wish),
    async write(key, json, precondition) {
      const before = store.read(key)?.json
      const written = await store.write(key, json, precondition)
      made.push({ key, before, version: written.version })
      return written
    },
    async remove(key, precondition) {
      const before = store.read(key)?.json
      const removed = await store.remove(key, precondition)
      if (removed) made.push({ key, before, version: undefined })
      return removed
    },
  }
}

function noneCalled({ kind, others }: Shelf, name: string): AppError {
  const what = kind === 'kanban_board' ? 'board' : 'list'
  const names = (others?.() ?? []).map((one) => one.name)
  const there = names.length === 0 ? `No ${what} yet.` : `Available: ${names.slice(0, 30).join(', ')}.`
  return new AppError('not_found', `No ${what} called “${name.slice(0, 100)}”. ${there}`)
}

/** Of one entry, within what the widget keeps. */
function entrySchema(schemas: Readonly<Record<string, TSchema>>, { type }: Shelf): TSchema {
  const arrayIn = (schema: TSchema) =>
    Object.values((schema as TObject).properties).findLast(
      (member): member is TSchema & { items: TSchema } =>
        'items' in member && 'properties' in (member.items as object),
    )!.items
  const outer = arrayIn(schemas[type]!)
  return type === 'kanban_board' ? arrayIn(outer) : outer
}

/** What the page could not show is not kept. */
function assertFits(shelf: Shelf, { column: _column, ...entry }: ShelfEntry, schema: TSchema): void {
  const [issue] = checkFor(schema, 'body')(structuredClone(entry))
  if (!issue) return
  const name = shelf.name(entry).slice(0, 60)
  throw new AppError(
    'invalid_request',
    `The ${shelf.noun} “${name}” is invalid: ${issue.path.slice(1)} ${issue.message}. Nothing was changed.`,
  )
}
