import { randomBytes } from 'node:crypto'
import { AppError } from '../../../contract/errors.ts'
import { timeLimit } from '../../../platform/processes/time-limit.ts'
import type { ModelUsage, Turn } from '../../models/language-model.ts'
import { AnswerBudget, outOfTime } from './answer/answer-budget.ts'
import { isEmpty, saidNothing, tellEnd } from './answer/answer-end.ts'
import type { CallDeps, CallOutcome, WaitsFor } from './call-outcome.ts'
import { Backlog } from './history/backlog.ts'
import { charactersFor, tokenRoom, tokensOf } from './history/token-room.ts'
import { StoredPlan } from './stored-plan.ts'
import { Looks } from './looks.ts'
import { meantCall } from './meant-calls.ts'
import { fitRequest, toolsWithoutRoom } from './model-request.ts'
import { speakStep, UnansweredError, type StepAnswer, type StepCall } from './model-step.ts'
import type { PausedCall } from './paused-answers.ts'
import type { Opening, Scene } from './scene.ts'
import { runSubtask } from './subtask.ts'
import { runCalls } from './tool-calls.ts'
import { isBlind, withoutPictures } from './turn-pictures.ts'

/** One answer: asks the model, runs what it wants to call, and asks again, until it has nothing more to call. */
export class Conversation {
  readonly #scene: Scene
  readonly #backlog: Backlog
  readonly #own: Turn[]
  readonly #loaded: Set<string>
  readonly #budget: AnswerBudget
  readonly #callIds = new Set<string>()
  readonly #looks: Looks
  readonly #plan: StoredPlan
  /** Tokens of what was said, in the last question. */
  #sent = 0
  /** What the last tool said, for a model that then says nothing. */
  #lastMessage: string | undefined

