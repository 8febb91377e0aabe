import type { ModelRequest, NativeTool, OfferedTool, Picture, Turn } from './language-model.ts'
import { isGoogleComputer } from './providers/google-computer.ts'
import type { ProviderName } from './providers/providers.ts'
import type { SdkOptions } from './providers/sdk-types.ts'
import { toolsInWords, turnsInWords } from './calls-in-text/tools-in-words.ts'

type Message = SdkOptions['prompt'][number]
type Schema = Readonly<Record<string, unknown>>
type ToolTurn = Extract<Turn, { role: 'tool' }>
type ResultPart = Extract<Extract<Message, { role: 'tool' }>['content'][number], { type: 'tool-result' }>
type ToolOption = NonNullable<SdkOptions['tools']>[number]

/** What of a request the model and its server can be asked for. It shrinks when a server refuses some of it. */
export interface Features {
  readonly tools: boolean
  /** How an answer in a schema is asked for: by the schema, by "JSON", or by words alone. */
  readonly format: 'schema' | 'json' | 'words'
  readonly temperature: boolean
  readonly streaming: boolean
}

/** A request in the words of the SDK. */
export function callOptions(
  request: ModelRequest,
  { features, provider }: { features: Features; provider: ProviderName },
): Omit<SdkOptions, 'abortSignal' | 'providerOptions'> {
  const { schema, tools = [], nativeTools = [], temperature, maxTokens } = request
  const kept = cacheMark(request, provider)
  const offered = [
    ...tools.map((tool, index) => ({ ...toolOption(tool), ...(index === tools.length - 1 && kept) })),
    // The SDK knows Google's for another protocol only, so that one is added on the wire.
    ...nativeTools.filter(({ id }) => !isGoogleComputer(id)).map(nativeOption),
  ]
  const system = systemText(request, features)
  return {
    prompt: [
      ...(system === '' ? [] : [{ role: 'system' as const, content: system, ...kept }]),
      ...messagesOf(features.tools ? request : { ...request, turns: turnsInWords(request.turns) }),
    ],
    ...(temperature !== undefined && features.temperature && { temperature }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
    ...(features.tools && offered.length > 0 && { tools: offered }),
    ...(schema && features.format !== 'words' && { responseFormat: formatOf(schema, features.format) }),
  }
}

/**
 * Marks where a part ends that the next question of the conversation begins with too. Anthropic keeps only what is marked;
 * the others see by themselves that a beginning is the same.
 */
function cacheMark({ session }: ModelRequest, provider: ProviderName) {
  if (session === undefined || provider !== 'anthropic') return {}
  return { providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } }
}

/** Roughly what a prompt will count as: tokens are about four letters of English, one sign of Chinese. */
export function estimateTokens(request: ModelRequest): number {
  const texts = [request.system ?? '', ...request.turns.map(textOfTurn)]
  if (request.tools && request.tools.length > 0) texts.push(JSON.stringify(request.tools))
  if (request.schema) texts.push(JSON.stringify(request.schema))
  const pictures = request.turns.reduce(
    (sum, turn) => sum + (turn.role === 'assistant' ? 0 : (turn.pictures?.length ?? 0)),
    0,
  )
  const letters = texts.reduce((sum, text) => sum + tokensOf(text), 0)
  return letters + pictures * PICTURE_TOKENS + request.turns.length * TURN_TOKENS
}

const PICTURE_TOKENS = 1500
const TURN_TOKENS = 8

function tokensOf(text: string): number {
  let foreign = 0
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x2ff) foreign += 1
  return Math.ceil((text.length - foreign) / 3) + foreign
}

function textOfTurn(turn: Turn): string {
  if (turn.role === 'tool') return JSON.stringify(turn.result) ?? ''
  return turn.role === 'assistant' && turn.calls ? turn.text + JSON.stringify(turn.calls) : turn.text
}

