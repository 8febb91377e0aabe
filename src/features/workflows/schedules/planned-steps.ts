import type { StepProvenance } from '../engine/step-provenance.ts'
import type { WorkflowStep } from '../schemas.ts'

/** What a schedule runs. */
export interface PlannedSteps {
  /** Who made steps of a sentence. */
  readonly plannedBy?: 'model' | 'sentence'
  readonly steps: WorkflowStep[]
  readonly variables: Readonly<Record<string, unknown>>
  /** Who is behind steps that are not the person's own. */
  readonly provenance?: StepProvenance
}
