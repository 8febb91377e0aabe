import { AppError } from '../../contract/errors.ts'
import { timeLimit } from '../../platform/processes/time-limit.ts'
import type { Frame, Interference } from '../../platform/desktop/desktop-driver.ts'
import { isVisiblyDifferent } from '../../platform/desktop/picture/frame-difference.ts'
import { EndCheck } from './end/end-check.ts'
import { doubted, endingBy, failed, outOfSteps, type Ending } from './end/endings.ts'
import { READER } from './actions/tell-screen.ts'
import type { Action } from './actions/vocabulary.ts'
import type { Done } from './do-action.ts'
import { doActions, type DoneActions } from './do-actions.ts'
import { Indicator } from './indicator.ts'
import { lookAt, pictureOf } from './look.ts'
import { LoopGuard, type Advice } from './loop-guard.ts'
import { Decider, type Decision } from './model/decider.ts'
import { History } from './model/history.ts'
import { needsPicture } from './model/native-tools.ts'
import { systemPrompt } from './model/system-prompt.ts'
import { exchangeOf, tellNotYet, tellResult, type Told } from './model/telling.ts'
import { TaskPlan } from './plan/task-plan.ts'
import { RunBudget } from './run-budget.ts'
import type { RunDeps, RunTask } from './run-deps.ts'
import { SeenViews } from './seen-views.ts'
import { withoutValues } from './secrets/task-secrets.ts'
import type { StopSignal } from './stop-signal.ts'
import { inOneLine } from './untrusted.ts'

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
  readonly #plan: TaskPlan
  readonly #endCheck: EndCheck
  /** Of all actions so far, as they are told. */
  readonly #outcomes: string[] = []
  readonly #views = new SeenViews()
  #steps = 0
  #history: History | undefined
  /** Why the plan in the last answer was not taken. */
  #refusedPlan: string | undefined

  constructor(task: RunTask, deps: RunDeps, stop: StopSignal) {
    this.#task = task
    this.#deps = deps
    this.#stop = stop
    this.#decider = new Decider(deps.models)
    this.#budget = new RunBudget(deps.limits, deps.waitedMs)
    this.#plan = new TaskPlan({ secrets: deps.secrets, onChange: deps.onPlan })
    const onLook = (frame: Frame) => deps.onPicture(frame, this.#steps)
    this.#endCheck = new EndCheck({ ...deps, onLook }, stop)
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
    const begin = {
      text: 'Begin. This is the screen now.',
      picture: pictureOf(frame),
      showed: await this.#title(),
    }
    this.#views.noteSent(frame)
    this.#history = new History(begin, () => this.#plan.tellWhole())
    for (;;) {
      const limit = this.#budget.reachedLimit()
      if (limit) return limit
      const lastChance = this.#steps >= this.#task.maxSteps
      const decision = await this.#decide(frame, lastChance)
      if ('status' in decision) return decision
      this.#refusedPlan = decision.plan && (await this.#plan.take(decision.plan.given))
      const ending = endingBy(decision)
      if (!ending && lastChance) return outOfSteps(this.#task.maxSteps)
      const next = ending
        ? await this.#checkEnd(decision, { ending, before: frame, lastChance })
        : await this.#follow(decision, frame)
      if ('status' in next) return next
      frame = next.frame
    }
  }

  async #follow(decision: Decision, frame: Frame): Promise<Ending | { frame: Frame }> {
    const { problem } = decision
    return problem === undefined ? this.#act(decision, frame) : this.#answer(decision, { problem, frame })
  }

  /** That it is done counts when a look at the screen as it is now bears it out. */
  async #checkEnd(
    decision: Decision,
    { ending, before, lastChance }: { ending: Ending; before: Frame; lastChance: boolean },
  ): Promise<Ending | { frame: Frame }> {
    if (ending.status !== 'completed' || this.#budget.reachedLimit()) return ending
    const claim = ending.message ?? ''
    const { frame, changed, verdict, isSentBack, tokens } = await this.#endCheck.check({
      task: this.#task.task,
      claim,
      outcomes: this.#outcomes,
      seen: await this.#stop.race(this.#deps.seenChanges()),
      plan: this.#plan.tellWhole(),
      before,
      ms: Math.min(this.#deps.limits.modelSeconds * 1000, this.#budget.leftMs()),
    })
    this.#budget.spendTokens(tokens)
    this.#deps.onChecked(claim, verdict)
    if (!verdict || verdict.reached) return ending
    if (lastChance) return outOfSteps(this.#task.maxSteps, verdict)
    if (!isSentBack) return doubted(ending, verdict)
    const result = tellNotYet(verdict)
    this.#tell(decision, { result, frame: changed ? frame : null, isAcknowledged: false })
    return { frame }
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
    const seen = needsPicture(decision.native) ? frame : null
    this.#tell(decision, { result: problem, frame: seen, isAcknowledged: false })
    return { frame }
  }

  async #act(decision: Decision, before: Frame): Promise<Ending | { frame: Frame }> {
    const { done, surprise } = await this.#doActions(decision, before)
    const last = done.at(-1)!
    if (last.kind === 'expired') return failed('limit', "No one answered the task's question in time.")
    const frame = await this.#look()
    const settled = done.some((one) => one.settled === true)
    const changed = before.hash !== frame.hash && (settled || (await isVisiblyDifferent(before, frame)))
    if (!changed) this.#views.noteSame(frame, before)
    const advice = this.#adviceOn(decision.actions[done.length - 1]!, last, { before, changed })
    if (advice === 'stop')
      return failed(
        'limit',
        `It repeated the same action without getting anywhere. Last: ${last.record.outcome}`,
      )
    const { detail, region } = last.performed ?? {}
    const isSent = needsPicture(decision.native) || changed || (await this.#views.isNews(frame))
    const title = await this.#title()
    const plan = this.#plan.tellBriefly()
    const seen = { changed, isSent: isSent || detail !== undefined, title }
    const told = { notes: decision.notes, ...seen, advice, left: this.#fewLeft(), plan }
    this.#tell(decision, {
      earlier: done.slice(0, -1).map((one) => one.record.outcome),
      result: tellResult(last, told),
      surprise,
      frame: isSent ? frame : null,
      detail: detail && pictureOf(detail),
      region,
      showed: title,
      isAcknowledged: last.kind === 'done',
    })
    return { frame }
  }

  #tell(
    decision: Decision,
    { frame, ...told }: Omit<Told, 'picture'> & { readonly frame: Frame | null },
  ): void {
    if (frame) this.#views.noteSent(frame)
    const picture = frame && pictureOf(frame)
    this.#history!.add(exchangeOf(decision, { ...told, picture, refusedPlan: this.#refusedPlan }))
  }

  /** Of the window in front, in its own words. */
  async #title(): Promise<string> {
    return inOneLine((await this.#deps.driver.activeWindow())?.title ?? 'unknown')
  }

  /** How many actions are left, once they are few. */
  #fewLeft(): number | null {
    const { maxSteps } = this.#task
    return this.#steps >= maxSteps * WARN_AT ? maxSteps - this.#steps : null
  }

  #doActions(decision: Decision, frame: Frame): Promise<DoneActions> {
    const left = this.#task.maxSteps - this.#steps
    const onBegin = async () => {
      await this.#stop.race(this.#deps.canBegin())
      this.#steps += 1
      await this.#indicator.show(`Step ${this.#steps} of ${this.#task.maxSteps}`)
      return this.#steps
    }
    const onDone = (one: Done) => {
      this.#outcomes.push(`${one.record.action}: ${one.record.outcome}`)
      return this.#deps.onDone(one)
    }
    return doActions({ decision, frame, left, onBegin, onDone }, this.#deps, this.#stop)
  }

  #adviceOn(
    action: Action,
    { kind, record: { outcome } }: Done,
    { before, changed }: { readonly before: Frame; readonly changed: boolean },
  ): Advice {
    if (kind !== 'done') return this.#guard.noteFailure()
    return this.#guard.note({ action, frame: this.#views.viewOf(before), outcome, changed })
  }

  async #look(): Promise<Frame> {
    const frame = await lookAt(this.#deps, this.#stop.signal)
    this.#deps.onPicture(frame, this.#steps)
    return frame
  }

  #onInterference(why: Interference): void {
    // Whoever answers a question takes the mouse to do it. Nothing is pressed while one is open, whoever asked it.
    const isAsked = this.#stop.isWaiting || this.#deps.approvals.nextToExpire() !== undefined
    if (why === 'pointer' && isAsked) return
    const how = { hotkey: 'the stop keys', corner: 'the pointer in a corner', pointer: 'a hand on the mouse' }
    this.#stop.stop(`Stopped by ${how[why]}.`)
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
