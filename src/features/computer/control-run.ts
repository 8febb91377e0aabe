import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { timeLimit } from '../../platform/processes/time-limit.ts'
import type { CoordinateSpace } from '../../platform/desktop/coordinates.ts'
import type { DesktopDriver, Frame, Interference } from '../../platform/desktop/desktop-driver.ts'
import { isVisiblyDifferent } from '../../platform/desktop/picture/frame-difference.ts'
import type { LanguageModels, Picture } from '../models/language-model.ts'
import { endingBy, failed, type Ending } from './endings.ts'
import { doAction, type ActionDeps, type Done } from './do-action.ts'
import { Indicator } from './indicator.ts'
import { LoopGuard, type Advice } from './loop-guard.ts'
import { Decider, type Decision } from './model/decider.ts'
import { History } from './model/history.ts'
import { systemPrompt } from './model/system-prompt.ts'
import { exchangeOf } from './model/telling.ts'
import type { Gate } from './policy/gate.ts'
import { RunBudget, type RunLimits } from './run-budget.ts'
import type { StopSignal } from './stop-signal.ts'
import type { StepRecord } from './task-rows.ts'
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
  readonly onStep: (step: StepRecord) => Promise<void>
}

const MAX_EDGE = 1366
const MAX_PIXELS = 1_150_000
const LOOKS = 3
const WARN_AT = 0.75

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
          ? ` Its last words: ${inOneLine(decision.text, 300)}`
          : ''
      return failed('error', `The model chose no valid action five times in a row. ${problem}${said}`)
    }
    const picture = decision.native ? pictureOf(frame) : null
    this.#history!.add(exchangeOf(decision, { result: problem, picture, isAcknowledged: false }))
    return { frame }
  }

  async #act(decision: Decision, before: Frame): Promise<Ending | { frame: Frame }> {
    let last: Done | undefined
    let advice: Advice = 'go_on'
    for (const [index, action] of decision.actions.entries()) {
      this.#steps += 1
      await this.#indicator.show(`Step ${this.#steps} of ${this.#task.maxSteps}`)
      last = await doAction(
        {
          action,
          frame: before,
          step: this.#steps,
          said: decision.text,
          askBecause: doubtsOf(decision, index),
        },
        this.#deps,
        this.#stop,
      )
      await this.#deps.onStep(last.record)
      if (last.kind === 'expired') return failed('limit', "No one answered the task's question in time.")
      if (last.kind !== 'done') advice = worse(advice, this.#guard.noteFailure())
      if (last.kind !== 'done' || this.#steps >= this.#task.maxSteps) break
    }
    const frame = await this.#look()
    const { kind, record, performed, settled } = last!
    const changed = settled === true || (await isVisiblyDifferent(before, frame))
    // What only blinks is the same view to whoever goes round in circles on it.
    if (!changed) this.#views.set(frame.hash, this.#viewOf(before))
    const action = decision.actions.at(-1)!
    if (kind === 'done')
      advice = this.#guard.note({
        action,
        frame: this.#viewOf(before),
        outcome: record.outcome,
        changed,
      })
    if (advice === 'stop')
      return failed('limit', `It repeated the same action without getting anywhere. Last: ${record.outcome}`)
    const result = await this.#resultOf(last!, { notes: decision.notes, changed, advice })
    const picture = pictureOf(performed?.detail ?? frame)
    this.#history!.add(exchangeOf(decision, { result, picture, isAcknowledged: kind === 'done' }))
    return { frame }
  }

  async #resultOf(
    { kind, record, performed }: Done,
    { notes, changed, advice }: { notes: readonly string[]; changed: boolean; advice: Advice },
  ): Promise<string> {
    const window = await this.#deps.driver.activeWindow()
    const left = this.#task.maxSteps - this.#steps
    return [
      record.outcome,
      ...notes,
      ...(kind === 'done'
        ? [changed ? 'The screen has changed.' : 'Nothing has changed on the screen.']
        : []),
      ...(advice === 'nudge'
        ? ['This did not help several times now. Try something else, or end with ASK_USER or DONE.']
        : []),
      ...(this.#steps >= this.#task.maxSteps * WARN_AT ? [`${left} actions are left: come to an end.`] : []),
      `Window in front (its own words): ${JSON.stringify(inOneLine(window?.title ?? 'unknown'))}.`,
      ...(performed?.data === undefined ? [] : [performed.data]),
    ].join(' ')
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
      { err: error, task_id: this.#task.taskId },
      'a computer control task failed unexpectedly',
    )
    return failed('error', 'The task failed unexpectedly. See the log.')
  }
}

/** What the provider itself doubts is asked about, once for the whole call. */
function doubtsOf({ checks }: Decision, index: number): string | undefined {
  if (checks.length === 0 || index > 0) return undefined
  return `The model's provider warns: ${checks.map(({ message }) => inOneLine(message ?? 'no reason given', 200)).join(' ')}`
}

function worse(one: Advice, other: Advice): Advice {
  const order: readonly Advice[] = ['go_on', 'nudge', 'stop']
  return order.indexOf(one) > order.indexOf(other) ? one : other
}

function pictureOf({ mimeType, bytes }: Frame): Picture {
  return { mime_type: mimeType, data: bytes.toString('base64') }
}
