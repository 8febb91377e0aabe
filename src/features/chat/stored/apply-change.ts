import { AppError } from '../../../contract/errors.ts'
import type { StoredChange } from '../../../plugins/organizer/stored-things-port.ts'
import { isSame, mentions } from '../router/answers/matching.ts'
import { changedEntry, newEntry } from './entry-members.ts'
import type { Clock } from './entry-times.ts'
import type { Shelf, ShelfEntry } from './shelf.ts'

export interface Applied {
  readonly entries: readonly ShelfEntry[]
  readonly added: readonly ShelfEntry[]
  readonly changed: readonly ShelfEntry[]
  readonly removed: readonly ShelfEntry[]
  /** What was to be added and is there already. */
  readonly there: readonly ShelfEntry[]
}

/** All that was asked for, on the entries as they are. Throws before anything is changed when one of them is not clear. */
export function applyChange(
  shelf: Shelf,
  entries: readonly ShelfEntry[],
  { change: { add, change, remove, clear }, clock }: { change: StoredChange; clock: Clock },
): Applied {
  const gone = new Set([
    ...remove.map((wanted) => find(shelf, entries, { wanted, isRemoval: true }).id),
    ...entries
      .filter(({ done }) => clear === 'all' || (clear === 'done' && done === true))
      .map(({ id }) => id),
  ])
  const changed = new Map<string, ShelfEntry>()
  for (const { id: wanted, ...given } of change) {
    const { id } = find(shelf, entries, { wanted, isRemoval: false })
    const before = changed.get(id) ?? entries.find((entry) => entry.id === id)!
    changed.set(id, changedEntry(shelf, before, { given, clock }))
  }
  const stays = entries.filter(({ id }) => !gone.has(id)).map((entry) => changed.get(entry.id) ?? entry)
  const added: ShelfEntry[] = []
  const there: ShelfEntry[] = []
  const known = new Map<string | undefined, ShelfEntry>()
  for (const entry of stays) known.set(shelf.twinKey?.(entry), entry)
  for (const given of add) {
    const entry = newEntry(shelf, given, clock)
    const key = shelf.twinKey?.(entry)
    const twin = key === undefined ? undefined : known.get(key)
    if (twin) there.push(twin)
    else added.push(entry)
    known.set(key, twin ?? entry)
  }
  const removed = entries.filter(({ id }) => gone.has(id))
  const moved = [...changed.values()].filter((entry) => isMoved(entry, entries))
  const rest = [
    ...stays.filter((entry) => !moved.includes(entry)),
    ...moved.filter(({ id }) => !gone.has(id)),
  ]
  return {
    // The first of several new ones stays the first.
    entries: shelf.addsFirst ? [...added, ...rest] : [...rest, ...added],
    added,
    changed: [...changed.values()].filter(({ id }) => !gone.has(id)),
    removed,
    there,
  }
}

/** A card that comes into another column stands at its end. */
function isMoved({ id, column }: ShelfEntry, entries: readonly ShelfEntry[]): boolean {
  return entries.find((entry) => entry.id === id)?.['column'] !== column
}

/** The one that is meant: by its id, by its name, or, unless it would be deleted, by words that only it has. */
function find(
  shelf: Shelf,
  entries: readonly ShelfEntry[],
  { wanted, isRemoval }: { wanted: string; isRemoval: boolean },
): ShelfEntry {
  const byId = entries.find(({ id }) => id === wanted)
  if (byId) return byId
  const named = entries.filter((entry) => isSame(shelf.name(entry), wanted))
  const open = named.filter(({ done }) => done !== true)
  if (named.length === 1 || open.length === 1) return (open.length === 1 ? open : named)[0]!
  const near = named.length > 0 ? named : entries.filter((entry) => mentions(shelf.text(entry), wanted))
  if (near.length === 1 && !isRemoval) return near[0]!
  throw notClear(shelf, { wanted, near, isRemoval })
}

const MAX_NAMED = 8

function notClear(
  shelf: Shelf,
  { wanted, near, isRemoval }: { wanted: string; near: readonly ShelfEntry[]; isRemoval: boolean },
): AppError {
  const { title, noun, nouns } = shelf
  const said = wanted.slice(0, 100)
  const choice = near.slice(0, MAX_NAMED).map((entry) => `${entry.id} (${shelf.name(entry).slice(0, 80)})`)
  const more = near.length > MAX_NAMED ? ', …' : ''
  const ids = `${choice.join(', ')}${more}`
  if (near.length === 0)
    return new AppError('not_found', `No ${noun} “${said}” in ${title}. Nothing was changed. Read it first.`)
  return near.length === 1 && isRemoval
    ? new AppError(
        'conflict',
        `No ${noun} in ${title} is called “${said}”. Nothing was changed. If you mean ${ids}, give its id.`,
      )
    : new AppError(
        'conflict',
        `${near.length} ${nouns} in ${title} match “${said}”. Nothing was changed. Give the id of one: ${ids}.`,
      )
}
