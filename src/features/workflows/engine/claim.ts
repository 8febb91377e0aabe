import type { Provenance } from '../../../contract/endpoint.ts'
import { afterCrash } from './crash-rules.ts'
import { OpenWorkflow, type Scene } from './open-workflow.ts'
import type { Rules } from './rules.ts'
import { withDefaults } from './step-arguments.ts'
import { beginTry } from './step-changes.ts'
import { isFlow, runFlow, wakeUp } from './flow.ts'
import { startItems } from './items/items.ts'
import { startTurns } from './items/turns.ts'
import { isConditionMet } from './step-condition.ts'
import {
  definitionOf,
  readReadyStep,
  readStep,
  workflowOf,
  type ReadyStep,
  type StepDefinition,
} from './step-rows.ts'
import { secretsIn } from './secret-places.ts'
import { readValues } from './step-values.ts'
import { resolveReferences, UnresolvedReference } from './variables.ts'
import { recordedArguments } from './step-secrets.ts'
import type { StepRef } from './transaction.ts'
import { type Work, bulk, first, change, write } from './statement.ts'

type Args = Readonly<Record<string, unknown>>

/** Clocks differ a little: what is due so soon is due. */
const EARLY_MS = 1_000

/** One try of a step, taken by this process. */
export interface Claim {
  readonly key: number
  readonly workflow_id: string
  readonly id: string
  readonly lease: string
  /** A person is to be asked; the tool does not run yet. */
  readonly asks: boolean
  readonly agent: string
  readonly action: string
  /** Every `$name` is replaced. */
  readonly args: Args
  readonly approved: boolean
  readonly provenance: Provenance
  /** Failed tries before this one, and how many more are allowed. */
  readonly tries: number
  readonly retry: number
  readonly timeout_s: number | undefined
  readonly idempotencyKey: string
  /** Strangers' words are in the workflow. */
  readonly tainted: boolean
  /** A person lets this step of the automation run without being asked. */
  readonly permitted: boolean
  /** Where in the arguments secrets belong. */
  readonly secrets: readonly { readonly path: string; readonly name: string }[]
}

/** Takes a step that was handed out, unless it is no longer its turn. */
export function* claimStep(
  { transaction, rules }: Scene,
  ref: StepRef,
  lease: string,
): Work<Claim | undefined> {
  const workflow = yield* OpenWorkflow.lock(workflowOf(ref.key), { transaction, rules })
  if (!workflow) return undefined
  if (!workflow.isGoingOn) return yield* handBack(workflow, ref, lease)
  const step = ref.read ?? (yield* readReadyStep(ref.key))
  if (!step) return undefined
  if (!ref.read && !isHandedOut(step, ref)) return yield* lookOtherwise(workflow, step, lease)
  const definition = definitionOf(step)
  if (!(yield* isConditionMet(workflow, step, definition))) return undefined
  if (definition.for_each ?? definition.repeat) return yield* startSeveral(workflow, step, definition)
  if (isFlow(step) && step.asks === 0) return yield* steer(workflow, step, { definition, lease })
  return yield* takeTry(workflow, step, { definition, lease })
}

/** What steers the workflow is done here and now. */
function* steer(
  workflow: OpenWorkflow,
  step: ReadyStep,
  taking: Omit<Taking, 'args' | 'permitted'>,
): Work<undefined> {
  yield* runFlow(workflow, step, taking)
  yield* workflow.moveOn()
  return undefined
}

/** Begins one call of the step, or the question whether it may be made. */
function* takeTry(
  workflow: OpenWorkflow,
  step: ReadyStep,
  { definition, lease }: Omit<Taking, 'args' | 'permitted'>,
): Work<Claim | undefined> {
  if (step.asks === 1) yield* change('UPDATE workflow_steps SET lease = ?2 WHERE key = ?1', step.key, lease)
  else yield* beginTry(step.key, { lease, at: workflow.transaction.at })
  let args: Args
  try {
    args = yield* argumentsOf(workflow, step, definition)
  } catch (error) {
    if (!(error instanceof UnresolvedReference)) throw error
    yield* failUnresolved(workflow, { ...step, lease }, error)
    return undefined
  }
  if (step.asks === 0) {
    workflow.tellStep(step, 'running', null)
    const data = { attempt: step.attempts + 1, args: recordedArguments(workflow.rules, step.action, args) }
    yield* workflow.record({ type: 'step.started', step_id: step.id, data })
  }
  const permitted = yield* isPermitted(workflow, step)
  return claimOf(workflow, step, { args, lease, definition, permitted })
}

/** A step that runs several times: what was handed out is not a call of its own. */
function* startSeveral(workflow: OpenWorkflow, step: ReadyStep, definition: StepDefinition): Work<undefined> {
  if (definition.for_each) yield* startItems(workflow, step, definition)
  else yield* startTurns(workflow, step, definition)
  yield* workflow.moveOn()
  return undefined
}

function isHandedOut({ status, queued, asks }: ReadyStep, { ask }: StepRef): boolean {
  return status === 'pending' && queued === 1 && (asks === 1) === (ask === true)
}

interface Taking {
  readonly args: Args
  readonly lease: string
  readonly definition: StepDefinition
  readonly permitted: boolean
}

