import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import { GrowingText } from '../../../platform/language/growing-text.ts'
import type {
  LanguageModels,
  ModelEnd,
  ModelPart,
  ModelRequest,
  ModelUsage,
  WantedCall,
} from '../../models/language-model.ts'
import type { AnswerWriter } from '../answering.ts'
import type { KnownTypes } from '../components/known-types.ts'
import type { ComponentRepair } from '../components/repair-component.ts'
import { AnswerSplitter, type AnswerPart } from './answer/answer-splitter.ts'
import { ComponentWriter } from './answer/component-writer.ts'

export interface StepDeps {
  readonly models: LanguageModels
  readonly writer: AnswerWriter
  readonly known: KnownTypes
  readonly log: Log
  readonly onUsage: (usage: ModelUsage) => void
  readonly onRepair: (repair: ComponentRepair) => void
}

export type StepCall = WantedCall & { readonly problem?: string }

/** What one question to the model has brought, after all of it was said. */
export interface StepAnswer {
  /** As it was written, components included. */
  readonly text: string
  readonly calls: readonly StepCall[]
  readonly end: ModelEnd
}

/** More than any answer is: a model that goes on and on is stopped here. */
const MAX_CHARACTERS = 2_000_000
const MAX_CALLS = 64

/** A failure before anything was said: the same question may be asked again in another form. */
export class UnansweredError extends Error {
  readonly reason: AppError

  constructor(reason: AppError) {
    super(reason.message, { cause: reason })
    this.name = 'UnansweredError'
    this.reason = reason
  }
}

/** Asks the model once and says what it writes while it writes it. */
export async function speakStep(request: ModelRequest, deps: StepDeps): Promise<StepAnswer> {
  const step = new SpokenStep(request, deps)
  try {
    for await (const part of deps.models.stream(request)) step.take(part)
  } catch (error) {
    step.breakOff()
    if (error instanceof AppError && !step.hasSaid) throw new UnansweredError(error)
    throw error
  }
  return step.finish()
}

class SpokenStep {
  hasSaid = false
  readonly #writer: AnswerWriter
  readonly #onUsage: (usage: ModelUsage) => void
  readonly #components: ComponentWriter
  readonly #splitter: AnswerSplitter
  readonly #calls: StepCall[] = []
  readonly #text = new GrowingText()
  #end: ModelEnd | undefined

  constructor(request: ModelRequest, deps: StepDeps) {
    this.#writer = deps.writer
    this.#onUsage = deps.onUsage
    this.#components = new ComponentWriter({ ...deps, signal: request.signal })
    this.#splitter = new AnswerSplitter({ knows: this.#components.knows })
  }

  take(part: ModelPart): void {
    switch (part.type) {
      case 'text':
        this.#write(part.delta)
        break
      case 'notice':
        this.#writer.notice('info', part.text)
        break
      case 'reasoning':
        this.hasSaid = true
        this.#writer.reason(part.delta)
        break
      case 'tool_call': {
        const { type: _type, ...call } = part
        this.hasSaid = true
        if (this.#calls.length < MAX_CALLS) this.#calls.push(call)
        break
      }
      case 'end': {
        const { type: _type, ...end } = part
        this.#end = end
        this.#onUsage(end.usage)
      }
    }
  }

  async finish(): Promise<StepAnswer> {
    this.#say(this.#splitter.end())
    await this.#components.mend()
    if (!this.#end)
      throw new AppError('upstream_failed', 'The model stopped in the middle of its answer. Try again.')
    return { text: this.#text.toString(), calls: this.#calls, end: this.#end }
  }

  /** What was whole stays; half a component is of no use to anybody. */
  breakOff(): void {
    this.#say(this.#splitter.end().filter((part) => part.type !== 'component'))
    this.#components.giveUp()
  }

  #write(delta: string): void {
    if (delta === '') return
    this.hasSaid = true
    this.#text.add(delta)
    if (this.#text.length > MAX_CHARACTERS)
      throw new AppError(
        'upstream_failed',
        "The model's answer was far too long and was cut off. Ask for less at once.",
      )
    this.#say(this.#splitter.push(delta))
  }

  #say(parts: readonly AnswerPart[]): void {
    for (const part of parts) {
      if (part.type === 'text') this.#writer.say(part.delta)
      else if (part.type === 'reasoning') this.#writer.reason(part.delta)
      else if (part.type === 'announce') this.#components.announce(part.key, part.name)
      else this.#components.finish(part)
    }
  }
}
