import type { Component } from '../../../contract/component-schema.ts'
import type { Confirmation } from '../../../contract/confirmation.ts'
import type { Provenance } from '../../../contract/endpoint.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { AppError } from '../../../contract/errors.ts'
import type { JsonPatch } from '../../../contract/json-patch.ts'
import { riskOfCall } from '../../../contract/tool.ts'
import type { Static } from '../../../contract/type.ts'
import { checkFor } from '../../../platform/validation/validation.ts'
import type { ToolCatalog } from '../../tools/tool-catalog.ts'
import type { WorkflowRecord, WorkflowStep } from '../../workflows/schemas.ts'
import type { AnswerWriter } from '../answering.ts'
import { PlanArguments } from './offered-tools.ts'

export type Recorded = Static<typeof WorkflowRecord>

/** The workflows as an answer needs them. */
export interface PlanPort {
  /** Stores and starts it; throws `invalid_request` with every reason when it cannot run. */
  start(plan: {
    readonly name: string
    readonly steps: readonly WorkflowStep[]
    readonly provenance: Provenance
  }): Promise<string>
  read(workflow_id: string): Promise<Recorded>
  /** Ids of workflows of which something has changed since it was asked for, until the signal aborts. */
  changes(signal: AbortSignal): AsyncIterable<string>
  findConfirmation(confirmation_id: string): Confirmation | undefined
  /** An answer waits for the end of it: who keeps it is told then, also when that was just now. */
  awaitEnd(workflow_id: string): void
}

export interface FollowDeps {
  readonly workflows: PlanPort
  readonly writer: AnswerWriter
  readonly provenance: Provenance
  readonly signal: AbortSignal
  /** How long an answer waits for it. */
  readonly waitMs: number
  /** Whether the answer goes on once a workflow has ended that waits for a person. */
  readonly goesOn?: boolean
}

export interface PlanDeps extends FollowDeps {
  readonly catalog: Pick<ToolCatalog, 'find'>
  /** Every step that changes or sends something waits for a person. */
  readonly asksFirst: boolean
}

/** Stores the plan of a model as a workflow, shows it, and waits a while for it. Answers with how it stands then. */
export async function runPlan(
  args: unknown,
  deps: PlanDeps,
): Promise<{ envelope: Envelope; record?: Recorded }> {
  const plan = structuredClone(args) as { name: string; steps: PlannedStep[] }
  const issues = checkFor(PlanArguments, 'body')(plan)
  if (issues.length > 0) return { envelope: refusal('The plan does not fit.', issues) }
  const steps = plan.steps.map((step) => fullStep(step, deps))
  try {
    const record = await startAndFollow({ name: plan.name, steps }, deps)
    return { envelope: envelopeOf(record), record }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    return { envelope: refusal(error.message, error.errors ?? []) }
  }
}

/** Starts a workflow, shows it, and waits a while for it. */
export async function startAndFollow(
  plan: { readonly name: string; readonly steps: readonly WorkflowStep[] },
  deps: FollowDeps,
): Promise<Recorded> {
  const watching = new AbortController()
  const signal = AbortSignal.any([watching.signal, deps.signal])
  try {
    const changes = deps.workflows.changes(signal)
    const workflow_id = await deps.workflows.start({ ...plan, provenance: deps.provenance })
    return await follow(workflow_id, { ...deps, changes, watching })
  } finally {
    watching.abort()
  }
}

type PlannedStep = Pick<WorkflowStep, 'id' | 'action' | 'args'> & {
  readonly depends_on?: string[]
  readonly agent?: string
}

function fullStep(step: PlannedStep, { catalog, asksFirst }: PlanDeps): WorkflowStep {
  const entry = catalog.find(step.action)
  const hasEffect = !entry || riskOfCall(entry.tool, step.args) !== 'read' || entry.origin !== 'built_in'
  return {
    id: step.id,
    agent: entry?.agent ?? step.agent ?? 'unknown',
    action: step.action,
    args: step.args,
    depends_on: step.depends_on ?? [],
    ...(asksFirst && hasEffect && { needs_human: true }),
  }
}

interface Following extends FollowDeps {
  readonly changes: AsyncIterable<string>
  readonly watching: AbortController
}

const settled: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled', 'waiting', 'paused'])

