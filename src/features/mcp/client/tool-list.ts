import type * as Sdk from '@modelcontextprotocol/client'
import type { Client, Tool as McpTool, Transport } from '@modelcontextprotocol/client'

export interface ToolList {
  readonly tools: readonly McpTool[]
  /** Names of what was listed and is no tool as the protocol wants them. */
  readonly unreadable: readonly string[]
}

const MAX_NAME_LENGTH = 100

/**
 * Lists the tools of a server. The SDK refuses a whole list for one member that is wrong, so each is looked at before it
 * gets there. What a tool promises of its answers is left out: an answer that breaks the promise is still the answer.
 */
export function toolLister(
  client: Client,
  { transport, sdk }: { transport: Transport; sdk: typeof Sdk },
): (waiting: Sdk.RequestOptions) => Promise<ToolList> {
  let listed: unknown[] = []
  const asked = new Set<string | number>()
  const receive = transport.onmessage
  const send = transport.send.bind(transport)
  transport.send = (message, options) => {
    if ('method' in message && message.method === 'tools/list' && 'id' in message) asked.add(message.id)
    return send(message, options)
  }
  transport.onmessage = (message, extra) => {
    const isList = 'result' in message && message.id !== undefined && asked.delete(message.id)
    if (!isList || !Array.isArray(message.result['tools'])) return receive?.(message, extra)
    const tools = message.result['tools'] as unknown[]
    listed = [...listed, ...tools]
    const usable = tools.map(withoutPromise).filter((tool) => sdk.isSpecType.Tool(tool))
    receive?.({ ...message, result: { ...message.result, tools: usable } }, extra)
  }
  return async (waiting) => {
    listed = []
    // A list that the SDK remembers would hide what changed.
    const { tools } = await client.listTools(undefined, { ...waiting, cacheMode: 'refresh' })
    const names = new Set(tools.map(({ name }) => name))
    return { tools, unreadable: listed.map(nameOf).filter((name) => !names.has(name)) }
  }
}

function withoutPromise(tool: unknown): unknown {
  if (typeof tool !== 'object' || tool === null) return tool
  const { outputSchema: _promise, ...others } = tool as { readonly outputSchema?: unknown }
  return others
}

function nameOf(tool: unknown): string {
  const name = (tool as { name?: unknown } | null)?.name
  return typeof name === 'string' && name !== '' ? name.slice(0, MAX_NAME_LENGTH) : 'a tool without a name'
}
