import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { timeLimit } from '../../platform/processes/time-limit.ts'
import type { CoordinateSpace } from '../../platform/desktop/coordinates.ts'
import type { DesktopDriver, Frame, Interference } from '../../platform/desktop/desktop-driver.ts'
import { isVisiblyDifferent } from '../../platform/desktop/picture/frame-difference.ts'
import type { LanguageModels, Picture } from '../models/language-model.ts'
import { endingBy, failed, type Ending } from './endings.ts'
import { READER } from './actions/perform.ts'
import type { Action } from './actions/vocabulary.ts'
import type { ActionDeps, Done } from './do-action.ts'
import { doActions, type DoneActions } from './do-actions.ts'
import { Indicator } from './indicator.ts'
import { LoopGuard, type Advice } from './loop-guard.ts'
import { Decider, type Decision } from './model/decider.ts'
import { History } from './model/history.ts'
import { systemPrompt } from './model/system-prompt.ts'
import { exchangeOf, tellResult } from './model/telling.ts'
import type { Gate } from './policy/gate.ts'
import { RunBudget, type RunLimits } from './run-budget.ts'
import { withoutValues } from './secrets/task-secrets.ts'
import type { StopSignal } from './stop-signal.ts'
import { inOneLine } from './untrusted.ts'

export interface RunTask {
  readonly taskId: string
  readonly task: string
  readonly maxSteps: number
}

export interface RunDeps extends ActionDeps {
  readonly driver: DesktopDriver
  readonly gate: Gate
  readonly models: LanguageModels
  readonly space: CoordinateSpace
  readonly limits: RunLimits
  readonly platform: NodeJS.Platform
  readonly now: () => Date
  readonly log: Log
  /** How long a person was waited for so far: it is not the task's own time. */
  readonly waitedMs: () => number
  readonly onPicture: (frame: Frame, step: number) => void
  /** Told before each action. */
  readonly beforeAction: () => Promise<void>
  readonly onStep: (done: Done, frame: Frame) => Promise<void>
}

const MAX_EDGE = 1366
/** About 1.2k tokens of those who count 750 pixels as one. */
const MAX_PIXELS = 1280 * 720
/** A model may have lost sight of the last one. */
const MAX_UNSENT = 3
const LOOKS = 3
const WARN_AT = 0.75
const MAX_END_CHECKS = 2

/**
 * One task: look, let the model decide, let the policy decide, act, wait until the screen is quiet, and again. It ends by
 * the model's own word, at a limit, by a failure, or when somebody stops it; nothing is pressed after any of them.
 */
export class ControlRun {
  readonly #task: RunTask
  readonly #deps: RunDeps
  readonly #stop: StopSignal
  readonly #decider: Decider
  readonly #guard = new LoopGuard()
  readonly #indicator: Indicator
  readonly #budget: RunBudget
  /** Pictures that show nothing new, by their hashes, with the one that they look like. */
  readonly #views = new Map<string, string>()
  #steps = 0
  /** How many pictures in a row were not sent, because they show nothing new. */
  #unsent = 0
  #endChecks = 0
  #history: History | undefined

  constructor(task: RunTask, deps: RunDeps, stop: StopSignal) {
    this.#task = task
    this.#deps = deps
    this.#stop = stop
    this.#decider = new Decider(deps.models)
    this.#budget = new RunBudget(deps.limits, deps.waitedMs)
    this.#indicator = new Indicator(deps.driver, { ...task, log: deps.log })
  }

