import type { AnyTool, Reading, ReadingsFor, ToolCall } from '../../contract/tool.ts'

const everything: readonly Reading[] = ['untrusted', 'private']

/** What the result of one call of a built-in tool may hold. */
export async function readingsOfCall(
  tool: AnyTool,
  args: Readonly<Record<string, unknown>>,
  call: Pick<ToolCall, 'home' | 'dataFolder' | 'setting' | 'origins'>,
): Promise<readonly Reading[]> {
  const reads = (tool.reads ?? everything) as readonly Reading[] | ReadingsFor<unknown>
  if (typeof reads !== 'function') return reads
  try {
    return await reads(args, call)
  } catch {
    // A path that cannot be told apart is the safe guess.
    return everything
  }
}
