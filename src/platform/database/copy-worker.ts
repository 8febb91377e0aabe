import { backup, DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { inspectFile, type Finding } from './inspect-file.ts'
import { faultOf, type StorageFault } from './sqlite-error.ts'

export interface CopyOrder {
  readonly source: string
  readonly target: string
}

/** An error loses its SQLite code on the way between threads, so what it means is told instead. */
export type CopyAnswer =
  | Finding
  | { readonly state: 'failed'; readonly fault: StorageFault; readonly reason: string }

parentPort?.postMessage(await answer(workerData as CopyOrder))

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
