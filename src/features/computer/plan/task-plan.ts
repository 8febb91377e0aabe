import type { PlanStep } from '../../../contract/computer-plan.ts'
import { inOneLine } from '../untrusted.ts'
import type { TaskSecrets } from '../secrets/task-secrets.ts'
import { readPlan } from './plan-tool.ts'

interface TaskPlanDeps {
  readonly secrets: Pick<TaskSecrets, 'maskWords'>
  /** Stores it and shows it to whoever watches. */
  readonly onChange: (steps: readonly PlanStep[]) => Promise<void>
}

/** What the model means to do, as it says: to be seen by the person and told back to it. It decides on nothing. */
export class TaskPlan {
  readonly #deps: TaskPlanDeps
  #steps: readonly PlanStep[] = []

  constructor(deps: TaskPlanDeps) {
    this.#deps = deps
  }

  /** Takes what the model wrote. Gives back why it could not be taken. */
  async take(given: unknown): Promise<string | undefined> {
    const read = readPlan(given)
    if ('problem' in read) return read.problem
    const steps = read.steps.map(({ text, state }) => ({ text: this.#deps.secrets.maskWords(text), state }))
    if (JSON.stringify(steps) === JSON.stringify(this.#steps)) return undefined
    this.#steps = steps
    await this.#deps.onChange(steps)
    return undefined
  }

  /** Where it stands, for each turn: a line, not the whole again. Empty without a plan. */
  tellBriefly(): string {
    if (this.#steps.length === 0) return ''
    const done = this.#steps.filter(({ state }) => state === 'done').length
    const at = this.#now()
    const now = at === -1 ? '' : `, now ${at + 1}: ${JSON.stringify(inOneLine(this.#steps[at]!.text, 60))}`
    return `Plan: ${done} of ${this.#steps.length} done${now}.`
  }

  /** All of it, for where the model may have lost sight of what it wrote. Empty without a plan. */
  tellWhole(): string {
    return this.#steps
      .map(({ text, state }, index) => `${index + 1}. [${state.replace('_', ' ')}] ${text}`)
      .join('\n')
  }

  /** The step that is being done, else the first that is still to do. */
  #now(): number {
    const doing = this.#steps.findIndex(({ state }) => state === 'doing')
    return doing === -1 ? this.#steps.findIndex(({ state }) => state === 'to_do') : doing
  }
}