async function follow(workflow_id: string, deps: Following): Promise<Recorded> {
  const { workflows, writer, waitMs, watching, changes } = deps
  let shown = await workflows.read(workflow_id)
  const id = writer.add(trackerOf(shown))
  for (const step of shown.steps) tellStep(writer, workflow_id, { step, before: 'pending' })
  const patience = setTimeout(() => watching.abort(), waitMs)
  try {
    for await (const changed of untilSettled(shown, changes)) {
      if (changed !== workflow_id) continue
      const record = await workflows.read(workflow_id)
      tellChanges(id, { shown, record, writer })
      shown = record
      if (settled.has(shown.status)) break
    }
  } finally {
    clearTimeout(patience)
  }
  showQuestions(shown, deps)
  return shown
}

async function* untilSettled(record: Recorded, changes: AsyncIterable<string>): AsyncIterable<string> {
  if (!settled.has(record.status)) yield* changes
}

/** Steps that wait for a person: the question stands beside them. The workflow goes on by itself once it is answered. */
function showQuestions(record: Recorded, { workflows, writer, goesOn }: FollowDeps): void {
  for (const confirmation of questionsOf(record, workflows))
    if (goesOn) writer.askApproval(confirmation, record.workflow_id)
    else writer.add({ ...confirmation })
}

/** What its steps ask and nobody has answered yet. */
export function questionsOf(
  { steps }: Recorded,
  workflows: Pick<PlanPort, 'findConfirmation'>,
): readonly Confirmation[] {
  return steps.flatMap(({ waiting }) => {
    const id = waiting?.confirmation_id
    return (id && workflows.findConfirmation(id)) || []
  })
}

/** Whether a person is asked about one of its steps now. */
export function waitsForPerson({ status, steps }: Recorded): boolean {
  return status === 'waiting' && steps.some(({ waiting }) => waiting?.confirmation_id != null)
}

/** What came of a workflow, once it has ended; undefined while it goes on. */
export function endOf(record: Recorded): Envelope | undefined {
  return ended.has(record.status) ? envelopeOf(record) : undefined
}

const ended: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled'])

function trackerOf({ workflow_id, name, status, steps }: Recorded): Component {
  return {
    type: 'task_tracker',
    data: {
      workflow_id,
      ...(name !== null && { name }),
      status,
      steps: steps.map((step, index) => ({
        step: index + 1,
        step_id: step.id,
        tool: step.action,
        status: step.status,
        message: step.message ?? '',
      })),
    },
  }
}

function tellChanges(
  id: string,
  { shown, record, writer }: { shown: Recorded; record: Recorded; writer: AnswerWriter },
): void {
  const patch: JsonPatch[] = []
  const replace = (path: string, value: unknown) => patch.push({ op: 'replace', path: `/data${path}`, value })
  if (record.status !== shown.status) replace('/status', record.status)
  for (const [index, step] of record.steps.entries()) {
    const before = shown.steps[index]!
    if (step.status !== before.status) replace(`/steps/${index}/status`, step.status)
    if (step.message !== before.message) replace(`/steps/${index}/message`, step.message ?? '')
    tellStep(writer, record.workflow_id, { step, before: before.status })
  }
  if (patch.length > 0) writer.patch(id, patch)
}

function tellStep(
  writer: AnswerWriter,
  workflow_id: string,
  { step: { id: step_id, status, message }, before }: { step: Recorded['steps'][number]; before: string },
): void {
  if (status === before || status === 'pending') return
  const told = { workflow_id, step_id, status, message }
  if (before === 'pending') writer.step('step.start', told)
  if (status !== 'running' && status !== 'waiting') writer.step('step.end', told)
}

function envelopeOf({ workflow_id, status, steps, results }: Recorded): Envelope {
  const message = {
    completed: 'The workflow is done.',
    failed: 'The workflow failed; its steps say why.',
    waiting: 'The workflow waits for the user to approve a step. It continues after that.',
    cancelled: 'The workflow was cancelled.',
    paused: 'The workflow was paused.',
    pending: 'The workflow was stored.',
    running: 'The workflow is still running; the user sees how it goes on.',
  }[status]
  return {
    success: status !== 'failed' && status !== 'cancelled',
    message,
    data: {
      workflow_id,
      status,
      steps: steps.map((step) => ({
        id: step.id,
        action: step.action,
        status: step.status,
        message: step.message,
      })),
      results,
    },
  }
}

function refusal(message: string, issues: readonly object[]): Envelope {
  return { success: false, message, data: { error: { code: 'invalid_arguments', issues } } }
}
