import type { Envelope } from '../../../contract/envelope.ts'
import { evaluate } from '../../../platform/expressions/evaluate.ts'
import { parseExpression } from '../../../platform/expressions/parse.ts'
import { callAutomation, callEnded } from './call.ts'
import type { HeldWorkflow, StepError } from './held-workflow.ts'
import { waitForEvent } from './wait-for-event.ts'
import { propagate } from './propagate.ts'
import { plainArguments } from '../step-names.ts'
import { sentenceOf } from './step-condition.ts'
import { standBy } from './stand-by.ts'
import { beginTry, type StepHandle } from './step-changes.ts'
import { keyRange, type ReadyStep, type StepDefinition } from './step-rows.ts'
import { readValues, withLocal, type StepValues } from './step-values.ts'
import { resolveReferences } from './variables.ts'
import { all, type Work } from './statement.ts'

type Args = Readonly<Record<string, unknown>>

const MAX_WAIT_MS = 366 * 86_400_000

/** The agent whose steps the engine carries out itself, so that every process can. */
export const FLOW_AGENT = 'flow'

export function isFlow({ agent }: Pick<ReadyStep, 'agent'>): boolean {
  return agent === FLOW_AGENT
}

/** Carries out a step that steers the workflow, within the transaction that takes it. */
export function* runFlow(
  workflow: HeldWorkflow,
  taken: ReadyStep,
  { definition, lease }: { definition: StepDefinition; lease: string },
): Work<void> {
  const { at } = workflow.transaction
  const step = { ...taken, lease }
  yield* beginTry(step.key, { lease, at })
  const args = yield* flowArguments(workflow, step, definition)
  if ('error' in args) {
    yield* workflow.fail(step, { from: 'running', error: args.error })
    return
  }
  const data = { attempt: step.attempts + 1, args: args.found }
  yield* workflow.record({ type: 'step.started', step_id: step.id, data })
  if (step.action === 'CALL_AUTOMATION') yield* callAutomation(workflow, step, args.found)
  else if (step.action === 'WAIT_FOR') yield* wait(workflow, step, args.found)
  else if (step.action === 'STOP_WORKFLOW') yield* stop(workflow, step, args.found)
  else yield* workflow.complete(step, { from: 'running', envelope: valuesSet(args.found) })
}

/** The time that a step waited for may have come. */
export function* wakeUp(workflow: HeldWorkflow, step: ReadyStep): Work<void> {
  const { key, id, run_at } = step
  const { transaction } = workflow
  if (step.action === 'CALL_AUTOMATION') {
    yield* callEnded(workflow, step)
    return
  }
  const delayMs = Date.parse(run_at!) - Date.parse(transaction.at)
  if (delayMs > 0) transaction.enqueue({ key, delayMs })
  else yield* timeIsUp(workflow, { key, id, lease: null }, step)
}

/** Arguments with every name replaced and every expression worked out, or why that cannot be. */
function* flowArguments(
  workflow: HeldWorkflow,
  step: ReadyStep,
  { args, local = {} }: StepDefinition,
): Work<{ found: Args } | { error: StepError }> {
  const values = withLocal(yield* readValues(workflow, step), local)
  const { compute = {}, event } = args as FlowArguments
  const others = plainArguments({ action: step.action, args })
  try {
    const resolved =
      step.run_args === null ? resolveReferences(others, values.inArguments) : JSON.parse(step.run_args)
    // What is asked of an event is worked out when it comes.
    const found =
      event?.when === undefined ? resolved : { ...resolved, event: { ...resolved.event, when: event.when } }
    const computed = Object.entries(compute).map(([name, text]) => [
      name,
      computedValue(text, values, workflow.transaction.at),
    ])
    return {
      found: { ...(found as Args), ...(computed.length > 0 && { compute: Object.fromEntries(computed) }) },
    }
  } catch (error) {
    const message = sentenceOf(error)
    if (message === undefined) throw error
    return { error: { code: 'unresolved_reference', message } }
  }
}

interface FlowArguments extends Args {
  readonly compute?: Readonly<Record<string, string>>
  readonly event?: { readonly when?: string }
}

function computedValue(text: string, { inExpressions: lookup }: StepValues, at: string): unknown {
  const expression = parseExpression(text, { isKnown: (name) => lookup(name) !== undefined })
  return evaluate(expression, { lookup, now: () => Date.parse(at) })
}

