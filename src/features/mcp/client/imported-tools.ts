import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/client'
import { AppError } from '../../../contract/errors.ts'
import type { AnyTool, Outcome, Plugin, Risk, ToolCall } from '../../../contract/tool.ts'
import { dictionary, nullable } from '../../../contract/schema.ts'
import { Type } from '../../../contract/type.ts'
import { checkFor } from '../../../platform/validation/validation.ts'
import { CALL_LIMIT_SECONDS } from './questions/asking-calls.ts'
import { plainReason } from './plain-reason.ts'
import { hashOf } from './server-config.ts'

const MAX_TOOLS = 200
const MAX_DESCRIPTION_LENGTH = 2_000
const MAX_TEXT_LENGTH = 1_000_000
const MAX_MESSAGE_LENGTH = 300
const MAX_REASON_LENGTH = 4_000

export type Call = (tool: string, args: Record<string, unknown>, call: ToolCall) => Promise<CallToolResult>

const Answer = Type.Object({
  text: Type.String({ description: 'Its answer as text' }),
  structured: nullable(dictionary(Type.Unknown()), { description: 'The same as data, if provided' }),
  others: Type.Array(Type.Unknown(), { description: 'Images, sounds and links to resources' }),
})

/** Everything about tools that a model would read: a server that changes it must be looked at again. */
export function toolsHash(tools: readonly McpTool[]): string {
  const told = tools
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, title = null, description = null, inputSchema, annotations = null }) => [
      name,
      title,
      description,
      inputSchema,
      annotations,
    ])
  return hashOf(told)
}

export interface Imported {
  readonly plugin: Plugin
  /** Names of tools whose arguments cannot be checked here, so that they cannot be called. */
  readonly leftOut: readonly string[]
}

/** The tools of a server as an agent of its own; every name begins with the server's. */
export function importTools(server: string, tools: readonly McpTool[], call: Call): Imported {
  if (tools.length > MAX_TOOLS)
    throw new AppError('too_large', `${server} has ${tools.length} tools. At most ${MAX_TOOLS} are allowed.`)
  const taken = new Set<string>()
  const imported = tools.map((told) => {
    const tool = importTool(told, { action: actionFor(server, told.name, taken), server, call })
    return { name: told.name, tool, isUsable: isCheckable(tool) }
  })
  return {
    plugin: {
      agent: server,
      title: server,
      summary: `Tools of the MCP server ${server}`,
      tools: imported.flatMap(({ tool, isUsable }) => (isUsable ? [tool] : [])),
    },
    leftOut: imported.flatMap(({ name, isUsable }) => (isUsable ? [] : [name])),
  }
}

function actionFor(server: string, tool: string, taken: Set<string>): string {
  const name = `${server}_${tool}`
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toUpperCase()
    .slice(0, 120)
  let free = name
  for (let number = 2; taken.has(free); number += 1) free = `${name}_${number}`
  taken.add(free)
  return free
}

interface Place {
  readonly action: string
  readonly server: string
  readonly call: Call
}

function importTool(tool: McpTool, { action, server, call }: Place): AnyTool {
  return {
    action,
    title: tool.title ?? tool.annotations?.title ?? tool.name,
    description: (tool.description ?? tool.name).slice(0, MAX_DESCRIPTION_LENGTH),
    params: {
      ...tool.inputSchema,
      properties: tool.inputSchema.properties ?? {},
    } as object as AnyTool['params'],
    data: Answer,
    risk: riskOf(tool),
    idempotent: tool.annotations?.idempotentHint === true,
    timeoutSeconds: CALL_LIMIT_SECONDS,
    example: { args: {} },
    run: async (args: unknown, context: ToolCall) =>
      outcomeOf(await call(tool.name, args as Record<string, unknown>, context), server),
  }
}

/** What a server says about itself can only make it ask more often, never less. */
function riskOf({ annotations }: McpTool): Risk {
  return annotations?.destructiveHint === true ? 'dangerous' : 'external'
}

/** Tried now rather than at the first call. */
function isCheckable(tool: AnyTool): boolean {
  try {
    checkFor(tool.params, 'body')
    return true
  } catch {
    return false
  }
}

function outcomeOf(result: CallToolResult, server: string): Outcome<unknown> {
  const words = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const text =
    words.length > MAX_TEXT_LENGTH ? `${words.slice(0, MAX_TEXT_LENGTH)}\n(The rest was cut.)` : words
  const [line = ''] = text.split('\n', 1)
  // Data in words say nothing in their first line.
  const isSentence = line.trim() !== '' && !/^\s*[[{]/.test(line)
  const message = isSentence ? line.trim().slice(0, MAX_MESSAGE_LENGTH) : `${server} answered.`
  // The reason of a failure may stand in any of its lines.
  if (result.isError === true) throw new AppError('upstream_failed', reasonOf(text, server))
  const others = result.content.filter(({ type }) => type !== 'text')
  const structured = result.structuredContent ?? null
  if (JSON.stringify([others, structured]).length > MAX_TEXT_LENGTH)
    throw new AppError('too_large', `${server}'s answer is too large to store.`)
  return { message, data: { text, structured, others } }
}

function reasonOf(text: string, server: string): string {
  const reason = plainReason(text.trim())
  if (reason === '') return `${server} failed without saying why.`
  return reason.length > MAX_REASON_LENGTH
    ? `${reason.slice(0, MAX_REASON_LENGTH)}… (The rest was cut.)`
    : reason
}
