import type { Component } from '../../contract/component-schema.ts'
import type { Confirmation } from '../../contract/confirmation.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import type { Envelope } from '../../contract/envelope.ts'
import type { JsonPatch } from '../../contract/json-patch.ts'
import type { ModelPick, ModelUsage } from '../../contract/model-schema.ts'
import type { Risk } from '../../contract/tool.ts'
import type { Meaning, RouterContext, Understanding } from './router/understanding.ts'

export interface Attachment {
  readonly file_id?: string
  readonly document_id?: string
  readonly path?: string
  /** What the person calls it. */
  readonly name?: string
}

/** What was said before in the conversation, the oldest first. */
export interface EarlierMessage {
  readonly role: 'user' | 'assistant'
  /** Its place among all messages; none for what was said elsewhere. */
  readonly number?: number
  /** The run that it belongs to; none for what was said elsewhere. */
  readonly run_id?: string
  readonly text: string
  readonly components: readonly Component[]
  /** What a message of the user was about. */
  readonly attachments?: readonly Attachment[]
  /** Who gave the answer. */
  readonly by?: Route['by']
  /** Of a message: whether a person said these words here, and neither a model nor somebody outside. */
  readonly isPersons?: boolean
}

/** A message that wants an answer. */
export interface Asked {
  readonly message: string
  readonly session_id: string
  readonly run_id: string
  readonly earlier: readonly EarlierMessage[]
  readonly attachments: readonly Attachment[]
  /** What the shell knows: time_zone, locale, selected_text … */
  readonly context: Readonly<Record<string, unknown>>
  readonly provenance: Provenance
  /** What whoever writes from outside calls themselves. */
  readonly senderName?: string | undefined
  readonly signal: AbortSignal
  /** Whether a person says these very words now, and may so answer a question. */
  readonly mayDecide: boolean
  /** The model of another program says it, over MCP: nothing may come of it that this model could not do by tools. */
  readonly isOtherModels?: boolean
  /** The model that was chosen for the conversation, in place of the one that is set. */
  readonly model?: ModelPick | undefined
}

export interface Route {
  readonly by: 'fast_path' | 'router' | 'model' | 'suggestions'
  readonly score: number | null
  readonly candidates: readonly { readonly name: string; readonly score: number }[]
  /** By a model: the one that was asked. */
  readonly model?: { readonly provider: string; readonly model: string }
}

/**
 * What an answer may do while it is being made. Everything becomes an event of the run, on disk before it is sent; text
 * alone is sent at once and on disk some milliseconds later (RunJournal says why).
 */
export interface AnswerWriter {
  /** Who understood the message; told once, before anything else. */
  route(route: Route): void
  /** Text as it arrives. What is said between two components becomes one `text` component. */
  say(delta: string): void
  reason(delta: string): void
  /** A component that the service made itself; throws when it does not fit its schema. Answers with its id. */
  add(component: Component): string
  /** A skeleton of a component whose JSON is still being written. Answers with its id; `add` with that id fills it. */
  announce(type: string): string
  /** A component that somebody else wrote: repaired, or shown as an `error` with a notice. Answers with its id. */
  addForeign(value: unknown, announced?: string): string
  patch(id: string, patch: readonly JsonPatch[]): void
  remove(id: string): void
  toolStart(call: ToolStart): void
  toolProgress(call_id: string, progress: { fraction?: number; message?: string }): void
  toolEnd(call_id: string, result: Envelope): void
  step(event: 'step.start' | 'step.end', step: StepTold): void
  /**
   * Shows the confirmation and ends the run with the outcome `interrupt` once the answer is over. It goes on once the
   * question is answered or, where a workflow is named, once that has ended.
   */
  askApproval(confirmation: Confirmation, goesOnAfter?: string): void
  /** A sentence beside the answer; `detail` is what unfolds below it. */
  notice(level: 'info' | 'warning' | 'error', text: string, detail?: string): void
  use(usage: ModelUsage): void
}

export interface ToolStart {
  readonly call_id: string
  readonly agent: string
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  readonly risk: Risk
}

export interface StepTold {
  readonly workflow_id: string
  readonly step_id: string
  readonly status: string
  readonly message: string | null
}

/**
 * How one message is understood without a model: by all who answer from the same context, each sentence once, and none
 * before somebody wants to know.
 */
export interface Reading {
  /** When and where it was said, and what is kept here. */
  context(): Promise<RouterContext>
  /** What a sentence means to whoever said the message; the message itself when none is named. */
  understand(sentence?: string): Promise<Understanding>
  /** What the message wants without a doubt: each wish has its shape, to the last word. Empty when there is a doubt. */
  certain(): Promise<readonly Meaning[]>
  /** Whether it is without a doubt about something else than one's own, or replies to what was said before. */
  isSurelyOther(isOwn: (meaning: Meaning) => boolean): Promise<boolean>
}

/** One way to answer. False when the message is not for it; then nothing was said and the next one is asked. */
export type Answerer = (asked: Asked, writer: AnswerWriter, reading: Reading) => Promise<boolean>
