import type { Database } from '../../../platform/database/database.ts'
import type { NewTimer } from '../../timers/contract.ts'
import type { AnswerGate } from '../addresses/answer-gate.ts'
import type { KnownTypes } from '../components/known-types.ts'
import type { ComponentRepair } from '../components/repair-component.ts'
import type { LiveRun } from './live-run.ts'

export interface RunWriterOptions {
  readonly run: LiveRun
  readonly known: KnownTypes
  readonly database: Database
  /** What of a model's answer may be sent as it is. */
  readonly gate: AnswerGate
  /** Told of every component of somebody else that did not fit. */
  readonly onRepair: (repair: ComponentRepair) => void
  readonly now: () => Date
  /** Starts a timer in the transaction in which its card is written. */
  readonly startTimer: (timer: NewTimer) => void
}

export interface Placing {
  /** The id of the skeleton that it takes the place of. */
  readonly announced: string | undefined
  readonly keepHeld?: (() => void) | undefined
  /** Whether the service wrote it, and not a model. */
  readonly isOwn: boolean
}
