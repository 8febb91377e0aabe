import { randomBytes } from 'node:crypto'
import { AppError } from '../../../../contract/errors.ts'
import type { Store } from '../../../store/store.ts'

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
    const current = entry ? { ...empty, ...(JSON.parse(entry.json) as Value) } : empty
    const next = change(current)
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
  const entry = store.read(key)
  return entry ? { ...empty, ...(JSON.parse(entry.json) as Value) } : empty
}

export function newEntryId(): string {
  return randomBytes(6).toString('base64url')
}