/** What a person allowed was the step as it stands in that version, not what it was made later. */
function* isPermitted({ row }: OpenWorkflow, { id, revision }: ReadyStep): Work<boolean> {
  if (row.automation_id === null || row.automation_version === null || revision > 0) return false
  const [step_id = id] = id.split('[')
  const found = yield* first(
    'SELECT 1 AS one FROM automation_permissions WHERE automation = ?1 AND version = ?2 AND step_id = ?3',
    row.automation_id,
    row.automation_version,
    step_id,
  )
  return found !== undefined
}

function claimOf(
  { row }: OpenWorkflow,
  step: ReadyStep,
  { args, lease, definition, permitted }: Taking,
): Claim {
  const { key, id, agent, action, tries, revision } = step
  return {
    key,
    workflow_id: row.id,
    id,
    lease,
    asks: step.asks === 1,
    agent,
    action,
    args,
    approved: step.approved === 1,
    provenance: step.provenance ?? row.provenance,
    tries,
    retry: definition.retry ?? 0,
    timeout_s: definition.timeout_s,
    idempotencyKey: `${row.id}/${id}/${revision}`,
    tainted: row.tainted === 1,
    permitted,
    secrets: row.automation_id === null ? [] : secretsIn(definition.args),
  }
}

function* failUnresolved(
  workflow: OpenWorkflow,
  step: ReadyStep,
  { message }: UnresolvedReference,
): Work<void> {
  const from = step.asks === 1 ? 'asking' : 'running'
  yield* workflow.fail(step, { from, error: { code: 'unresolved_reference', message } })
  yield* workflow.moveOn()
}

/** A step whose pause after a failure is over, or one whose worker has died with it. */
function* lookOtherwise(workflow: OpenWorkflow, step: ReadyStep, lease: string): Work<undefined> {
  const { key, status, lease: held, run_at } = step
  if (status === 'running' && held === null && run_at !== null) {
    yield* wakeUp(workflow, step)
    yield* workflow.moveOn()
    return undefined
  }
  if (status === 'running' && isSameDelivery(held, lease)) {
    yield* afterCrash(workflow, (yield* readStep(key))!, { counts: true })
    yield* workflow.moveOn()
  }
  if (status === 'pending' && run_at !== null) {
    const delayMs = Date.parse(run_at) - Date.parse(workflow.transaction.at)
    // A long pause comes in pieces, so that a machine that slept does not oversleep.
    if (delayMs > EARLY_MS) {
      workflow.transaction.enqueue({ key, delayMs })
      return undefined
    }
    yield* change('UPDATE workflow_steps SET run_at = NULL WHERE key = ?1', key)
    // It takes its place like any other, and waits for one when there is none.
    yield* workflow.moveOn()
  }
  return undefined
}

/** A queue that delivers again after its worker died names the delivery before the `#` and the try after it. */
function isSameDelivery(held: string | null, lease: string): boolean {
  return held !== null && held !== lease && held.split('#')[0] === lease.split('#')[0]
}

/** The workflow was paused in between: the step waits for it to go on. */
function* handBack(workflow: OpenWorkflow, { key }: StepRef, lease: string): Work<undefined> {
  const held = workflow.row.status === 'paused' ? yield* readReadyStep(key) : undefined
  if (held?.status === 'running') return yield* lookOtherwise(workflow, held, lease)
  yield* change('UPDATE workflow_steps SET run_at = NULL WHERE key = ?1 AND run_at IS NOT NULL', key)
  const step = yield* first<{ asks: number }>(
    "UPDATE workflow_steps SET queued = 0 WHERE key = ?1 AND status = 'pending' AND queued = 1 RETURNING asks",
    key,
  )
  if (step?.asks !== 0) return undefined
  workflow.row.in_flight -= 1
  yield* workflow.moveOn()
  return undefined
}

const KEEP_ARGS = bulk('UPDATE workflow_steps SET run_args = ?2 WHERE key = ?1', 'bigint text')

/** What the step runs with: the same arguments at every try, for they belong to its idempotency key. */
function* argumentsOf(workflow: OpenWorkflow, step: ReadyStep, { args }: StepDefinition): Work<Args> {
  if (step.run_args !== null) {
    const known = JSON.parse(step.run_args) as Args
    return step.asks === 1 ? shownArguments(workflow.rules, step.action, known) : known
  }
  const isPlain = step.sources === null && !step.definition.includes('$')
  const resolved = isPlain ? args : yield* resolveArguments(workflow, step, args)
  const isTyped = workflow.rules.catalog.find(step.action)?.tool.conceals !== undefined
  if (!isPlain && (step.asks === 0 || isTyped)) yield* write(KEEP_ARGS, step.key, JSON.stringify(resolved))
  if (step.asks === 1) return shownArguments(workflow.rules, step.action, resolved)
  return resolved
}

/** A person sees all that the tool would get. */
function shownArguments({ catalog }: Rules, action: string, args: Args): Args {
  const entry = catalog.find(action)
  return entry ? withDefaults(entry.tool, args) : args
}

function* resolveArguments(workflow: OpenWorkflow, step: ReadyStep, args: Args): Work<Args> {
  const values = yield* readValues(workflow, step)
  return resolveReferences(args, values.inArguments) as Args
}