  async run(): Promise<Ending> {
    const { driver } = this.#deps
    const unwatch = driver.onInterference((why) => this.#onInterference(why))
    driver.forgetElements(READER)
    try {
      await this.#indicator.show('Starting.')
      return await this.#go()
    } catch (error) {
      return this.#endingOf(error)
    } finally {
      unwatch()
      await driver
        .releaseAll()
        .catch((error: unknown) => this.#deps.log.warn({ err: error }, 'Keys may still be held down.'))
      await this.#indicator.hide()
    }
  }

  async #go(): Promise<Ending> {
    let frame = await this.#look()
    this.#history = new History({ text: 'Begin. This is the screen now.', picture: pictureOf(frame) })
    for (;;) {
      const limit = this.#budget.reachedLimit()
      if (limit) return limit
      const lastChance = this.#steps >= this.#task.maxSteps
      const decision = await this.#decide(frame, lastChance)
      if ('status' in decision) return decision
      const ending = endingBy(decision)
      const fresh = ending && !lastChance ? await this.#lookAtEnd(decision, frame) : undefined
      if (fresh) {
        frame = fresh
        continue
      }
      if (ending) return ending
      if (lastChance) return this.#outOfSteps()
      const next =
        decision.problem === undefined
          ? await this.#act(decision, frame)
          : this.#answer(decision, { problem: decision.problem, frame })
      if ('status' in next) return next
      frame = next.frame
    }
  }

  /** That it is done counts for the screen as it is: one that has changed since the model looked is looked at again. */
  async #lookAtEnd(decision: Decision, before: Frame): Promise<Frame | undefined> {
    const [action] = decision.actions
    if (action?.name !== 'DONE' || action.args.success === false || this.#endChecks >= MAX_END_CHECKS)
      return undefined
    const frame = await this.#look()
    if (!(await isVisiblyDifferent(before, frame))) return undefined
    this.#endChecks += 1
    const result =
      'Not ended yet: the screen has changed since you looked. Check it against the task, and call DONE again if it is done.'
    this.#history!.add(exchangeOf(decision, { result, picture: pictureOf(frame), isAcknowledged: false }))
    return frame
  }

  async #decide(frame: Frame, lastChance: boolean): Promise<Decision | Ending> {
    const { task, maxSteps } = this.#task
    const { platform, space, now, limits } = this.#deps
    const system = systemPrompt({ task, platform, picture: frame, space, maxSteps, now: now() })
    const left = this.#budget.leftMs()
    using limit = timeLimit(Math.min(limits.modelSeconds * 1000, left))
    const signal = AbortSignal.any([this.#stop.signal, limit.signal])
    const asking = { system, history: this.#history!, lastChance, picture: frame, signal }
    try {
      const decision = await this.#stop.race(this.#decider.decide(asking))
      this.#budget.spendTokens(decision.tokens)
      return decision
    } catch (error) {
      if (this.#stop.signal.aborted || !limit.signal.aborted) throw error
      if (left <= limits.modelSeconds * 1000) return this.#budget.outOfTime()
      return failed(
        'error',
        `The model took longer than ${limits.modelSeconds} seconds to decide. Try a faster VISION_MODEL.`,
      )
    }
  }

  /** What cannot be done is told to the model, which gets to try again a few times. */
  #answer(
    decision: Decision,
    { problem, frame }: { problem: string; frame: Frame },
  ): Ending | { frame: Frame } {
    const advice = this.#guard.noteFailure()
    if (advice === 'stop') {
      const said =
        decision.calls.length === 0 && decision.text !== ''
          ? ` Its last words: ${inOneLine(withoutValues(decision.text), 300)}`
          : ''
      return failed('error', `The model chose no valid action five times in a row. ${problem}${said}`)
    }
    const picture = decision.native ? pictureOf(frame) : null
    this.#history!.add(exchangeOf(decision, { result: problem, picture, isAcknowledged: false }))
    return { frame }
  }

  async #act(decision: Decision, before: Frame): Promise<Ending | { frame: Frame }> {
    const { done, surprise } = await this.#doActions(decision, before)
    const last = done.at(-1)!
    if (last.kind === 'expired') return failed('limit', "No one answered the task's question in time.")
    const frame = await this.#look()
    const settled = done.some((one) => one.settled === true)
    const changed = before.hash !== frame.hash && (settled || (await isVisiblyDifferent(before, frame)))
    // What only blinks is the same view to whoever goes round in circles on it.
    if (!changed) this.#views.set(frame.hash, this.#viewOf(before))
    const advice = this.#adviceOn(decision.actions[done.length - 1]!, last, { before, changed })
    if (advice === 'stop')
      return failed(
        'limit',
        `It repeated the same action without getting anywhere. Last: ${last.record.outcome}`,
      )
    const detail = last.performed?.detail
    const isSent = this.#isPictureSent(decision, changed || detail !== undefined)
    const title = inOneLine((await this.#deps.driver.activeWindow())?.title ?? 'unknown')
    const told = { notes: decision.notes, changed, isSent, advice, title, left: this.#fewLeft() }
    this.#history!.add(
      exchangeOf(decision, {
        earlier: done.slice(0, -1).map((one) => one.record.outcome),
        result: tellResult(last, told),
        surprise,
        picture: isSent ? pictureOf(detail ?? frame) : null,
        showed: title,
        isAcknowledged: last.kind === 'done',
      }),
    )
    return { frame }
  }

  /** A picture that shows nothing new is left out, but not for long. */
  #isPictureSent({ native }: Decision, isNew: boolean): boolean {
    // A provider's own tool wants a picture in each result.
    const isSent = isNew || native !== undefined || this.#unsent >= MAX_UNSENT
    this.#unsent = isSent ? 0 : this.#unsent + 1
    return isSent
  }

  /** How many actions are left, once they are few. */
  #fewLeft(): number | null {
    const { maxSteps } = this.#task
    return this.#steps >= maxSteps * WARN_AT ? maxSteps - this.#steps : null
  }

  #doActions(decision: Decision, frame: Frame): Promise<DoneActions> {
    const left = this.#task.maxSteps - this.#steps
    const onBegin = async () => {
      this.#steps += 1
      await this.#deps.beforeAction()
      await this.#indicator.show(`Step ${this.#steps} of ${this.#task.maxSteps}`)
      return this.#steps
    }
    const onDone = (done: Done) => this.#deps.onStep(done, frame)
    return doActions({ decision, frame, left, onBegin, onDone }, this.#deps, this.#stop)
  }

  #adviceOn(
    action: Action,
    { kind, record: { outcome } }: Done,
    { before, changed }: { readonly before: Frame; readonly changed: boolean },
  ): Advice {
    if (kind !== 'done') return this.#guard.noteFailure()
    return this.#guard.note({ action, frame: this.#viewOf(before), outcome, changed })
  }

  #viewOf({ hash }: Frame): string {
    return this.#views.get(hash) ?? hash
  }

