import { extname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { allowedPath, protectedReason } from './paths.ts'

type Place = Pick<ToolCall, 'home' | 'dataFolder'>

export interface AskedPath {
  /** Left out where the argument is optional. */
  readonly path: string | undefined
  /** The argument that it came from. */
  readonly name?: string
  readonly access: 'read' | 'write'
  /** Whether everything below the path is touched too. */
  readonly wholeTree?: boolean
}

/** The first reason to ask a person about one of the paths. What nobody may touch is refused here already. */
export async function reasonToAsk(call: Place, paths: readonly AskedPath[]): Promise<string | undefined> {
  for (const { path, name, access, wholeTree = false } of paths) {
    if (path === undefined) continue
    const resolved = await allowedPath(path, call, { access, wholeTree, ...(name && { name }) })
    const reason = await protectedReason(resolved, { home: call.home, access, contents: wholeTree })
    if (reason !== undefined) return reason
  }
  return undefined
}

/** The path of a file to write; its name must say what is in it, or no program will open it. */
export async function outputPath(
  call: Place,
  { path, name = 'path', extension }: { path: string; name?: string; extension: string },
): Promise<string> {
  const resolved = await allowedPath(path, call, { access: 'write', name })
  if (extname(resolved).toLowerCase() === extension) return resolved
  throw new AppError(
    'invalid_request',
    `${name} must end in ${extension}, because that is what gets written there.`,
  )
}
