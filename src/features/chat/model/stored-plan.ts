import type { Component } from '../../../contract/component-schema.ts'
import type { Envelope } from '../../../contract/envelope.ts'
import { checkFor } from '../../../platform/validation/validation.ts'
import type { AnswerWriter } from '../answering.ts'
import type { ModelStates } from './model-state.ts'
import { UPDATE_PLAN, UpdatePlanArguments } from './offered-tools.ts'

type StepStatus = 'pending' | 'running' | 'completed' | 'cancelled'

interface PlanStep {
  readonly title: string
  readonly status: StepStatus
}

export interface PlanDeps {
  readonly states: Pick<ModelStates, 'keepPlan'>
  readonly session_id: string
  readonly writer: AnswerWriter
}

const MAX_TITLE = 200

/** The plan that a model keeps: shown once in an answer and changed in place, and told to the model with the next message. */
export class StoredPlan {
  readonly #deps: PlanDeps
  #isResting = false
  #shown: { readonly id: string; readonly steps: readonly PlanStep[] } | undefined

  constructor(deps: PlanDeps) {
    this.#deps = deps
  }

  async update(args: unknown): Promise<Envelope> {
    const given = structuredClone(args) as { steps: string[] }
    const issues = checkFor(UpdatePlanArguments, 'body')(given)
    if (issues.length > 0) {
      const message = `${UPDATE_PLAN} needs steps: a list of lines such as "[ ] Read the file".`
      return { success: false, message, data: { error: { code: 'invalid_arguments', issues } } }
    }
    const steps = given.steps.map(readStep)
    const isOver = steps.every(isSettled)
    await this.#deps.states.keepPlan(this.#deps.session_id, isOver ? null : steps.map(written).join('\n'))
    this.#isResting = false
    this.#show(steps, isOver ? 'completed' : 'running')
    return { success: true, message: 'The user sees the plan.', data: null }
  }

  /** The answer is over or waits: what has not been done stands still. */
  rest(status: 'paused' | 'waiting'): void {
    if (!this.#shown || this.#isResting || this.#shown.steps.every(isSettled)) return
    this.#isResting = true
    const steps = this.#shown.steps.map((step) =>
      step.status === 'running' ? { ...step, status: 'pending' as const } : step,
    )
    this.#show(steps, status)
  }

  #show(steps: readonly PlanStep[], status: 'running' | 'completed' | 'paused' | 'waiting'): void {
    const { writer } = this.#deps
    const component = trackerOf(steps, status)
    const id = this.#shown?.id
    if (id !== undefined) writer.patch(id, [{ op: 'replace', path: '/data', value: component['data'] }])
    this.#shown = { id: id ?? writer.add(component), steps }
  }
}

function trackerOf(steps: readonly PlanStep[], status: string): Component {
  return {
    type: 'task_tracker',
    data: {
      name: 'Plan',
      status,
      steps: steps.map(({ title, status: state }, index) => ({
        step: index + 1,
        tool: UPDATE_PLAN,
        status: state,
        message: title,
      })),
    },
  }
}

const signs: Readonly<Record<StepStatus, string>> = {
  pending: ' ',
  running: '>',
  completed: 'x',
  cancelled: '-',
}

function isSettled({ status }: PlanStep): boolean {
  return status === 'completed' || status === 'cancelled'
}

/** `[x] Title`, as in the task lists of Markdown; a line without a mark is yet to be done. */
function readStep(line: string): PlanStep {
  const [, sign = ' ', title = ''] = /^\s*(?:[-*\d.]+\s+)?(?:\[(.?)\]\s*)?(.*)$/su.exec(line) ?? []
  return { title: title.trim().slice(0, MAX_TITLE).toWellFormed(), status: statusOf(sign) }
}

function statusOf(sign: string): StepStatus {
  if (/[xX✓✔]/u.test(sign)) return 'completed'
  if (/[>~→*/]/u.test(sign)) return 'running'
  return sign === '-' ? 'cancelled' : 'pending'
}

function written({ title, status }: PlanStep): string {
  return `[${signs[status]}] ${title.replaceAll(/[<>\s]+/gu, ' ')}`
}
