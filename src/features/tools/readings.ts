import type { AnyTool, Reading, ToolCall } from '../../contract/tool.ts'

const everything: readonly Reading[] = ['untrusted', 'private']

/** What the result of one call of a built-in tool may hold, or does hold once there is one. */
export async function readingsOfCall(
  tool: AnyTool,
  args: Readonly<Record<string, unknown>>,
  { call, data }: { call: Pick<ToolCall, 'home' | 'dataFolder' | 'setting' | 'origins'>; data?: unknown },
): Promise<readonly Reading[]> {
  const { reads = everything } = tool
  if (typeof reads !== 'function') return reads
  try {
    return await reads(args, call, data)
  } catch {
    // A path that cannot be told apart is the safe guess.
    return everything
  }
}
