import type { Provenance } from '../../contract/endpoint.ts'
import {
  computerAction,
  computerChecked,
  computerLooked,
  computerPlanned,
} from '../../contract/computer-events.ts'
import type { TaskChanges } from '../../contract/computer-changes.ts'
import type { PlanStep } from '../../contract/computer-plan.ts'
import { changesInWords } from '../../contract/text/computer-changes.ts'
import type { DesktopDriver, Frame } from '../../platform/desktop/desktop-driver.ts'
import { createRunCommand } from '../../platform/terminal-commands/run-command.ts'
import type { Act, Question } from '../tools/question.ts'
import { ChangesWatch } from './changes/changes-watch.ts'
import type { ComputerDeps } from './computer-deps.ts'
import type { Done } from './do-action.ts'
import type { TaskRecorder } from './recording/task-recorder.ts'
import { ControlRun } from './control-run.ts'
import type { Ending } from './end/endings.ts'
import type { Verdict } from './end/judge-end.ts'
import type { HeldPicture } from './held-picture.ts'
import type { MarkedPicture } from './marked-picture.ts'
import { coordinateSpace } from './model/coordinate-space.ts'
import { Gate, type Answer, type ApproveMode, type Shown } from './policy/gate.ts'
import type { Questions } from './questions.ts'
import type { TaskSecrets } from './secrets/task-secrets.ts'
import type { StopSignal } from './stop-signal.ts'
import { insertEndCheck, insertStep, updatePlan, updateTask } from './task-rows.ts'
import { askToBegin } from './who-may-begin.ts'

export interface Begun {
  readonly taskId: string
  readonly task: string
  readonly maxSteps: number
  readonly mode: ApproveMode
  readonly provenance: Provenance
  readonly driver: DesktopDriver
  readonly stop: StopSignal
  readonly secrets: TaskSecrets
  readonly recorder: TaskRecorder
}

interface TaskRunDeps extends ComputerDeps {
  readonly questions: Questions
  readonly picture: HeldPicture
  readonly marked: MarkedPicture
}

const NO_CHOICE = { provider: '', model: '' }

export type Ended = Ending & { readonly changes: TaskChanges | null }

/** How long the changes may be looked for: beside the check of the end, at the end, and while somebody waits for a stop. */
const CHECKED_MS = 1_500
const ENDED_MS = 1_500
const STOPPED_MS = 100
/** A decision that takes longer helps nobody who watches. */
const MODEL_SECONDS = 120

/** One task from its first look at the screen to its end, its record kept up to date on the way. */
export class TaskRun {
  readonly #task: Begun
  readonly #deps: TaskRunDeps
  /** How long a person was waited for. */
  #waitedMs = 0

  constructor(task: Begun, deps: TaskRunDeps) {
    this.#task = task
    this.#deps = deps
  }

