import type { CallToolResult, Client, Progress, ReadResourceResult } from '@modelcontextprotocol/client'
import type { ToolCall } from '../../../contract/tool.ts'
import { CALL_LIMIT_SECONDS, type AskingCalls } from './questions/asking-calls.ts'

export type CallTool = (
  tool: string,
  args: Record<string, unknown>,
  call: ToolCall,
) => Promise<CallToolResult>

export type ReadResource = (uri: string, signal: AbortSignal) => Promise<ReadResourceResult>

interface Calling {
  readonly calls: AskingCalls
  readonly server: string
  readonly explained: (error: unknown) => Promise<unknown>
}

/** Calls tools of a server; the person may be asked something meanwhile. */
export function callWith(client: Client, { calls, server, explained }: Calling): CallTool {
  return async (name, args, { signal, progress }) => {
    const onprogress = ({ progress: done, total, message }: Progress) =>
      progress({
        ...(total !== undefined && total > 0 && { fraction: Math.min(1, done / total) }),
        ...(message !== undefined && { message }),
      })
    const onAsked = () => progress({ message: `${server} asks you something, and waits for your answer` })
    try {
      return await calls.run({ signal, onAsked }, (until) => {
        const options = { signal: until, timeout: CALL_LIMIT_SECONDS * 1000, onprogress }
        return client.callTool({ name, arguments: args }, options)
      })
    } catch (error) {
      throw await explained(error)
    }
  }
}

export function readWith(client: Client, explained: Calling['explained']): ReadResource {
  return async (uri, signal) => {
    try {
      return await client.readResource({ uri }, { signal, cacheMode: 'refresh' })
    } catch (error) {
      throw await explained(error)
    }
  }
}
