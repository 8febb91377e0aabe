import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { answerParts, type AnswerEnd } from './answer-parts.ts'
import { explain, networkCode } from './explain.ts'
import { faultOf, type ModelFault } from './faults.ts'
import { knownFeatures, withLess } from './features.ts'
import type { ModelPart, ModelRequest, ModelUsage } from './language-model.ts'
import { listModels, type ModelFacts } from './model-facts.ts'
import { openModel } from './providers/open-model.ts'
import { planContext, type ContextPlan, type LoadedContexts } from './providers/ollama-context.ts'
import { callOptions, type Features } from './prompt.ts'
import { usageOf } from './prices.ts'
import type { ModelRecords } from './records.ts'
import type { SdkPart, SdkResult } from './providers/sdk-types.ts'
import type { Target } from './target.ts'
import { createWire } from './providers/wire.ts'

export interface CallDeps {
  readonly fetch: typeof globalThis.fetch
  readonly version: string
  readonly log: Log
  readonly records: ModelRecords
  readonly contexts: LoadedContexts
  readonly facts: (target: Target, signal: AbortSignal) => Promise<ModelFacts>
  /** Told how each call ended; null for well. */
  readonly onOutcome: (target: Target, error: AppError | null) => void
  /** Told what each whole answer has used. */
  readonly onUsage: (target: Target, usage: ModelUsage) => void
  /** How long the other side may be silent; stands in for the usual times in tests. */
  readonly silence?: { readonly firstMs: number; readonly idleMs: number } | undefined
}

const MAX_TRIES = 3
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 8_000
const ALL_TRIES_MS = 30_000
/** Where another model waits to answer, nobody waits long for this one. */
const FEW_TRIES_MS = 3_000
const FIRST_MS = 30_000
/** A model is read from the disk first. */
const FIRST_LOCAL_MS = 120_000
const IDLE_MS = 60_000
const LIST_MS = 5_000

export interface Aim {
  readonly target: Target
  readonly deps: CallDeps
  /** What to ask for, no less, whatever is known about the model. */
  readonly exactly?: Features | undefined
  /** Whether another model answers when this one cannot. */
  readonly isReplaceable?: boolean
}

/**
 * One request to a model, tried again only while nothing of the answer was passed on. The failure that is left is an
 * AppError.
 */
export async function* callModel(request: ModelRequest, aim: Aim): AsyncGenerator<ModelPart> {
  const { target, deps } = aim
  const began = performance.now()
  // A server on this machine says at once for how much text its model was loaded.
  const facts = target.info.isLocal ? await deps.facts(target, request.signal).catch(() => ({})) : {}
  const context = planContext(request, { target, facts, contexts: deps.contexts })
  if (context.warning !== undefined) deps.log.warn({ model: target.model }, context.warning)
  const first = aim.exactly ?? knownFeatures(deps.records.capabilities(target), facts)
  let features = first
  for (let tries = 1; ; tries += 1) {
    let hasSpoken = false
    try {
      const lacksTools = first.tools && !features.tools
      for await (const part of tryOnce(request, { target, features, context, deps, lacksTools })) {
        hasSpoken = true
        yield part
      }
      return
    } catch (error) {
      if (request.signal.aborted) throw stopped(request.signal)
      const fault = faultOf(error)
      const spent = { tries, spentMs: performance.now() - began }
      const next = hasSpoken ? undefined : nextTry(fault, { request, features, aim, spent })
      if (!next) throw await tell(fault, target, { request, deps })
      if (next.features !== features) learn(aim, features, next.features)
      features = next.features
      await pausing(next.pauseMs, request.signal)
    }
  }
}

interface Spent {
  readonly tries: number
  readonly spentMs: number
}

/** How to try again, if that makes sense: at once with less in it, or the same after a while. */
function nextTry(
  fault: ModelFault,
  { request, features, aim, spent }: { request: ModelRequest; features: Features; aim: Aim; spent: Spent },
): { features: Features; pauseMs: number } | undefined {
  const less = aim.exactly ? undefined : withLess(fault, features, request)
  if (less) return { features: less, pauseMs: 0 }
  const pauseMs = pauseBefore(fault, spent, aim.isReplaceable ? FEW_TRIES_MS : ALL_TRIES_MS)
  return pauseMs === undefined ? undefined : { features, pauseMs }
}

interface Try {
  readonly target: Target
  readonly features: Features
  readonly context: ContextPlan
  readonly deps: CallDeps
  /** Whether it was just found out that the model cannot call tools. */
  readonly lacksTools: boolean
}

