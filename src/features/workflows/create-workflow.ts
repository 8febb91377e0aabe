import { randomBytes } from 'node:crypto'
import type { Provenance } from '../../contract/endpoint.ts'
import type { Transaction, Work } from './backend.ts'
import { OpenWorkflow } from './open-workflow.ts'
import type { Rules } from './rules.ts'
import type { WorkflowSource } from './schemas.ts'
import { insertStep, keyOf } from './step-rows.ts'
import type { Plan } from './validate-steps.ts'
import { insertVariables, insertWorkflow, type NewWorkflowRow } from './workflow-rows.ts'

/** Where a new workflow comes from, and what is to become of it. */
export interface Origin {
  readonly name?: string | null | undefined
  readonly source: WorkflowSource
  /** Who is behind its steps. */
  readonly provenance: Provenance
  /** Who asked for it; the same as provenance when left out. */
  readonly actor?: string | undefined
  readonly start?: boolean | undefined
  readonly schedule_id?: string | undefined
  /** The schedule and the time that it is for. */
  readonly tick?: string | undefined
}

/** The id of the new workflow; undefined when the tick that it is for has had one. */
export function* createWorkflow(
  scene: { transaction: Transaction; rules: Rules },
  plan: Plan,
  origin: Origin,
): Work<string | undefined> {
  const { transaction } = scene
  const { tick, ...head } = newRow(plan, origin, transaction.at)
  const number = yield* insertWorkflow({ ...head, tick })
  if (number === undefined) return undefined
  yield* insertVariables(number, plan.variables)
  for (const [position, step] of plan.steps.entries()) {
    const parents = plan.graph.parents[position]!
    const key = keyOf(number, position)
    yield* insertStep({ key, workflow: number, step, parents, sources: plan.sources[position]! })
  }
  const workflow = new OpenWorkflow({ ...head, number }, scene)
  const { id: workflow_id, name, status } = workflow.row
  transaction.tell({ about: 'workflow.created', workflow_id, name, status })
  const actor = origin.actor ?? origin.provenance
  yield* workflow.record({ type: 'workflow.created', actor, data: { steps: plan.steps.length, source: origin.source } })
  if (status !== 'running') return workflow_id
  yield* workflow.record({ type: 'workflow.started', actor })
  yield* workflow.askWhereReady()
  yield* workflow.moveOn()
  return workflow_id
}

function newRow({ steps, graph }: Plan, origin: Origin, at: string): NewWorkflowRow {
  const { name = null, source, provenance, start = true, schedule_id = null, tick = null } = origin
  return {
    id: newId('wf'),
    name,
    status: start ? 'running' : 'pending',
    source,
    provenance,
    schedule_id,
    tick,
    created_at: at,
    started_at: start ? at : null,
    finished_at: null,
    step_count: steps.length,
    done_count: 0,
    failed_count: 0,
    waiting_count: 0,
    open_count: steps.length,
    active_count: graph.parents.filter((list) => list.length === 0).length,
    in_flight: 0,
  }
}

/** 128 random bits: nobody guesses it. */
export function newId(kind: 'wf' | 'sch'): string {
  return `${kind}_${randomBytes(16).toString('base64url')}`
}
