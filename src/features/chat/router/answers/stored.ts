import { createHash, randomBytes } from 'node:crypto'
import { AppError } from '../../../../contract/errors.ts'
import type { Store, StoreEntry } from '../../../store/store.ts'

export type StoredValues = Pick<Store, 'read' | 'write' | 'list' | 'remove'>

/** Somebody else may write at the same moment: then it is read and changed again. */
const TRIES = 5

/** Changes what is stored under a key, keeping everything that the change does not touch. */
export async function editStored<Value extends object>(
  store: StoredValues,
  key: string,
  { empty, change }: { empty: Value; change: (value: Value) => Value },
): Promise<Value> {
  for (let attempt = 1; ; attempt++) {
    const entry = store.read(key)
    const members = membersIn(entry)
    if (!members) throw unreadable(key)
    const next = change({ ...empty, ...(members as Value) })
    const precondition = entry ? { ifMatch: `"${entry.version}"` } : { ifNoneMatch: '*' }
    try {
      await store.write(key, JSON.stringify(next), precondition)
      return next
    } catch (error) {
      const wasChanged = error instanceof AppError && error.code === 'precondition_failed'
      if (!wasChanged || attempt === TRIES) throw error
    }
  }
}

export function readStored<Value extends object>(store: StoredValues, key: string, empty: Value): Value {
  return { ...empty, ...(membersIn(store.read(key)) as Value | undefined) }
}

/** Any client may store any JSON: what is no object has no members, and undefined says so. */
function membersIn(entry: StoreEntry | undefined): object | undefined {
  const value = entry ? (JSON.parse(entry.json) as unknown) : null
  if (value === null) return {}
  return typeof value === 'object' && !Array.isArray(value) ? value : undefined
}

/** Nothing is written over that was not understood. */
export function unreadable(key: string): AppError {
  return new AppError(
    'conflict',
    `The data under “${key}” is damaged, so nothing was changed. See GET /api/store/${encodeURIComponent(key)}.`,
  )
}

/** What is full takes no more: the oldest must not go for it. */
export function assertRoom(
  name: string,
  { before, after, most }: Readonly<Record<'before' | 'after' | 'most', number>>,
): void {
  if (after <= most || after <= before) return
  const limit = new Intl.NumberFormat('en').format(most)
  throw new AppError(
    'too_large',
    `${name} can have at most ${limit} entries, so nothing was added. Remove some first.`,
  )
}

export function newEntryId(): string {
  return randomBytes(6).toString('base64url')
}

/**
 * The entries, each with an id that no other has. One that was written without, or with that of another, gets one by its
 * name: the same at each look, so that what was chosen is what is changed.
 */
export function withOwnIds<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  name: (entry: Entry) => string,
): readonly Entry[] {
  const taken = new Set<string>()
  return entries.map((entry) => {
    const isOwn = typeof entry.id === 'string' && entry.id !== '' && !taken.has(entry.id)
    const id = isOwn ? entry.id : freeId(name(entry), taken)
    taken.add(id)
    return isOwn ? entry : { ...entry, id }
  })
}

function freeId(name: string, taken: ReadonlySet<string>): string {
  const base = createHash('sha256').update(name).digest('base64url').slice(0, 12)
  for (let number = 1, id = base; ; number++, id = `${base}-${number}`) if (!taken.has(id)) return id
}
