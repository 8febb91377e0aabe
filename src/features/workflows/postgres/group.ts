import type { PoolClient } from 'pg'
import type { Claim } from '../engine/claim.ts'
import type { Foresight } from '../engine/foresight.ts'
import type { Act, Notice, StepRef, Transaction } from '../engine/transaction.ts'

/** A step that a transaction has claimed for this process. */
export interface Taken {
  readonly ref: StepRef
  readonly claim: Claim
}

/** What comes of a transaction when it is on disk, and what is to be undone when it does not get there. */
export class Outcome {
  readonly notices: Notice[] = []
  readonly taken: Taken[] = []
  /** Steps that are to be looked at later. */
  readonly later: StepRef[] = []
  /** Agents of steps that wait for whoever has a place. */
  readonly waiting = new Set<string>()
  readonly undo: ((error: unknown) => void)[] = []

  takeBack(error: unknown): void {
    for (const undo of this.undo.toReversed()) undo(error)
  }
}

/** What a transaction does for one workflow, one act after the other. */
export class Lane {
  readonly outcome: Outcome
  readonly transaction: Transaction
  /** What was handed out, and is neither claimed nor left to others yet. */
  readonly refs: StepRef[] = []
  /** Whether what it hands out may be begun with it. */
  readonly claims: boolean

  constructor(outcome: Outcome, { at, claims }: { at: string; claims: boolean }) {
    this.outcome = outcome
    this.claims = claims
    this.transaction = {
      at,
      enqueue: (ref) => void this.refs.push(ref),
      tell: (notice) => void outcome.notices.push(notice),
    }
  }
}

/** An act that is to be committed, by itself or with others. */
export interface Member<Result> {
  readonly act: Act<Result>
  /** Acts of one workflow come one after the other. */
  readonly workflow?: number
  /** What the act is going to read. */
  readonly foresees?: readonly Foresight[]
  /** It has a transaction of its own: it may fail, or take long. */
  readonly isAlone?: boolean
  /** The act is done, and what it makes possible may be begun in the same transaction. */
  readonly onDone?: (outcome: Outcome) => void
  /** What else belongs to the transaction. */
  readonly alongside?: (client: PoolClient) => Promise<unknown>
}
