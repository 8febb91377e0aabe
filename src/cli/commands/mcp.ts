import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as ClientSdk from '@modelcontextprotocol/client'
import type * as ServerSdk from '@modelcontextprotocol/server'
import { appsCapability, showsApps } from '../../platform/mcp/apps-extension.ts'
import { CONNECTION_HEADER } from '../../platform/mcp/connection-header.ts'
import { elicitsForms } from '../../platform/mcp/elicitation.ts'
import { instructions } from '../../platform/mcp/instructions.ts'
import { skillMethods, skillsCapability } from '../../platform/mcp/skills-extension.ts'
import type { CommandCall } from '../command.ts'
import { exitCode } from '../exit-codes.ts'
import { folderOf, requireService, runningService, tokenOf } from '../running-service.ts'
import { startBeside } from './start-beside.ts'

/** Tools have time limits of their own; this one only ends what nobody waits for any more. */
const DAY_MS = 86_400_000
/** What the service speaks; older revisions are the standard streams' side only. */
const REVISION = '2026-07-28'
/** How long a service that is away is left alone. */
const AWAY_MS = 2_000

/** Speaks MCP on the standard streams for the service that runs. What is no message goes to the error output. */
export async function run(call: CommandCall): Promise<number> {
  if (call.verb === 'sign-in' || call.verb === 'sign-out') return (await import('./mcp-sign-in.ts')).run(call)
  if (call.flags['start'] === true && !runningService(folderOf(call))) await startBeside(call)
  requireService(folderOf(call))
  const [{ default: program }, clientSdk, serverSdk, { serveStdio, StdioServerTransport }] =
    await Promise.all([
      import('../../../package.json', { with: { type: 'json' } }),
      import('@modelcontextprotocol/client'),
      import('@modelcontextprotocol/server'),
      import('@modelcontextprotocol/server/stdio'),
    ])
  const { version } = program
  const connect = connector(call, { sdk: clientSdk, version })
  const transport = new StdioServerTransport(process.stdin, process.stdout)
  const ended = new AbortController()
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  process.stdin.once('close', resolve).once('end', resolve)
  const onerror = (error: Error) => call.terminal.problem(error.message)
  const bridges = new Set<ServerSdk.Server>()
  const served = serveStdio(({ era }) => bridge({ sdk: serverSdk, version, connect, bridges, era }), {
    transport,
    onerror,
  })
  void tellChanges(connect, bridges, ended.signal)
  await closed
  ended.abort()
  await served.close()
  return exitCode.ok
}

/** What a client can do that the service must know of. */
interface Abilities {
  readonly elicits: boolean
  readonly showsApps: boolean
}

type Connect = (abilities: Abilities) => Promise<ClientSdk.Client>

/** A connection for each kind of client, made when it is first wanted and again after the service was away. */
function connector(call: CommandCall, { sdk, version }: { sdk: typeof ClientSdk; version: string }): Connect {
  const connection = randomUUID()
  return async (abilities) => {
    const { localAddress } = requireService(folderOf(call))
    const token = await tokenOf(call)
    const client = new sdk.Client(
      { name: 'deskhand-stdio', version },
      {
        capabilities: {
          ...(abilities.elicits && { elicitation: { form: {} } }),
          ...(abilities.showsApps && { extensions: appsCapability }),
        },
        versionNegotiation: { mode: { pin: REVISION } },
        inputRequired: { autoFulfill: false },
      },
    )
    const headers: Record<string, string> = {
      [CONNECTION_HEADER]: connection,
      ...(token !== null && { authorization: `Bearer ${token}` }),
    }
    const address = new URL('/mcp', localAddress)
    await client.connect(new sdk.StreamableHTTPClientTransport(address, { requestInit: { headers } }))
    return client
  }
}

