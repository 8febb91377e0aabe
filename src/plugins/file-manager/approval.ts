import type { ToolCall } from '../../contract/tool.ts'
import { allowedPath, protectedReason } from '../../platform/files/paths.ts'

export interface AskedPath {
  readonly path: string
  /** The argument that it came from. */
  readonly name?: string
  readonly access: 'read' | 'write'
  /** Whether everything below the path is touched too. */
  readonly wholeTree?: boolean
}

/** The first reason to ask a person about one of the paths. What nobody may touch is refused here already. */
export async function reasonToAsk(call: ToolCall, paths: readonly AskedPath[]): Promise<string | undefined> {
  for (const { path, name, access, wholeTree } of paths) {
    const resolved = await allowedPath(path, call, {
      access,
      ...(name && { name }),
      ...(wholeTree && { wholeTree }),
    })
    const reason = await protectedReason(resolved, { home: call.home, access, contents: wholeTree ?? false })
    if (reason !== undefined) return reason
  }
  return undefined
}
