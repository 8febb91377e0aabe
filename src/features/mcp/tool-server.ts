import { randomBytes } from 'node:crypto'
import type * as Sdk from '@modelcontextprotocol/server'
import type { McpServerFactory, ServerContext } from '@modelcontextprotocol/server'
import { limits } from '../../contract/limits.ts'
import { appsCapability, showsApps } from '../../platform/mcp/apps-extension.ts'
import { elicitsForms } from '../../platform/mcp/elicitation.ts'
import { instructions } from '../../platform/mcp/instructions.ts'
import { skillsCapability } from '../../platform/mcp/skills-extension.ts'
import type { ToolCatalog } from '../tools/tool-catalog.ts'
import type { Apps } from './answer-app/apps.ts'
import type { ChangeDeps } from './changes.ts'
import { complete, type CompletionDeps } from './completions.ts'
import { getPrompt, listPrompts } from './prompts.ts'
import { listResources, readResource, resourceTemplates } from './resources.ts'
import { answerSkills, readSkillResource, withSkills } from './skills/answer-skills.ts'
import type { SharedSkills } from './skills/shared-skills.ts'
import { getSkillPrompt, listSkillPrompts, type SkillPrompts } from './skill-prompts.ts'
import { callTool, type AskedState, type McpCaller, type ToolCallDeps } from './tool-call.ts'
import { describeTool } from './tool-description.ts'

export interface ToolServerDeps extends ToolCallDeps, CompletionDeps {
  readonly catalog: Pick<ToolCatalog, 'find' | 'findMeant' | 'understand' | 'unknown' | 'list' | 'onChange'>
  readonly events: ChangeDeps['events']
  readonly skills: SkillPrompts
  readonly sharedSkills: SharedSkills
  /** Answers of the chat in other programs. */
  readonly apps: Apps
  readonly version: string
  /** Gets each server before it answers. */
  readonly extend?: ExtendServer | undefined
}

/** Adds answers to those of a server; what a call waits for travels through the client, sealed. */
export type ExtendServer = (server: Sdk.Server, seal: Sdk.RequestStateCodec<AskedState>) => void

/** Makes the servers that answer MCP; each serves one request. */
export function toolServers(deps: ToolServerDeps, sdk: typeof Sdk): McpServerFactory {
  // Questions do not outlive the process that asked them, so neither does the key.
  const seal = sdk.createRequestStateCodec<AskedState>({
    key: randomBytes(32),
    ttlSeconds: limits.confirmation_minutes.value * 60,
  })
  return ({ era }) => {
    // Older clients get no connection over which a change could be told.
    const listens = era === 'modern'
    const server = new sdk.Server(
      { name: 'deskhand', title: 'Deskhand', version: deps.version },
      {
        capabilities: {
          tools: { listChanged: listens },
          resources: { listChanged: listens, subscribe: listens },
          prompts: {},
          completions: {},
          extensions: { ...skillsCapability, ...appsCapability },
        },
        instructions,
        requestState: { verify: seal.verify },
      },
    )
    answerTools(server, deps, { sdk, seal })
    answerResources(server, deps, sdk)
    answerPrompts(server, deps, sdk)
    answerSkills(server, deps.sharedSkills, sdk)
    deps.extend?.(server, seal)
    return server
  }
}

function answerTools(
  server: Sdk.Server,
  deps: ToolServerDeps,
  { sdk, seal }: { sdk: typeof Sdk; seal: Sdk.RequestStateCodec<AskedState> },
): void {
  const { apps, catalog } = deps
  server.setRequestHandler('tools/list', async (_request, context) => {
    const own = await apps.tools(seesApps(server, context, sdk))
    const others = catalog.list().filter(({ tool }) => !apps.has(tool.action))
    return { tools: [...others.map(describeTool), ...own] }
  })
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const asked = { name: params.name, args: params.arguments ?? {} }
    const elicits = elicitsForms(server, context, sdk)
    const setting = { sdk, seal, context, caller: callerOf(server, context, sdk), elicits }
    if (!apps.has(asked.name)) return callTool(deps, asked, setting)
    return apps.call({ ...asked, showsApps: seesApps(server, context, sdk) }, setting)
  })
}

/** Said with this request, or when an older client came. */
function seesApps(server: Sdk.Server, context: ServerContext, sdk: typeof Sdk): boolean {
  return showsApps(server, context, sdk) || callerOf(server, context, sdk).showsApps
}

function answerResources(server: Sdk.Server, deps: ToolServerDeps, sdk: typeof Sdk): void {
  const { apps, sharedSkills, taints } = deps
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const cursor = params?.cursor
    const listed = await withSkills(sharedSkills, cursor, listResources(deps, cursor, sdk))
    if (cursor !== undefined) return listed
    const pages = await apps.resources(seesApps(server, context, sdk))
    return { ...listed, resources: [...pages, ...listed.resources] }
  })
  server.setRequestHandler('resources/read', async ({ params }, context) => {
    const page = await apps.read(params.uri, sdk)
    if (page) return page
    // What a workflow has found may be anybody's words, and so may a skill.
    taints.add(callerOf(server, context, sdk).connection, ['untrusted', 'private'])
    return (await readSkillResource(sharedSkills, params.uri)) ?? readResource(deps, params.uri, sdk)
  })
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
}

function answerPrompts(server: Sdk.Server, deps: ToolServerDeps, sdk: typeof Sdk): void {
  const { automations, skills, taints } = deps
  server.setRequestHandler('prompts/list', async () => ({
    prompts: [...(await listPrompts(automations)), ...(await listSkillPrompts(skills))],
  }))
  server.setRequestHandler('prompts/get', async ({ params }, context) => {
    // An automation or a skill may have come from somebody else.
    taints.add(callerOf(server, context, sdk).connection, ['untrusted', 'private'])
    const wanted = { name: params.name, args: params.arguments ?? {} }
    return (await getSkillPrompt(skills, wanted)) ?? getPrompt(automations, wanted, sdk)
  })
  server.setRequestHandler('completion/complete', ({ params }) => complete(deps, params, sdk))
}

type Travelling = Omit<McpCaller, 'connection'> & { readonly connection: string | undefined }

/** What travels beside a request through the SDK, which only passes on what it takes for an authorization. */
export function callerAsAuthorization(caller: Travelling): Sdk.AuthInfo {
  return { token: '', clientId: 'mcp', scopes: [], extra: { caller } }
}

function callerOf(server: Sdk.Server, { http, mcpReq }: ServerContext, sdk: typeof Sdk): McpCaller {
  const caller = http?.authInfo?.extra?.['caller'] as Travelling | undefined
  if (caller === undefined) throw new Error('An MCP request arrived without a caller.')
  const envelope = mcpReq.envelope as Readonly<Record<string, unknown>> | undefined
  const said = envelope?.[sdk.CLIENT_INFO_META_KEY] as Sdk.Implementation | undefined
  const { name = '' } = said ?? server.getClientVersion() ?? {}
  return { ...caller, connection: caller.connection ?? name }
}
