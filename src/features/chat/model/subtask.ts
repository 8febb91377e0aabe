import { randomBytes } from 'node:crypto'
import type { Envelope } from '../../../contract/envelope.ts'
import { AppError } from '../../../contract/errors.ts'
import { GrowingText } from '../../../platform/language/growing-text.ts'
import { checkFor } from '../../../platform/validation/validation.ts'
import type {
  LanguageModels,
  ModelChoice,
  ModelRequest,
  ModelUsage,
  OfferedTool,
  Turn,
} from '../../models/language-model.ts'
import { Looks } from './looks.ts'
import type { StepCall } from './model-step.ts'
import { LOAD_TOOLS, offeredTools, SubtaskArguments, toolCatalogue } from './offered-tools.ts'
import { extentFor, subtaskPrompt, type PromptExtent } from './system-prompt.ts'
import { shortened, shortenTurns, tokenRoom, tokensOf, tokensOfTool } from './history/token-room.ts'
import type { CallDeps, SubtaskOutcome } from './call-outcome.ts'

export interface SubtaskDeps {
  readonly models: LanguageModels
  readonly choice: ModelChoice
  /** Another model of the same provider, when one is set for this. */
  readonly model: string | undefined
  /** What is so now, as the main answer was told. */
  readonly context: string
  /** How its calls are run: as the main answer's are. */
  readonly calls: CallDeps
  /** Counts what it used; for the main answer and by its limits. */
  readonly use: (usage: ModelUsage, guessed: number) => void
  /** Whether the main answer may go on using tokens. */
  readonly hasTokens: () => boolean
  readonly runCalls: (
    calls: readonly StepCall[],
    deps: CallDeps,
  ) => Promise<readonly { readonly call: StepCall; readonly forModel: unknown; readonly looked?: Look }[]>
}

type Look = Parameters<Looks['add']>[0]

/** Questions to the model, the last of which must be answered with words. */
const MAX_STEPS = 15
const MAX_CALLS = 40
const MAX_SUMMARY = 12_000
const MAX_DEFERRED = 20
const FINISH = '(From the service: there are no more steps. Answer now with what you have.)'

/**
 * A part of the work with a context of its own: what it reads on the way stays out of the main conversation, which gets
 * what came of it. It has the rights of the main answer and no more. What it reads counts as read by the conversation, and
 * what a person must be asked about it leaves to the main answer, whose next step asks.
 */
export async function runSubtask(call: StepCall, deps: SubtaskDeps): Promise<SubtaskOutcome> {
  const { writer, signal } = deps.calls
  const given = structuredClone(call.args) as { task: string; tools?: string[] }
  const issues = checkFor(SubtaskArguments, 'body')(given)
  if (issues.length > 0) return { result: refusal('The sub-task does not fit.', issues), deferred: [] }
  const unknown = (given.tools ?? []).filter((name) => !isReady(name, deps.calls))
  if (unknown.length > 0)
    return { result: refusal(`These tools are not there: ${unknown.join(', ')}.`), deferred: [] }
  const { call_id } = call
  writer.toolStart({ call_id, agent: 'assistant', action: call.name, args: { ...given }, risk: 'read' })
  const subtask = new Subtask(call_id, given, deps)
  let result: Envelope
  try {
    result = await subtask.run()
  } catch (error) {
    if (signal.aborted || !(error instanceof AppError)) throw error
    const message = `The sub-task failed: ${error.message}`
    result = { success: false, message, data: { error: { code: error.code } } }
  }
  writer.toolEnd(call_id, result)
  return { result, deferred: subtask.deferred }
}

class Subtask {
  readonly deferred: StepCall[] = []
  readonly #callId: string
  readonly #only: ReadonlySet<string> | undefined
  readonly #deps: SubtaskDeps
  readonly #calls: CallDeps
  readonly #turns: Turn[]
  readonly #loaded = new Set<string>()
  readonly #looks: Looks
  #made = 0

