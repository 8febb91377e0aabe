import { once } from 'node:events'
import { AppError } from '../../src/contract/errors.ts'
import type {
  LanguageModels,
  ModelAnswer,
  ModelChoice,
  ModelPart,
  ModelRequest,
} from '../../src/features/models/language-model.ts'

/** What it says when it is asked whether a task is done. */
type Judged = { readonly reached: boolean; readonly because: string } | AppError | 'hang' | 'nonsense'
export type Wanted = readonly [name: string, args: unknown]
export type Scripted =
  | Wanted
  | { readonly text: string }
  | { readonly object: unknown }
  | { readonly calls: readonly Wanted[] }
  | AppError
  | 'hang'

/** A model that wants what a test says, in order; after that it says that it is done. */
export class DecidingModels implements LanguageModels {
  readonly requests: ModelRequest[] = []
  /** Those about the end of a task, which are no turns of it. */
  readonly endQuestions: ModelRequest[] = []
  current: ModelChoice | undefined = { provider: 'test', model: 'scripted', contextTokens: null }
  /** Told before each answer how many there were. */
  beforeAnswer: (count: number) => void = () => {}
  /** Tokens of one answer. */
  tokens: number | null = 100
  #script: Scripted[] = []
  #judgements: Judged[] = []
  #last: Scripted = ['DONE', { summary: 'Done.' }]
  #calls = 0

  wants(...script: readonly Scripted[]): void {
    this.#script = [...script]
  }

  /** What it wants for ever after. */
  keepsWanting(last: Scripted): void {
    this.#last = last
  }

  /** At the ends that it is asked about, in order; after that they are all right. */
  judges(...judgements: readonly Judged[]): void {
    this.#judgements = [...judgements]
  }

  choice(): ModelChoice | undefined {
    return this.current
  }

  // oxlint-disable-next-line require-yield -- the loop asks for whole answers only
  async *stream(): AsyncIterable<ModelPart> {
    throw new Error('Nobody streams here.')
  }

  async #judge(request: ModelRequest): Promise<ModelAnswer> {
    this.endQuestions.push(request)
    const judged = this.#judgements.shift() ?? { reached: true, because: '' }
    if (judged === 'hang') {
      await once(request.signal, 'abort')
      throw new AppError('cancelled', 'Stopped.')
    }
    if (judged instanceof AppError) throw judged
    const object = judged === 'nonsense' ? { done: 'maybe' } : judged
    const usage = { input_tokens: null, output_tokens: null, total_tokens: this.tokens }
    return { model: 'scripted', provider: 'test', usage, finish_reason: 'stop', text: '', object, calls: [] }
  }

  async ask(request: ModelRequest): Promise<ModelAnswer> {
    if (isEndQuestion(request)) return this.#judge(request)
    this.beforeAnswer(this.requests.length)
    this.requests.push(request)
    const scripted = this.#script.shift() ?? this.#last
    if (scripted === 'hang') {
      await once(request.signal, 'abort')
      throw new AppError('cancelled', 'Stopped.')
    }
    if (scripted instanceof AppError) throw scripted
    const usage = { input_tokens: null, output_tokens: null, total_tokens: this.tokens }
    const end = { model: 'scripted', provider: 'test', usage, finish_reason: 'stop' as const }
    if ('text' in scripted) return { ...end, text: scripted.text, calls: [] }
    if ('object' in scripted) return { ...end, text: '', object: scripted.object, calls: [] }
    const wanted = 'calls' in scripted ? scripted.calls : [scripted]
    const calls = wanted.map(([name, args]) => ({ call_id: `call_${(this.#calls += 1)}`, name, args }))
    return { ...end, text: '', calls }
  }
}

function isEndQuestion({ schema }: ModelRequest): boolean {
  return JSON.stringify(schema ?? {}).includes('"reached"')
}
