import type { ComponentDefinition } from '../../contract/component.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import type { Envelope } from '../../contract/envelope.ts'
import type { Publish } from '../../contract/event.ts'
import type { Log } from '../../contract/log.ts'
import type { ModelPick } from '../../contract/model-schema.ts'
import type { Database } from '../../platform/database/database.ts'
import type { NewTimer } from '../timers/contract.ts'
import type { Taints } from './model/taint.ts'
import type { Answerer, Asked, Attachment, EarlierMessage, AnswerWriter, Reading } from './answering.ts'
import type { ComponentRepair } from './components/repair-component.ts'
import type { Answer } from './runs/fold.ts'

export interface ChatDeps {
  readonly database: Database
  readonly now: () => Date
  readonly log: Log
  readonly publish: Publish
  /** What the conversations have read. */
  readonly taints: Taints
  readonly loadComponents: () => Promise<{ readonly definitions: readonly ComponentDefinition[] }>
  /** How a message is understood without a model, the same for all who answer it. */
  readonly read: (asked: Asked) => Reading
  /** In the order in which they are asked; the first one that answers counts. */
  readonly answerers: () => readonly Answerer[]
  /** Goes on after a person has decided; false when there is nothing to add to the result. */
  readonly onDecided?: Continuation
  /** Keeps what the user says about themselves; answers with what to tell about it. */
  readonly learn?: (asked: Asked, reading: Reading) => Promise<readonly string[]>
  /** Starts the timer of a card, in the transaction in which the card is written. */
  readonly startTimer?: (timer: NewTimer) => void
  /** Told of the questions of an answer that another took the place of: nobody needs to be asked them any more. */
  readonly onReplaced?: (confirmation_ids: readonly string[]) => void
  /** Told of every component of somebody else that did not fit. */
  readonly onRepair?: (repair: ComponentRepair) => void
}

/** What a person decided about a call that a run wanted to make. */
export interface Decided {
  readonly confirmation_id: string
  readonly approved: boolean
  /** What the tool returned; null when it was rejected. */
  readonly result: Envelope | null
}

/** `asked` is the message that the interrupted run was to answer, in a new run of the same conversation. */
export type Continuation = (asked: Asked, decided: Decided, writer: AnswerWriter) => Promise<boolean>

export interface Question {
  readonly message: string
  readonly session_id?: string | undefined
  readonly attachments?: readonly Attachment[] | undefined
  readonly context?: Readonly<Record<string, unknown>> | undefined
  readonly provenance: Provenance
  /** What whoever writes from outside is called, which is not what the owner of this machine is called. */
  readonly senderName?: string | undefined
  /** Whose words they are, where not those of whoever is named: a model wrote the button, or a program pressed it. */
  readonly writtenBy?: 'model' | 'plugin' | undefined
  /** The answer on whose component the words stood, when they were pressed and not typed: they are whose that one is. */
  readonly from_run_id?: string | undefined
  /** What the client calls the message. One that was sent before is replaced, with all that came after it. */
  readonly givenId?: string | undefined
  /** For a client that gives conversations its own ids: an unknown one begins a conversation. */
  readonly mayBegin?: boolean | undefined
  /** Chooses the model for the conversation from now on; null for the one that is set, left out changes nothing. */
  readonly model?: ModelPick | null | undefined
  /** What was said elsewhere, for a conversation that begins here. */
  readonly earlier?: readonly EarlierMessage[] | undefined
  /** What is written in the transaction in which the run begins: a message is taken once, whenever the process ends. */
  readonly alongside?: ((run_id: string) => void) | undefined
  /** Whether somebody says these very words now: a button, or a message that is taken up again, approves nothing. */
  readonly isSaid?: boolean | undefined
}

export interface StartedRun {
  readonly run_id: string
  readonly session_id: string
  /** Resolves when the run is over, however it ended. */
  readonly answer: Promise<Answer>
}
