import type { Database } from '../../../platform/database/database.ts'
import type { RunEvent } from './run-event.ts'
import { insertEvents } from './run-rows.ts'

/** How long text that was already sent may wait for the disk. */
const TEXT_WAIT_MS = 40

/** A run as its journal sees it. */
export interface Journaled {
  /** Its row, once that is written. */
  readonly number: number | undefined
  /** Nothing of it can be kept any more. */
  readonly isLost: boolean
  /** Everything up to this event is on disk. */
  onSaved(seq: number): void
  onLost(error: unknown): void
}

interface Entries {
  readonly events: RunEvent[]
  readonly changes: (() => void)[]
}

/**
 * Writes the events of all runs, gathered: two hundred answers at a time share one transaction and one fsync.
 *
 * What is sent when: text goes out at once and is on disk some milliseconds later; everything else is on disk before it
 * goes out. Waiting for the disk with text would put an fsync between the model's first word and the reader, on some
 * disks 30 ms, and buy little: after a crash the reader that comes back is told again what the text is as far as it was
 * kept (see interrupted-runs.ts), so log, history and reader agree in the end. A component, a tool call or the end of
 * a run cannot be taken back like that, so they wait.
 */
export class RunJournal {
  readonly #database: Database
  readonly #unsaved = new Map<Journaled, Entries>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(database: Database) {
    this.#database = database
  }

  /** `soon` waits a moment for more; with `change`, other rows are written in the same transaction. */
  add(
    run: Journaled,
    event: RunEvent,
    { soon = false, change }: { soon?: boolean; change?: () => void } = {},
  ) {
    const entries = this.#entriesOf(run)
    entries.events.push(event)
    if (change) entries.changes.push(change)
    if (!soon) this.flush()
    else this.#timer ??= setTimeout(() => this.flush(), TEXT_WAIT_MS)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#unsaved.size === 0) return
    let batch: (readonly [Journaled, Entries])[] = []
    this.#writing = this.#database
      .write(() => {
        // Taken when the transaction begins: what was added until then is in it.
        batch = this.#take()
        return batch.map(([run, entries]) => this.#write(run, entries))
      })
      .then(
        (failures) => {
          for (const [index, [run, { events }]] of batch.entries())
            if (failures[index]) run.onLost(failures[index])
            else run.onSaved(events.at(-1)!.seq)
        },
        (error: unknown) => {
          // A transaction that never began has taken nothing.
          for (const [run] of batch.length > 0 ? batch : [...this.#unsaved]) {
            this.#unsaved.delete(run)
            run.onLost(error)
          }
        },
      )
  }

  /** A run whose own row is written later in the same turn is left for the flush that its events have asked for. */
  #take(): (readonly [Journaled, Entries])[] {
    const ready = [...this.#unsaved].filter(([run]) => run.number !== undefined || run.isLost)
    for (const [run] of ready) this.#unsaved.delete(run)
    return ready.filter(([run]) => !run.isLost)
  }

  /** What is wrong with one run, e.g. that its conversation was deleted meanwhile, is no reason to lose the others. */
  #write(run: Journaled, { events, changes }: Entries): unknown {
    try {
      insertEvents(this.#database, run.number!, events)
      for (const change of changes) change()
      return undefined
    } catch (error) {
      if (isConstraint(error)) return error
      throw error
    }
  }

  /** Resolves when all that was added is on disk or lost. */
  async settled(): Promise<void> {
    this.flush()
    await this.#writing
  }

  #entriesOf(run: Journaled): Entries {
    const known = this.#unsaved.get(run)
    if (known) return known
    const entries: Entries = { events: [], changes: [] }
    this.#unsaved.set(run, entries)
    return entries
  }
}

const SQLITE_CONSTRAINT = 19

function isConstraint(error: unknown): boolean {
  const code = (error as { errcode?: unknown }).errcode
  return typeof code === 'number' && (code & 0xff) === SQLITE_CONSTRAINT
}
