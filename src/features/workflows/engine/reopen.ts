import type { HeldWorkflow } from './held-workflow.ts'
import { readEdges, readSteps, type StepRow } from './step-rows.ts'
import { type Work, change } from './statement.ts'

/**
 * Takes steps back that were skipped because of failed ones: all those of which nothing that they depend on is failed
 * any more. `mended` are the failed steps that now get another chance; the caller has not changed their rows yet.
 */
export function* restoreDependants(workflow: HeldWorkflow, mended: readonly StepRow[]): Work<void> {
  const steps = yield* readSteps(workflow.row.number)
  const parents = new Map<number, number[]>(steps.map(({ key }) => [key, []]))
  for (const { parent, child } of yield* readEdges(workflow.row.number)) parents.get(child)!.push(parent)
  const state = new RestoredState(steps, { parents, mended: new Set(mended.map(({ key }) => key)) })
  for (const step of steps) {
    const blocked = state.blockedBy(step)
    if (step.skipped_because === 'failure' && !state.isHeldBack(step)) {
      yield* change(
        `UPDATE workflow_steps SET status = 'pending', skipped_because = NULL, blocked = ?2, message = NULL, finished_at = NULL
         WHERE key = ?1`,
        step.key,
        blocked,
      )
      workflow.moved(step, 'skipped', blocked === 0 ? 'ready' : 'blocked')
      workflow.tellStep(step, 'pending', null)
    } else if (step.blocked !== blocked && step.queued === 0) {
      yield* change('UPDATE workflow_steps SET blocked = ?2 WHERE key = ?1', step.key, blocked)
      // One that waits for a failure was about to run; now it waits for how the mended step ends.
      if (step.status === 'pending' && step.blocked === 0) workflow.moved(step, 'ready', 'blocked')
    }
  }
}

interface Relations {
  readonly parents: ReadonlyMap<number, readonly number[]>
  readonly mended: ReadonlySet<number>
}

/** What each step will be once the mended ones are on their way again. */
class RestoredState {
  readonly #steps: ReadonlyMap<number, StepRow>
  readonly #relations: Relations
  readonly #heldBack = new Map<number, boolean>()
  readonly #done = new Map<number, boolean>()

  constructor(steps: readonly StepRow[], relations: Relations) {
    this.#steps = new Map(steps.map((step) => [step.key, step]))
    this.#relations = relations
    this.#workOut(steps)
  }

  isHeldBack({ key }: StepRow): boolean {
    return this.#heldBack.get(key)!
  }

  /** How many of those that the step depends on have not ended. One that waits for a failure takes that as an end. */
  blockedBy({ key, runs_after }: StepRow): number {
    const hasEnded = (parent: number) =>
      this.#done.get(parent)! || (runs_after !== null && this.#heldBack.get(parent)!)
    return this.#parentsOf(key).filter((parent) => !hasEnded(parent)).length
  }

  /** Parents first, without recursion: a chain of thousands of steps must not use up the stack. */
  #workOut(steps: readonly StepRow[]): void {
    const pending = steps.map(({ key }) => key)
    while (pending.length > 0) {
      const key = pending.at(-1)!
      const open = this.#done.has(key) ? [] : this.#parentsOf(key).filter((parent) => !this.#done.has(parent))
      if (open.length > 0) {
        pending.push(...open)
        continue
      }
      pending.pop()
      if (!this.#done.has(key)) this.#judge(this.#steps.get(key)!)
    }
  }

  #judge({ key, status, skipped_because, runs_after, goes_on }: StepRow): void {
    const parents = this.#parentsOf(key)
    const fails = status === 'failed' && !this.#relations.mended.has(key)
    const isSkippedWithOthers = runs_after === null && parents.some((parent) => this.#heldBack.get(parent)!)
    this.#heldBack.set(key, (fails && goes_on === 0) || isSkippedWithOthers)
    const leftOut = status === 'skipped' && skipped_because === 'person'
    this.#done.set(
      key,
      status === 'completed' ||
        (fails && goes_on === 1) ||
        (status === 'skipped' && skipped_because === 'condition') ||
        // One that a person left out has ended when everything before it has.
        (leftOut && parents.every((parent) => this.#done.get(parent)!)),
    )
  }

  #parentsOf(key: number): readonly number[] {
    return this.#relations.parents.get(key)!
  }
}
