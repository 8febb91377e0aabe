import { randomBytes } from 'node:crypto'
import type { Component } from '../../../contract/component-schema.ts'
import { AppError } from '../../../contract/errors.ts'
import type { LookedPicture } from '../../../contract/tool.ts'
import { timeLimit } from '../../../platform/processes/time-limit.ts'
import type { ModelChoice, ModelEnd, ModelRequest, ModelUsage, Turn } from '../../models/language-model.ts'
import type { Asked, Voice } from '../answering.ts'
import { Backlog, type Told } from './history/backlog.ts'
import type { KnownTypes } from '../components/known-types.ts'
import { calledWrongly, outOfCalls, outOfTime, outOfTokens } from './answer/answer-limits.ts'
import { isEmpty, saidNothing } from './answer/empty-answer.ts'
import { KeptPlan } from './kept-plan.ts'
import { Looks } from './looks.ts'
import { meantCall } from './meant-calls.ts'
import { speakStep, UnansweredError, type StepAnswer, type StepCall } from './model-step.ts'
import { offeredTools, unofferedTools, UPDATE_PLAN } from './offered-tools.ts'
import type { PausedAnswer, PausedCall } from './paused-answers.ts'
import { runSubtask } from './subtask.ts'
import type { PromptExtent } from './system-prompt.ts'
import {
  charactersFor,
  tokenRoom,
  tokensOf,
  tokensOfTool,
  tokensOfTurns,
  type TokenRoom,
} from './history/token-room.ts'
import type { CallDeps, CallOutcome, WaitsFor } from './call-outcome.ts'
import { runCalls } from './tool-calls.ts'
import { hasPictures, isBlind, withoutPictures } from './turn-pictures.ts'
import type { ModelAnswererDeps } from './answerer-deps.ts'

export interface Scene extends ModelAnswererDeps {
  readonly asked: Asked
  readonly voice: Voice
  readonly known: KnownTypes
  readonly choice: ModelChoice
  readonly system: string
  readonly extent: PromptExtent
  /** What stands around data in this conversation. */
  readonly mark: string
  /** What is so now, as the model is told with the message. */
  readonly context: string
  readonly limits: { readonly calls: number; readonly tokens: number; readonly seconds: number }
}

export interface Opening extends Told {
  /** Tools that were loaded. */
  readonly loaded: readonly string[]
  readonly used: PausedAnswer['used']
  /** What the last calls looked at. */
  readonly looked?: readonly LookedPicture[]
}

/** How often in a row a model may call tools wrongly and be told so. */
const REPAIR_TURNS = 2
/** Tokens for what is being answered without which there is no use in asking. */
const LEAST_TURNS = 300

/** One answer: asks the model, runs what it wants to call, and asks again, until it has nothing more to call. */
export class Conversation {
  readonly #scene: Scene
  readonly #backlog: Backlog
  readonly #own: Turn[]
  readonly #loaded: Set<string>
  readonly #started = performance.now()
  readonly #spentMs: number
  #calls: number
  #tokens: number
  readonly #callIds = new Set<string>()
  readonly #looks: Looks
  readonly #plan: KeptPlan
  #wrongTurns = 0
  /** Tokens of what was said, in the last question. */
  #sent = 0
  /** What the last tool said, for a model that then says nothing. */
  #lastMessage: string | undefined

