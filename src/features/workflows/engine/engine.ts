import { AppError } from '../../../contract/errors.ts'
import type { Decision as Answer } from '../../tools/approvals.ts'
import type { Backend, Delivery, OpenBackend, TransactOptions } from './backend.ts'
import { openCalls } from './call.ts'
import { claimStep } from './claim.ts'
import { giveUpStep } from './crash-rules.ts'
import { createWorkflow, type Origin } from './create-workflow.ts'
import { carryOut, confirmationIn, isYes, retryFailed } from './interventions.ts'
import { OpenWorkflow, type Scene, type Waiting } from './open-workflow.ts'
import { prepareIntervention, type Intervention } from './prepare-intervention.ts'
import type { Questions } from './questions.ts'
import { finishDeletions, recoverAll } from './recovery.ts'
import type { Rules } from './rules.ts'
import { settleStep } from './settle.ts'
import { parkStep } from './step-changes.ts'
import { assertNotUndone, startUndo, workflowsToUndo } from './undo.ts'
import type { StepRunner } from './step-runner.ts'
import { cancelWorkflow, stopWorkflow } from './stop-workflow.ts'
import { inspect, stepsToRetry, waitingFor } from './meant-step.ts'
import { decidedAlready, noSuchWorkflow, wrongState } from './refusals.ts'
import { findStep, readStep, workflowOf, type StepRow } from './step-rows.ts'
import type { Plan } from '../validate-steps.ts'
import { deleteWorkflow, type WorkflowRow } from './workflow-rows.ts'
import { type Work, change } from './statement.ts'

export interface EngineOptions {
  readonly openBackend: OpenBackend
  readonly rules: Rules
  readonly steps: StepRunner
  readonly questions: Questions
  readonly onCommitted: Delivery['committed']
  readonly onHeard: Delivery['heard']
  readonly onMissed: Delivery['missed']
}

/** How long what runs may take to end by itself when the service stops. */
const STOP_GRACE_MS = 3_000

/** Runs workflows and never loses one. All of it is in the database; what is in memory can be lost at any moment. */
export class WorkflowEngine {
  readonly backend: Backend
  readonly #options: EngineOptions

  constructor(options: EngineOptions) {
    const { openBackend, rules, steps, onCommitted, onHeard, onMissed } = options
    this.#options = options
    this.backend = openBackend({
      claim: (transaction, ref, lease) => claimStep({ transaction, rules }, ref, lease),
      park: parkStep,
      *giveUp(transaction, { key }) {
        const workflow = yield* OpenWorkflow.lock(workflowOf(key), { transaction, rules })
        const step = workflow && (yield* readStep(key))
        if (step) yield* giveUpStep(workflow, step)
      },
      perform: async (claim) => {
        const ending = await steps.perform(claim)
        return (transaction) => settleStep({ transaction, rules }, claim, ending)
      },
      committed: onCommitted,
      heard: onHeard,
      missed: onMissed,
      abort: (workflow) => steps.abort(workflow),
    })
  }

  /** Goes on with everything that an earlier process has left, then with what comes. */
  async start(): Promise<void> {
    const { rules, questions } = this.#options
    await this.backend.ready()
    await questions.closeForgotten(this.backend)
    // What is in flight elsewhere is no business of ours.
    if (this.backend.alone) await recoverAll(this.backend, rules)
    else await finishDeletions(this.backend)
    await this.backend.start()
  }

