import { AppError } from '../../../contract/errors.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { findAutomation, findVersion } from '../automations/automation-rows.ts'
import { startRun } from '../automations/start-run.ts'
import type { HeldWorkflow, StepError } from './held-workflow.ts'
import { all, first, type Work } from './statement.ts'
import { standBy } from './stand-by.ts'
import { automated, runAgainBy } from './step-provenance.ts'
import type { StepHandle } from './step-changes.ts'
import { keyRange, stepOf, type ReadyStep, type StepRow } from './step-rows.ts'
import { outputOf } from './variables.ts'
import type { WorkflowRow } from './workflow-rows.ts'

type Args = Readonly<Record<string, unknown>>

/** So many automations may call one another. */
const MAX_CALL_DEPTH = 5
/** The end of the called one wakes the step; this is only in case that was lost. */
const LOOK_AGAIN_MS = 3_600_000

/** Starts a run of another automation. Its tick is the idempotency key of the step, hence there is one run only. */
export function* callAutomation(workflow: HeldWorkflow, step: ReadyStep, args: Args): Work<void> {
  const tick = `${workflow.row.id}/${step.id}/${step.revision}`
  const started = yield* startCalled(workflow, step, { args, tick })
  if ('error' in started) {
    yield* workflow.fail(step, { from: 'running', error: started.error })
    return
  }
  const { workflow_id } = started
  if (args['wait'] === false) {
    const envelope = { success: true, message: 'Started.', data: { workflow_id, status: 'running' } }
    yield* workflow.complete(step, { from: 'running', envelope })
    return
  }
  const waiting = { reason: 'workflow', args, workflow_id } as const
  yield* standBy(workflow, step, { waiting, message: `Waiting for ${workflow_id}.`, delayMs: LOOK_AGAIN_MS })
}

function* startCalled(
  { row, rules, transaction }: HeldWorkflow,
  step: ReadyStep,
  { args, tick }: { args: Args; tick: string },
): Work<{ workflow_id: string } | { error: StepError }> {
  const id = String(args['automation'])
  const automation = yield* findAutomation(id)
  const number = Number(args['version'] ?? automation?.version)
  const version = automation && (yield* findVersion(id, number))
  const depth = row.depth + 1
  if (!automation || !version) return refused('not_found', `There is no automation "${id}" of that version.`)
  if (depth > MAX_CALL_DEPTH)
    return refused('call_depth', `${MAX_CALL_DEPTH} automations have called one another; no more is allowed.`)
  try {
    const run = { trigger: { type: 'call', workflow_id: row.id, step_id: step.id }, depth, caller: step.key }
    const wish = {
      automation,
      version,
      // Whoever calls it may not do more by it than by themselves.
      provenance: runAgainBy(automated(version.provenance), step.provenance ?? row.provenance),
      actor: 'automation',
      inputs: args['inputs'] as Args | undefined,
      run: { ...run, tainted: row.tainted === 1 },
      tick,
    }
    const made = yield* startRun({ transaction, rules }, wish)
    return { workflow_id: made ?? (yield* workflowOfTick(tick)) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refused('invalid_arguments', error.message)
  }
}

function refused(code: string, message: string): { error: StepError } {
  return { error: { code, message } }
}

function* workflowOfTick(tick: string): Work<string> {
  return (yield* first<{ id: string }>('SELECT id FROM workflows WHERE tick = ?1', tick))!.id
}

/** The run that a step has called may have ended. */
export function* callEnded(workflow: HeldWorkflow, step: ReadyStep): Work<void> {
  const handle = { key: step.key, id: step.id, lease: null }
  const called = yield* calledBy(step.key)
  if (!called) {
    const error = { code: 'called_run_deleted', message: 'The run that it called was deleted.' }
    yield* workflow.fail(handle, { from: 'ready', error })
    return
  }
  if (called.status === 'completed')
    yield* workflow.complete(handle, { from: 'ready', envelope: yield* outcomeOf(called) })
  else if (called.status === 'failed') yield* failWith(workflow, handle, called)
  else workflow.transaction.enqueue({ key: step.key, delayMs: LOOK_AGAIN_MS })
}

function* failWith(workflow: HeldWorkflow, handle: StepHandle, called: Called): Work<void> {
  const { firstKey, lastKey } = keyRange(called.number)
  const failed = yield* first<{ id: string; message: string | null }>(
    `SELECT id, message FROM workflow_steps WHERE key BETWEEN ?1 AND ?2 AND status = 'failed' AND handled = 0 LIMIT 1`,
    firstKey,
    lastKey,
  )
  const message = `${called.name ?? called.id} failed at step "${failed?.id}": ${failed?.message ?? 'see its record.'}`
  yield* workflow.fail(handle, { from: 'ready', error: { code: 'called_run_failed', message } })
}

type Called = Pick<WorkflowRow, 'number' | 'id' | 'name' | 'status'>

function* calledBy(key: number): Work<Called | undefined> {
  return yield* first<Called>(
    'SELECT number, id, name, status FROM workflows WHERE caller = ?1 ORDER BY number DESC LIMIT 1',
    key,
  )
}

/** What the steps of the called run publish, by name; of two of the same name the later one. */
function* outcomeOf({ number, id, status }: Called): Work<Envelope> {
  const { firstKey, lastKey } = keyRange(number)
  const steps = yield* all<StepRow>(
    `SELECT * FROM workflow_steps WHERE key BETWEEN ?1 AND ?2 AND status = 'completed' ORDER BY finished_at, key`,
    firstKey,
    lastKey,
  )
  const published = steps.flatMap((step) => {
    const { outputs = [] } = stepOf(step)
    const { data = null } = JSON.parse(step.result ?? '{}') as Partial<Envelope>
    return outputs.map((name) => [
      name,
      outputOf(data, name, { single: outputs.length === 1 })?.value ?? null,
    ])
  })
  const data = { ...(Object.fromEntries(published) as object), workflow_id: id, status }
  return { success: true, message: 'The automation has completed.', data }
}

/** Runs that the steps of a workflow have called and that have not ended. */
export function* openCalls(workflow: number): Work<readonly { id: string }[]> {
  const { firstKey, lastKey } = keyRange(workflow)
  return yield* all<{ id: string }>(
    `SELECT id FROM workflows WHERE caller BETWEEN ?1 AND ?2 AND status IN ('pending', 'running', 'waiting', 'paused')`,
    firstKey,
    lastKey,
  )
}