/** Passes on what the service tells about its lists. After a time without the service, everything may have changed. */
async function tellChanges(
  connect: Connect,
  bridges: ReadonlySet<ServerSdk.Server>,
  ended: AbortSignal,
): Promise<void> {
  // One that is not connected yet, or no more, has nobody to tell.
  const each = (tell: (bridge: ServerSdk.Server) => Promise<void>) => {
    for (const bridge of bridges) tell(bridge).catch(() => {})
  }
  const tools = () => each((bridge) => bridge.sendToolListChanged())
  const resources = () => each((bridge) => bridge.sendResourceListChanged())
  for (let wasAway = false; !ended.aborted; wasAway = true) {
    try {
      const client = await connect({ elicits: false, showsApps: false })
      client.setNotificationHandler('notifications/tools/list_changed', tools)
      client.setNotificationHandler('notifications/resources/list_changed', resources)
      const lists = { toolsListChanged: true, resourcesListChanged: true }
      const { closed } = await client.listen(lists, { signal: ended })
      if (wasAway) {
        tools()
        resources()
      }
      await closed
      await client.close()
    } catch {
      // The service is away, which whoever calls a tool is told.
    }
    await sleep(AWAY_MS, undefined, { signal: ended, ref: false }).catch(() => {})
  }
}

const FORWARDED = [
  'tools/list',
  'resources/list',
  'resources/read',
  'resources/templates/list',
  'tools/call',
  'prompts/list',
  'prompts/get',
  'completion/complete',
] as const

interface BridgeDeps {
  readonly sdk: typeof ServerSdk
  readonly version: string
  readonly connect: Connect
  /** Those that are told of changes. */
  readonly bridges: Set<ServerSdk.Server>
  readonly era: 'legacy' | 'modern'
}

/** Hands every request on as it is: what a tool is, and who may call it, is the service's to say. */
function bridge({ sdk, version, connect, bridges, era }: BridgeDeps): ServerSdk.Server {
  const server = new sdk.Server(
    { name: 'deskhand', title: 'Deskhand', version },
    {
      capabilities: {
        tools: { listChanged: true },
        resources: { listChanged: true },
        prompts: {},
        completions: {},
        extensions: { ...skillsCapability, ...appsCapability },
      },
      instructions,
    },
  )
  // Older clients may be told nothing before they have said that they are ready.
  if (era === 'modern') bridges.add(server)
  else server.oninitialized = () => bridges.add(server)
  let connected: Promise<ClientSdk.Client> | undefined
  const hand = async (forwarded: Forwarded, context: ServerSdk.ServerContext) => {
    connected ??= connect({
      elicits: elicitsForms(server, context, sdk),
      showsApps: showsApps(server, context, sdk),
    })
    try {
      return await forward(await connected, forwarded, context)
    } catch (error) {
      if (!(error instanceof sdk.ProtocolError)) connected = undefined
      throw error
    }
  }
  for (const method of FORWARDED)
    server.setRequestHandler(method, ({ params }, context) => hand({ method, params }, context))
  const anything = sdk.fromJsonSchema<object>({ type: 'object' })
  for (const method of skillMethods)
    server.setRequestHandler(method, { params: anything }, (params, context) =>
      hand({ method, params, result: anything }, context),
    )
  server.onclose = () => {
    bridges.delete(server)
    connected?.then((client) => client.close()).catch(() => {})
  }
  return server
}

interface Forwarded {
  readonly method: string
  readonly params: object | undefined
  /** The shape of its answer, for a method that the SDK has no shape for. */
  readonly result?: ServerSdk.StandardSchemaV1<object>
}

async function forward(
  client: ClientSdk.Client,
  { method, params, result }: Forwarded,
  { mcpReq }: ServerSdk.ServerContext,
): Promise<never> {
  const progressToken = mcpReq._meta?.progressToken
  const requestState = mcpReq.requestState<string>()
  const { inputResponses } = mcpReq
  const sent = { ...params, ...(requestState && { requestState }), ...(inputResponses && { inputResponses }) }
  const onprogress = (progress: ClientSdk.Progress) => {
    const told = { method: 'notifications/progress', params: { ...progress, progressToken } }
    mcpReq.notify(told).catch(() => {})
  }
  const options = {
    signal: mcpReq.signal,
    timeout: DAY_MS,
    allowInputRequired: true,
    ...(progressToken !== undefined && { onprogress }),
  }
  const request = { method, params: sent }
  const answer: unknown = result
    ? await client.request(request, result, options)
    : await client.request(request as { method: (typeof FORWARDED)[number] }, options)
  // Each answer fits the method it was asked by; the compiler cannot follow the one through the other.
  return answer as never
}
