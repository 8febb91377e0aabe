import type { ServerResponse } from 'node:http'
import { ownServer, type OwnServer } from '../models-stage.ts'

type Json = Readonly<Record<string, unknown>>

/** One call of a function, as a model makes it. */
export interface Said {
  readonly name: string
  readonly args: Json
  /** Of Anthropic's toolset: the call is one of its members. */
  readonly isMember?: boolean
}

export interface NativeServer extends OwnServer {
  /** What was wrong with requests, by the rules of the protocol. */
  readonly faults: readonly string[]
}

/**
 * Answers as the provider does, one list of calls for each request, and refuses what the provider refuses: a call without its
 * result, a result without its call, a picture where none belongs.
 */
export async function googleServer(answers: readonly (readonly Said[])[]): Promise<NativeServer> {
  const faults: string[] = []
  let made = 0
  const server = await ownServer((response, { body }, count) => {
    if (body['tools']) faults.push(...googleFaults(body))
    const parts = (answers[count - 1] ?? []).map(({ name, args }) => {
      made += 1
      return { functionCall: { id: `f${made}`, name, args }, thoughtSignature: `sign-${made}` }
    })
    const content = { role: 'model', parts: parts.length > 0 ? parts : [{ text: 'Nothing to do.' }] }
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 }
    const said = { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: ${JSON.stringify(said)}\n\n`)
  })
  return { ...server, faults, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

function googleFaults(body: Json): string[] {
  const tools = body['tools'] as Json[]
  const functions = tools.flatMap(({ functionDeclarations }) => (functionDeclarations ?? []) as Json[])
  const declared = new Set(functions.map(({ name }) => name))
  const contents = body['contents'] as { role: string; parts: Json[] }[]
  const faults = contents.flatMap(({ role, parts }, index) => {
    const calls = parts.filter(({ functionCall }) => functionCall)
    return role === 'model' && calls.length > 0
      ? resultFaults(calls, contents[index + 1]?.parts ?? [], declared)
      : []
  })
  return tools.some(({ computerUse }) => computerUse) ? faults : ['no computerUse', ...faults]
}

function resultFaults(
  calls: readonly Json[],
  next: readonly Json[],
  declared: ReadonlySet<unknown>,
): string[] {
  const asked = calls.map(({ functionCall }) => functionCall as Json)
  const given = next.flatMap(({ functionResponse }) => (functionResponse ? [functionResponse as Json] : []))
  const names = (list: readonly Json[]) => list.map(({ name }) => name).join()
  const own = given.filter(({ name }) => !declared.has(name))
  return [
    ...(calls.every((part) => part['thoughtSignature']) ? [] : ['no signature']),
    ...(names(given) === names(asked) ? [] : [`${names(asked)} answered by ${names(given)}`]),
    ...(next.some((part) => part['inlineData']) ? ['a picture beside the results'] : []),
    ...own.flatMap((result) =>
      ownFaults(
        result,
        asked.find(({ name }) => name === result['name'])!,
      ),
    ),
  ]
}

/** Of a result of computer use: its members, its picture, and what a person was asked. */
function ownFaults({ name, response, parts = [] }: Json, { args }: Json): string[] {
  const members = response as Json | undefined
  const isAsked = (args as Json)['safety_decision'] !== undefined
  return [
    ...(members ? [] : [`${String(name)} without a response`]),
    ...((parts as Json[]).every((part) => part['inlineData']) ? [] : ['a part that is no picture']),
    ...(isAsked && !members?.['safety_acknowledgement'] ? [`${String(name)} not acknowledged`] : []),
  ]
}

export async function anthropicServer(answers: readonly (readonly Said[])[]): Promise<NativeServer> {
  const faults: string[] = []
  let made = 0
  const server = await ownServer((response, { body }, count) => {
    faults.push(...anthropicFaults(body))
    const blocks = (answers[count - 1] ?? []).map(({ name, args, isMember }) => {
      made += 1
      const start = { type: 'tool_use', id: `toolu_${made}`, name, input: {} }
      return { start: isMember ? { ...start, toolset_name: 'computer' } : start, args }
    })
    sayBlocks(response, blocks)
  })
  return { ...server, faults, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

function sayBlocks(response: ServerResponse, blocks: readonly { start: object; args: Json }[]): void {
  const usage = { input_tokens: 10, output_tokens: 1 }
  const message = { id: 'm', type: 'message', role: 'assistant', model: 'own', content: [] }
  const events = [
    { type: 'message_start', message: { ...message, stop_reason: null, usage } },
    ...blocks.flatMap(({ start, args }, index) => [
      { type: 'content_block_start', index, content_block: start },
      {
        type: 'content_block_delta',
        index,
        delta: { type: 'input_json_delta', partial_json: JSON.stringify(args) },
      },
      { type: 'content_block_stop', index },
    ]),
    {
      type: 'message_delta',
      delta: { stop_reason: 'tool_use', stop_sequence: null },
      usage: { output_tokens: 20 },
    },
    { type: 'message_stop' },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  response.end()
}

function anthropicFaults(body: Json): string[] {
  const messages = body['messages'] as { role: string; content: Json[] | string }[]
  return messages.flatMap(({ role, content }, index) => {
    if (role !== 'assistant' || typeof content === 'string') return []
    const ids = content.flatMap(({ type, id }) => (type === 'tool_use' ? [String(id)] : []))
    const next = messages[index + 1]?.content ?? []
    const results = typeof next === 'string' ? [] : next.filter(({ type }) => type === 'tool_result')
    const given = results.map(({ tool_use_id }) => String(tool_use_id))
    return ids.join() === given.join() ? [] : [`${ids.join()} answered by ${given.join()}`]
  })
}
