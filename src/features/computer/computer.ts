import { randomBytes } from 'node:crypto'
import type { Call, Provenance } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Publish } from '../../contract/event.ts'
import type { Log } from '../../contract/log.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DesktopDriver, Frame } from '../../platform/desktop/desktop-driver.ts'
import type { Launcher } from '../../platform/sandbox/launcher.ts'
import { createRunCommand } from '../../platform/terminal-commands/run-command.ts'
import type {
  ComputerTask,
  ComputerTasks,
  StartedTask,
  StoppedTask,
  TaskList,
  TaskPicture,
  TaskRequest,
} from '../desktop/computer-tasks.ts'
import type { LanguageModels } from '../models/language-model.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { Approvals, Decision } from '../tools/approvals.ts'
import { ControlRun } from './control-run.ts'
import type { Ending } from './endings.ts'
import { KeptPicture } from './kept-picture.ts'
import { coordinateSpace } from './model/coordinate-space.ts'
import { notConfigured } from './model/decider.ts'
import { Gate, type Answer, type ApproveMode } from './policy/gate.ts'
import { Questions } from './questions.ts'
import { StopSignal } from './stop-signal.ts'
import {
  endTask,
  findTask,
  insertStep,
  insertTask,
  newestTasks,
  stepsOf,
  unendedTasks,
  updateTask,
  type StepRecord,
  type TaskRow,
} from './task-rows.ts'

import { askToBegin, assertCanControl, provenanceOf, turnedOff } from './who-may-begin.ts'
import type { Act, Question } from '../tools/question.ts'
import {
  computerStarted,
  computerAction,
  computerLooked,
  computerEnded,
} from '../../contract/computer-events.ts'

export interface ComputerDeps {
  readonly database: Database
  readonly settings: Pick<Settings, 'get' | 'onChange'>
  readonly models: LanguageModels
  readonly approvals: Approvals
  readonly audit: Pick<AuditLog, 'append' | 'effect'>
  readonly publish: Publish
  /** Throws `unavailable` with the reason where there is no desktop. */
  readonly openDesktop: () => Promise<DesktopDriver>
  readonly home: string
  /** Starts the programs of commands. */
  readonly launcher: Launcher
  readonly platform: NodeJS.Platform
  readonly now: () => Date
  readonly log: Log
  /** Takes stored secrets out of a text. */
  readonly scrub: (text: string) => string
}

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

interface Begun {
  readonly taskId: string
  readonly task: string
  readonly maxSteps: number
  readonly mode: ApproveMode
  readonly provenance: Provenance
  readonly driver: DesktopDriver
  readonly stop: StopSignal
}

/** A decision that takes longer helps nobody who watches. */
const MODEL_SECONDS = 120

export function createComputer(deps: ComputerDeps): Computer {
  return new TaskRunner(deps)
}

class TaskRunner implements Computer {
  readonly #deps: ComputerDeps
  readonly #questions: Questions
  readonly #picture: KeptPicture
  readonly #stopWatching: () => void
  #current: Current | undefined
  /** Of a task that is on its way and has no record yet. */
  #starting: StopSignal | undefined
  #isClosed = false

