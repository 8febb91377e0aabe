import { extname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { allowedPath, protectedReason } from '../../platform/files/paths.ts'

export interface AskedPath {
  readonly path: string | undefined
  /** The argument that it came from. */
  readonly name: string
  readonly access: 'read' | 'write'
}

export interface EditedFiles {
  /** The presentation as it is. */
  readonly path: string
  /** Where the changed one goes, often the same. */
  readonly target: string
}

/** The first reason to ask a person about one of the files. What nobody may touch is refused here already. */
export async function reasonToAsk(call: ToolCall, paths: readonly AskedPath[]): Promise<string | undefined> {
  for (const { path, name, access } of paths) {
    if (path === undefined) continue
    const resolved = await allowedPath(path, call, { name, access })
    const reason = await protectedReason(resolved, { home: call.home, access, contents: false })
    if (reason !== undefined) return reason
  }
  return undefined
}

/** The same for a tool that changes a presentation, in place or into another file. */
export function reasonToAskForEdit(
  call: ToolCall,
  { path, output_path }: { path: string; output_path?: string },
  others: readonly AskedPath[] = [],
): Promise<string | undefined> {
  return reasonToAsk(call, [
    { path, name: 'path', access: output_path === undefined ? 'write' : 'read' },
    { path: output_path, name: 'output_path', access: 'write' },
    ...others,
  ])
}

export async function editedFiles(
  call: ToolCall,
  params: { path: string; output_path?: string },
): Promise<EditedFiles> {
  const isCopy = params.output_path !== undefined
  const path = await allowedPath(params.path, call, { name: 'path', access: isCopy ? 'read' : 'write' })
  if (params.output_path === undefined) return { path, target: path }
  const target = await allowedPath(params.output_path, call, { name: 'output_path', access: 'write' })
  const extension = extname(path).toLowerCase()
  if (extname(target).toLowerCase() !== extension) {
    throw new AppError(
      'invalid_request',
      `output_path must end in ${extension}, like the file that it is made from.`,
    )
  }
  return { path, target }
}

/** The path of a presentation to write; its name must say what is in it, or no program will open it. */
export async function newPresentationPath(
  call: ToolCall,
  { path, name }: { path: string; name: string },
): Promise<string> {
  const resolved = await allowedPath(path, call, { name, access: 'write' })
  if (extname(resolved).toLowerCase() === '.pptx') return resolved
  throw new AppError('invalid_request', `${name} must end in .pptx, because that is what gets written there.`)
}