  constructor(callId: string, { task, tools }: { task: string; tools?: string[] }, deps: SubtaskDeps) {
    this.#callId = callId
    this.#only = tools && new Set(tools)
    this.#deps = deps
    this.#turns = [{ role: 'user', text: `${task}\n\n${deps.context}` }]
    const { mark } = deps.calls
    this.#looks = new Looks({ turns: this.#turns, models: deps.models, mark })
    this.#calls = {
      ...deps.calls,
      keepPlan: undefined,
      runSubtask: undefined,
      mayCall: (name) => this.#only?.has(name) ?? true,
      deferred: this.deferred,
      load: (actions) => this.#load(actions),
    }
  }

  async run(): Promise<Envelope> {
    const { calls, runCalls } = this.#deps
    const { signal, writer } = calls
    for (let step = 1; ; step += 1) {
      signal.throwIfAborted()
      await this.#looks.show(signal)
      const isLast = step >= MAX_STEPS || this.#made >= MAX_CALLS || !this.#deps.hasTokens()
      if (isLast && step > 1) this.#turns.push({ role: 'user', text: FINISH })
      const said = await this.#ask(isLast)
      if (isLast || said.calls.length === 0) return this.#summary(said.text, step)
      const message = `Step ${step}: ${said.calls.map(({ name }) => name).join(', ')}`
      writer.toolProgress(this.#callId, { message })
      this.#made += said.calls.length
      const outcomes = await runCalls(said.calls, this.#calls)
      const made = outcomes.map(({ call: { problem: _problem, ...call } }) => call)
      this.#turns.push({ role: 'assistant', text: said.text, calls: made })
      for (const { call, forModel, looked } of outcomes) {
        this.#turns.push({ role: 'tool', call_id: call.call_id, name: call.name, result: forModel })
        this.#looks.add(looked)
      }
      this.deferred.splice(MAX_DEFERRED)
    }
  }

  #summary(text: string, steps: number): Envelope {
    const summary = shortened(text.trim(), MAX_SUMMARY)
    const waiting = this.deferred.map(({ name }) => name)
    if (summary === '' && waiting.length === 0)
      throw new AppError('upstream_failed', 'The model gave no answer to it.')
    const asked = waiting.length === 0 ? '' : ` The user is asked about ${waiting.join(', ')} now.`
    return {
      success: true,
      message: `The sub-task is done.${asked}`,
      data: { summary, steps, calls: this.#made, waiting },
    }
  }

  async #ask(isLast: boolean): Promise<{ text: string; calls: StepCall[] }> {
    const { models, use } = this.#deps
    const request = this.#request(isLast)
    const written = new GrowingText()
    const calls: StepCall[] = []
    for await (const part of models.stream(request)) {
      if (part.type === 'text') written.add(part.delta)
      // Whoever follows the run must be able to tell them from those of the main answer.
      if (part.type === 'tool_call' && calls.length < MAX_CALLS) {
        const { type: _type, ...call } = part
        calls.push({ ...call, call_id: `call_${randomBytes(9).toString('base64url')}` })
      }
      if (part.type === 'end') use(part.usage, sizeOf(request) + tokensOf(written.toString()))
    }
    return { text: written.toString(), calls }
  }

  #request(isLast: boolean): ModelRequest {
    const { choice, model, calls } = this.#deps
    const room = tokenRoom(choice.contextTokens)
    const extent = extentFor(room.context)
    const tools = isLast ? [] : this.#offered(room.tools, extent)
    const system = subtaskPrompt({
      mark: calls.mark,
      catalogue: this.#only
        ? ''
        : toolCatalogue(calls.catalog, { asked: calls.asked, extent, isSubtask: true }),
    })
    const taken = tokensOf(system) + tools.reduce((sum, tool) => sum + tokensOfTool(tool), 0)
    return {
      system,
      turns: shortenTurns(this.#turns, { tokens: Math.max(500, room.turns - taken), mark: calls.mark }),
      ...(tools.length > 0 && { tools }),
      ...(model !== undefined && { model }),
      signal: calls.signal,
    }
  }

  #offered(tokens: number, extent: PromptExtent): OfferedTool[] {
    const { catalog, asked } = this.#deps.calls
    const only = this.#only
    const loaded = only ?? this.#loaded
    const tools = offeredTools(catalog, { asked, extent, tokens, loaded, isSubtask: true })
    return tools.filter(({ name }) => !only || only.has(name))
  }

  async #load(actions: readonly string[]): Promise<readonly string[]> {
    for (const action of actions) this.#loaded.add(action)
    return []
  }
}

function isReady(name: string, { catalog }: CallDeps): boolean {
  const entry = catalog.find(name)
  return (
    name === LOAD_TOOLS || (!!entry && catalog.isAvailable(entry) && catalog.setupOf(entry) === undefined)
  )
}

function sizeOf({ system = '', turns }: ModelRequest): number {
  return tokensOf(system) + tokensOf(JSON.stringify(turns))
}

function refusal(message: string, issues: readonly object[] = []): Envelope {
  return { success: false, message, data: { error: { code: 'invalid_arguments', issues } } }
}
