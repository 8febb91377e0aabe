import type { PlanPort } from '../../features/chat/model/plan-workflow.ts'
import type { EventBus, Subscription } from '../../features/events/event-bus.ts'
import type { Approvals } from '../../features/tools/approvals.ts'
import { noSuchWorkflow } from '../../features/workflows/engine/refusals.ts'
import { readRecord } from '../../features/workflows/engine/records.ts'
import { planOf } from '../../features/workflows/validate-steps.ts'
import { findWorkflow } from '../../features/workflows/engine/workflow-rows.ts'
import type { Workflows } from '../../features/workflows/workflows.ts'

/** The workflows as an answer of a model uses them. */
export function chatWorkflows({
  workflows: { engine, catalog },
  approvals,
  bus,
  awaitEnd = () => {},
}: {
  workflows: Pick<Workflows, 'engine' | 'catalog'>
  approvals: Pick<Approvals, 'find' | 'isOpen'>
  bus: Pick<EventBus, 'subscribe'>
  /** Left out where nobody goes on after a workflow. */
  awaitEnd?: PlanPort['awaitEnd']
}): PlanPort {
  return {
    async start({ name, steps, provenance }) {
      const plan = planOf({ steps, variables: {} }, { catalog, at: '/steps' })
      // Only one that is for the tick of a schedule may have been there before.
      return (await engine.create(plan, { name, source: 'chat', provenance }))!
    },

    read: (workflow_id) =>
      engine.backend.read(
        (function* () {
          const row = yield* findWorkflow(workflow_id)
          if (!row) throw noSuchWorkflow(workflow_id)
          return yield* readRecord(row)
        })(),
      ),

    // Subscribed before it is read, so that nothing that happens in between is missed.
    changes(signal) {
      const subscription = bus.subscribe({ topics: ['step.updated', 'workflow.updated'] })
      if (signal.aborted) subscription.close()
      else signal.addEventListener('abort', () => subscription.close(), { once: true })
      return changedIds(subscription)
    },

    findConfirmation: (id) => (approvals.isOpen(id) ? approvals.find(id) : undefined),

    awaitEnd,
  }
}

async function* changedIds(subscription: Subscription): AsyncIterable<string> {
  for await (const { data } of subscription) yield (data as { workflow_id: string }).workflow_id
}
