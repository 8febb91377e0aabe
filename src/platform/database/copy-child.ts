import { backup, DatabaseSync } from 'node:sqlite'
import { inspectFile, type Finding } from './inspect-file.ts'
import { faultOf, type StorageFault } from './sqlite-error.ts'

export interface CopyOrder {
  readonly source: string
  readonly target: string
}

/** An error loses its SQLite code on the way between processes, so what it means is told instead. */
export type CopyAnswer =
  | Finding
  | { readonly state: 'failed'; readonly fault: StorageFault; readonly reason: string }

/**
 * A process of its own: what a copy and its check take of memory goes back to the system with it, and the service stays as
 * small as it was.
 */
process.once('message', (order: CopyOrder) => {
  void answer(order).then((told) => process.send?.(told, () => process.disconnect()))
})
// Nobody waits for the copy any more.
process.once('disconnect', () => process.exit(0))

async function answer({ source, target }: CopyOrder): Promise<CopyAnswer> {
  try {
    await copy(source, target)
    return inspectFile(target)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { state: 'failed', fault: faultOf(error, target) ?? 'failed', reason }
  }
}

async function copy(source: string, target: string): Promise<void> {
  const from = new DatabaseSync(source, { readOnly: true })
  try {
    // All pages in one step is one snapshot. In smaller steps every write of the service would start it over,
    // for it comes from another connection.
    await backup(from, target, { rate: 2 ** 31 - 1 })
  } finally {
    from.close()
  }
  // Without write-ahead log the copy is one file, which can be read where nothing may be written.
  const to = new DatabaseSync(target)
  try {
    to.exec('PRAGMA journal_mode = DELETE')
  } finally {
    to.close()
  }
}
