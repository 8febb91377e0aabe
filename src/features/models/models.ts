import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { privateJsonFile } from '../../platform/secrets/private-json-file.ts'
import type { Settings } from '../settings/settings-store.ts'
import { addUsage } from '../../contract/model-schema.ts'
import { withFallback } from './fallback.ts'
import { gather } from './gather.ts'
import { KeyRing } from './key-ring.ts'
import type {
  LanguageModels,
  ModelAnswer,
  ModelChoice,
  ModelPart,
  ModelPick,
  ModelRequest,
  ModelUsage,
} from './language-model.ts'
import { callModel, stopped, type CallDeps } from './model-call.ts'
import { readFacts, type ModelFacts } from './model-facts.ts'
import { probeModel, type ModelTrial, type TrialResult } from './providers/probe-model.ts'
import type { Features } from './prompt.ts'
import { ModelRecords } from './records.ts'
import { answerReader, repairRequest, type AnswerReader } from './structured.ts'
import { assertPickable, keySettingAt, settingsWith } from './pick.ts'
import { addressOf, isOnThisMachine, targetOf, type ModelSettings, type Target } from './target.ts'
import { Turnstile } from './turnstile.ts'
import { createWire } from './providers/wire.ts'

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
  /** Told what each answer has used. */
  readonly onUsage?: (called: Pick<Target, 'provider' | 'model'>, usage: ModelUsage) => void
}

export interface Models extends LanguageModels {
  /** As `ask`, while each piece of the text is told as it arrives. With a schema the last answer is what counts. */
  answer(request: ModelRequest, onText: (delta: string) => void): Promise<ModelAnswer>
  /** Makes a few small calls to find out whether a model answers and what it can do. */
  test(trial: ModelTrial, signal: AbortSignal): Promise<TrialResult>
  /** Throws when a conversation may not be answered by this model. */
  assertPickable(pick: ModelPick): void
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
  readonly #keys: KeyRing
  readonly #turnstile: Turnstile
  readonly #calling: CallDeps
  readonly #facts = new Map<string, { readonly facts: Promise<ModelFacts>; until: number }>()
  readonly #stopWatching: () => void
  #last: { readonly about: string; readonly error: AppError | null } | undefined

  constructor(deps: ModelsDeps) {
    const { settings, file, log, version, now, fetch = globalThis.fetch, silence, onUsage = () => {} } = deps
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
      onOutcome: (target, error) => {
        // One that stands in says nothing about the one that is set.
        if (nameOf(target) === this.#nameInForce()) this.#last = { about: nameOf(target), error }
      },
      onUsage,
    }
    this.#keys = new KeyRing({ settings, records: this.#records })
    this.#stopWatching = settings.onChange((names) => {
      if (names.some((name) => name.startsWith('LLM_'))) this.#keys.note(names)
    })
  }

  choice(purpose: 'chat' | 'vision' = 'chat', pick?: ModelPick): ModelChoice | undefined {
    const settings = settingsWith(this.#snapshot(), pick)
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
    const keys = this.#keys.snapshot()
    await this.#records.settled
    const tried = {
      ...settings,
      provider: trial.provider ?? settings.provider,
      model: trial.model ?? settings.model,
      // Another provider is not at the address of the old one.
      baseUrl:
        trial.base_url ?? (trial.provider && trial.provider !== settings.provider ? null : settings.baseUrl),
    }
    const keyFor = (origin: string) => (trial.api_key ? { key: trial.api_key } : keys('LLM_API_KEY', origin))
    return probeModel(() => targetOf(tried, { model: tried.model, keyFor }), {
      tried,
      facts: (target) => this.#factsOf(target, signal),
      call: (request, target, features) => this.#run(request, Promise.resolve(target), features),
      learn: (target, found) => this.#records.learn(target, found),
      signal,
    })
  }

  assertPickable(pick: ModelPick): void {
    assertPickable(pick, { settings: this.#snapshot(), fallback: this.#settings.get('LLM_FALLBACK') })
  }

  health(): { status: 'ok' | 'degraded' | 'off'; detail: string } {
    const settings = this.#snapshot()
    const address = addressOf(settings)
    const { model } = settings
    if (model === null || !address)
      return {
        status: 'off',
        detail: 'No model is set. Choose one with LLM_PROVIDER, LLM_MODEL and LLM_API_KEY.',
      }
    const error = this.#last?.about === this.#nameInForce() ? this.#last?.error : null
    if (error) return { status: 'degraded', detail: error.message }
    return { status: 'ok', detail: `${model} from ${address.provider}` }
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
      return { ...repaired, object: second.object, usage: addUsage(answer.usage, repaired.usage) }
    throw new AppError(
      'upstream_failed',
      `${answer.model} didn't answer in the given schema, even when asked again: ${second.problem} Try a simpler schema or another LLM_MODEL.`,
    )
  }

  async *#run(request: ModelRequest, aim: Promise<Target>, exactly?: Features): AsyncGenerator<ModelPart> {
    const target = await aim
    if (request.signal.aborted) throw stopped(request.signal)
    using _turn = await this.#turnstile.enter(request.signal).catch(() => {
      throw stopped(request.signal)
    })
    const targets = [target, ...(exactly ? [] : this.#fallbackFor(request, target))] as const
    const deps = this.#calling
    yield* withFallback({
      targets,
      call: (aimed, isReplaceable) => callModel(request, { target: aimed, deps, exactly, isReplaceable }),
    })
  }

  /** Who answers when the first one cannot. What was asked of one model by its name is for no other. */
  #fallbackFor(request: ModelRequest, first: Target): Target[] {
    const { model, purpose, nativeTools = [], pick } = request
    if (model !== undefined || purpose === 'vision' || nativeTools.length > 0) return []
    const keys = this.#keys.snapshot()
    // Whoever picked a model on this machine for a conversation may have done so to keep it here.
    const staysHere = pick !== undefined && isOnThisMachine(first)
    return this.#settings.get('LLM_FALLBACK').flatMap(({ provider, model: name, base_url, key_setting }) => {
      const keySetting = key_setting ?? 'LLM_API_KEY'
      const settings = { ...this.#snapshot(), provider, baseUrl: base_url ?? null }
      try {
        const keyFor = (origin: string) => keys(keySetting, origin)
        const target = targetOf(settings, { model: name, keyFor, keySetting })
        const isWanted = nameOf(target) !== nameOf(first) && (!staysHere || isOnThisMachine(target))
        return isWanted ? [target] : []
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        this.#calling.log.warn({ provider, model: name }, `Can't use this fallback: ${error.message}`)
        return []
      }
    })
  }

  /** The settings count as they are now, though their key is looked up a moment later. */
  async #targetFor(request: ModelRequest): Promise<Target> {
    const { pick } = request
    if (pick) this.assertPickable(pick)
    const settings = settingsWith(this.#snapshot(), pick)
    const fallback = this.#settings.get('LLM_FALLBACK')
    const keySetting = pick ? keySettingAt(pick, { settings: this.#snapshot(), fallback }) : 'LLM_API_KEY'
    const keys = this.#keys.snapshot()
    await this.#records.settled
    const keyFor = (origin: string) => keys(keySetting, origin)
    return targetOf(settings, { model: modelFor(settings, request), keyFor, keySetting })
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

  #nameInForce(): string | undefined {
    const settings = this.#snapshot()
    const address = addressOf(settings)
    return address && settings.model !== null ? nameOf({ ...address, model: settings.model }) : undefined
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