async function* tryOnce(
  request: ModelRequest,
  { target, features, context, deps, lacksTools }: Try,
): AsyncGenerator<ModelPart> {
  const left = new AbortController()
  const signal = AbortSignal.any([request.signal, left.signal])
  const fetch = createWire(target, {
    fetch: deps.fetch,
    version: deps.version,
    ...(deps.silence ?? usualSilence(target)),
    wantsStream: features.streaming,
    signal,
  })
  try {
    const { model, providerOptions } = await openModel(target, {
      fetch,
      bySchema: features.format === 'schema',
      contextTokens: context.tokens,
      nativeTools: request.nativeTools,
      session: request.session,
    })
    const options = {
      ...callOptions(request, { features, provider: target.provider }),
      ...(providerOptions && { providerOptions }),
      abortSignal: signal,
    }
    const stream = features.streaming
      ? (await model.doStream(options)).stream
      : partsOf(await model.doGenerate(options))
    // Once the answer is there: before that another model may still give it.
    if (lacksTools) yield withoutTools(target)
    for await (const part of answerParts(stream, request)) {
      if (part.type !== 'end') {
        yield part
        continue
      }
      // Before the last part is given away: who has it need not come back.
      deps.onOutcome(target, null)
      const usage = await usageOf(target, part.spent)
      deps.onUsage(target, usage)
      yield ended(part, usage, { target, context })
    }
  } finally {
    // Whoever stops listening also stops the model.
    left.abort()
  }
}

function withoutTools({ model }: Target): ModelPart {
  return {
    type: 'notice',
    text: `${model} can't call tools natively. Deskhand describes the tools to it in words.`,
  }
}

function usualSilence({ patienceSeconds, info }: Target): { firstMs: number; idleMs: number } {
  if (patienceSeconds === null) return { firstMs: info.isLocal ? FIRST_LOCAL_MS : FIRST_MS, idleMs: IDLE_MS }
  return { firstMs: patienceSeconds * 1000, idleMs: Math.max(IDLE_MS, patienceSeconds * 1000) }
}

/** An answer that came in one piece, as the stream that it would have been. */
function partsOf({ content, finishReason, usage, response }: SdkResult): ReadableStream<SdkPart> {
  const parts = content.flatMap((part): SdkPart[] => {
    if (part.type === 'text') return [{ type: 'text-delta', id: '0', delta: part.text }]
    if (part.type === 'reasoning') return [{ type: 'reasoning-delta', id: '0', delta: part.text }]
    return part.type === 'tool-call' ? [part] : []
  })
  const metadata: SdkPart = { type: 'response-metadata', ...response }
  return ReadableStream.from([metadata, ...parts, { type: 'finish', finishReason, usage } satisfies SdkPart])
}

function ended(
  { type, model, finish_reason }: AnswerEnd,
  usage: ModelUsage,
  { target, context: { warning } }: Pick<Try, 'target' | 'context'>,
): ModelPart {
  return {
    type,
    usage,
    finish_reason,
    model: model === undefined || model === '' ? target.model : model,
    provider: target.provider,
    ...(warning !== undefined && { warnings: [warning] }),
  }
}

/** What a server refused plainly it is not asked for again. A schema is: the next one may please it. */
function learn({ target, deps }: Aim, before: Features, after: Features): void {
  for (const what of ['tools', 'streaming', 'temperature'] as const)
    if (before[what] && !after[what]) deps.records.learn(target, { [what]: false })
}

/** How long to wait before the next try; undefined when there should be none. */
function pauseBefore(fault: ModelFault, { tries, spentMs }: Spent, maxMs: number): number | undefined {
  if (tries >= MAX_TRIES || !mayPass(fault)) return undefined
  const jitter = Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1))
  const pause = fault.details.retryAfterMs ?? jitter
  return spentMs + pause <= maxMs ? pause : undefined
}

function mayPass(fault: ModelFault): boolean {
  if (fault.kind === 'cut') return true
  // Where nothing listens, nothing will in a second.
  if (fault.kind === 'network') return !['ECONNREFUSED', 'ENOTFOUND'].includes(networkCode(fault) ?? '')
  return fault.kind === 'status' && [408, 429, 500, 502, 503, 504, 529].includes(fault.details.status ?? 0)
}

async function pausing(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal })
  } catch {
    throw stopped(signal)
  }
}

/** A caller that stops with a reason of its own hears that reason again. */
export function stopped(signal: AbortSignal): AppError {
  const reason: unknown = signal.reason
  return reason instanceof AppError
    ? reason
    : new AppError('cancelled', 'The call to the model was stopped.', { cause: reason })
}

/** Whether it says something about the server and not only about this one question. */
function isTheirTrouble({ kind, details: { status = 0 } }: ModelFault): boolean {
  if (kind === 'status') return status >= 500 || [401, 402, 403, 404, 429].includes(status)
  return kind !== 'empty' && kind !== 'filtered' && kind !== 'too_long'
}

async function tell(
  fault: ModelFault,
  target: Target,
  { request, deps }: { request: ModelRequest; deps: CallDeps },
): Promise<AppError> {
  const wire = createWire(target, { ...deps, firstMs: LIST_MS, idleMs: LIST_MS, signal: request.signal })
  const error = await explain(fault, target, () => listModels(target, wire, request.signal))
  deps.onOutcome(target, isTheirTrouble(fault) ? error : null)
  deps.log.warn(
    { provider: target.provider, model: target.model, fault: fault.kind, status: fault.details.status },
    error.message,
  )
  return error
}
