import type { Log } from '../contract/log.ts'
import type { Decided } from '../features/chat/chat-seams.ts'
import { endOf, type WorkflowDoor } from '../features/chat/model/plan-workflow.ts'
import type { EventBus } from '../features/events/event-bus.ts'

export interface WorkflowEndsDeps {
  readonly bus: Pick<EventBus, 'subscribe'>
  readonly read: WorkflowDoor['read']
  /** Lets the answer go on. */
  readonly onEnd: (decided: Decided) => Promise<unknown>
  readonly log: Log
}

/** Lets answers go on that wait for the end of a workflow, because a person had to be asked about its steps. */
export class WorkflowEnds implements Disposable {
  readonly #deps: WorkflowEndsDeps
  readonly #awaited = new Set<string>()
  readonly #subscription

  constructor(deps: WorkflowEndsDeps) {
    this.#deps = deps
    this.#subscription = deps.bus.subscribe({ topics: ['workflow.updated'] })
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
      if (this.#awaited.has(workflow_id)) await this.#look(workflow_id)
    }
  }

  async #look(workflow_id: string): Promise<void> {
    const { read, onEnd, log } = this.#deps
    try {
      const result = endOf(await read(workflow_id))
      if (!result || !this.#awaited.delete(workflow_id)) return
      await onEnd({ confirmation_id: workflow_id, approved: result.success, result })
    } catch (error) {
      log.error({ err: error, workflow_id }, 'An answer could not go on after its workflow.')
    }
  }
}