  async run(): Promise<Ended> {
    const { driver, provenance, secrets } = this.#task
    const refused = provenance === 'local-client' ? undefined : await askToBegin(this.#task, this.#ask)
    if (refused) return { ...refused, changes: null }
    const watch = new ChangesWatch({ ...this.#deps, driver, secrets })
    const ending = await this.#control(watch)
    return { ...ending, changes: await this.#changesIn(watch) }
  }

  /** Whoever stops it, now or meanwhile, waits for the answer. */
  async #changesIn(watch: ChangesWatch): Promise<TaskChanges> {
    const { stop } = this.#task
    if (!stop.signal.aborted)
      try {
        return await stop.race(watch.changes(ENDED_MS))
      } catch (error) {
        if (!stop.signal.aborted) throw error
      }
    return watch.changes(STOPPED_MS)
  }

  async #control(watch: ChangesWatch): Promise<Ending> {
    const task = this.#task
    const { taskId, driver, stop, provenance, mode, secrets } = task
    const { settings, models, scrub } = this.#deps
    let heldSince = 0
    const holdsSecret = (text: string) => scrub(text) !== text
    const gate = new Gate({
      ...this.#deps,
      driver,
      mode,
      taskId,
      task: provenance === 'local-client' ? task.task : '',
      provenance: 'model',
      holdsSecret,
      secrets,
      ask: async (act, question, shown) => {
        const answer = await this.#ask(act, question, shown)
        if (answer === 'approved') watch.noteApproved(question.title)
        return answer
      },
    })
    const run = new ControlRun(
      task,
      {
        ...this.#deps,
        driver,
        gate,
        secrets,
        taskId,
        runCommand: createRunCommand(this.#deps.launcher),
        provenance: 'model',
        space: coordinateSpace(settings.get('VISION_COORDINATES'), models.choice('vision') ?? NO_CHOICE),
        limits: {
          seconds: settings.get('COMPUTER_SECONDS'),
          tokens: settings.get('COMPUTER_TOKEN_BUDGET'),
          modelSeconds: Math.max(MODEL_SECONDS, settings.get('LLM_PATIENCE_SECONDS') ?? 0),
        },
        waitedMs: () => this.#waitedMs,
        onHeld: async (message) => {
          if (message === null) this.#waitedMs += performance.now() - heldSince
          heldSince = performance.now()
          await this.#set({ status: message === null ? 'running' : 'waiting', message })
        },
        onPicture: (frame, step) => this.#onPicture(frame, step),
        onDone: (done) => {
          watch.note(done)
          return this.#onStep(done)
        },
        canBegin: async () => {
          await Promise.all([watch.begun(), task.recorder.beforeAction()])
        },
        seenChanges: async () => changesInWords(await watch.changes(CHECKED_MS)),
        onPlan: (plan) => this.#onPlan(plan),
        onVerdict: (verdict) => this.#onVerdict(verdict),
        onChecked: (claim, verdict) => task.recorder.checked({ claim: secrets.maskWords(claim), verdict }),
      },
      stop,
    )
    return run.run()
  }

  readonly #ask = async (act: Act, question: Question, shown?: Shown): Promise<Answer> => {
    const { questions, marked } = this.#deps
    const since = performance.now()
    const onAsk = (confirmation_id: string) => {
      if (shown) marked.keep(this.#task.taskId, confirmation_id, shown)
      return this.#set({ status: 'waiting', message: question.title, confirmation_id })
    }
    const onAnswer = this.#task.recorder.asked(question, shown)
    let given: Answer | 'cancelled' = 'cancelled'
    try {
      const answer = await questions.ask({ act, question, onAsk }, this.#task.stop)
      given = answer
      await this.#set({ status: 'running', message: null })
      return answer
    } finally {
      marked.forget()
      onAnswer(given)
      this.#waitedMs += performance.now() - since
    }
  }

  async #set(state: {
    status: 'running' | 'waiting'
    message: string | null
    confirmation_id?: string
  }): Promise<void> {
    const { database } = this.#deps
    await database.write(() => updateTask(database, this.#task.taskId, { confirmation_id: null, ...state }))
  }

  #onPicture(frame: Frame, step: number): void {
    const { taskId, recorder } = this.#task
    recorder.look(frame)
    this.#deps.picture.keep(taskId, frame, step)
    this.#deps.publish(computerLooked, { task_id: taskId, step })
  }

  async #onStep(done: Done): Promise<void> {
    const { database, publish } = this.#deps
    const { taskId, recorder } = this.#task
    const step = done.record
    recorder.step(done)
    const message = [step.reason, step.outcome].filter((part) => part !== '').join(' ')
    await database.write(() => {
      insertStep(database, taskId, step)
      updateTask(database, taskId, { status: 'running', message: step.outcome, confirmation_id: null })
    })
    publish(computerAction, { task_id: taskId, step: step.step, action: step.action, message })
  }

  async #onPlan(plan: readonly PlanStep[]): Promise<void> {
    const { database, publish } = this.#deps
    const { taskId, recorder } = this.#task
    recorder.planned(plan)
    await database.write(() => updatePlan(database, taskId, plan))
    publish(computerPlanned, { task_id: taskId, plan: [...plan] })
  }

  async #onVerdict({ reached, because }: Verdict): Promise<void> {
    const { database, publish, now } = this.#deps
    const { taskId } = this.#task
    const check = { at: now().toISOString(), reached, because }
    await database.write(() => insertEndCheck(database, taskId, check))
    publish(computerChecked, { task_id: taskId, reached, because })
  }
}
