import type { ToolCatalog } from '../../../tools/tool-catalog.ts'
import type { Understand } from '../understand-clause.ts'
import type { AutomationDraft, NewStep } from './automation-draft.ts'

export interface ActionContext {
  readonly draft: AutomationDraft
  readonly catalog: ToolCatalog
  readonly understand: Understand
  readonly signal: AbortSignal
  /** What the automation is called. */
  readonly name: string
  /** What is told of the event where nobody says what. */
  readonly message?: string | undefined
}

/** A step for one thing to do, or why there is none. */
export type PlannedAction =
  | {
      readonly step: NewStep
      readonly notes: readonly string[]
      /** Where files are put whose names are not known: it must be there before. */
      readonly folder?: string | undefined
      /** Required arguments that nobody gave. */
      readonly missing: readonly string[]
      /** What was said besides, and is not part of it. */
      readonly rest?: string
    }
  | { readonly reason: string }

/** Why nothing is told. */
export const UNSAID = "what to tell you isn't said"
