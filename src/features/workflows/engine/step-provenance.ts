import { isFromOutside, isPersonal, type Provenance } from '../../../contract/endpoint.ts'
import type { StepRow } from './step-rows.ts'
import type { WorkflowRow } from './workflow-rows.ts'

/** Who is behind each step, by its id. */
export type StepProvenance = Readonly<Record<string, Provenance>>

interface Behind {
  /** Who is behind the steps that are not named. */
  readonly provenance: Provenance
  readonly stepProvenance?: StepProvenance | undefined
}

/** Who is behind a step, where that is somebody else than who is behind its workflow. */
export function ofStep(id: string, { provenance, stepProvenance }: Behind): Provenance | null {
  const own = stepProvenance && Object.hasOwn(stepProvenance, id) ? stepProvenance[id]! : provenance
  return own === provenance ? null : own
}

/** Who is behind each of the stored steps of a workflow. */
export function provenanceOfSteps(
  { provenance }: Pick<WorkflowRow, 'provenance'>,
  steps: readonly Pick<StepRow, 'id' | 'provenance'>[],
): Record<string, Provenance> {
  return Object.fromEntries(steps.map((step) => [step.id, step.provenance ?? provenance]))
}

/** The same for a copy of the steps, when `become` says what becomes of each. */
export function mapProvenance(
  steps: StepProvenance,
  become: (made: Provenance) => Provenance,
): Record<string, Provenance> {
  return Object.fromEntries(Object.entries(steps).map(([id, made]) => [id, become(made)]))
}

/** What a model planned stays a model's plan, whoever runs it again; what a person made is theirs only while persons do. */
export function runAgainBy(made: Provenance, by: Provenance): Provenance {
  return isPersonal(made) && !isPersonal(by) ? by : made
}

/** A person's steps become those of their schedule; those of others stay theirs. */
export function scheduled(made: Provenance): Provenance {
  return isPersonal(made) ? 'schedule' : made
}

/** A person's steps become those of their automation; those of others stay theirs. */
export function automated(made: Provenance): Provenance {
  return isPersonal(made) ? 'automation' : made
}

/** What others claim in a document counts only where it makes them less trusted than the document itself. */
export function imported(claimed: string | undefined, by: Provenance): Provenance {
  if (isFromOutside(by)) return by
  if (claimed === 'model' || claimed === 'plugin') return claimed
  return claimed !== undefined && /^(?:webhook|channel):./.test(claimed) ? (claimed as Provenance) : 'import'
}
