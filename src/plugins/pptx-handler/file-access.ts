import { extname } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { reasonToAsk, type AskedPath } from '../../platform/files/asked-paths.ts'
import { allowedPath } from '../../platform/files/paths.ts'

export interface EditedFiles {
  /** The presentation as it is. */
  readonly path: string
  /** Where the changed one goes, often the same. */
  readonly target: string
}

/** Why to ask a person about a tool that changes a presentation, in place or into another file. */
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
    throw new AppError('invalid_request', `output_path must end in ${extension}, like the original file.`)
  }
  return { path, target }
}
