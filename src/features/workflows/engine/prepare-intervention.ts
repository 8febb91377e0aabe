import { AppError } from '../../../contract/errors.ts'
import type { Decision } from '../schemas.ts'
import { checkNewArguments, summaryOf } from '../validate-steps.ts'
import { outputsData } from './given-outputs.ts'
import { argumentsForItem, assertStepIsOpen } from './items/retry-items.ts'
import type { OpenWorkflow, Waiting } from './open-workflow.ts'
import { argumentIssues } from './step-arguments.ts'
import {
  definitionOf,
  isItem,
  readSteps,
  sourcesText,
  stepOf,
  stepOfItem,
  type StepRow,
} from './step-rows.ts'
import { wholeArguments } from './step-secrets.ts'
import { assertNotUndone } from './undo.ts'
import { UnresolvedReference } from './variables.ts'
import { readVariables } from './workflow-rows.ts'
import type { Work } from './statement.ts'

/** What a person wants to become of a step. */
export interface Intervention {
  readonly decision: Decision
  readonly args?: Readonly<Record<string, unknown>>
  readonly input?: unknown
  readonly outputs?: Readonly<Record<string, unknown>>
  readonly comment?: string
}

/** Refuses what cannot be done now, before anything is changed; the answer is what `carryOut` needs. */
export function* prepareIntervention(
  workflow: Pick<OpenWorkflow, 'row' | 'rules'>,
  step: StepRow,
  intervention: Intervention,
): Work<Prepared> {
  assertAllowed(workflow, step, intervention.decision)
  if (step.status === 'failed') assertNotUndone(workflow.row)
  if (isItem(step.key)) yield* assertStepIsOpen(step)
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

/** What carrying it out needs. */
export interface Prepared {
  readonly edited:
    | { readonly args: Readonly<Record<string, unknown>>; readonly sources: string | null }
    | undefined
  readonly data: unknown
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
  if (step.status === 'running' && step.waiting !== null) return ['skip']
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
  { args: given }: Intervention,
): Work<NonNullable<Prepared['edited']>> {
  // What was shown with a mask, and left so, is what it was.
  const args = given && wholeArguments(step, given)
  if (!args) {
    const errors = [{ path: '/body/args', message: 'is required with "edit"' }]
    throw new AppError('invalid_request', 'To edit a step, send the new arguments as args.', { errors })
  }
  const rows = yield* readSteps(row.number)
  const owner = isItem(step.key) ? stepOfItem(step.key) : step.key
  const { sources, issues } = checkNewArguments(
    { steps: rows.map(stepOf), variables: yield* readVariables(row.number) },
    {
      position: rows.findIndex(({ key }) => key === owner),
      args: { ...args },
      catalog: rules.catalog,
      mayLack: step.status === 'pending' && step.asks === 1,
    },
  )
  if (issues.length > 0) {
    const errors = issues.map(({ path, message }) => ({ path: `/body${path}`, message }))
    throw new AppError('invalid_request', summaryOf(errors), { errors })
  }
  const edited = { args, sources: sourcesText(sources) }
  if (!isItem(step.key)) return edited
  try {
    return { args: yield* argumentsForItem({ row, rules }, step, edited), sources: null }
  } catch (error) {
    if (error instanceof UnresolvedReference) throw new AppError('invalid_request', error.message)
    throw error
  }
}
