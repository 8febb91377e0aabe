import { randomBytes } from 'node:crypto'
import type { Provenance } from '../../../contract/endpoint.ts'
import { OpenWorkflow, type Scene } from './open-workflow.ts'
import type { WorkflowSource } from '../schemas.ts'
import { asksFirst, insertStep, keyOf } from './step-rows.ts'
import { ofStep, type StepProvenance } from './step-provenance.ts'
import type { Plan } from '../validate-steps.ts'
import { insertVariables, insertWorkflow, type NewWorkflowRow } from './workflow-rows.ts'
import type { Work } from './statement.ts'

/** Where a new workflow comes from, and what is to become of it. */
export interface Origin {
  readonly name?: string | null | undefined
  readonly source: WorkflowSource
  /** Who is behind its steps. */
  readonly provenance: Provenance
  /** Who is behind single steps, where that is somebody else. */
  readonly stepProvenance?: StepProvenance | undefined
  /** Who asked for it; the same as provenance when left out. */
  readonly actor?: string | undefined
  readonly start?: boolean | undefined
  readonly schedule_id?: string | undefined
  /** What it is for, of which there is only one: a time of a schedule, an event, a call. */
  readonly tick?: string | undefined
  /** The automation that it is a run of. */
  readonly run?: AutomationRun | undefined
}

export interface AutomationRun {
  readonly automation_id: string
  readonly version: number
  /** What started it; null where a person did. */
  readonly trigger: Readonly<Record<string, unknown>> | null
  readonly tainted: boolean
  /** How many runs led to it, one after the other. */
  readonly depth: number
  /** The step that called it. */
  readonly caller?: number
}

/** The id of the new workflow; undefined when the tick that it is for has had one. */
export function* createWorkflow(scene: Scene, plan: Plan, origin: Origin): Work<string | undefined> {
  const { transaction, rules } = scene
  const { start = true, actor = origin.provenance } = origin
  const isFirst = firstSteps(plan, start ? rules.concurrency() : 0)
  const { tick, trigger, ...head } = newRow(plan, origin, { at: transaction.at, in_flight: isFirst.size })
  const number = yield* insertWorkflow({ ...head, tick, trigger })
  if (number === undefined) return undefined
  yield* insertVariables(number, plan.variables)
  for (const [position, step] of plan.steps.entries()) {
    const parents = plan.graph.parents[position]!
    const queued = isFirst.has(position)
    const key = keyOf(number, position)
    const sources = plan.sources[position]!
    const provenance = ofStep(step.id, origin)
    const read = yield* insertStep({ key, workflow: number, step, parents, queued, sources, provenance })
    if (queued) transaction.enqueue({ key, read })
  }
  const workflow = new OpenWorkflow({ ...head, number }, scene)
  const { id: workflow_id, name, status } = workflow.row
  transaction.tell({ about: 'workflow.created', workflow_id, name, status })
  const data = { steps: plan.steps.length, source: origin.source }
  yield* workflow.record({ type: 'workflow.created', actor, data })
  if (!start) return workflow_id
  yield* workflow.record({ type: 'workflow.started', actor })
  if (plan.steps.some(asksFirst)) yield* workflow.askWhereReady()
  return workflow_id
}

/** Steps that depend on nothing and ask nobody, as many as may run side by side. */
function firstSteps({ steps, graph }: Plan, most: number): Set<number> {
  const first = new Set<number>()
  for (const [position, step] of steps.entries()) {
    if (first.size >= most) break
    if (graph.parents[position]!.length === 0 && !asksFirst(step)) first.add(position)
  }
  return first
}

function newRow(
  { steps, graph }: Plan,
  { name = null, source, provenance, start = true, schedule_id, tick, run }: Origin,
  { at, in_flight }: { at: string; in_flight: number },
): NewWorkflowRow {
  return {
    id: newId('wf'),
    name,
    status: start ? 'running' : 'pending',
    source,
    provenance,
    schedule_id: schedule_id ?? null,
    tick: tick ?? null,
    ...runColumns(run),
    undo: steps.some((step) => step.undo !== undefined) ? 1 : 0,
    created_at: at,
    started_at: start ? at : null,
    finished_at: null,
    step_count: steps.length,
    done_count: 0,
    failed_count: 0,
    waiting_count: 0,
    open_count: steps.length,
    active_count: graph.parents.filter((list) => list.length === 0).length,
    in_flight,
  }
}

function runColumns(run: AutomationRun | undefined) {
  if (!run)
    return {
      automation_id: null,
      automation_version: null,
      trigger: null,
      tainted: 0,
      depth: 0,
      caller: null,
    }
  const { automation_id, version, trigger, tainted, depth, caller = null } = run
  return {
    automation_id,
    automation_version: version,
    trigger: trigger && JSON.stringify(trigger),
    tainted: tainted ? 1 : 0,
    depth,
    caller,
  }
}

/** 128 random bits: nobody guesses it. */
export function newId(kind: 'wf' | 'sch' | 'aut'): string {
  return `${kind}_${randomBytes(16).toString('base64url')}`
}