  constructor(scene: Scene, { own, loaded, used, looked, ...before }: Opening) {
    this.#scene = scene
    this.#own = [...own]
    const onUsage = (usage: ModelUsage) => this.#use(usage)
    this.#backlog = new Backlog({ ...before, own: this.#own }, { ...scene, onUsage })
    this.#looks = new Looks({ turns: this.#own, models: scene.models, mark: scene.mark, looked })
    this.#plan = new KeptPlan({
      states: scene.states,
      session_id: scene.asked.session_id,
      voice: scene.voice,
    })
    this.#loaded = new Set(loaded)
    this.#calls = used.calls
    this.#tokens = used.tokens
    this.#spentMs = used.ms
  }

  async run(): Promise<void> {
    const { asked, voice, limits } = this.#scene
    using time = timeLimit(
      limits.seconds * 1000 - this.#spentMs,
      () => new AppError('timeout', 'The time for one answer is over.'),
    )
    const signal = AbortSignal.any([asked.signal, time.signal])
    try {
      await this.#answer(signal)
    } catch (error) {
      if (asked.signal.aborted) return
      if (!time.signal.aborted) throw error
      voice.add(outOfTime(limits.seconds))
    } finally {
      this.#plan.rest('paused')
    }
  }

  async #answer(signal: AbortSignal): Promise<void> {
    const { voice, limits, catalog } = this.#scene
    for (;;) {
      signal.throwIfAborted()
      await this.#looks.show(signal)
      const step = await this.#ask(signal)
      if (!step) return
      tellEnd(step.end, voice)
      if (step.calls.length === 0) {
        this.#own.push({ role: 'assistant', text: step.text })
        return this.#keepTurns()
      }
      const left = Math.max(0, limits.calls - this.#calls)
      const calls = step.calls.slice(0, left).map((call) => meantCall(this.#withOwnId(call), catalog))
      const outcomes = await this.#call({ ...step, calls }, signal)
      signal.throwIfAborted()
      if (outcomes.some(({ waitsFor }) => waitsFor)) return this.#pause(outcomes)
      const end = this.#limitReached(step.calls.length > left, outcomes)
      if (end) {
        voice.add(end)
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
        this.#scene.voice.say(this.#lastMessage)
        return undefined
      }
      if (isBlind(reason) && (await this.#looks.readInstead(signal))) return this.#ask(signal)
      if (reason.code !== 'too_large') throw reason
    }
    return this.#askFitting(signal, 0.5)
  }

  async #askFitting(signal: AbortSignal, share: number): Promise<StepAnswer> {
    const { models, voice, known, log, onRepair } = this.#scene
    try {
      const onUsage = (usage: ModelUsage) => this.#use(usage)
      const step = await speakStep(await this.#request(signal, share), {
        models,
        voice,
        known,
        log,
        onUsage,
        onRepair,
      })
      // A provider that does not count is counted for.
      if (isUncounted(step.end.usage)) this.#tokens += this.#sent + tokensOf(step.text)
      if (step.text.trim() === '' && step.calls.length === 0) throw new UnansweredError(saidNothing(step.end))
      return step
    } catch (error) {
      if (share < 1 && error instanceof UnansweredError) throw error.reason
      throw error
    }
  }

  async #request(signal: AbortSignal, share: number): Promise<ModelRequest> {
    const { choice, catalog, system } = this.#scene
    const room = this.#room(share)
    const tools = offeredTools(catalog, this.#offering(room))
    const taken = tokensOf(system) + tools.reduce((sum, tool) => sum + tokensOfTool(tool), 0)
    if (share === 1 && room.turns - taken < LEAST_TURNS) throw takesInTooLittle(choice.model, room)
    // What was too much is less the second time, whatever the model is said to take in.
    const most = share < 1 ? Math.floor(this.#sent * share) : Infinity
    const tokens = Math.min(most, Math.max(LEAST_TURNS, room.turns - taken))
    const turns = await this.#backlog.fit({ tokens, context: room.context }, signal)
    this.#sent = tokensOfTurns(turns)
    const seesPictures = turns.some(hasPictures)
    return {
      system,
      turns,
      tools,
      isTool: (name) => catalog.findMeant(name) !== undefined,
      ...(seesPictures && { purpose: 'vision' as const }),
      signal,
    }
  }

  #offering({ tools, turns }: TokenRoom) {
    const { asked, extent, system } = this.#scene
    // What is said comes before further tools.
    const tokens = Math.min(tools, turns - tokensOf(system) - LEAST_TURNS)
    return { asked, extent, tokens, loaded: this.#loaded }
  }

  /** Small models count their calls anew in every step; whoever follows the run must be able to tell them apart. */
  #withOwnId(call: StepCall): StepCall {
    const isFree = call.call_id !== '' && !this.#callIds.has(call.call_id)
    const call_id = isFree ? call.call_id : `call_${randomBytes(9).toString('base64url')}`
    this.#callIds.add(call_id)
    return { ...call, call_id }
  }

  async #load(actions: readonly string[]): Promise<readonly string[]> {
    const { catalog, asked, states } = this.#scene
    for (const action of actions) this.#loaded.add(action)
    const gone = unofferedTools(catalog, this.#offering(this.#room(1)))
    for (const action of gone) this.#loaded.delete(action)
    await states.load(
      asked.session_id,
      actions.filter((action) => this.#loaded.has(action)),
    )
    return gone
  }

  async #call(step: StepAnswer, signal: AbortSignal): Promise<CallOutcome[]> {
    const { catalog, runner, approvals, known, workflows, taints, asked, voice, mark } = this.#scene
    const deps: CallDeps = {
      catalog,
      runner,
      approvals,
      known,
      workflows,
      taints,
      asked,
      voice,
      signal,
      resultCharacters: charactersFor(this.#room(1).result),
      mark,
      load: (actions) => this.#load(actions),
      keepPlan: (args) => this.#plan.update(args),
      runSubtask: (call) => this.#giveAway(call, deps),
    }
    const outcomes = await runCalls(step.calls, deps)
    this.#calls += countedCalls(step.calls)
    this.#wrongTurns = outcomes.some(({ isWrong }) => isWrong) ? this.#wrongTurns + 1 : 0
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
    const { models, choice, context, settings, asked, limits } = this.#scene
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
        if (isUncounted(usage)) this.#tokens += guessed
      },
      hasTokens: () => this.#tokens < limits.tokens,
    })
  }

  /** Ends the answer until a person has decided. What is needed to go on is kept before the person is asked. */
  async #pause(outcomes: readonly CallOutcome[]): Promise<void> {
    const { pauses, asked, voice, workflows } = this.#scene
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
      used: {
        calls: this.#calls,
        tokens: this.#tokens,
        ms: this.#spentMs + performance.now() - this.#started,
      },
    })
    this.#plan.rest('waiting')
    const waits = outcomes.flatMap(({ waitsFor }) => waitsFor ?? [])
    const question = waits.find((one) => 'confirmation' in one)
    if (question) voice.askApproval(question.confirmation)
    for (const one of waits) if ('workflow_id' in one) workflows.awaitEnd(one.workflow_id)
  }

  #limitReached(isCut: boolean, outcomes: readonly CallOutcome[]): Component | undefined {
    const { limits } = this.#scene
    if (this.#wrongTurns > REPAIR_TURNS) {
      const wrong = outcomes.find(({ isWrong }) => isWrong)
      return calledWrongly(this.#wrongTurns, wrong?.result.message ?? '')
    }
    if (isCut || this.#calls >= limits.calls) return outOfCalls(limits.calls)
    return this.#tokens >= limits.tokens ? outOfTokens(limits.tokens) : undefined
  }

  #use(usage: ModelUsage): void {
    this.#scene.voice.use(usage)
    this.#tokens += usage.total_tokens ?? (usage.input_tokens ?? 0) + (usage.output_tokens ?? 0)
  }

  #room(share: number): TokenRoom {
    return tokenRoom(this.#scene.choice.contextTokens, share)
  }
}

