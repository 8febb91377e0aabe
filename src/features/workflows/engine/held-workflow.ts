import type { Envelope } from '../../../contract/envelope.ts'
import type { StepStatus } from '../schemas.ts'
import type { NewEvent } from './history.ts'
import type { Rules } from './rules.ts'
import type { StepHandle } from './step-changes.ts'
import type { ReadyStep } from './step-rows.ts'
import type { Transaction } from './transaction.ts'
import type { WorkflowRow } from './workflow-rows.ts'
import type { Work } from './statement.ts'

/** Where a step stands, as far as the counts of its workflow are concerned. */
export type Standing =
  | 'running'
  | 'asking'
  | 'ready'
  | 'blocked'
  | 'waiting'
  | 'failed'
  /** It failed, and the workflow does not fail by it. */
  | 'handled'
  | 'skipped'

export interface StepError {
  readonly code: string
  readonly message: string
}

/** A step by its key and its id. */
export interface StepName {
  readonly key: number
  readonly id: string
}

/** A workflow that a transaction holds, as those see it who carry on what one of its changes means for others. */
export interface HeldWorkflow {
  readonly row: WorkflowRow
  readonly rules: Rules
  readonly transaction: Transaction
  readonly isGoingOn: boolean
  /** Steps that this transaction hands out; their rows say so only when it ends. */
  readonly handedOut: ReadonlySet<number>
  complete(step: StepHandle, about: { from: Standing; envelope: Envelope }): Work<boolean>
  fail(step: StepHandle, about: { from: Standing; error: StepError; envelope?: Envelope }): Work<boolean>
  makeReady(step: ReadyStep): Work<void>
  skipByCondition(step: StepName, about: { from: Standing; message: string }): Work<void>
  ask(key: number): Work<void>
  askWhereReady(): Work<void>
  moveOn(): Work<void>
  moved(step: { key: number }, from: Standing, to: Standing | 'done'): void
  record(event: Omit<NewEvent, 'workflow' | 'at'>): Work<void>
  tellStep(step: StepName, status: StepStatus, message: string | null): void
}
