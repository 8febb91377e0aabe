import type { Envelope } from '../../../contract/envelope.ts'
import type { Static } from '../../../contract/type.ts'
import { withMasks } from '../../../platform/secrets/masked-arguments.ts'
import { readDecisions } from './history.ts'
import type { StepError } from './held-workflow.ts'
import { hasControl } from '../control-members.ts'
import type { ExportedWorkflow, WorkflowRecord, WorkflowSummary } from '../schemas.ts'
import { countItems, itemsOf } from './items/item-records.ts'
import type { Waiting } from './open-workflow.ts'
import { shownWaiting } from './shown-waiting.ts'
import { undoOf } from './undo.ts'
import { provenanceOfSteps } from './step-provenance.ts'
import { readSteps, stepOf, type StepRow } from './step-rows.ts'
import { readVariables, type WorkflowRow } from './workflow-rows.ts'
import type { Work } from './statement.ts'

type Recorded = Static<typeof WorkflowRecord>

/** The workflow with everything that has become of it. */
export function* readRecord(row: WorkflowRow): Work<Recorded> {
  const steps = yield* readSteps(row.number)
  const variables = yield* readVariables(row.number)
  const decisions = yield* readDecisions(row.number)
  const items = yield* countItems(steps)
  const undone_by = row.undo === 2 ? yield* undoOf(row.id) : undefined
  return {
    ...headOf(row),
    ...(undone_by !== undefined && { undone_by }),
    steps: steps.map((step) => ({ ...stepRecord(step), ...itemsOf(step, items) })),
    results: Object.fromEntries(
      steps.flatMap(({ id, result }) => (result === null ? [] : [[id, envelopeOf(result)]])),
    ),
    variables,
    interventions: decisions.map(({ at, by, step_id, data }) => ({ at, by, step_id, ...data }) as Intervened),
  }
}

type Intervened = Recorded['interventions'][number]

export function summaryOfRow(row: WorkflowRow): Static<typeof WorkflowSummary> {
  const { step_count, done_count: completed_count, waiting_count } = row
  return { ...headOf(row), step_count, completed_count, waiting_count }
}

export function* readExport(row: WorkflowRow, exported_at: string): Work<Static<typeof ExportedWorkflow>> {
  const steps = yield* readSteps(row.number)
  const variables = yield* readVariables(row.number)
  return {
    format: 'deskhand.workflow',
    version: steps.map(stepOf).some(hasControl) ? 2 : 1,
    name: row.name,
    variables,
    exported_at,
    steps: steps.map(stepOf),
    provenance: provenanceOfSteps(row, steps),
  }
}

function headOf(row: WorkflowRow) {
  const { id, name, status, source, created_at, started_at, finished_at, schedule_id } = row
  const { automation_id, automation_version } = row
  return {
    workflow_id: id,
    id,
    name,
    status,
    source,
    created_at,
    started_at,
    finished_at,
    schedule_id,
    ...(automation_id !== null && { automation_id, automation_version: automation_version! }),
  }
}

function stepRecord(row: StepRow): Recorded['steps'][number] {
  const { status, attempts, started_at, finished_at, message, error, waiting } = row
  const step = stepOf(row)
  return {
    ...step,
    args: withMasks(step.args, secretsOf(row)),
    status,
    attempts,
    started_at,
    finished_at,
    message,
    error: error === null ? null : (JSON.parse(error) as StepError),
    waiting: waiting === null ? null : shownWaiting(waiting),
    ...(row.skipped_because === 'condition' && { skipped_because: row.skipped_because }),
  }
}

/** What it was seen to be while it waits; what is over holds none. */
function secretsOf({ waiting }: StepRow): { path: string }[] {
  const { secret = [] } = waiting === null ? {} : (JSON.parse(waiting) as Partial<Waiting>)
  return secret.map((path) => ({ path }))
}

function envelopeOf(text: string): Envelope {
  return JSON.parse(text) as Envelope
}
