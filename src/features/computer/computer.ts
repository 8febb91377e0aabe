import { randomBytes } from 'node:crypto'
import { changesInWords } from '../../contract/text/computer-changes.ts'
import type { Call } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import { computerEnded, computerStarted } from '../../contract/computer-events.ts'
import type {
  ComputerTask,
  ComputerTasks,
  QuestionPicture,
  StartedTask,
  StoppedTask,
  TaskList,
  TaskPicture,
  TaskRequest,
} from '../desktop/computer-tasks.ts'
import type { Decision } from '../tools/approvals.ts'
import type { ComputerDeps } from './computer-deps.ts'
import { HeldPicture } from './held-picture.ts'
import { MarkedPicture } from './marked-picture.ts'
import { notConfigured } from './model/decider.ts'
import { Questions } from './questions.ts'
import { TaskSecrets } from './secrets/task-secrets.ts'
import { StopSignal } from './stop-signal.ts'
import {
  endTask,
  findTask,
  insertTask,
  newestTasks,
  stepsOf,
  unendedTasks,
  type StepRecord,
  type TaskRow,
} from './task-rows.ts'
import { TaskRun, type Begun, type Ended } from './task-run.ts'
import { assertCanControl, provenanceOf, turnedOff } from './who-may-begin.ts'

/** Computer control: one task at a time, kept in the database, stopped by anybody at any time. */
export interface Computer extends ComputerTasks {
  /** Takes the answer to a question of a task. False when it is to something else. */
  takeDecision(decision: Decision): boolean
  /** Marks what the last process left behind, and lets go of what it held. Done before anybody is answered. */
  recover(): Promise<void>
  close(): Promise<void>
}

interface Current {
  readonly taskId: string
  readonly stop: StopSignal
  readonly ended: Promise<void>
}

export function createComputer(deps: ComputerDeps): Computer {
  return new TaskRunner(deps)
}

class TaskRunner implements Computer {
  readonly #deps: ComputerDeps
  readonly #questions: Questions
  readonly #picture: HeldPicture
  readonly #marked = new MarkedPicture()
  readonly #stopWatching: () => void
  #current: Current | undefined
  /** Of a task that is on its way and has no record yet. */
  #starting: StopSignal | undefined
  #isClosed = false

