import type { Connection } from './connection.ts'
import { sqliteFaultOf, storageError, type StorageFault } from './sqlite-error.ts'
import { BUSY_LIMIT_MS, BUSY_RETRY_MS } from './while-busy.ts'

const JOBS_A_TRANSACTION = 500

export interface WriteQueueOptions {
  readonly connection: Connection
  /** A change failed because of the storage under it. */
  readonly onFault: (fault: StorageFault, error: Error) => void
  /** A transaction is on disk. */
  readonly onCommit: () => void
}

interface Job {
  readonly work: () => unknown
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

interface Done {
  readonly job: Job
  readonly value: unknown
}

/**
 * Group commit: all changes queued in one turn of the event loop share one transaction, and so one fsync. With a slow
 * disk many writers pay for one; a lone writer waits for nobody, because no timer gathers the group.
 */
export class WriteQueue {
  readonly #connection: Connection
  readonly #onFault: WriteQueueOptions['onFault']
  readonly #onCommit: WriteQueueOptions['onCommit']
  #jobs: Job[] = []
  #scheduled = false
  #busySince: number | null = null

  constructor({ connection, onFault, onCommit }: WriteQueueOptions) {
    this.#connection = connection
    this.#onFault = onFault
    this.#onCommit = onCommit
  }

  write<T>(work: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#jobs.push({ work, resolve, reject })
      this.#schedule()
    })
  }

  /** Resolves when everything queued before has been settled, one way or the other. */
  async settled(): Promise<void> {
    // A failure here belongs to the changes that were queued, and those have been told.
    await this.write(() => undefined).catch(() => undefined)
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    setImmediate(this.#flush)
  }

  readonly #flush = (): void => {
    if (!this.#begin()) return
    const batch = this.#takeBatch()
    let done: Done[] | null = null
    try {
      done = this.#runAll(batch)
      // With nothing done there is nothing to commit, and a commit would count as proof that the disk works.
      this.#connection.prepare(done.length > 0 ? 'COMMIT' : 'ROLLBACK').run()
    } catch (error) {
      this.#failBatch(batch, error)
      done = null
    }
    if (done && done.length > 0) this.#onCommit()
    for (const { job, value } of done ?? []) job.resolve(value as never)
    this.#continue()
  }

  /** False when the batch has to wait for another program, or has already failed. */
  #begin(): boolean {
    try {
      this.#connection.prepare('BEGIN IMMEDIATE').run()
      this.#busySince = null
      return true
    } catch (error) {
      if (sqliteFaultOf(error, this.#connection.path) === 'busy' && this.#mayStillWait()) {
        setTimeout(this.#flush, BUSY_RETRY_MS)
        return false
      }
      this.#busySince = null
      this.#failBatch(this.#takeBatch(), error)
      this.#continue()
      return false
    }
  }

  #mayStillWait(): boolean {
    this.#busySince ??= performance.now()
    return performance.now() - this.#busySince < BUSY_LIMIT_MS
  }

  #takeBatch(): Job[] {
    if (this.#jobs.length > JOBS_A_TRANSACTION) return this.#jobs.splice(0, JOBS_A_TRANSACTION)
    const batch = this.#jobs
    this.#jobs = []
    return batch
  }

  #runAll(batch: readonly Job[]): Done[] {
    const done: Done[] = []
    // Alone in its transaction, a change needs no savepoint: undoing it is undoing everything.
    const isolated = batch.length > 1
    for (const job of batch) {
      if (isolated) this.#connection.prepare('SAVEPOINT change').run()
      try {
        done.push({ job, value: runSynchronously(job.work) })
      } catch (error) {
        if (this.#isEverybodysFault(error)) throw error
        job.reject(error)
        if (isolated) this.#connection.prepare('ROLLBACK TO change').run()
      }
      // SQLite itself ends the transaction on a full disk, even when the work caught the error.
      if (!this.#connection.isTransaction) throw new Error('The transaction ended before it was committed.')
      if (isolated) this.#connection.prepare('RELEASE change').run()
    }
    return done
  }

  /** After these SQLite lets nothing more into the transaction, or has ended it. */
  #isEverybodysFault(error: unknown): boolean {
    const fault = sqliteFaultOf(error, this.#connection.path)
    return fault === 'full' || fault === 'failed' || fault === 'damaged' || !this.#connection.isTransaction
  }

  #failBatch(batch: readonly Job[], error: unknown): void {
    const fault = sqliteFaultOf(error, this.#connection.path) ?? 'failed'
    const failure = storageError(fault, error)
    this.#rollBack()
    this.#onFault(fault, failure)
    // Those that failed by themselves have been rejected with their own error; a promise keeps the first.
    for (const job of batch) job.reject(failure)
  }

  #rollBack(): void {
    if (!this.#connection.isTransaction) return
    try {
      this.#connection.prepare('ROLLBACK').run()
    } catch (error) {
      this.#onFault('failed', storageError('failed', error))
    }
  }

  #continue(): void {
    this.#scheduled = false
    if (this.#jobs.length > 0) this.#schedule()
  }
}

function runSynchronously(work: () => unknown): unknown {
  const value = work()
  if (value instanceof Promise) {
    // Its later statements would run outside of the transaction.
    value.catch(() => undefined)
    throw new TypeError('The work of a write must be synchronous, but it returned a promise.')
  }
  return value
}
