import { AppError } from '../../../../contract/errors.ts'
import type { ToolCatalog } from '../../../tools/tool-catalog.ts'
import type { WorkflowStep } from '../../schemas.ts'
import type { Trigger } from '../../triggers/schemas.ts'
import { finishedSteps } from '../finish-plan.ts'
import type { Understand } from '../understand-clause.ts'

/** What was made of a sentence that says when something should happen. */
export interface PlannedAutomation {
  readonly name: string
  readonly triggers: readonly Trigger[]
  readonly steps: readonly WorkflowStep[]
  readonly explanation: string
  /** Parts of the sentence that are not in it. */
  readonly unplanned: readonly string[]
  /** What has to be known before it can run, each as a question or a sentence. */
  readonly questions: readonly string[]
}

export interface AutomationPlannerDeps {
  readonly catalog: ToolCatalog
  readonly understand: Understand
}

/** `$event` is known in every step; whether a step can run otherwise is checked like anybody's. */
export function checked(steps: readonly WorkflowStep[], catalog: ToolCatalog): WorkflowStep[] {
  try {
    return finishedSteps(steps, { catalog, at: '/steps', variables: { event: {} } })
  } catch (error) {
    if (error instanceof AppError && error.errors)
      throw new Error(`A planned step does not pass the checks: ${JSON.stringify(error.errors)}`, {
        cause: error,
      })
    throw error
  }
}