  constructor(deps: ComputerDeps) {
    this.#deps = deps
    this.#questions = new Questions(deps)
    this.#picture = new HeldPicture(deps.now)
    this.#stopWatching = deps.settings.onChange((names) => {
      if (names.includes('COMPUTER_CONTROL') && deps.settings.get('COMPUTER_CONTROL') === 'off')
        this.#stopAll('Stopped because COMPUTER_CONTROL was turned off.')
    })
  }

  async start(request: TaskRequest, call: Call): Promise<StartedTask> {
    this.#assertFree()
    const stop = new StopSignal()
    this.#starting = stop
    try {
      const provenance = provenanceOf(call)
      if (!this.#deps.models.choice('vision')) throw notConfigured()
      const driver = await this.#deps.openDesktop()
      assertCanControl(driver)
      if (stop.signal.aborted) throw new AppError('conflict', `The task wasn't started. ${stop.reason}`)
      const { task, max_steps: maxSteps = 40, approve = 'risky' } = request
      const isConsent = provenance === 'local-client'
      // Who did not decide to use the desktop cannot decide that nobody is asked.
      const mode = approve === 'none' && !isConsent ? 'risky' : approve
      const taskId = `task_${randomBytes(9).toString('base64url')}`
      const secrets = new TaskSecrets(this.#deps.scrub, task)
      await this.#insert({ taskId, task, maxSteps, mode, provenance, driver, stop, secrets })
      return { task_id: taskId, status: isConsent ? 'running' : 'waiting' }
    } finally {
      this.#starting = undefined
    }
  }

  async read(taskId: string): Promise<ComputerTask> {
    const row = findTask(this.#deps.database, taskId)
    if (!row) throw new AppError('not_found', 'No such task. GET /api/computer lists the latest ones.')
    return this.#toTask(row, stepsOf(this.#deps.database, taskId))
  }

  async list(): Promise<TaskList> {
    return { tasks: newestTasks(this.#deps.database).map((row) => this.#toTask(row, [])) }
  }

  async picture(taskId: string): Promise<TaskPicture> {
    return this.#picture.read(taskId)
  }

  question(taskId: string): Promise<QuestionPicture> {
    return this.#marked.read(taskId)
  }

  async stop(): Promise<StoppedTask> {
    const current = this.#current
    const isUnderWay = current !== undefined || this.#starting !== undefined
    this.#stopAll('Stopped by request.')
    await current?.ended
    return { stopped: isUnderWay, task_id: current?.taskId ?? null }
  }

  takeDecision(decision: Decision): boolean {
    return this.#questions.take(decision)
  }

  async recover(): Promise<void> {
    const { database, approvals, now, log } = this.#deps
    const left = unendedTasks(database)
    if (left.length === 0) return
    for (const { confirmation_id } of left)
      if (confirmation_id !== null) await approvals.resolve(confirmation_id, false)
    const finished_at = now().toISOString()
    const message = 'The service stopped during the task (interrupted). Start it again if you still want it.'
    await database.write(() => {
      for (const { task_id } of left)
        endTask(database, task_id, {
          status: 'failed',
          ended_by: 'error',
          message,
          finished_at,
          changes: null,
        })
    })
    try {
      const driver = await this.#deps.openDesktop()
      await driver.releaseAll()
    } catch (error) {
      log.warn({ err: error }, 'The desktop is gone, so nothing can be held any more.')
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopWatching()
    this.#stopAll('Stopped because the service is stopping.')
    await this.#current?.ended
    this.#picture.forget()
  }

  #stopAll(reason: string): void {
    this.#starting?.stop(reason)
    this.#current?.stop.stop(reason)
  }

  #assertFree(): void {
    if (this.#isClosed) throw new AppError('unavailable', 'The service is stopping.')
    if (this.#deps.settings.get('COMPUTER_CONTROL') === 'off') throw turnedOff()
    if (this.#current || this.#starting)
      throw new AppError(
        'conflict',
        'Another task is using the desktop. POST /api/computer/stop stops it; GET /api/computer shows it.',
      )
  }

  async #insert(task: Omit<Begun, 'recorder'>): Promise<void> {
    const { database, now } = this.#deps
    const { taskId, maxSteps, provenance, stop, driver, secrets } = task
    const status = provenance === 'local-client' ? 'running' : 'waiting'
    const created_at = now().toISOString()
    const text = secrets.mask(task.task)
    await database.write(() =>
      insertTask(database, {
        task_id: taskId,
        task: text,
        status,
        max_steps: maxSteps,
        provenance,
        created_at,
      }),
    )
    this.#picture.begin(taskId)
    this.#deps.publish(computerStarted, { task_id: taskId, task: text, max_steps: maxSteps })
    const { signal } = stop
    const recorder = await this.#deps.recordings.begin({ taskId, task: text, driver, secrets, signal })
    const ended = this.#conduct({ ...task, recorder })
    this.#current = { taskId, stop, ended }
  }

  async #conduct(task: Begun): Promise<void> {
    const { database, now, publish, log } = this.#deps
    const ending = await new TaskRun(task, {
      ...this.#deps,
      questions: this.#questions,
      picture: this.#picture,
      marked: this.#marked,
    })
      .run()
      .catch((error: unknown): Ended => {
        log.error(
          { err: task.secrets.maskError(error), task_id: task.taskId },
          'a computer control task failed unexpectedly',
        )
        return {
          status: 'failed',
          ended_by: 'error',
          message: 'The task failed unexpectedly. See the log.',
          changes: null,
        }
      })
    const message = task.secrets.maskWords(ending.message ?? '')
    try {
      await database.write(() =>
        endTask(database, task.taskId, { ...ending, message, finished_at: now().toISOString() }),
      )
    } catch (error) {
      log.error({ err: error, task_id: task.taskId }, "Couldn't store the end of a task.")
    }
    this.#current = undefined
    const status = ending.status === 'running' ? 'failed' : ending.status
    const changes = ending.changes && changesInWords(ending.changes)
    publish(computerEnded, { task_id: task.taskId, status, message, ...(changes && { changes }) })
    // Whoever stops a task does not wait for what is only written down.
    void task.recorder.end({ ...ending, message })
  }

  #toTask({ confirmation_id, ...row }: TaskRow, steps: StepRecord[]): ComputerTask {
    const { approvals } = this.#deps
    const isOpen = confirmation_id !== null && approvals.isOpen(confirmation_id)
    return { ...row, steps, confirmation: isOpen ? (approvals.find(confirmation_id) ?? null) : null }
  }
}
