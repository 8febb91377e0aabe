import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { privateJsonFile } from '../../platform/secrets/private-json-file.ts'
import type { Settings } from '../settings/settings-store.ts'
import { gather } from './gather.ts'
import type { LanguageModels, ModelAnswer, ModelChoice, ModelPart, ModelRequest } from './language-model.ts'
import { callModel, stopped, type CallDeps } from './model-call.ts'
import { readFacts, type ModelFacts } from './model-facts.ts'
import { probeModel, type ModelTrial, type TrialResult } from './probe-model.ts'
import type { Features } from './prompt.ts'
import { ModelRecords } from './records.ts'
import { answerReader, repairRequest, type AnswerReader } from './structured.ts'
import { addressOf, targetOf, type KeyFor, type ModelSettings, type Target } from './target.ts'
import { Turnstile } from './turnstile.ts'
import { createWire } from './wire.ts'

export interface ModelsDeps {
  readonly settings: Pick<Settings, 'get' | 'onChange' | 'schema'>
  /** Where it is kept what was found out about models, and where the key belongs. */
  readonly file: string
  readonly log: Log
  readonly version: string
  readonly now: () => Date
  /** Stands in for the network in tests. */
  readonly fetch?: typeof globalThis.fetch
  readonly silence?: CallDeps['silence']
}

export interface Models extends LanguageModels {
  /** As `ask`, while each piece of the text is told as it arrives. With a schema the last answer is what counts. */
  answer(request: ModelRequest, onText: (delta: string) => void): Promise<ModelAnswer>
  /** Makes a few small calls to find out whether a model answers and what it can do. */
  test(trial: ModelTrial, signal: AbortSignal): Promise<TrialResult>
  /** How the last call went. */
  health(): { status: 'ok' | 'degraded' | 'off'; detail: string }
  /** Done once everything that was found out is kept. */
  close(): Promise<void>
}

const FACTS_MS = 5_000
const FACTS_AGE_MS = 10 * 60_000
/** A server that says nothing now may be up a little later. */
const NO_FACTS_AGE_MS = 60_000

export function createModels(deps: ModelsDeps): Models {
  return new ConfiguredModels(deps)
}

class ConfiguredModels implements Models {
  readonly #settings: ModelsDeps['settings']
  readonly #records: ModelRecords
  readonly #turnstile: Turnstile
  readonly #calling: CallDeps
  readonly #facts = new Map<string, { readonly facts: Promise<ModelFacts>; until: number }>()
  readonly #stopWatching: () => void
  #last: { readonly about: string; readonly error: AppError | null } | undefined

