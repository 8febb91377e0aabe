import { AppError } from '../../../contract/errors.ts'
import { planStates } from '../../../contract/computer-plan.ts'
import { literals } from '../../../contract/schema.ts'
import { Type } from '../../../contract/type.ts'
import type {
  LanguageModels,
  ModelAnswer,
  ModelChoice,
  NativeTool,
  OfferedTool,
  WantedCall,
} from '../../models/language-model.ts'
import { readAction } from '../actions/read-action.ts'
import { lastActions, vocabulary, type ActionName } from '../actions/vocabulary.ts'
import { PLAN, planMember, planTool } from '../plan/plan-tool.ts'
import { estimate, type History } from './history.ts'
import { isObject, looseObject } from './loose-json.ts'
import { besideNative, isNativeCall, nativeTool } from './native-tools.ts'
import { nothing, readCalls, type ReadCalls } from './read-calls.ts'

/** What the model wants next. */
export interface Decision extends ReadCalls {
  readonly text: string
  /** As the model made them, to be told again. */
  readonly calls: readonly WantedCall[]
  /** The provider's own tool, where it was called. */
  readonly native: NativeTool | undefined
  /** What it wrote as its plan, and the calls that it wrote it in. */
  readonly plan?: { readonly given: unknown; readonly callIds: readonly string[] } | undefined
  readonly tokens: number
}

export interface Asking {
  readonly system: string
  readonly history: History
  /** Only an end can be chosen any more. */
  readonly lastChance: boolean
  readonly picture: { readonly width: number; readonly height: number }
  readonly signal: AbortSignal
}

/** Of what fits into a model, the rest is for its answer and its tools. */
const SHARE = 0.7
const MAX_TOKENS = 4_000

/** Asks a vision model for one action: by its provider's own tool, by functions, or, where it has none, by a schema. */
export class Decider {
  readonly #models: LanguageModels
  /** Whether the provider knows its own tool for this model; null before the first answer. */
  #knowsNative: boolean | null = null

  constructor(models: LanguageModels) {
    this.#models = models
  }

  async decide(asking: Asking): Promise<Decision> {
    const choice = this.#models.choice('vision')
    if (!choice) throw notConfigured()
    if (choice.tools === false) return this.#bySchema(asking, choice)
    const mayUse = this.#knowsNative !== false && !asking.lastChance
    const native = mayUse ? nativeTool(choice, asking.picture) : undefined
    try {
      const decision = await this.#byTools(asking, { choice, native })
      if (native) this.#knowsNative = true
      return decision
    } catch (error) {
      // Names of models are no promise: one that does not know the tool gets our own functions.
      const isRefusal = error instanceof AppError && error.code === 'upstream_failed'
      if (!native || !isRefusal || this.#knowsNative === true) throw error
      this.#knowsNative = false
      return this.#byTools(asking, { choice, native: undefined })
    }
  }

  async #byTools(
    asking: Asking,
    { choice, native }: { choice: ModelChoice; native: NativeTool | undefined },
  ): Promise<Decision> {
    const { system, history, lastChance, signal } = asking
    const turns = history.turns(roomIn(choice))
    const names = native ? besideNative : (Object.keys(vocabulary) as ActionName[])
    const answer = await this.#models.ask({
      system,
      turns,
      tools: [
        ...names.filter((name) => !lastChance || lastActions.has(name)).map(offered),
        ...(lastChance ? [] : [planTool]),
      ],
      ...(native && { nativeTools: [native] }),
      purpose: 'vision',
      maxTokens: MAX_TOKENS,
      signal,
    })
    const tokens = tokensOf(answer, estimate(turns))
    const plan = await planIn(answer.calls)
    const acting = answer.calls.filter(({ call_id }) => !plan?.callIds.includes(call_id))
    const [call] = acting
    if (!call && !plan) return inProse(answer, tokens)
    const called = acting.some(({ name }) => isNativeCall(native, name)) ? native : undefined
    return {
      ...(call ? await readCalls(acting, { native, picture: asking.picture }) : nothingToDo),
      text: answer.text,
      calls: answer.calls,
      native: called,
      plan,
      tokens,
    }
  }

  async #bySchema(asking: Asking, choice: ModelChoice): Promise<Decision> {
    const names = (Object.keys(vocabulary) as ActionName[]).filter(
      (name) => !asking.lastChance || lastActions.has(name),
    )
    const guide = names.map((name) => {
      const { properties, required = [] } = vocabulary[name].params as {
        properties: object
        required?: string[]
      }
      const members = Object.keys(properties).map((member) =>
        required.includes(member) ? member : `${member}?`,
      )
      return `- ${name} {${members.join(', ')}}: ${vocabulary[name].description}`
    })
    const turns = asking.history.turns(roomIn(choice))
    const answer = await this.#models.ask({
      system: `${asking.system}\n\nInstead of a tool call, answer with one JSON object {"reason", "action", "args", "plan"?}. The plan is a list of {text, state}, each state one of ${planStates.join(', ')}; leave it out where nothing of it changes. The actions:\n${guide.join('\n')}`,
      turns,
      schema: answerSchema(names),
      purpose: 'vision',
      maxTokens: MAX_TOKENS,
      signal: asking.signal,
    })
    return inProse({ ...answer, text: JSON.stringify(answer.object) }, tokensOf(answer, estimate(turns)))
  }
}

