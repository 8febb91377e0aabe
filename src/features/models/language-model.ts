import type { ModelPick, ModelUsage } from '../../contract/model-schema.ts'

export type { ModelPick, ModelUsage }

/** A picture that a message shows, as its bytes in base64. */
export interface Picture {
  readonly mime_type: string
  readonly data: string
}

/** A tool as a model sees it: its name is the action. */
export interface OfferedTool {
  readonly name: string
  readonly description: string
  /** JSON Schema of its arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** A tool that a provider has itself, e.g. its own way to use a computer. Other providers do not know it. */
export interface NativeTool {
  readonly id: `${string}.${string}`
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export interface WantedCall {
  readonly call_id: string
  readonly name: string
  readonly args: unknown
  /** What the provider wants back unchanged when the call is told again, e.g. a signature. Keep it with the call. */
  readonly extra?: Readonly<Record<string, unknown>>
}

/** What was said before, in order. */
export type Turn =
  | { readonly role: 'user'; readonly text: string; readonly pictures?: readonly Picture[] }
  | { readonly role: 'assistant'; readonly text: string; readonly calls?: readonly WantedCall[] }
  | {
      readonly role: 'tool'
      readonly call_id: string
      readonly name: string
      readonly result: unknown
      /** What a native tool is to see; other tools show pictures in the user's next turn. */
      readonly pictures?: readonly Picture[]
    }

/** One question to the model: one request over the network, never a loop. What it wants to call is for the caller to do. */
export interface ModelRequest {
  readonly system?: string
  readonly turns: readonly Turn[]
  readonly tools?: readonly OfferedTool[]
  /** Whether a name is that of a tool that may be called though it is not offered now. */
  readonly isTool?: (name: string) => boolean
  readonly nativeTools?: readonly NativeTool[]
  /** JSON Schema that the answer must fit. */
  readonly schema?: Readonly<Record<string, unknown>>
  /** Another model of the same provider. */
  readonly model?: string
  /** The model that a person chose for the conversation, in place of the one that is set. */
  readonly pick?: ModelPick | undefined
  /** The conversation: what its questions begin with is the same each time, so that a provider may keep it. */
  readonly session?: string
  /** `vision` goes to VISION_MODEL when that is set. */
  readonly purpose?: 'chat' | 'vision'
  readonly temperature?: number
  readonly maxTokens?: number
  readonly signal: AbortSignal
}

export type FinishReason = 'stop' | 'length' | 'content_filter' | 'tool_calls' | 'other'

/** One piece of an answer as it arrives. The last one is `end`; a failure is thrown as an AppError. */
export type ModelPart =
  | { readonly type: 'text'; readonly delta: string }
  | { readonly type: 'reasoning'; readonly delta: string }
  /** What a person should know before the answer comes, e.g. that another model gives it. */
  | { readonly type: 'notice'; readonly text: string }
  /** `problem` says why the arguments are no JSON object; then `args` is the raw text. */
  | ({ readonly type: 'tool_call'; readonly problem?: string } & WantedCall)
  | ({ readonly type: 'end' } & ModelEnd)

export interface ModelEnd {
  readonly model: string
  readonly provider: string
  readonly usage: ModelUsage
  readonly finish_reason: FinishReason
  /** What a person should know about this answer, e.g. that the model could not see all of the question. */
  readonly warnings?: readonly string[]
}

export interface ModelAnswer extends ModelEnd {
  readonly text: string
  /** With `schema`: the answer as JSON that fits it. */
  readonly object?: unknown
  readonly calls: readonly WantedCall[]
}

export interface ModelChoice {
  readonly provider: string
  readonly model: string
  /** Tokens that it takes in, as far as anybody says. */
  readonly contextTokens: number | null
  /** False when it is known that it cannot call tools: it is told of them in words then. */
  readonly tools?: boolean
  /** False when it is known that it reads no pictures. */
  readonly vision?: boolean
}

/** The one way to language models. Settings are read at each call, so a change counts from the next one on. */
export interface LanguageModels {
  /** What is set now, or what was picked in its place; undefined when no model is. */
  choice(purpose?: 'chat' | 'vision', pick?: ModelPick): ModelChoice | undefined
  /** Throws `not_configured`, naming the settings, when no model is set. */
  stream(request: ModelRequest): AsyncIterable<ModelPart>
  ask(request: ModelRequest): Promise<ModelAnswer>
}
