import type { Confirmation } from '../../contract/confirmation.ts'
import type { Log } from '../../contract/log.ts'
import type { Decided } from '../../features/chat/chat-seams.ts'
import { endOf, questionsOf, waitsForPerson, type PlanPort } from '../../features/chat/model/plan-workflow.ts'
import type { EventBus } from '../../features/events/event-bus.ts'

export interface WorkflowEndsDeps {
  readonly bus: Pick<EventBus, 'subscribe'>
  readonly workflows: Pick<PlanPort, 'read' | 'findConfirmation'>
  /** Shows what it asks on the way; `open` gives the questions that are open by then. */
  readonly onQuestions: (workflow_id: string, open: () => readonly Confirmation[]) => Promise<unknown>
  /** Lets the answer go on. */
  readonly onEnd: (decided: Decided) => Promise<unknown>
  readonly log: Log
}

/** Lets answers go on that wait for a workflow whose steps a person is asked about: with its next question, and at its end. */
export class WorkflowEnds implements Disposable {
  readonly #deps: WorkflowEndsDeps
  readonly #awaited = new Set<string>()
  readonly #subscription

  constructor(deps: WorkflowEndsDeps) {
    this.#deps = deps
    this.#subscription = deps.bus.subscribe({ topics: ['workflow.updated', 'step.updated'] })
    void this.#watch()
  }

  /** It may have ended already, e.g. while nothing ran here. */
  readonly await = (workflow_id: string): void => {
    this.#awaited.add(workflow_id)
    void this.#look(workflow_id)
  };

  [Symbol.dispose](): void {
    this.#subscription.close()
  }

  async #watch(): Promise<void> {
    for await (const { data } of this.#subscription) {
      const { workflow_id } = data as { workflow_id: string }
      if (this.#awaited.has(workflow_id)) void this.#look(workflow_id)
    }
  }

  async #look(workflow_id: string): Promise<void> {
    const { workflows, onQuestions, onEnd, log } = this.#deps
    try {
      const record = await workflows.read(workflow_id)
      if (waitsForPerson(record)) await onQuestions(workflow_id, () => questionsOf(record, workflows))
      const result = endOf(record)
      if (!result || !this.#awaited.delete(workflow_id)) return
      await onEnd({ confirmation_id: workflow_id, approved: result.success, result })
    } catch (error) {
      log.error({ err: error, workflow_id }, "Couldn't continue an answer after its workflow.")
    }
  }
}
