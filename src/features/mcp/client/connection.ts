import { setTimeout as sleep } from 'node:timers/promises'
import type * as Sdk from '@modelcontextprotocol/client'
import type { CallToolResult, Client, Tool as McpTool, Transport } from '@modelcontextprotocol/client'
import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import type { ToolCall } from '../../../contract/tool.ts'
import type { Launcher } from '../../../platform/sandbox/launcher.ts'
import { ProcessTransport } from './process-transport.ts'
import { assertHarmless, resolveValues, type ServerConfig } from './server-config.ts'
import { serverProgram } from './server-program.ts'

export interface ConnectionDeps {
  /** Where its programs run. */
  readonly home: string
  readonly dataFolder: string
  readonly launcher: Pick<Launcher, 'start'>
  readonly version: string
  readonly log: Log
  readonly setting: (name: string) => unknown
  /** Guarded: a server on this machine or its network must be an allowed target. */
  readonly fetch: typeof globalThis.fetch
}

export interface Connection {
  readonly tools: readonly McpTool[]
  call(tool: string, args: Record<string, unknown>, call: ToolCall): Promise<CallToolResult>
  listTools(): Promise<readonly McpTool[]>
  close(): Promise<void>
}

export interface Opening {
  readonly server: string
  readonly config: ServerConfig
  /** It ended, by itself or because it was closed. */
  readonly onClosed: () => void
  readonly onToolsChanged: () => void
  /** It wrote something beside the protocol. */
  readonly onWrote: (text: string) => void
  readonly signal: AbortSignal
}

export const CALL_SECONDS = 120
const CONNECT_MS = 120_000
const MAX_MESSAGE_BYTES = 8 * 1024 * 1024
const KEPT_COMPLAINT = 500
const MAX_MESSAGE_LENGTH = 500
const FIRST_PAUSE_MS = 1_000
const MAX_PAUSE_MS = 60_000

/** The server knows this session no more: what was asked did not happen, and needs another connection. */
export class SessionLostError extends Error {}

/** Starts or reaches a server, and asks what it can do. */
export async function openConnection(opening: Opening, deps: ConnectionDeps): Promise<Connection> {
  const sdk = await import('@modelcontextprotocol/client')
  const client = new sdk.Client(
    { name: 'deskhand', title: 'Deskhand', version: deps.version },
    {
      versionNegotiation: { mode: 'auto' },
      listChanged: { tools: { autoRefresh: false, onChanged: opening.onToolsChanged } },
    },
  )
  const { transport, complaint } = await transportFor(opening, deps, sdk)
  const waiting = { signal: opening.signal, timeout: CONNECT_MS }
  const listTools = async () => (await client.listTools(undefined, waiting)).tools
  try {
    await client.connect(transport, waiting)
    const tools = await listTools()
    const ended = new AbortController()
    client.onclose = () => {
      ended.abort()
      opening.onClosed()
    }
    void keepListening(client, opening.onToolsChanged, ended.signal)
    const explained = (error: unknown) => explain(error, { sdk, transport })
    return { tools, listTools, call: callWith(client, explained), close: () => client.close() }
  } catch (error) {
    await client.close().catch(() => {})
    throw failureOf(error, { opening, said: complaint().trim() })
  }
}

/** A stream of changes ends when the network does, and after a time in any case; what was missed is looked for then. */
async function keepListening(client: Client, onToolsChanged: () => void, ended: AbortSignal): Promise<void> {
  let subscription = client.autoOpenedSubscription
  if (!subscription) return
  let pause = FIRST_PAUSE_MS
  for (;;) {
    await subscription?.closed
    await sleep(pause, undefined, { signal: ended, ref: false }).catch(() => {})
    if (ended.aborted) return
    subscription = await client.listen({ toolsListChanged: true }).catch(() => undefined)
    pause = subscription ? FIRST_PAUSE_MS : Math.min(pause * 2, MAX_PAUSE_MS)
    if (subscription) onToolsChanged()
  }
}

interface Opened {
  readonly transport: Transport
  /** The last that it wrote beside the protocol. */
  readonly complaint: () => string
}

async function transportFor(
  { server, config, onWrote }: Opening,
  deps: ConnectionDeps,
  sdk: typeof Sdk,
): Promise<Opened> {
  if ('url' in config) {
    const headers = resolveValues(config.headers, deps.setting)
    const options = { fetch: deps.fetch, requestInit: { headers } }
    return {
      transport: new sdk.StreamableHTTPClientTransport(new URL(config.url), options),
      complaint: () => '',
    }
  }
  assertHarmless(config.env)
  const variables = resolveValues(config.env, deps.setting)
  let last = ''
  const transport = new ProcessTransport({
    sdk,
    maxMessageBytes: MAX_MESSAGE_BYTES,
    start: async () => deps.launcher.start(await serverProgram({ server, config, variables }, deps)),
    onComplaint: (text) => {
      last = (last + text).slice(-KEPT_COMPLAINT)
      onWrote(text)
      deps.log.debug({ server, text: text.slice(0, KEPT_COMPLAINT) }, 'an MCP server wrote')
    },
  })
  return { transport, complaint: () => last }
}

function callWith(client: Client, explained: (error: unknown) => unknown): Connection['call'] {
  return async (name, args, { signal, progress }) => {
    const onprogress = ({ progress: done, total, message }: Sdk.Progress) =>
      progress({
        ...(total !== undefined && total > 0 && { fraction: Math.min(1, done / total) }),
        ...(message !== undefined && { message }),
      })
    try {
      const options = { signal, timeout: CALL_SECONDS * 1000, onprogress }
      return await client.callTool({ name, arguments: args }, options)
    } catch (error) {
      throw explained(error)
    }
  }
}

function explain(error: unknown, { sdk, transport }: { sdk: typeof Sdk; transport: Transport }): unknown {
  if (error instanceof sdk.SdkHttpError && error.status === 404 && transport.sessionId !== undefined)
    return new SessionLostError('Its session ended.', { cause: error })
  if (error instanceof sdk.SdkError && error.code === sdk.SdkErrorCode.CapabilityNotSupported)
    return new Error("It wants to ask you something in between, which isn't supported here.", {
      cause: error,
    })
  return error
}

/** A program that is not there will not be there at the next try either: that is for a person to mend. */
function failureOf(error: unknown, { opening, said }: { opening: Opening; said: string }): AppError {
  if (error instanceof AppError) return error
  const { server, config } = opening
  const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
  if (isMissing && 'command' in config) {
    const message = `No program "${config.command}" to start ${server}. Fix the MCP_SERVERS setting.`
    return new AppError('not_found', message, { cause: error })
  }
  const words = said === '' ? '' : ` It wrote: ${said}`
  return new AppError('upstream_failed', `${server} didn't start: ${messageOf(error)}${words}`, {
    cause: error,
  })
}

export function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  // Some answer a program with the whole of a page.
  return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message
}
