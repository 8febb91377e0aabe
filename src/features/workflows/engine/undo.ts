import { AppError } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import type { WorkflowStep } from '../schemas.ts'
import { planOf } from '../validate-steps.ts'
import { createWorkflow } from './create-workflow.ts'
import { escapeReferences, outputOf, resolveReferences, UnresolvedReference } from './variables.ts'
import { OpenWorkflow, type Scene } from './open-workflow.ts'
import { provenanceOfSteps } from './step-provenance.ts'
import { definitionOf, itemRange, readSteps, type StepRow } from './step-rows.ts'
import { readValues, withLocal } from './step-values.ts'
import { all, change, first, type Work } from './statement.ts'

/** What there is only one of for a workflow. */
function undoTick(id: string): string {
  return `undo/${id}`
}

/** The workflow that undoes another one; undefined where nothing does. */
export function* undoOf(id: string): Work<string | undefined> {
  return (yield* first<{ id: string }>('SELECT id FROM workflows WHERE tick = ?1', undoTick(id)))?.id
}

/** Failed workflows whose effects are still there though they say how to take them back. */
export function* workflowsToUndo(): Work<readonly { id: string }[]> {
  return yield* all<{ id: string }>(
    "SELECT id FROM workflows WHERE undo = 1 AND status = 'failed' ORDER BY number LIMIT 1000",
  )
}

/**
 * Starts a workflow that takes back what another one has done, the last first. It is a workflow like any other, so that
 * it asks, survives and is shown like one. The answer is its id; undefined when there is nothing to take back.
 */
export function* startUndo(scene: Scene, id: string, actor: string): Work<string | undefined> {
  const workflow = yield* OpenWorkflow.lockById(id, scene)
  if (!workflow) return undefined
  const { row } = workflow
  if (row.undo === 2) return yield* undoOf(id)
  const steps = yield* readSteps(row.number)
  const made = yield* undoSteps(workflow, steps)
  if (made.length === 0) return undefined
  const plan = planOf({ steps: chained(made), variables: {} }, { catalog: scene.rules.catalog })
  const behind = provenanceOfSteps(row, steps)
  const workflow_id = yield* createWorkflow(scene, plan, {
    name: `Undo: ${row.name ?? row.id}`,
    source: row.source,
    provenance: row.provenance,
    stepProvenance: Object.fromEntries(made.map(({ step, of }) => [step.id, behind[of]!])),
    actor,
    tick: undoTick(id),
    ...(row.automation_id !== null && { run: ofAutomation(workflow) }),
  })
  yield* change('UPDATE workflows SET undo = 2 WHERE number = ?1', row.number)
  yield* workflow.record({ type: 'workflow.undone', actor, data: { workflow_id } })
  return workflow_id
}

/** Strangers' words that were in the workflow are in what undoes it. */
function ofAutomation({ row }: OpenWorkflow) {
  return {
    automation_id: row.automation_id!,
    version: row.automation_version!,
    trigger: { type: 'undo', workflow_id: row.id },
    tainted: row.tainted === 1,
    depth: row.depth,
  }
}

interface Undoing {
  readonly step: WorkflowStep
  /** The id of the step that it undoes. */
  readonly of: string
}

/** One after the other; a failure does not keep the others from being taken back. */
function chained(made: readonly Undoing[]): WorkflowStep[] {
  return made.map(({ step }, index) =>
    index === 0 ? step : { ...step, depends_on: [made[index - 1]!.step.id], after: 'always' },
  )
}

function* undoSteps(workflow: OpenWorkflow, steps: readonly StepRow[]): Work<Undoing[]> {
  const { firstItem, lastItem } = itemRange(workflow.row.number)
  const undoable = new Map(steps.filter((step) => definitionOf(step).undo).map((step) => [step.key, step]))
  if (undoable.size === 0) return []
  const items = yield* all<StepRow>(
    "SELECT * FROM workflow_steps WHERE key BETWEEN ?1 AND ?2 AND status = 'completed'",
    firstItem,
    lastItem,
  )
  const done = [
    ...[...undoable.values()].filter(({ status, items: count }) => status === 'completed' && count === null),
    ...items.filter(({ parent }) => undoable.has(parent!)),
  ].toSorted(lastFirst)
  const made: Undoing[] = []
  for (const each of done.slice(0, limits.workflow_steps.value)) {
    const owner = undoable.get(each.parent ?? each.key)!
    made.push({ step: yield* undoStep(workflow, { owner, each }), of: owner.id })
  }
  return made
}

function lastFirst(one: StepRow, other: StepRow): number {
  if (one.finished_at !== other.finished_at) return one.finished_at! < other.finished_at! ? 1 : -1
  return other.key - one.key
}

/** With every name replaced by what it stands for now. What cannot be replaced a person is asked about. */
function* undoStep(
  workflow: OpenWorkflow,
  { owner, each }: { owner: StepRow; each: StepRow },
): Work<WorkflowStep> {
  const definition = definitionOf(owner)
  const { agent, action, args } = definition.undo!
  const { data = null } = JSON.parse(each.result ?? '{}') as Partial<Envelope>
  const { outputs = [] } = definition
  const published = outputs.map((name) => [
    name,
    outputOf(data, name, { single: outputs.length === 1 })?.value ?? null,
  ])
  const own = { ...(Object.fromEntries(published) as object), [owner.id]: data }
  const values = withLocal(yield* readValues(workflow, owner), { ...definitionOf(each).local, ...own })
  const step = { id: `undo ${each.id}`.slice(0, 128), agent, action, depends_on: [] }
  try {
    return { ...step, args: escapeReferences(resolveReferences(args, values.inArguments)) as typeof args }
  } catch (error) {
    if (!(error instanceof UnresolvedReference)) throw error
    return { ...step, args: {}, needs_human: true }
  }
}

export function assertNotUndone({ undo }: { undo: number }): void {
  if (undo !== 2) return
  throw new AppError('conflict', 'What this workflow did was undone. Run it again instead.')
}
