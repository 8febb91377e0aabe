import { realpath } from 'node:fs/promises'

/** The last edit of each file that is under way; nothing is kept once a file is quiet. */
const lastEdits = new Map<string, Promise<unknown>>()

/**
 * Runs edits of one file one after the other: two steps of a workflow that add to the same file at once would each write
 * back what they read, and the first addition would be lost.
 */
export async function editInTurn<T>(path: string, edit: () => Promise<T>): Promise<T> {
  const key = await realpath(path).catch(() => path)
  const before = lastEdits.get(key) ?? Promise.resolve()
  const mine = before.then(edit, edit)
  const settled = mine.then(
    () => undefined,
    () => undefined,
  )
  lastEdits.set(key, settled)
  try {
    return await mine
  } finally {
    if (lastEdits.get(key) === settled) lastEdits.delete(key)
  }
}