function systemText(
  { system = '', schema, tools = [] }: ModelRequest,
  { format, tools: hasTools }: Features,
): string {
  const parts = [system]
  if (!hasTools && tools.length > 0) parts.push(toolsInWords(tools))
  if (schema && format !== 'schema') parts.push(schemaInWords(schema))
  return parts.filter((part) => part !== '').join('\n\n')
}

function schemaInWords(schema: Schema): string {
  return (
    'Answer with one JSON value that fits this JSON Schema, and with nothing else: no words around it, no code fence.\n' +
    JSON.stringify(schema)
  )
}

function formatOf(schema: Schema, format: 'schema' | 'json'): NonNullable<SdkOptions['responseFormat']> {
  return format === 'json' ? { type: 'json' } : { type: 'json', schema, name: 'answer' }
}

function toolOption({ name, description, parameters }: OfferedTool): ToolOption {
  return { type: 'function', name, description, inputSchema: parameters }
}

function nativeOption({ id, name, args }: NativeTool): ToolOption {
  return { type: 'provider', id, name, args: { ...args } }
}

/** Results of calls that were made together belong into one message: some providers count them. */
function messagesOf({ turns, nativeTools = [] }: ModelRequest): Message[] {
  const messages: Message[] = []
  for (const turn of turns) {
    const last = messages.at(-1)
    if (turn.role === 'user') messages.push(userMessage(turn))
    else if (turn.role === 'assistant') messages.push(assistantMessage(turn))
    else {
      const part = resultPart(turn, nativeFor(turn, nativeTools))
      if (last?.role === 'tool') last.content.push(part)
      else messages.push({ role: 'tool', content: [part] })
    }
  }
  return messages
}

/** Google's tool has a function for each action. */
function nativeFor({ name }: ToolTurn, nativeTools: readonly NativeTool[]): NativeTool | undefined {
  return nativeTools.find((one) => one.name === name) ?? nativeTools.find(({ id }) => isGoogleComputer(id))
}

function userMessage({ text, pictures = [] }: Extract<Turn, { role: 'user' }>): Message {
  return {
    role: 'user',
    content: [
      ...(text === '' && pictures.length > 0 ? [] : [{ type: 'text' as const, text }]),
      ...pictures.map(({ mime_type, data }) => ({
        type: 'file' as const,
        mediaType: mime_type,
        data: { type: 'data' as const, data },
      })),
    ],
  }
}

function assistantMessage({ text, calls = [] }: Extract<Turn, { role: 'assistant' }>): Message {
  return {
    role: 'assistant',
    content: [
      ...(text === '' ? [] : [{ type: 'text' as const, text }]),
      ...calls.map(({ call_id, name, args, extra }) => ({
        type: 'tool-call' as const,
        toolCallId: call_id,
        toolName: name,
        // What was no object cannot be sent back as one; the result that follows says what was wrong with it.
        input: isObject(args) ? args : {},
        ...(extra && { providerOptions: extra as never }),
      })),
    ],
  }
}

function resultPart(turn: ToolTurn, native: NativeTool | undefined): ResultPart {
  const { call_id, name, result, pictures = [] } = turn
  const [picture] = pictures
  const output: ResultPart['output'] =
    native && picture
      ? seenOutput(result, { picture, native })
      : typeof result === 'string'
        ? { type: 'text', value: result }
        : { type: 'json', value: (result ?? null) as never }
  return { type: 'tool-result', toolCallId: call_id, toolName: name, output }
}

/** What a provider's own tool gets back: OpenAI's takes nothing but the picture, and its address is the picture itself. */
function seenOutput(
  result: unknown,
  { picture: { mime_type, data }, native }: { picture: Picture; native: NativeTool },
): ResultPart['output'] {
  if (native.id.startsWith('openai.')) {
    const output = { type: 'computer_screenshot', imageUrl: `data:${mime_type};base64,${data}` }
    return { type: 'json', value: { output, ...(isObject(result) && result) } as never }
  }
  const text = typeof result === 'string' ? result : JSON.stringify(result ?? null)
  return {
    type: 'content',
    value: [
      { type: 'text', text },
      { type: 'file', mediaType: mime_type, data: { type: 'data', data } },
    ],
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