  constructor({ settings, file, log, version, now, fetch = globalThis.fetch, silence }: ModelsDeps) {
    this.#settings = settings
    const aside = (path: string) => `${path}.corrupt.${now().toISOString().replaceAll(':', '-')}`
    this.#records = new ModelRecords({ file: privateJsonFile({ path: file, format: 1, aside }), log })
    this.#turnstile = new Turnstile(() => settings.get('LLM_CONCURRENCY'))
    this.#calling = {
      fetch,
      version,
      log,
      silence,
      records: this.#records,
      contexts: new Map(),
      facts: (target, signal) => this.#factsOf(target, signal),
      onOutcome: (target, error) => (this.#last = { about: nameOf(target), error }),
    }
    // A key in the environment can only be set there: it belongs to what is set when the service starts.
    const source = settings.schema().find(({ name }) => name === 'LLM_API_KEY')?.source
    this.#noteKey(source === 'environment')
    this.#stopWatching = settings.onChange((names) => {
      if (names.some((name) => name.startsWith('LLM_'))) this.#noteKey(names.includes('LLM_API_KEY'))
    })
  }

  choice(purpose: 'chat' | 'vision' = 'chat'): ModelChoice | undefined {
    const settings = this.#snapshot()
    const model = modelFor(settings, { purpose })
    const address = addressOf(settings)
    if (model === null || !address) return undefined
    const { tools, vision, context_tokens } = this.#records.capabilities({ ...address, model })
    return {
      provider: address.provider,
      model,
      contextTokens: smaller(settings.contextTokens, context_tokens ?? null),
      ...(tools !== undefined && { tools }),
      ...(vision !== undefined && { vision }),
    }
  }

  stream(request: ModelRequest): AsyncIterable<ModelPart> {
    const target = this.#targetFor(request)
    // Its failure is heard by whoever reads the stream, which may be nobody.
    target.catch(() => {})
    return this.#run(request, target)
  }

  ask(request: ModelRequest): Promise<ModelAnswer> {
    return this.answer(request, () => {})
  }

  async answer(request: ModelRequest, onText: (delta: string) => void): Promise<ModelAnswer> {
    const target = this.#targetFor(request)
    // A schema that cannot be used is told first.
    target.catch(() => {})
    const read = request.schema ? await answerReader(request.schema) : undefined
    const answer = await gather(this.#run(request, target), onText)
    return read ? this.#inSchema(request, { target, answer, read }) : answer
  }

  async test(trial: ModelTrial, signal: AbortSignal): Promise<TrialResult> {
    const settings = this.#snapshot()
    const { key } = this.#keys()
    await this.#records.settled
    const tried = {
      ...settings,
      provider: trial.provider ?? settings.provider,
      model: trial.model ?? settings.model,
      // Another provider is not at the address of the old one.
      baseUrl:
        trial.base_url ?? (trial.provider && trial.provider !== settings.provider ? null : settings.baseUrl),
    }
    const keyFor = (origin: string): KeyFor =>
      trial.api_key ? { key: trial.api_key } : this.#records.keyFor(key, origin)
    return probeModel(() => targetOf(tried, { model: tried.model, keyFor }), {
      tried,
      facts: (target) => this.#factsOf(target, signal),
      call: (request, target, features) => this.#run(request, Promise.resolve(target), features),
      learn: (target, found) => this.#records.learn(target, found),
      signal,
    })
  }

  health(): { status: 'ok' | 'degraded' | 'off'; detail: string } {
    const settings = this.#snapshot()
    const address = addressOf(settings)
    const { model } = settings
    if (model === null || !address)
      return { status: 'off', detail: 'No model is set: LLM_PROVIDER, LLM_MODEL and LLM_API_KEY choose one.' }
    const error = this.#last?.about === nameOf({ ...address, model }) ? this.#last.error : null
    if (error) return { status: 'degraded', detail: error.message }
    return { status: 'ok', detail: `${model} of ${address.provider}` }
  }

  async close(): Promise<void> {
    this.#stopWatching()
    await this.#records.settled
  }

  /** A second chance for an answer that does not fit, and only one. */
  async #inSchema(
    request: ModelRequest,
    { target, answer, read }: { target: Promise<Target>; answer: ModelAnswer; read: AnswerReader },
  ): Promise<ModelAnswer> {
    const first = await read(answer.text)
    if ('object' in first) return { ...answer, object: first.object }
    const repaired = await gather(this.#run(repairRequest(request, answer, first.problem), target), () => {})
    const second = await read(repaired.text)
    if ('object' in second)
      return { ...repaired, object: second.object, usage: sum(answer.usage, repaired.usage) }
    throw new AppError(
      'upstream_failed',
      `${answer.model} did not answer in the given schema, also when asked again: ${second.problem} Try a simpler schema or another LLM_MODEL.`,
    )
  }

  async *#run(request: ModelRequest, aim: Promise<Target>, exactly?: Features): AsyncGenerator<ModelPart> {
    const target = await aim
    if (request.signal.aborted) throw stopped(request.signal)
    using _turn = await this.#turnstile.enter(request.signal).catch(() => {
      throw stopped(request.signal)
    })
    yield* callModel(request, { target, deps: this.#calling, exactly })
  }

  /** The settings count as they are now, though their key is looked up a moment later. */
  async #targetFor(request: ModelRequest): Promise<Target> {
    const settings = this.#snapshot()
    const { key } = this.#keys()
    await this.#records.settled
    return targetOf(settings, {
      model: modelFor(settings, request),
      keyFor: (origin) => this.#records.keyFor(key, origin),
    })
  }

  #snapshot(): ModelSettings {
    return {
      provider: this.#settings.get('LLM_PROVIDER'),
      model: this.#settings.get('LLM_MODEL'),
      visionModel: this.#settings.get('VISION_MODEL'),
      baseUrl: this.#settings.get('LLM_BASE_URL'),
      contextTokens: this.#settings.get('LLM_CONTEXT_TOKENS'),
      patienceSeconds: this.#settings.get('LLM_PATIENCE_SECONDS'),
    }
  }

  #keys(): { key: string | null } {
    return { key: this.#settings.get('LLM_API_KEY') }
  }

  #noteKey(isNew: boolean): void {
    const origin = addressOf(this.#snapshot())?.origin ?? null
    this.#records.noteKey({ ...this.#keys(), origin, isNew })
  }

  #factsOf(target: Target, signal: AbortSignal): Promise<ModelFacts> {
    const name = nameOf(target)
    const known = this.#facts.get(name)
    if (known && performance.now() < known.until) return known.facts
    const wire = createWire(target, { ...this.#calling, firstMs: FACTS_MS, idleMs: FACTS_MS, signal })
    const facts = readFacts(target, wire, signal)
    const entry = { facts, until: performance.now() + FACTS_AGE_MS }
    this.#facts.set(name, entry)
    facts.then(
      (found) => {
        if (Object.keys(found).length === 0) entry.until = performance.now() + NO_FACTS_AGE_MS
        if (found.contextTokens !== undefined)
          this.#records.learn(target, { context_tokens: found.contextTokens })
      },
      () => this.#facts.delete(name),
    )
    return facts
  }
}

function modelFor(
  { model, visionModel }: ModelSettings,
  { model: wanted, purpose }: Pick<ModelRequest, 'model' | 'purpose'>,
): string | null {
  return wanted ?? (purpose === 'vision' ? (visionModel ?? model) : model)
}

/** What the user allows and what the model has room for. */
function smaller(a: number | null, b: number | null): number | null {
  return a === null || b === null ? (a ?? b) : Math.min(a, b)
}

function nameOf({ provider, origin, model }: Pick<Target, 'provider' | 'origin' | 'model'>): string {
  return `${provider} ${origin} ${model}`
}

function sum(a: ModelAnswer['usage'], b: ModelAnswer['usage']): ModelAnswer['usage'] {
  const add = (x: number | null, y: number | null) => (x === null && y === null ? null : (x ?? 0) + (y ?? 0))
  return {
    input_tokens: add(a.input_tokens, b.input_tokens),
    output_tokens: add(a.output_tokens, b.output_tokens),
    total_tokens: add(a.total_tokens, b.total_tokens),
  }
}
