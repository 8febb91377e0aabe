import type { NativeTool } from '../language-model.ts'

type Json = Readonly<Record<string, unknown>>
type Fetch = typeof globalThis.fetch

export function isGoogleComputer(id: string): boolean {
  return id === 'google.computer_use'
}

/**
 * Google's computer use in `generateContent`, which the SDK does not speak: the tool is offered, and each result of one of
 * its functions has its words as members and its picture as its part.
 */
export function withComputerUse(fetch: Fetch, tools: readonly NativeTool[] = []): Fetch {
  const tool = tools.find(({ id }) => isGoogleComputer(id))
  if (!tool) return fetch
  return (input, init) => {
    if (typeof init?.body !== 'string') return fetch(input, init)
    const body = JSON.parse(init.body) as Json
    const declared = declaredIn(body)
    const own = {
      ...body,
      contents: listOf(body['contents']).map((content) => withResults(content, { declared, tool })),
      tools: [{ computerUse: tool.args }, ...listOf(body['tools'])],
    }
    return fetch(input, { ...init, body: JSON.stringify(own) })
  }
}

interface Known {
  /** The functions of our own. */
  readonly declared: ReadonlySet<unknown>
  readonly tool: NativeTool
}

function declaredIn({ tools }: Json): ReadonlySet<unknown> {
  const functions = listOf(tools).flatMap(({ functionDeclarations }) => listOf(functionDeclarations))
  return new Set(functions.map(({ name }) => name))
}

function withResults(content: Json, known: Known): Json {
  const parts: Json[] = []
  let last: Json | undefined
  for (const part of listOf(content['parts'])) {
    const response = part['functionResponse'] as Json | undefined
    if (response && !known.declared.has(response['name'])) {
      last = resultOf(response, known.tool)
      parts.push({ ...part, functionResponse: last })
    } else if (last && part['inlineData']) {
      // What the SDK puts beside a result, for models that are older than its parts.
      last = { ...last, parts: [...listOf(last['parts']), part] }
      parts[parts.length - 1] = { functionResponse: last }
    } else if (!last || !isFiller(part)) {
      last = undefined
      parts.push(part)
    }
  }
  return { ...content, parts }
}

/** What the SDK says beside a picture. */
function isFiller({ text }: Json): boolean {
  return typeof text === 'string' && text.startsWith('Tool executed successfully')
}

function resultOf(response: Json, { args }: NativeTool): Json {
  const { content } = (response['response'] ?? {}) as Json
  const { acknowledgedSafetyChecks, result } = membersIn(content)
  const isBrowser = args['environment'] === 'ENVIRONMENT_BROWSER'
  return {
    ...response,
    response: {
      output: result,
      // A desktop has no address.
      ...(isBrowser && { url: 'about:blank' }),
      ...(acknowledgedSafetyChecks !== undefined && { safety_acknowledgement: 'true' }),
    },
  }
}

/** The result as it was told, and whether a person has put aside what Google doubted about the call. */
function membersIn(content: unknown): { acknowledgedSafetyChecks?: unknown; result: unknown } {
  if (isJson(content) && 'acknowledgedSafetyChecks' in content) return { result: '', ...content }
  if (typeof content !== 'string' || !content.startsWith('{"acknowledgedSafetyChecks"'))
    return { result: content }
  return { result: '', ...(JSON.parse(content) as Json) }
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isJson) : []
}

function isJson(value: unknown): value is Json {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