export function notConfigured(): AppError {
  return new AppError(
    'not_configured',
    'No model that can see the screen is set. Choose one in the settings: LLM_PROVIDER with LLM_MODEL or VISION_MODEL.',
  )
}

const nothingToDo: ReadCalls = { ...nothing, problem: 'Nothing was done: call an action too.' }

/** The last plan of an answer, which takes the place of those before it. */
async function planIn(calls: readonly WantedCall[]): Promise<Decision['plan']> {
  const planning = calls.filter(({ name }) => name.trim().toUpperCase() === PLAN)
  const last = planning.at(-1)
  if (!last) return undefined
  const given = typeof last.args === 'string' ? await looseObject(last.args) : last.args
  return { given, callIds: planning.map(({ call_id }) => call_id) }
}

/** Some models write the call into their text. Whole JSON counts; whatever else they write does nothing. */
async function inProse({ text }: Pick<ModelAnswer, 'text'>, tokens: number): Promise<Decision> {
  const said = { ...nothing, text, calls: [], native: undefined, tokens }
  const written = await looseObject(text)
  const wish = wishIn(written)
  if (!wish) {
    const problem = 'Nothing was done: call exactly one of the tools, and DONE when the task is done.'
    return { ...said, problem }
  }
  const one = readAction(wish.name, wish.args)
  const given = written?.['plan'] ?? undefined
  const plan = given === undefined ? undefined : { given, callIds: [] }
  return 'problem' in one
    ? { ...said, plan, problem: one.problem }
    : { ...said, plan, actions: [one.action], notes: one.notes }
}

/** `{action, args}` under the names that models give to them; what stands beside them belongs to the arguments. */
function wishIn(written: Record<string, unknown> | undefined): { name: string; args: object } | undefined {
  const { action, name, tool, args, arguments: other, parameters, plan: _plan, ...rest } = written ?? {}
  const named = [action, name, tool].find((one) => typeof one === 'string')
  if (named === undefined) return undefined
  const given = [args, other, parameters].find(isObject) ?? {}
  return { name: named, args: { ...rest, ...given } }
}

function offered(name: ActionName): OfferedTool {
  const { description, params } = vocabulary[name]
  return { name, description, parameters: withoutLimits(params) as OfferedTool['parameters'] }
}

const limitWords = new Set(['minLength', 'maxLength', 'minItems', 'maxItems'])

/** The schema without what only costs tokens on every call: a length that is too great is told back when it comes. */
function withoutLimits(schema: unknown): unknown {
  return JSON.parse(
    JSON.stringify(schema, (name, value: unknown) => (limitWords.has(name) ? undefined : value)),
  ) as unknown
}

function answerSchema(names: readonly ActionName[]): Readonly<Record<string, unknown>> {
  return Type.Object({
    reason: Type.String({ description: 'Why, in one short sentence' }),
    action: literals(names, { description: 'What to do' }),
    args: Type.Unsafe<object>({ type: 'object', description: 'With which arguments' }),
    plan: Type.Optional(planMember),
  }) as unknown as Readonly<Record<string, unknown>>
}

function roomIn({ contextTokens }: ModelChoice): number | null {
  return contextTokens === null ? null : Math.floor(contextTokens * SHARE)
}

/** What a call has used; an estimate where the provider does not say. */
function tokensOf({ usage, text }: ModelAnswer, asked: number): number {
  return usage.total_tokens ?? asked + Math.ceil(text.length / 3)
}
