import type { AnyTool, Reading, ToolCall } from '../../contract/tool.ts'

const everything: readonly Reading[] = ['untrusted', 'private']

/** What the result of one call of a built-in tool may hold. */
export async function readingsOfCall(
  tool: AnyTool,
  args: Readonly<Record<string, unknown>>,
  call: Pick<ToolCall, 'home' | 'dataFolder' | 'setting' | 'origins'>,
): Promise<readonly Reading[]> {
  const { reads = everything } = tool
  if (typeof reads !== 'function') return reads
  try {
    return await reads(args, call)
  } catch {
    // A path that cannot be told apart is the safe guess.
    return everything
  }
}
