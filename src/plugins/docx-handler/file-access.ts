import { extname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { allowedPath, protectedReason } from '../../platform/files/paths.ts'

export interface AskedPath {
  readonly path: string
  readonly access: 'read' | 'write'
}

/** The first reason to ask a person about one of the files. What nobody may touch is refused here already. */
export async function reasonToAsk(call: ToolCall, paths: readonly AskedPath[]): Promise<string | undefined> {
  for (const { path, access } of paths) {
    const resolved = await allowedPath(path, call, { access })
    const reason = await protectedReason(resolved, { home: call.home, access, contents: false })
    if (reason !== undefined) return reason
  }
  return undefined
}
