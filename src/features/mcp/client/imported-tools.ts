import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/client'
import type { Component } from '../../../contract/component-schema.ts'
import { AppError } from '../../../contract/errors.ts'
import type { AnyTool, Outcome, Plugin, Risk, ToolCall } from '../../../contract/tool.ts'
import { dictionary, nullable } from '../../../contract/schema.ts'
import { Type, type Static } from '../../../contract/type.ts'
import { checkFor } from '../../../platform/validation/validation.ts'
import type { AppCall } from '../mcp-apps/app-calls.ts'
import { appsVersion, noApps, type AppPage, type AppPages } from '../mcp-apps/app-pages.ts'
import { takeRawResult } from '../mcp-apps/raw-results.ts'
import { uiOf } from '../mcp-apps/tool-ui.ts'
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
  app: Type.Optional(
    Type.Object(
      {
        server: Type.String(),
        title: Type.String(),
        resource_uri: Type.String(),
        call_id: Type.String(),
      },
      { description: 'The page that shows it, as a component mcp_app' },
    ),
  ),
})
type Answer = Static<typeof Answer>

/** Everything about tools that a model would read, and every page that a person would see: what changes is looked at again. */
export function toolsHash(tools: readonly McpTool[], pages: AppPages = noApps): string {
  const told = tools
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, title = null, description = null, inputSchema, annotations = null }) => [
      name,
      title,
      description,
      inputSchema,
      annotations,
    ])
  const apps = appsVersion(tools, pages)
  return hashOf(apps === undefined ? told : [told, apps])
}

/** What the tools of a server have to do with its apps. */
export interface AppPort {
  readonly pages: ReadonlyMap<string, AppPage>
  /** Keeps a call for the app that shows it. Undefined where that is not possible. */
  readonly record: (call: AppCall) => Promise<string | undefined>
}

export interface Imported {
  readonly plugin: Plugin
  /** Those that can be called, by the names that the server knows them by. */
  readonly byName: ReadonlyMap<string, AnyTool>
  /** Names of tools whose arguments cannot be checked here, so that they cannot be called. */
  readonly leftOut: readonly string[]
}

/** The tools of a server as an agent of its own; every name begins with the server's. */
export function importTools(
  server: string,
  tools: readonly McpTool[],
  { call, apps }: { call: Call; apps: AppPort },
): Imported {
  if (tools.length > MAX_TOOLS)
    throw new AppError('too_large', `${server} has ${tools.length} tools. At most ${MAX_TOOLS} are allowed.`)
  const taken = new Set<string>()
  const imported = tools.map((told) => {
    const tool = importTool(told, { action: actionFor(server, told.name, taken), server, call, apps })
    return { name: told.name, tool, isUsable: isCheckable(tool) }
  })
  return {
    plugin: {
      agent: server,
      title: server,
      summary: `Tools of the MCP server ${server}`,
      tools: imported.flatMap(({ tool, isUsable }) => (isUsable ? [tool] : [])),
    },
    byName: new Map(imported.flatMap(({ name, tool, isUsable }) => (isUsable ? [[name, tool]] : []))),
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
  readonly apps: AppPort
}

function importTool(tool: McpTool, { action, server, call, apps }: Place): AnyTool {
  const title = tool.title ?? tool.annotations?.title ?? tool.name
  const { resourceUri = '', forModel } = uiOf(tool)
  const hasApp = apps.pages.has(resourceUri)
  return {
    action,
    title,
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
    ...(!forModel && { appOnly: true as const }),
    ...(hasApp && { card: (answer: unknown) => appCard(answer as Answer) }),
    run: async (given: unknown, context: ToolCall) => {
      const args = given as Record<string, unknown>
      const result = await call(tool.name, args, context)
      // An app that called has shown what it wants to show already.
      const isByApp = takeRawResult(result)
      const { message, data } = outcomeOf(result, server)
      if (!hasApp || isByApp) return { message, data }
      const { session_id } = context
      const about = { server, tool: tool.name, title, resource_uri: resourceUri, session_id }
      const call_id = await apps.record({ ...about, args, result })
      if (call_id === undefined) return { message, data }
      const app = { server, title: title.slice(0, 200), resource_uri: resourceUri, call_id }
      return { message, data: { ...data, app } }
    },
  }
}

const MAX_CARD_TEXT = 4_000

function appCard({ app, text }: Answer): Component | undefined {
  if (!app) return undefined
  const words = text.trim() === '' ? {} : { text: text.slice(0, MAX_CARD_TEXT) }
  return { type: 'mcp_app', ...app, ...words }
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

function outcomeOf(result: CallToolResult, server: string): Outcome<Answer> {
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
  const structured = (result.structuredContent ?? null) as Answer['structured']
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
