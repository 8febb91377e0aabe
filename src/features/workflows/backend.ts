import type { Claim } from './claim.ts'
import type { StepStatus, WorkflowStatus } from './schemas.ts'
import type { ReadyStep } from './step-rows.ts'

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

export interface Statement {
  /** Parameters are written `?1`, `?2` …, and the text is one that SQLite and PostgreSQL both understand. */
  readonly sql: string
  readonly values: readonly Value[]
  /** The rows that it reads may not change until the transaction ends. SQLite has one writer anyway. */
  readonly locks?: true
  /** Nobody needs rows, only how many were changed: the answer is one row, `{changes}`. */
  readonly counts?: true
}

/**
 * What one transaction does, written once: it yields statements and is resumed with their rows. A database that answers
 * at once runs it without a pause, one that answers over the network waits at each statement.
 */
export type Work<Result> = Generator<Statement, Result, readonly Row[]>

/** A step that may be run now. */
export interface StepRef {
  readonly key: number
  /** Not before so many milliseconds have passed. */
  readonly delayMs?: number
  /** Only a person is asked: that needs no place among the running steps. */
  readonly ask?: true
  /** The service ended twice while it ran: one of these at a time, so that the one at fault is found. */
  readonly suspect?: true
  /** The step as the transaction read it that hands it out. No other transaction may rely on it. */
  readonly read?: ReadyStep
}

/** Something that became true with a transaction, told once that is on disk. */
export type Notice =
  | {
      readonly about: 'workflow.created' | 'workflow.updated'
      readonly workflow_id: string
      readonly name: string | null
      readonly status: WorkflowStatus
    }
  | { readonly about: 'workflow.deleted'; readonly workflow_id: string }
  | {
      readonly about: 'step.updated'
      readonly workflow_id: string
      readonly workflow_name: string | null
      readonly step_id: string
      readonly status: StepStatus
      readonly message: string | null
    }
  | { readonly about: 'question.closed'; readonly confirmation_id: string; readonly approved: boolean }
  | { readonly about: 'question.missing'; readonly workflow_id: string; readonly step_id: string }
  /** A step that waits has another question now. */
  | { readonly about: 'question.asked'; readonly workflow_id: string; readonly step_id: string }

/** The transaction as its work sees it: what it hands out and tells counts when it commits, or not at all. */
export interface Transaction {
  /** One moment for everything in it. */
  readonly at: string
  enqueue(ref: StepRef): void
  tell(notice: Notice): void
}

export type Act<Result> = (transaction: Transaction) => Work<Result>

/** What becomes of a step that a backend delivers. */
export interface Delivery {
  /** Takes the step for the one try that the lease names; undefined when there is nothing to do. */
  claim(transaction: Transaction, ref: StepRef, lease: string): Work<Claim | undefined>
  /** Writes down that a step was handed out, for those that the transaction which does so does not claim itself. */
  park(ref: StepRef): Work<void>
  /** Fails a step that no process has survived taking. */
  giveUp(transaction: Transaction, ref: StepRef): Work<void>
  /** Sets a workflow right of which nobody knows what is in flight, and lets it go on. */
  recover(transaction: Transaction, workflow: number): Work<void>
  /** Does the work, outside of any transaction, and answers with what records it. Never throws. */
  perform(claim: Claim): Promise<Act<void>>
  /** A transaction is on disk. */
  committed(notices: readonly Notice[]): void
  /** A transaction of another process is on disk. */
  heard(notices: readonly Notice[]): void
  /** What other processes have done for a while was not heard. */
  missed(): void
  /** Stops what runs of this workflow in this process. */
  abort(workflow: number): void
}

/** Everything that differs between one machine and many. */
export interface Backend {
  /** No other process works on the same workflows: what is in flight at the start was left behind. */
  readonly alone: boolean
  /** What keeps the database from answering now, in a sentence; null when nothing does. */
  readonly trouble: string | null
  transact<Result>(act: Act<Result>): Promise<Result>
  read<Result>(work: Work<Result>): Promise<Result>
  /** Done when the database can be asked, however long it is away. */
  ready(): Promise<void>
  /** From now on every step that was handed out is delivered, at least once. */
  start(): Promise<void>
  /** Stops what runs of a workflow, wherever it runs; done when it has ended here. */
  abort(workflow: number): Promise<void>
  /** Delivers nothing more; done when everything that was delivered has been recorded. */
  stop(): Promise<void>
}

export type OpenBackend = (delivery: Delivery) => Backend

export function* all<Found = Row>(sql: string, ...values: readonly Value[]): Work<readonly Found[]> {
  return (yield { sql, values }) as readonly Found[]
}

export function* first<Found = Row>(sql: string, ...values: readonly Value[]): Work<Found | undefined> {
  return (yield { sql, values })[0] as Found | undefined
}

/** How many rows it changed. */
export function* change(sql: string, ...values: readonly Value[]): Work<number> {
  return (yield { sql, values, counts: true })[0]!['changes'] as number
}