  constructor(scene: Scene, { own, loaded, used, looked, ...before }: Opening) {
    this.#scene = scene
    this.#budget = new AnswerBudget(scene.limits, used)
    this.#own = [...own]
    const onUsage = (usage: ModelUsage) => this.#use(usage)
    this.#backlog = new Backlog({ ...before, own: this.#own }, { ...scene, onUsage })
    this.#looks = new Looks({ turns: this.#own, models: scene.models, mark: scene.mark, looked })
    this.#plan = new StoredPlan({
      states: scene.states,
      session_id: scene.asked.session_id,
      writer: scene.writer,
    })
    this.#loaded = new Set(loaded)
  }

  async run(): Promise<void> {
    const { asked, writer, limits } = this.#scene
    using time = timeLimit(
      this.#budget.msLeft,
      () => new AppError('timeout', 'The time for this answer is up.'),
    )
    const signal = AbortSignal.any([asked.signal, time.signal])
    try {
      await this.#answer(signal)
    } catch (error) {
      if (asked.signal.aborted) return
      if (!time.signal.aborted) throw error
      writer.add(outOfTime(limits.seconds))
    } finally {
      this.#plan.rest('paused')
    }
  }

  async #answer(signal: AbortSignal): Promise<void> {
    const { writer, catalog } = this.#scene
    for (;;) {
      signal.throwIfAborted()
      await this.#looks.show(signal)
      const step = await this.#ask(signal)
      if (!step) return
      tellEnd(step.end, writer)
      if (step.calls.length === 0) {
        this.#own.push({ role: 'assistant', text: step.text })
        return this.#keepTurns()
      }
      const left = this.#budget.callsLeft
      const calls = step.calls.slice(0, left).map((call) => meantCall(this.#withOwnId(call), catalog))
      const outcomes = await this.#call({ ...step, calls }, signal)
      signal.throwIfAborted()
      if (outcomes.some(({ waitsFor }) => waitsFor)) return this.#pause(outcomes)
      const end = this.#budget.limitReached(step.calls.length > left, outcomes)
      if (end) {
        writer.add(end)
        return this.#keepTurns()
      }
    }
  }

  /** For the next message: what was called and found need not be looked up again. */
  async #keepTurns(): Promise<void> {
    const { states, asked } = this.#scene
    await states.keepTurns(asked.run_id, asked.session_id, this.#own)
  }

  /** Undefined when the model had nothing to add to what its tools said. */
  async #ask(signal: AbortSignal): Promise<StepAnswer | undefined> {
    try {
      return await this.#askFitting(signal, 1)
    } catch (error) {
      if (!(error instanceof UnansweredError)) throw error
      const { reason } = error
      if (isEmpty(reason) && this.#lastMessage !== undefined) {
        this.#scene.writer.say(this.#lastMessage)
        return undefined
      }
      if (isBlind(reason) && (await this.#looks.readInstead(signal))) return this.#ask(signal)
      if (reason.code !== 'too_large') throw reason
    }
    return this.#askFitting(signal, 0.5)
  }

  async #askFitting(signal: AbortSignal, share: number): Promise<StepAnswer> {
    const { models, writer, known, log, onRepair } = this.#scene
    try {
      const onUsage = (usage: ModelUsage) => this.#use(usage)
      const asking = { backlog: this.#backlog, loaded: this.#loaded, share, sent: this.#sent }
      const { request, sent } = await fitRequest(this.#scene, asking, signal)
      this.#sent = sent
      const step = await speakStep(request, {
        models,
        writer,
        known,
        log,
        onUsage,
        onRepair,
      })
      this.#budget.guess(step.end.usage, sent + tokensOf(step.text))
      if (step.text.trim() === '' && step.calls.length === 0) throw new UnansweredError(saidNothing(step.end))
      return step
    } catch (error) {
      if (share < 1 && error instanceof UnansweredError) throw error.reason
      throw error
    }
  }

  /** Small models count their calls anew in every step; whoever follows the run must be able to tell them apart. */
  #withOwnId(call: StepCall): StepCall {
    const isFree = call.call_id !== '' && !this.#callIds.has(call.call_id)
    const call_id = isFree ? call.call_id : `call_${randomBytes(9).toString('base64url')}`
    this.#callIds.add(call_id)
    return { ...call, call_id }
  }

  async #load(actions: readonly string[]): Promise<readonly string[]> {
    const { asked, states } = this.#scene
    for (const action of actions) this.#loaded.add(action)
    const gone = toolsWithoutRoom(this.#scene, this.#loaded)
    for (const action of gone) this.#loaded.delete(action)
    await states.load(
      asked.session_id,
      actions.filter((action) => this.#loaded.has(action)),
    )
    return gone
  }

  async #call(step: StepAnswer, signal: AbortSignal): Promise<CallOutcome[]> {
    const { catalog, runner, approvals, known, workflows, taints, skills, asked, writer, mark, choice } =
      this.#scene
    const deps: CallDeps = {
      catalog,
      runner,
      approvals,
      known,
      workflows,
      taints,
      skills,
      asked,
      writer,
      signal,
      resultCharacters: charactersFor(tokenRoom(choice.contextTokens).result),
      mark,
      load: (actions) => this.#load(actions),
      keepPlan: (args) => this.#plan.update(args),
      runSubtask: (call) => this.#giveAway(call, deps),
    }
    const outcomes = await runCalls(step.calls, deps)
    this.#budget.useCalls(step.calls, outcomes)
    this.#lastMessage = outcomes.findLast(({ result }) => result.success)?.result.message
    // Also what its sub-tasks want to do, as far as a person has to be asked.
    const calls = outcomes.map(({ call: { problem: _problem, ...call } }) => call)
    this.#own.push({ role: 'assistant', text: step.text, calls })
    if (!outcomes.some(({ waitsFor }) => waitsFor))
      for (const { call, forModel: result, looked } of outcomes) {
        this.#own.push({ role: 'tool', call_id: call.call_id, name: call.name, result })
        this.#looks.add(looked)
      }
    return outcomes
  }

  #giveAway(call: StepCall, deps: CallDeps) {
    const { models, choice, context, settings, asked } = this.#scene
    return runSubtask(call, {
      models,
      choice,
      context,
      // Of the provider that is set: who chose another one for the conversation means that one.
      model: asked.model ? undefined : (settings.get('SUBTASK_MODEL') ?? undefined),
      calls: deps,
      runCalls,
      use: (usage, guessed) => {
        this.#use(usage)
        this.#budget.guess(usage, guessed)
      },
      hasTokens: () => this.#budget.hasTokens,
    })
  }

  /** Ends the answer until a person has decided. What is needed to go on is kept before the person is asked. */
  async #pause(outcomes: readonly CallOutcome[]): Promise<void> {
    const { pauses, asked, writer, workflows } = this.#scene
    await pauses.save(asked.run_id, {
      session_id: asked.session_id,
      context: asked.context,
      summary: this.#backlog.summary,
      turns: withoutPictures([...this.#backlog.history, ...this.#own]),
      calls: outcomes.map(({ call: { call_id, name }, waitsFor, forModel, looked }) =>
        waitsFor ? { call_id, name, ...placeOf(waitsFor) } : { call_id, name, result: forModel, looked },
      ),
      loaded: [...this.#loaded],
      ownTurns: this.#own.length,
      used: this.#budget.used,
    })
    this.#plan.rest('waiting')
    const waits = outcomes.flatMap(({ waitsFor }) => waitsFor ?? [])
    const question = waits.find((one) => 'confirmation' in one)
    if (question) writer.askApproval(question.confirmation)
    for (const one of waits) if ('workflow_id' in one) workflows.awaitEnd(one.workflow_id)
  }

  #use(usage: ModelUsage): void {
    this.#scene.writer.use(usage)
    this.#budget.use(usage)
  }
}

/** Under which name the decision about it will come. */
function placeOf(waitsFor: WaitsFor): Pick<PausedCall, 'confirmation_id' | 'index'> {
  if ('workflow_id' in waitsFor) return { confirmation_id: waitsFor.workflow_id }
  return { confirmation_id: waitsFor.confirmation.confirmation_id, index: waitsFor.index }
}