/** The wait is over. Whether an event that did not come is a failure, the step says. */
function* timeIsUp(
  workflow: HeldWorkflow,
  step: StepHandle,
  { run_at, run_args, definition }: ReadyStep,
): Work<void> {
  // An item has its arguments for itself.
  const args = run_args === null ? (JSON.parse(definition) as StepDefinition).args : JSON.parse(run_args)
  const { event, on_timeout = 'fail' } = args as Args
  if (event === undefined) {
    yield* workflow.complete(step, { from: 'ready', envelope: waited(run_at!) })
    return
  }
  const message = 'It did not happen in time.'
  if (on_timeout === 'continue') {
    const envelope = { success: true, message, data: { event: null, timed_out: true } }
    yield* workflow.complete(step, { from: 'ready', envelope })
  } else yield* workflow.fail(step, { from: 'ready', error: { code: 'timed_out', message } })
}

function valuesSet({ data: whole, values = {}, compute = {} }: Args): Envelope {
  if (whole !== undefined) return { success: true, message: 'Set.', data: whole }
  const data = { ...(values as object), ...(compute as object) }
  const names = Object.keys(data)
  return { success: true, message: names.length === 0 ? 'Nothing to set.' : `Set ${names.join(', ')}.`, data }
}

/** It stands as running, but takes no place: only the clock can end it. */
function* wait(workflow: HeldWorkflow, step: ReadyStep, args: Args): Work<void> {
  const { for_s, until, event } = args
  const { transaction } = workflow
  if (event !== undefined) {
    yield* waitForEvent(workflow, step, args)
    return
  }
  const now = Date.parse(transaction.at)
  const end = for_s === undefined ? Date.parse(String(until)) : now + Number(for_s) * 1000
  if (Number.isNaN(end) || end - now > MAX_WAIT_MS) {
    const message = Number.isNaN(end)
      ? `"${String(until ?? for_s)}" is no time to wait for.`
      : 'A wait takes a year at most.'
    yield* workflow.fail(step, { from: 'running', error: { code: 'invalid_arguments', message } })
    return
  }
  const run_at = new Date(end).toISOString()
  if (end <= now) {
    yield* workflow.complete(step, { from: 'running', envelope: waited(run_at) })
    return
  }
  const message = `Waiting until ${run_at}.`
  const waiting = { reason: 'time', args, until: run_at } as const
  yield* standBy(workflow, step, { waiting, message, delayMs: end - now })
}

function waited(until: string): Envelope {
  return { success: true, message: 'The wait is over.', data: { until } }
}

/** Whatever depends on nothing but success and has not begun is left out; handlers see how it ended. */
function* stop(
  workflow: HeldWorkflow,
  step: StepHandle,
  { outcome = 'completed', message }: Args,
): Work<void> {
  const why = typeof message === 'string' ? message : `Stopped by step "${step.id}".`
  yield* skipOthers(workflow, step, `Skipped because step "${step.id}" stopped the workflow.`)
  if (outcome === 'failed')
    yield* workflow.fail(step, { from: 'running', error: { code: 'stopped', message: why } })
  else
    yield* workflow.complete(step, {
      from: 'running',
      envelope: { success: true, message: why, data: { outcome } },
    })
}

function* skipOthers(workflow: HeldWorkflow, { key }: StepHandle, message: string): Work<void> {
  const { firstKey, lastKey } = keyRange(workflow.row.number)
  const open = yield* all<{ key: number; id: string; blocked: number; queued: number; asks: number }>(
    `SELECT key, id, blocked, queued, asks FROM workflow_steps WHERE key BETWEEN ?1 AND ?2 AND key <> ?3
       AND status = 'pending' AND runs_after IS NULL`,
    firstKey,
    lastKey,
    key,
  )
  // What this transaction has handed out already is about to begin.
  const skipped = open.filter((step) => !workflow.handedOut.has(step.key))
  for (const step of skipped) yield* workflow.skipByCondition(step, { from: standingOf(step), message })
  for (const step of skipped) yield* propagate(workflow, { key: step.key, how: 'condition' })
}

/** One that was handed out has a place, unless a person is to be asked. */
function standingOf({ blocked, queued, asks }: { blocked: number; queued: number; asks: number }) {
  if (queued === 1) return asks === 1 ? 'asking' : 'running'
  return blocked > 0 ? 'blocked' : 'ready'
}
