import type { Work } from './statement.ts'
import type { StepStatus, WorkflowStatus } from '../schemas.ts'
import type { ReadyStep } from './step-rows.ts'

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
  /** A step waits for an event. */
  | { readonly about: 'trigger.added'; readonly workflow_id: string }
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
  /** A step no longer holds what was typed into a password field. */
  | { readonly about: 'secret.forgotten' }
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
