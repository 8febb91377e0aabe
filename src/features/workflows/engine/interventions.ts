import type { Envelope } from '../../../contract/envelope.ts'
import { AppError } from '../../../contract/errors.ts'
import { outputsData } from './given-outputs.ts'
import type { OpenWorkflow, Standing, Waiting } from './open-workflow.ts'
import { restoreDependants } from './reopen.ts'
import type { Decision } from '../schemas.ts'
import { argumentIssues } from './step-arguments.ts'
import { definitionOf, readSteps, sourcesText, stepOf, type StepRow } from './step-rows.ts'
import { checkNewArguments, summaryOf } from '../validate-steps.ts'
import { readVariables } from './workflow-rows.ts'
import { type Work, change } from './statement.ts'

/** What a person wants to become of a step. */
export interface Intervention {
  readonly decision: Decision
  readonly args?: Readonly<Record<string, unknown>>
  readonly input?: unknown
  readonly outputs?: Readonly<Record<string, unknown>>
  readonly comment?: string
}

/** The question that stands for the decision about a step. */
export function confirmationIn({ waiting }: StepRow): string | null {
  return waiting === null ? null : (JSON.parse(waiting) as Waiting).confirmation_id
}

export function isYes({ decision }: Intervention): boolean {
  return decision !== 'reject' && decision !== 'skip'
}

/** Refuses what cannot be done now, before anything is changed; the answer is what `carryOut` needs. */
export function* prepareIntervention(
  workflow: Pick<OpenWorkflow, 'row' | 'rules'>,
  step: StepRow,
  intervention: Intervention,
): Work<Prepared> {
  assertAllowed(workflow, step, intervention.decision)
  assertMeant(intervention)
  const { decision } = intervention
  if (decision === 'approve') assertComplete(workflow, step)
  const edited = decision === 'edit' ? yield* checkEdit(workflow, step, intervention) : undefined
  const data = decision === 'input' ? outputsData(definitionOf(step), intervention) : undefined
  return { edited, data }
}

/** Whoever sends arguments with a yes means to change them: taken without them it would be another act than was meant. */
function assertMeant({ decision, args, input, outputs }: Intervention): void {
  if (decision !== 'edit' && args !== undefined) throw misplaced('args', 'edit', decision)
  if (decision === 'input') return
  if (input !== undefined) throw misplaced('input', 'input', decision)
  if (outputs !== undefined) throw misplaced('outputs', 'input', decision)
}

function misplaced(member: string, right: Decision, given: Decision): AppError {
  const sentence = `"${member}" goes with the decision "${right}", not "${given}". Nothing was decided.`
  return new AppError('invalid_request', sentence)
}

interface Prepared {
  readonly edited:
    | { readonly args: Readonly<Record<string, unknown>>; readonly sources: string | null }
    | undefined
  readonly data: unknown
}

interface Decided {
  readonly intervention: Intervention
  readonly prepared: Prepared
}

/** Does what was decided, and keeps it in the history. */
export function* carryOut(
  workflow: OpenWorkflow,
  step: StepRow,
  { actor, ...decided }: Decided & { actor: string },
): Work<void> {
  const { row } = workflow
  const data = { ...decided.intervention }
  yield* workflow.record({ type: 'step.decided', step_id: step.id, actor, data })
  if (step.status === 'failed') {
    yield* restoreDependants(workflow, [step])
    if (isOver(row.status)) row.status = 'running'
  }
  yield* apply(workflow, step, decided)
  yield* askAndMoveOn(workflow)
}

function* apply(workflow: OpenWorkflow, step: StepRow, { intervention, prepared }: Decided): Work<void> {
  const from = standingOf(step)
  switch (intervention.decision) {
    case 'reject': {
      const message = intervention.comment ?? 'Rejected by a person.'
      yield* workflow.fail(step, { from, error: { code: 'rejected', message } })
      break
    }
    case 'skip':
      yield* leaveQueue(workflow, step)
      yield* workflow.skip(step, from)
      break
    case 'input': {
      const envelope: Envelope = { success: true, message: 'Given by a person.', data: prepared.data ?? null }
      yield* workflow.complete(step, { from, envelope })
      break
    }
    case 'edit':
      yield* leaveQueue(workflow, step)
      yield* replaceArguments(step, prepared.edited!)
      if (step.status !== 'pending') yield* runAgain(workflow, step, { from, approved: true })
      break
    case 'approve': {
      const { args } = JSON.parse(step.waiting!) as Waiting
      // What was shown is what runs, whatever $now or a setting says by then.
      yield* change('UPDATE workflow_steps SET run_args = ?2 WHERE key = ?1', step.key, JSON.stringify(args))
      yield* runAgain(workflow, step, { from, approved: true })
      break
    }
    case 'retry':
      yield* runAgain(workflow, step, { from, approved: step.approved === 1 })
      break
  }
}

/** Runs failed steps again, and with them what was skipped because of them. */
export function* retryFailed(workflow: OpenWorkflow, steps: readonly StepRow[], actor: string): Work<void> {
  yield* restoreDependants(workflow, steps)
  for (const step of steps) {
    yield* workflow.record({ type: 'step.decided', step_id: step.id, actor, data: { decision: 'retry' } })
    yield* runAgain(workflow, step, { from: standingOf(step), approved: step.approved === 1 })
  }
  if (isOver(workflow.row.status)) workflow.row.status = 'running'
  yield* askAndMoveOn(workflow)
}

