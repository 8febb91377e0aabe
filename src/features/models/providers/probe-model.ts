import { AppError } from '../../../contract/errors.ts'
import { gather } from '../gather.ts'
import type { ModelPart, ModelRequest } from '../language-model.ts'
import type { ModelFacts } from '../model-facts.ts'
import type { Features } from '../prompt.ts'
import type { Capabilities } from '../records.ts'
import { answerReader } from '../structured.ts'
import type { ModelSettings, Target } from '../target.ts'

/** What is tried in place of the settings. */
export interface ModelTrial {
  readonly provider?: string | undefined
  readonly model?: string | undefined
  readonly base_url?: string | undefined
  readonly api_key?: string | undefined
}

export interface TrialResult {
  readonly ok: boolean
  readonly message: string
  readonly provider: string | null
  readonly model: string | null
  readonly latency_ms: number | null
  readonly capabilities: {
    readonly tools: boolean
    readonly json_schema: boolean
    readonly vision: boolean
    readonly streaming: boolean
    readonly context_tokens: number | null
  } | null
}

export interface ProbeDeps {
  readonly tried: ModelSettings
  readonly facts: (target: Target) => Promise<ModelFacts>
  readonly call: (request: ModelRequest, target: Target, features: Features) => AsyncIterable<ModelPart>
  readonly learn: (target: Target, found: Capabilities) => void
  readonly signal: AbortSignal
}

type Ask = (request: Omit<ModelRequest, 'signal'>) => ReturnType<typeof gather>

const everything: Features = { tools: true, format: 'schema', temperature: true, streaming: true }
/** Room for a model that thinks before it answers. */
const FEW_TOKENS = 1024

/** Small real calls, since what a model's server claims and what it does are two things. */
export async function probeModel(aim: () => Target, deps: ProbeDeps): Promise<TrialResult> {
  const { tried, signal } = deps
  const failed = (error: unknown, target?: Target): TrialResult => {
    if (!(error instanceof AppError) || signal.aborted) throw error
    return {
      ok: false,
      message: error.message,
      provider: target?.provider ?? tried.provider,
      model: target?.model ?? tried.model,
      latency_ms: null,
      capabilities: null,
    }
  }
  let target: Target
  try {
    target = aim()
  } catch (error) {
    return failed(error)
  }
  try {
    return await probe(target, deps)
  } catch (error) {
    return failed(error, target)
  }
}

async function probe(target: Target, deps: ProbeDeps): Promise<TrialResult> {
  const asker =
    (features: Features): Ask =>
    (request) =>
      gather(deps.call({ ...request, signal: deps.signal }, target, features), () => {})
  const began = performance.now()
  const streaming = await answers(asker)
  const latency_ms = Math.round(performance.now() - began)
  const facts = await deps.facts(target)
  const ask = asker({ ...everything, streaming })
  const [tools, json_schema, vision] = await Promise.all([
    facts.tools === false ? false : found(() => callsTools(ask)),
    found(() => fitsSchema(ask)),
    facts.vision === false ? false : found(() => seesRed(ask)),
  ])
  const context_tokens = facts.contextTokens ?? target.contextTokens ?? undefined
  const capabilities = { tools, json_schema, vision, streaming, context_tokens }
  // What could not be found out, because the server was busy for instance, is not remembered.
  deps.learn(
    target,
    Object.fromEntries(Object.entries(capabilities).filter(([, value]) => value !== undefined)),
  )
  const known = {
    tools: tools ?? false,
    json_schema: json_schema ?? false,
    vision: vision ?? false,
    streaming,
    context_tokens: context_tokens ?? null,
  }
  return {
    ok: true,
    message: sentence(target.model, known),
    provider: target.provider,
    model: target.model,
    latency_ms,
    capabilities: known,
  }
}

/** Whether it answers as it writes. Throws when it does not answer at all. */
async function answers(asker: (features: Features) => Ask): Promise<boolean> {
  const hello = {
    turns: [{ role: 'user' as const, text: 'Reply with the single word ok.' }],
    maxTokens: FEW_TOKENS,
  }
  try {
    await asker(everything)(hello)
    return true
  } catch (error) {
    if (!isRefusal(error)) throw error
    await asker({ ...everything, streaming: false })(hello)
    return false
  }
}

async function callsTools(ask: Ask): Promise<boolean> {
  const { calls } = await ask({
    turns: [{ role: 'user', text: 'Call the tool report_number with the number 7.' }],
    tools: [
      {
        name: 'report_number',
        description: 'Takes a number.',
        parameters: { type: 'object', properties: { number: { type: 'integer' } }, required: ['number'] },
      },
    ],
    maxTokens: FEW_TOKENS,
  })
  return calls.some(({ name }) => name === 'report_number')
}

/** The question does not speak of JSON: an answer that fits comes from the schema. */
async function fitsSchema(ask: Ask): Promise<boolean> {
  const schema = {
    type: 'object',
    properties: { colour: { type: 'string' } },
    required: ['colour'],
    additionalProperties: false,
  }
  const { text } = await ask({
    turns: [{ role: 'user', text: 'Which colour has the sky on a clear day?' }],
    schema,
    maxTokens: FEW_TOKENS,
  })
  return 'object' in (await (await answerReader(schema))(text))
}

async function seesRed(ask: Ask): Promise<boolean> {
  const { text } = await ask({
    turns: [
      {
        role: 'user',
        text: 'Which colour fills this picture? Reply with one word.',
        pictures: [{ mime_type: 'image/png', data: RED_SQUARE }],
      },
    ],
    maxTokens: FEW_TOKENS,
  })
  return /\bred\b/i.test(text)
}

/** A refusal is an answer; a busy or broken server is none. */
async function found(question: () => Promise<boolean>): Promise<boolean | undefined> {
  try {
    return await question()
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'cancelled') throw error
    return isRefusal(error) ? false : undefined
  }
}

function isRefusal(error: unknown): boolean {
  if (!(error instanceof AppError)) return false
  const { kind, details } = (error.cause ?? {}) as { kind?: string; details?: { status?: number } }
  if (kind === 'status') return ![401, 403, 408, 429, 502, 503, 504, 529].includes(details?.status ?? 0)
  return kind === 'not_streamed' || kind === 'empty' || kind === 'unreadable'
}

function sentence(
  model: string,
  { tools, vision, json_schema }: NonNullable<TrialResult['capabilities']>,
): string {
  const abilities = [
    { can: tools, words: 'call tools' },
    { can: json_schema, words: 'answer in a given schema' },
    { can: vision, words: 'read images' },
  ]
  const can = abilities.filter((ability) => ability.can).map(({ words }) => words)
  const cannot = abilities.filter((ability) => !ability.can).map(({ words }) => words)
  const good = can.length > 0 ? `${model} answers and can ${inWords(can, 'and')}.` : `${model} answers.`
  return cannot.length > 0 ? `${good} It can't ${inWords(cannot, 'or')}.` : good
}

function inWords(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`
}

const RED_SQUARE =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAAT0lEQVR42u3PQQkAAAgEsItw/dMZxQi+hcEKLNO+FgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQGBywLQTQDx3uY1cQAAAABJRU5ErkJggg=='
