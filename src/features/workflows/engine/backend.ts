import type { Claim } from './claim.ts'
import type { StepRef, Notice, Transaction, Act } from './transaction.ts'
import type { Work } from './statement.ts'

/** What becomes of a step that a backend delivers. */
export interface Delivery {
  /** Takes the step for the one try that the lease names; undefined when there is nothing to do. */
  claim(transaction: Transaction, ref: StepRef, lease: string): Work<Claim | undefined>
  /** Writes down that a step was handed out, for those that the transaction which does so does not claim itself. */
  park(ref: StepRef): Work<void>
  /** Fails a step that no process has survived taking. */
  giveUp(transaction: Transaction, ref: StepRef): Work<void>
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

export interface TransactOptions {
  /** The act is short and hardly ever fails: it may share a transaction with others. */
  readonly mayShare?: boolean
}

/** Everything that differs between one machine and many. */
export interface Backend {
  /** No other process works on the same workflows: what is in flight at the start was left behind. */
  readonly alone: boolean
  /** What keeps the database from answering now, in a sentence; null when nothing does. */
  readonly trouble: string | null
  transact<Result>(act: Act<Result>, options?: TransactOptions): Promise<Result>
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