  constructor(deps: ComputerDeps) {
    this.#deps = deps
    this.#questions = new Questions(deps)
    this.#picture = new KeptPicture(deps.now)
    this.#stopWatching = deps.settings.onChange((names) => {
      if (names.includes('COMPUTER_CONTROL') && deps.settings.get('COMPUTER_CONTROL') === 'off')
        this.#stopAll('It was stopped because COMPUTER_CONTROL was turned off.')
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
      if (stop.signal.aborted) throw new AppError('conflict', `The task was not begun. ${stop.reason}`)
      const { task, max_steps: maxSteps = 40, approve = 'risky' } = request
      const isConsent = provenance === 'local-client'
      // Who did not decide to use the desktop cannot decide that nobody is asked.
      const mode = approve === 'none' && !isConsent ? 'risky' : approve
      const taskId = `task_${randomBytes(9).toString('base64url')}`
      await this.#insert({ taskId, task, maxSteps, mode, provenance, driver, stop })
      return { task_id: taskId, status: isConsent ? 'running' : 'waiting' }
    } finally {
      this.#starting = undefined
    }
  }

  async read(taskId: string): Promise<ComputerTask> {
    const row = findTask(this.#deps.database, taskId)
    if (!row)
      throw new AppError('not_found', 'There is no such task. GET /api/computer lists the latest ones.')
    return this.#toTask(row, stepsOf(this.#deps.database, taskId))
  }

  async list(): Promise<TaskList> {
    return { tasks: newestTasks(this.#deps.database).map((row) => this.#toTask(row, [])) }
  }

  async picture(taskId: string): Promise<TaskPicture> {
    return this.#picture.read(taskId)
  }

  async stop(): Promise<StoppedTask> {
    const current = this.#current
    const isUnderWay = current !== undefined || this.#starting !== undefined
    this.#stopAll('It was stopped by request.')
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
    const message =
      'The service ended while the task was under way (interrupted). Start it again if it is still wanted.'
    await database.write(() => {
      for (const { task_id } of left)
        endTask(database, task_id, { status: 'failed', ended_by: 'error', message, finished_at })
    })
    try {
      const driver = await this.#deps.openDesktop()
      await driver.releaseAll()
    } catch (error) {
      log.warn({ err: error }, 'There is no desktop any more on which something could be held.')
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopWatching()
    this.#stopAll('It was stopped because the service ends.')
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
        'Another task uses the desktop. POST /api/computer/stop stops it; GET /api/computer shows it.',
      )
  }

  async #insert(task: Begun): Promise<void> {
    const { database, now } = this.#deps
    const { taskId, maxSteps, provenance, stop } = task
    const status = provenance === 'local-client' ? 'running' : 'waiting'
    const created_at = now().toISOString()
    const text = this.#deps.scrub(task.task)
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
    const ended = this.#conduct(task)
    this.#current = { taskId, stop, ended }
  }

  async #conduct(task: Begun): Promise<void> {
    const { database, now, publish, log } = this.#deps
    const ending = await this.#run(task).catch((error: unknown): Ending => {
      log.error({ err: error, task_id: task.taskId }, 'a task of computer control failed unexpectedly')
      return {
        status: 'failed',
        ended_by: 'error',
        message: 'The task failed unexpectedly. The log has the reason.',
      }
    })
    const message = this.#deps.scrub(ending.message ?? '')
    try {
      await database.write(() =>
        endTask(database, task.taskId, { ...ending, message, finished_at: now().toISOString() }),
      )
    } catch (error) {
      log.error({ err: error, task_id: task.taskId }, 'The end of a task could not be stored.')
    }
    this.#current = undefined
    const status = ending.status === 'running' ? 'failed' : ending.status
    publish(computerEnded, { task_id: task.taskId, status, message })
  }

  async #run(task: Begun): Promise<Ending> {
    const { taskId, driver, stop, provenance, mode } = task
    const { settings, models, scrub } = this.#deps
    let waitedMs = 0
    let heldSince = 0
    const ask = async (act: Act, question: Question): Promise<Answer> => {
      const since = performance.now()
      try {
        return await this.#ask(taskId, { act, question, stop })
      } finally {
        waitedMs += performance.now() - since
      }
    }
    const refused = provenance === 'local-client' ? undefined : await askToBegin(task, ask)
    if (refused) return refused
    const holdsSecret = (text: string) => scrub(text) !== text
    const gate = new Gate({ ...this.#deps, driver, mode, taskId, provenance: 'model', holdsSecret, ask })
    const run = new ControlRun(
      task,
      {
        ...this.#deps,
        driver,
        gate,
        taskId,
        runCommand: createRunCommand(this.#deps.launcher),
        provenance: 'model',
        space: coordinateSpace(settings.get('VISION_COORDINATES'), models.choice('vision')?.model ?? ''),
        limits: {
          seconds: settings.get('COMPUTER_SECONDS'),
          tokens: settings.get('COMPUTER_TOKEN_BUDGET'),
          modelSeconds: Math.max(MODEL_SECONDS, settings.get('LLM_PATIENCE_SECONDS') ?? 0),
        },
        waitedMs: () => waitedMs,
        onHeld: async (message) => {
          if (message === null) waitedMs += performance.now() - heldSince
          heldSince = performance.now()
          await this.#set(taskId, { status: message === null ? 'running' : 'waiting', message })
        },
        onPicture: (frame, step) => this.#onPicture(taskId, frame, step),
        onStep: (step) => this.#onStep(taskId, step),
      },
      stop,
    )
    return run.run()
  }

  async #ask(
    taskId: string,
    { act, question, stop }: { act: Act; question: Question; stop: StopSignal },
  ): Promise<Answer> {
    const onAsk = (confirmation_id: string) =>
      this.#set(taskId, { status: 'waiting', message: question.title, confirmation_id })
    const answer = await this.#questions.ask({ act, question, onAsk }, stop)
    await this.#set(taskId, { status: 'running', message: null })
    return answer
  }

  async #set(
    taskId: string,
    state: { status: 'running' | 'waiting'; message: string | null; confirmation_id?: string },
  ): Promise<void> {
    const { database } = this.#deps
    await database.write(() => updateTask(database, taskId, { confirmation_id: null, ...state }))
  }

  #onPicture(taskId: string, frame: Frame, step: number): void {
    this.#picture.keep(taskId, frame, step)
    this.#deps.publish(computerLooked, { task_id: taskId, step })
  }

  async #onStep(taskId: string, step: StepRecord): Promise<void> {
    const { database, publish } = this.#deps
    const message = [step.reason, step.outcome].filter((part) => part !== '').join(' ')
    await database.write(() => {
      insertStep(database, taskId, step)
      updateTask(database, taskId, { status: 'running', message: step.outcome, confirmation_id: null })
    })
    publish(computerAction, { task_id: taskId, step: step.step, action: step.action, message })
  }

  #toTask({ confirmation_id, ...row }: TaskRow, steps: StepRecord[]): ComputerTask {
    const { approvals } = this.#deps
    const isOpen = confirmation_id !== null && approvals.isOpen(confirmation_id)
    return { ...row, steps, confirmation: isOpen ? (approvals.find(confirmation_id) ?? null) : null }
  }
}