  async #look(): Promise<Frame> {
    const { driver, onPicture } = this.#deps
    for (let tries = 1; ; tries += 1) {
      try {
        const frame = await driver.capture(
          // Without the pointer: a picture that differs only by that says that an action had no effect.
          { maxEdge: MAX_EDGE, maxPixels: MAX_PIXELS, cursor: false },
          this.#stop.signal,
        )
        onPicture(frame, this.#steps)
        return frame
      } catch (error) {
        if (this.#stop.signal.aborted || tries >= LOOKS) throw error
      }
    }
  }

  #onInterference(why: Interference): void {
    // Whoever answers a question takes the mouse to do it.
    if (why === 'pointer' && this.#stop.isWaiting) return
    const how = { hotkey: 'the stop keys', corner: 'the pointer in a corner', pointer: 'a hand on the mouse' }
    this.#stop.stop(`Stopped by ${how[why]}.`)
  }

  #outOfSteps(): Ending {
    return failed(
      'limit',
      `The task wasn't done after ${this.#task.maxSteps} actions. Raise max_steps to allow more.`,
    )
  }

  #endingOf(error: unknown): Ending {
    if (this.#stop.signal.aborted) return { status: 'stopped', ended_by: 'stop', message: this.#stop.reason }
    if (error instanceof AppError) return failed('error', error.message)
    this.#deps.log.error(
      { err: this.#deps.secrets.maskError(error), task_id: this.#task.taskId },
      'a computer control task failed unexpectedly',
    )
    return failed('error', 'The task failed unexpectedly. See the log.')
  }
}

function pictureOf({ mimeType, bytes }: Frame): Picture {
  return { mime_type: mimeType, data: bytes.toString('base64') }
}