/** Under which name the decision about it will come. */
function placeOf(waitsFor: WaitsFor): Pick<PausedCall, 'confirmation_id' | 'index'> {
  if ('workflow_id' in waitsFor) return { confirmation_id: waitsFor.workflow_id }
  return { confirmation_id: waitsFor.confirmation.confirmation_id, index: waitsFor.index }
}

function tellEnd({ finish_reason, warnings = [] }: ModelEnd, voice: Voice): void {
  for (const warning of warnings) voice.notice('warning', warning)
  if (finish_reason === 'length')
    voice.add({
      type: 'alert',
      text: 'The answer is as long as the model can write at once and may be cut. Say "go on" for the rest.',
      tone: 'warning',
      action: { kind: 'chat', message: 'Go on' },
      action_label: 'Go on',
    })
  if (finish_reason === 'content_filter')
    voice.add({
      type: 'error',
      title: 'Held back',
      message: 'The provider of the model held back a part of the answer. Put it in other words.',
      code: 'content_filter',
    })
}

function takesInTooLittle(model: string, { context }: TokenRoom): AppError {
  return new AppError(
    'too_large',
    `${model} takes in only ${context} tokens, too few even for the instructions. ` +
      'Choose a model that takes in 4096 or more, or raise LLM_CONTEXT_TOKENS.',
  )
}

/** A plan that is kept beside the work does not use up its steps. */
function countedCalls(calls: readonly StepCall[]): number {
  return Math.max(1, calls.filter(({ name }) => name !== UPDATE_PLAN).length)
}

function isUncounted({ input_tokens, output_tokens, total_tokens }: ModelUsage): boolean {
  return input_tokens === null && output_tokens === null && total_tokens === null
}