  /** Waits a moment for what runs, then stops it; nothing of it counts as failed. */
  async close({ graceMs = STOP_GRACE_MS }: { graceMs?: number } = {}): Promise<void> {
    const stopped = this.backend.stop()
    const patience = setTimeout(() => this.#options.steps.stop(), graceMs)
    try {
      await stopped
    } finally {
      clearTimeout(patience)
    }
  }

  /** The id of the new workflow, which is on disk; undefined when the tick that it is for has had one. */
  create(plan: Plan, origin: Origin): Promise<string | undefined> {
    return this.transact((scene) => createWorkflow(scene, plan, origin), { mayShare: true })
  }

  /** Nothing new starts; what runs ends and is recorded. */
  async interrupt(id: string, actor: string): Promise<void> {
    const number = await this.#change(id, function* (workflow) {
      if (!workflow.isGoingOn) throw wrongState(workflow.row, 'Only a running workflow can be paused.')
      workflow.row.status = 'paused'
      yield* workflow.record({ type: 'workflow.paused', actor })
      yield* workflow.moveOn()
      return workflow.row.number
    })
    await this.#alsoCalled(number, (called) => this.interrupt(called, actor))
  }

  /** Goes on with a paused workflow, or begins one that was only stored. */
  async resume(id: string, actor: string): Promise<void> {
    const number = await this.#change(id, function* (workflow) {
      const { row } = workflow
      if (row.status !== 'paused' && row.status !== 'pending')
        throw wrongState(row, 'Only a paused or pending workflow can be resumed.')
      yield* workflow.startOrResume(actor)
      return row.number
    })
    await this.#alsoCalled(number, (called) => this.resume(called, actor))
  }

  /** Decides for a step. Whoever comes second, here or by the confirmation, is refused. */
  async intervene(
    id: string,
    intervention: Intervention & { step_id?: string },
    actor: string,
  ): Promise<void> {
    const { step_id, ...decided } = intervention
    const { questions, rules } = this.#options
    const step = await this.backend.read(inspect({ id, step_id, rules }, decided))
    const confirmation_id = confirmationIn(step)
    if (!(await questions.take(confirmation_id, isYes(decided)))) throw decidedAlready(step.id)
    try {
      await this.#decide(id, step, { decided, actor })
    } catch (error) {
      if (confirmation_id !== null)
        await questions.askAgainAbout(this.backend, { workflow_id: id, step_id: step.id })
      throw error
    }
  }

  /** Carries out the answer to a step's confirmation, which has been taken. */
  async decideStep({ act, approved, confirmation }: Answer): Promise<void> {
    const { workflow_id = '', step_id = '' } = act
    const step = await this.backend.read(
      waitingFor(workflow_id, { step_id, confirmation_id: confirmation.confirmation_id }),
    )
    const { reason } = JSON.parse(step.waiting!) as Waiting
    const yes = reason === 'outcome_unknown' ? 'retry' : 'approve'
    try {
      await this.#decide(workflow_id, step, {
        decided: { decision: approved ? yes : 'reject' },
        actor: 'local-client',
      })
    } catch (error) {
      await this.#options.questions.askAgainAbout(this.backend, { workflow_id, step_id })
      throw error
    }
  }

  /** Goes on from the failed steps, or from one of them. */
  retry(id: string, { step_id }: { step_id?: string | undefined }, actor: string): Promise<void> {
    return this.#change(id, function* (workflow) {
      assertNotUndone(workflow.row)
      const chosen = yield* stepsToRetry(workflow.row, step_id)
      if (chosen.length === 0) throw wrongState(workflow.row, 'No failed step.')
      yield* retryFailed(workflow, chosen, actor)
    })
  }

  /** Takes back what a workflow that is over has done; the answer is the workflow that does it. */
  async undo(id: string, actor: string): Promise<string> {
    return this.transact(function* (scene) {
      const workflow = yield* OpenWorkflow.lockById(id, scene)
      if (!workflow || workflow.row.status === 'cancelled') throw noSuchWorkflow(id)
      if (!isOver(workflow.row)) throw wrongState(workflow.row, 'Only one that is over can be undone.')
      const undoing = yield* startUndo(scene, id, actor)
      if (undoing !== undefined) return undoing
      throw new AppError('conflict', 'None of its completed steps says how to undo it.')
    })
  }

  /** What failed and says how it is undone is undone, once. */
  async undoFailed(): Promise<void> {
    for (const { id } of await this.backend.read(workflowsToUndo()))
      await this.transact(function* (scene) {
        const undoing = yield* startUndo(scene, id, 'service')
        if (undoing === undefined)
          yield* change('UPDATE workflows SET undo = 0 WHERE id = ?1 AND undo = 1', id)
      })
  }

  /** Ends it where it stands: what is open is skipped, what runs is stopped. Done when it has ended here. */
  async stop(id: string, about: { actor: string; message: string }): Promise<void> {
    const number = await this.#change(id, function* (workflow) {
      if (!isOver(workflow.row)) yield* stopWorkflow(workflow, about)
      return workflow.row.number
    })
    await this.backend.abort(number)
    await this.#alsoCalled(number, (called) => this.stop(called, about))
  }

  /** Stops what runs, then takes everything of the workflow away. */
  async remove(id: string, actor: string): Promise<void> {
    const number = await this.#change(id, (workflow) => cancelWorkflow(workflow, actor))
    await this.backend.abort(number)
    await this.#alsoCalled(number, (called) => this.remove(called, actor))
    await this.backend.transact(function* (transaction) {
      yield* deleteWorkflow(number)
      transaction.tell({ about: 'workflow.deleted', workflow_id: id })
    })
  }

  /** Asks anew where a question has expired or got lost, and ends deletions whose process did not. */
  async renewQuestions(): Promise<void> {
    if (!this.backend.alone) await finishDeletions(this.backend)
    await this.#options.questions.askAnew(this.backend)
  }

  transact<Result>(act: (scene: Scene) => Work<Result>, options?: TransactOptions): Promise<Result> {
    const { rules } = this.#options
    return this.backend.transact((transaction) => act({ transaction, rules }), options)
  }

  /** The same for what its steps have called. One that is not in a state for it is left as it is. */
  async #alsoCalled(number: number, act: (id: string) => Promise<void>): Promise<void> {
    for (const { id } of await this.backend.read(openCalls(number)))
      await act(id).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
  }

  #change<Result>(id: string, act: (workflow: OpenWorkflow) => Work<Result>): Promise<Result> {
    return this.transact(function* (scene) {
      const workflow = yield* OpenWorkflow.lockById(id, scene)
      if (!workflow || workflow.row.status === 'cancelled') throw noSuchWorkflow(id)
      return yield* act(workflow)
    })
  }

  #decide(
    id: string,
    seen: StepRow,
    { decided, actor }: { decided: Intervention; actor: string },
  ): Promise<void> {
    return this.#change(id, function* (workflow) {
      const step = yield* findStep(workflow.row.number, seen.id)
      if (!step || step.status !== seen.status || step.waiting !== seen.waiting) throw decidedAlready(seen.id)
      const prepared = yield* prepareIntervention(workflow, step, decided)
      yield* carryOut(workflow, step, { intervention: decided, prepared, actor })
      const confirmation_id = confirmationIn(step)
      // The same question may be open elsewhere.
      if (confirmation_id !== null)
        workflow.transaction.tell({ about: 'question.closed', confirmation_id, approved: isYes(decided) })
    })
  }
}

function isOver({ status }: WorkflowRow): boolean {
  return status === 'completed' || status === 'failed'
}
