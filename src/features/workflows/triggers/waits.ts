import { OpenWorkflow, type Scene } from '../engine/open-workflow.ts'
import type { Work } from '../engine/statement.ts'
import { findStep, type StepRow } from '../engine/step-rows.ts'
import { findWorkflow } from '../engine/workflow-rows.ts'
import { queuedEvents } from './event-rows.ts'
import { deleteTriggersOf } from './trigger-rows.ts'

/** False when the wait has ended otherwise; then its trigger is gone. */
export function* isStillWaiting(scene: Scene, owner: string): Work<boolean> {
  const found = yield* waitingStep(scene, owner)
  if (found) return true
  yield* deleteTriggersOf(owner)
  return false
}

/** The event that a step has waited for ends its wait. One that waits no longer leaves nothing behind. */
export function* serveWait(scene: Scene, owner: string): Work<void> {
  const found = yield* waitingStep(scene, owner)
  const [event] = yield* queuedEvents(owner, 1)
  if (found && !event) return
  if (found && event) {
    const { workflow, step } = found
    const data = JSON.parse(event.data ?? 'null') as unknown
    const envelope = { success: true, message: 'It happened.', data: { event: data, timed_out: false } }
    yield* workflow.complete({ ...step, lease: null }, { from: 'ready', envelope })
    yield* workflow.moveOn()
  }
  yield* deleteTriggersOf(owner)
}

function* waitingStep(
  scene: Scene,
  owner: string,
): Work<{ workflow: OpenWorkflow; step: StepRow } | undefined> {
  const [workflow_id = '', ...rest] = owner.split('/')
  const row = yield* findWorkflow(workflow_id)
  const workflow = row && (yield* OpenWorkflow.lock(row.number, scene))
  const step = workflow && (yield* findStep(workflow.row.number, rest.join('/')))
  return workflow && step?.status === 'running' ? { workflow, step } : undefined
}