function* askAndMoveOn(workflow: OpenWorkflow): Work<void> {
  // One that was rejected asks again.
  if (workflow.isGoingOn) yield* workflow.askWhereReady()
  yield* workflow.moveOn()
}

/** A failure that was handled can be mended in a completed workflow, too. */
function isOver(status: string): boolean {
  return status === 'failed' || status === 'completed'
}

function standingOf(step: StepRow): Standing {
  if (step.status === 'failed') return step.handled === 1 ? 'handled' : 'failed'
  if (step.status === 'waiting') return 'waiting'
  return step.blocked === 0 ? 'ready' : 'blocked'
}

/** Which decisions fit where the step stands. */
function assertAllowed({ row }: Pick<OpenWorkflow, 'row'>, step: StepRow, decision: Decision): void {
  const allowed = allowedDecisions(step, row.status)
  if (allowed.includes(decision)) return
  const instead = allowed.length === 0 ? '' : ` Possible decisions: ${allowed.join(', ')}.`
  throw new AppError(
    'conflict',
    `Step "${step.id}" is ${step.status} and the workflow is ${row.status}, so "${decision}" doesn't apply.${instead}`,
  )
}

function allowedDecisions(step: StepRow, status: string): Decision[] {
  if (step.status === 'waiting') {
    const { reason } = JSON.parse(step.waiting!) as Waiting
    return reason === 'outcome_unknown'
      ? ['retry', 'edit', 'input', 'skip', 'reject']
      : ['approve', 'reject', 'edit', 'input', 'skip']
  }
  if (step.status === 'failed' && status !== 'cancelled') return ['retry', 'edit', 'input', 'skip']
  if (step.status === 'pending' && (status === 'paused' || status === 'pending')) return ['edit', 'skip']
  return []
}

/** A step may wait for a person because something is still missing: a yes alone does not give it. */
function assertComplete({ rules }: Pick<OpenWorkflow, 'rules'>, step: StepRow): void {
  const { args } = JSON.parse(step.waiting!) as Waiting
  const tool = rules.catalog.find(step.action)?.tool
  const issues = tool ? argumentIssues(tool, args) : []
  if (issues.length === 0) return
  throw new AppError(
    'invalid_request',
    `Step "${step.id}" can't run with these arguments yet. Decide "edit" with args instead.`,
    { errors: issues.map(({ path, message }) => ({ path: `/body/args${path}`, message })) },
  )
}

function* checkEdit(
  { row, rules }: Pick<OpenWorkflow, 'row' | 'rules'>,
  step: StepRow,
  { args }: Intervention,
): Work<NonNullable<Prepared['edited']>> {
  if (!args) {
    const errors = [{ path: '/body/args', message: 'is required with "edit"' }]
    throw new AppError('invalid_request', 'To edit a step, send the new arguments as args.', { errors })
  }
  const rows = yield* readSteps(row.number)
  const { sources, issues } = checkNewArguments(
    { steps: rows.map(stepOf), variables: yield* readVariables(row.number) },
    {
      position: rows.findIndex(({ key }) => key === step.key),
      args: { ...args },
      catalog: rules.catalog,
      mayLack: step.status === 'pending' && step.asks === 1,
    },
  )
  if (issues.length > 0) {
    const errors = issues.map(({ path, message }) => ({ path: `/body${path}`, message }))
    throw new AppError('invalid_request', summaryOf(errors), { errors })
  }
  return { args, sources: sourcesText(sources) }
}

function* replaceArguments(step: StepRow, { args, sources }: NonNullable<Prepared['edited']>): Work<void> {
  const definition = JSON.stringify({ ...definitionOf(step), args })
  yield* change(
    // Who allowed the step allowed its old arguments.
    `UPDATE workflow_steps SET definition = ?2, sources = ?3, revision = revision + 1, run_args = NULL, approved = 0
     WHERE key = ?1`,
    step.key,
    definition,
    sources,
  )
}

/** Puts the step back to where it waits for its turn. */
function* runAgain(
  workflow: OpenWorkflow,
  step: StepRow,
  { from, approved }: { from: Standing; approved: boolean },
): Work<void> {
  yield* change(
    `UPDATE workflow_steps SET status = 'pending', asks = CASE WHEN ?2 = 1 THEN 0 ELSE asks END, approved = ?2, tries = 0,
       crashes = CASE WHEN status = 'failed' THEN 0 ELSE crashes END, waiting = NULL, message = NULL, error = NULL,
       result = NULL, finished_at = NULL, handled = 0 WHERE key = ?1`,
    step.key,
    approved ? 1 : 0,
  )
  workflow.moved(from, 'ready')
  workflow.tellStep(step.id, 'pending', null)
}

/** A step that was handed out, but not begun, when its workflow was paused gives its place back. */
function* leaveQueue({ row }: OpenWorkflow, step: StepRow): Work<void> {
  if (step.queued === 1 && step.asks === 0) row.in_flight -= 1
  yield* change('UPDATE workflow_steps SET queued = 0, lease = NULL WHERE key = ?1', step.key)
}
