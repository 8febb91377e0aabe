import { faultOf, ModelFault } from './faults.ts'
import type { FinishReason, ModelPart, ModelRequest } from './language-model.ts'
import type { SdkUsage } from './prices.ts'
import type { SdkPart } from './providers/sdk-types.ts'
import { ThinkTags } from './calls-in-text/think-tags.ts'
import { WrittenCalls } from './calls-in-text/written-calls.ts'

type Finish = Extract<SdkPart, { type: 'finish' }>

/** Far more than a model writes at once: who sends more does not end by itself. */
const MAX_CHARACTERS = 4_000_000

/** How an answer ended, and the model that says it gave it. */
export interface AnswerEnd {
  readonly type: 'end'
  readonly model: string | undefined
  readonly spent: SdkUsage
  readonly finish_reason: FinishReason
}

type AnswerPiece = Exclude<ModelPart, { type: 'end' }>

/** The SDK's stream as ours: checked, bounded, and a fault wherever it is not a whole answer. */
export async function* answerParts(
  stream: ReadableStream<SdkPart>,
  request: ModelRequest,
): AsyncGenerator<AnswerPiece | AnswerEnd> {
  const answer = new IncomingAnswer(request)
  for await (const part of stream) {
    if (part.type !== 'finish') {
      yield* answer.take(part)
      continue
    }
    yield* answer.rest()
    yield answer.end(part)
    return
  }
  throw new ModelFault('cut')
}

class IncomingAnswer {
  readonly #tags = new ThinkTags()
  readonly #written: WrittenCalls | undefined
  #characters = 0
  #model: string | undefined
  #hasText = false
  #hasCalls = false

  constructor(request: ModelRequest) {
    // Where none is offered, nothing that is written can be a call.
    this.#written = (request.tools ?? []).length > 0 ? new WrittenCalls(request) : undefined
  }

  take(part: Exclude<SdkPart, Finish>): AnswerPiece[] {
    if ('delta' in part) this.#count(part.delta)
    if (part.type === 'error') throw faultOf(part.error)
    if (part.type === 'text-delta') return this.#read(this.#tags.push(part.delta))
    if (part.type === 'reasoning-delta')
      return part.delta === '' ? [] : [{ type: 'reasoning', delta: part.delta }]
    if (part.type === 'response-metadata') this.#model ??= part.modelId
    if (part.type !== 'tool-call') return []
    const call = callOf(part)
    this.#written?.give(call)
    return this.#told([call])
  }

  /** What was held back because it could have become something else. */
  rest(): AnswerPiece[] {
    return [...this.#read(this.#tags.end()), ...this.#told(this.#written?.end() ?? [])]
  }

  end({ finishReason, usage }: Finish): AnswerEnd {
    const told = reasonOf(finishReason.unified)
    // Some providers call it an ordinary end.
    const reason = this.#hasCalls && (told === 'stop' || told === 'other') ? 'tool_calls' : told
    if (!this.#hasText && !this.#hasCalls && reason !== 'length')
      throw new ModelFault(reason === 'content_filter' ? 'filtered' : 'empty')
    return { type: 'end', model: this.#model, spent: usage, finish_reason: reason }
  }

  #read(pieces: AnswerPiece[]): AnswerPiece[] {
    const written = this.#written
    return this.#told(
      pieces.flatMap((piece) => (written && piece.type === 'text' ? written.push(piece.delta) : [piece])),
    )
  }

  #told(pieces: AnswerPiece[]): AnswerPiece[] {
    this.#hasCalls ||= pieces.some((piece) => piece.type === 'tool_call')
    this.#hasText ||= pieces.some((piece) => piece.type === 'text' && piece.delta.trim() !== '')
    return pieces
  }

  #count(text: string): void {
    this.#characters += text.length
    if (this.#characters > MAX_CHARACTERS) throw new ModelFault('too_long')
  }
}

function callOf(part: Extract<SdkPart, { type: 'tool-call' }>): ModelPart & { type: 'tool_call' } {
  const call = {
    type: 'tool_call' as const,
    call_id: part.toolCallId,
    name: part.toolName,
    ...(part.providerMetadata && { extra: part.providerMetadata }),
  }
  const text = part.input.trim()
  try {
    const args = text === '' ? {} : jsonOf(text)
    if (typeof args === 'object' && args !== null && !Array.isArray(args)) return { ...call, args }
    return { ...call, args: part.input, problem: 'The arguments must be one JSON object.' }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ...call, args: part.input, problem: `The arguments are not valid JSON: ${reason}.` }
  }
}

/** Some models write the JSON of their arguments as a text, in JSON. */
function jsonOf(text: string): unknown {
  const value: unknown = JSON.parse(text)
  return typeof value === 'string' && value.trimStart().startsWith('{')
    ? (JSON.parse(value) as unknown)
    : value
}

function reasonOf(unified: Finish['finishReason']['unified']): FinishReason {
  if (unified === 'error') throw new ModelFault('unreadable')
  if (unified === 'interrupted') throw new ModelFault('cut')
  if (unified === 'content-filter') return 'content_filter'
  return unified === 'tool-calls' ? 'tool_calls' : unified
}
