import type { CallDetail } from '../../contract/confirmation.ts'
import type { Provenance } from '../../contract/endpoint.ts'
import type { QuestionForm } from '../../contract/question-form.ts'
import type { Risk } from '../../contract/tool.ts'
import type { Concealed } from '../../platform/secrets/masked-arguments.ts'

/** Exactly what a person is asked to allow. */
export interface Act {
  readonly agent: string
  readonly action: string
  readonly args: Readonly<Record<string, unknown>>
  readonly risk: Risk
  readonly provenance: Provenance
  readonly workflow_id?: string
  readonly step_id?: string
  /** Which of the arguments are neither stored nor, as secrets, shown. */
  readonly concealed?: readonly Concealed[] | undefined
}

export interface Question {
  readonly title: string
  readonly message: string
  /** What the calls would change, and what a yes can allow from now on. */
  readonly details?: readonly CallDetail[] | undefined
  /** What somebody else wants to know: its values are the answer, and no tool runs. */
  readonly form?: QuestionForm | undefined
  /** The conversation that asks. */
  readonly session_id?: string | undefined
}
