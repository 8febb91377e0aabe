import { extname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { allowedPath, protectedReason } from '../../platform/files/paths.ts'

export interface AskedPath {
  readonly path: string
  /** The argument that it came from. */
  readonly name?: string
  readonly access: 'read' | 'write'
}

/** The first reason to ask a person about one of the files. What nobody may touch is refused here already. */
export async function reasonToAsk(call: ToolCall, paths: readonly AskedPath[]): Promise<string | undefined> {
  for (const { path, name, access } of paths) {
    const resolved = await allowedPath(path, call, { access, ...(name && { name }) })
    const reason = await protectedReason(resolved, { home: call.home, access, contents: false })
    if (reason !== undefined) return reason
  }
  return undefined
}

/** The path of a file to write; its name must say what is in it, or no program will open it. */
export async function outputPath(
  call: ToolCall,
  { path, name, extension }: { path: string; name?: string; extension: string },
): Promise<string> {
  const resolved = await allowedPath(path, call, { access: 'write', ...(name && { name }) })
  if (extname(resolved).toLowerCase() === extension) return resolved
  throw new AppError(
    'invalid_request',
    `${name ?? 'path'} must end in ${extension}, because that is what gets written there.`,
  )
}
