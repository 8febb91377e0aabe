import type * as Sdk from '@modelcontextprotocol/server'
import type {
  CallToolResult,
  InputRequiredResult,
  ReadResourceResult,
  Resource,
  Tool as McpTool,
} from '@modelcontextprotocol/server'
import { AppError } from '../../../contract/errors.ts'
import type { TObject } from '../../../contract/type.ts'
import { APP_TYPE } from '../../../platform/mcp/apps-extension.ts'
import { asSentence, checkFor } from '../../../platform/validation/validation.ts'
import type { ToolCallSetting } from '../tool-call.ts'
import { failed, problem, refused } from './app-results.ts'
import {
  ActionArguments,
  ASK,
  AskArguments,
  askTool,
  COMPONENT_ACTION,
  COMPONENT_DATA,
  DataArguments,
  pageTools,
  SHOW_COMPONENT,
  ShowArguments,
} from './app-tools.ts'
import type { AppsDeps } from './apps-deps.ts'
import { ask } from './ask.ts'
import { showComponents } from './show-component.ts'
import { useComponent } from './view-actions.ts'
import { pathnameOf, ViewReads } from './view-reads.ts'
import { viewRoutes, type ViewRoute } from './view-routes.ts'

type Result = CallToolResult | InputRequiredResult
type Run = (args: never, setting: ToolCallSetting) => Promise<Result>

interface OwnTool {
  readonly schema: TObject
  readonly run: Run
  /** Only for clients that show the page. */
  readonly needsPage: boolean
  readonly failure: (error: AppError) => CallToolResult
}

export interface OwnCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
  readonly showsApps: boolean
}

/** Answers of the service in other programs: the tools that give them, and the page that draws them. */
export class Apps {
  readonly #deps: AppsDeps
  readonly #tools: ReadonlyMap<string, OwnTool>

  constructor(deps: AppsDeps) {
    this.#deps = deps
    let find: ReturnType<typeof viewRoutes> | undefined
    const findRoute = (method: string, pathname: string): ViewRoute | undefined =>
      (find ??= viewRoutes(deps.endpoints()))(method, pathname)
    const reads = new ViewReads({ ...deps, findRoute })
    const all = { ...deps, findRoute, reads }
    const says = { needsPage: false, failure: ({ message }: AppError) => refused(message) }
    const ofView = { needsPage: true, failure: failed }
    this.#tools = new Map<string, OwnTool>([
      [ASK, { ...says, schema: AskArguments, run: (args, setting) => ask(all, args, setting) }],
      [
        SHOW_COMPONENT,
        {
          ...says,
          needsPage: true,
          schema: ShowArguments,
          run: (args, setting) => showComponents(all, args, setting),
        },
      ],
      [
        COMPONENT_DATA,
        {
          ...ofView,
          schema: DataArguments,
          async run({ path }: { path: string }, setting) {
            const route = findRoute('GET', pathnameOf({ path }))
            if (!route || !('reads' in route.use))
              return problem('forbidden', "Components in another program can't read this.")
            return reads.answer({ method: 'GET', path }, route, setting)
          },
        },
      ],
      [
        COMPONENT_ACTION,
        {
          ...ofView,
          schema: ActionArguments,
          run: (args, setting) => useComponent(all, args, setting),
        },
      ],
    ])
  }

  /** Beside the tools of the catalogue, whose names give way to these. */
  async tools(showsApps: boolean): Promise<McpTool[]> {
    const uri = showsApps ? await this.#deps.page.uri() : undefined
    return [askTool(uri), ...(uri === undefined ? [] : pageTools(uri))]
  }

  has(name: string): boolean {
    return this.#tools.has(name)
  }

  async call({ name, args, showsApps }: OwnCall, setting: ToolCallSetting): Promise<Result> {
    const tool = this.#tools.get(name)!
    const { sdk } = setting
    if (tool.needsPage && !showsApps)
      throw new sdk.ProtocolError(
        sdk.ProtocolErrorCode.InvalidParams,
        `${name} is only for clients that show MCP Apps (io.modelcontextprotocol/ui).`,
      )
    const given = structuredClone(args)
    const [issue] = checkFor(tool.schema, 'body')(given)
    if (issue) {
      const where = issue.path.slice(1) || 'arguments'
      return tool.failure(new AppError('invalid_request', asSentence(`${name}: ${where} ${issue.message}`)))
    }
    try {
      return await tool.run(given as never, setting)
    } catch (error) {
      if (error instanceof AppError) return tool.failure(error)
      throw error
    }
  }

  /** The page, for the list of resources. */
  async resources(showsApps: boolean): Promise<Resource[]> {
    const uri = showsApps ? await this.#deps.page.uri() : undefined
    if (uri === undefined) return []
    const description = 'Draws answers and components of Deskhand'
    return [{ uri, name: 'deskhand-answer', title: 'Deskhand', description, mimeType: APP_TYPE }]
  }

  /** Undefined for what is no page of ours. */
  async read(uri: string, sdk: typeof Sdk): Promise<ReadResourceResult | undefined> {
    if (!uri.startsWith('ui://')) return undefined
    const text = await this.#deps.page.html(uri)
    if (text === undefined) throw new sdk.ResourceNotFoundError(uri)
    // It brings everything along and loads nothing, so that the strictest policy of a host is enough.
    return { contents: [{ uri, mimeType: APP_TYPE, text, _meta: { ui: { prefersBorder: false } } }] }
  }
}
