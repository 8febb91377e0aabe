import { lstat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { isPersonal } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import type { Caller } from './allowed-folders.ts'
import { linksResolved } from './links.ts'
import { allowedPath } from './paths.ts'
import { protectedReason } from './protected-reason.ts'
import { isSamePlace, reasonToAskAbout, type Access } from './rights.ts'

export interface AskedPath {
  /** Left out where the argument is optional. */
  readonly path: string | undefined
  /** The argument that it came from. */
  readonly name?: string
  readonly access: Access
  /** Whether everything below the path is touched too. */
  readonly wholeTree?: boolean
  /** Whether a link there is touched itself, not what it leads to. */
  readonly isEntry?: boolean
}

/** The first reason to ask a person about one of the paths. What nobody may touch is refused here already. */
export async function reasonToAsk(caller: Caller, paths: readonly AskedPath[]): Promise<string | undefined> {
  for (const asked of paths) {
    const { path, name, access, wholeTree = false } = asked
    if (path === undefined) continue
    const resolved = await allowedPath(path, caller, { access, wholeTree, ...(name && { name }) })
    const reason = await reasonFor(resolved, asked, caller)
    if (reason !== undefined) return reason
  }
  return undefined
}

async function reasonFor(path: string, asked: AskedPath, caller: Caller): Promise<string | undefined> {
  const { access, wholeTree = false, isEntry = false } = asked
  const real = isEntry ? join(await linksResolved(dirname(path)), basename(path)) : await linksResolved(path)
  const stats = await lstat(real).catch(() => undefined)
  const own = await reasonToAskAbout({ path: real, stats }, caller, access)
  if (own !== undefined && !(await isSamePlace(real, path, caller))) {
    if (isPersonal(caller.provenance)) return `"${path}" leads to "${real}". ${own}`
    // A yes counts for the path that the person sees, and what is behind a link can be changed until it is used.
    throw new AppError('forbidden', `"${path}" leads to "${real}". Use that path instead. ${own}`)
  }
  return own ?? protectedReason(path, { home: caller.home, access, contents: wholeTree })
}

/** The path of a file to write; its name must say what is in it, or no program will open it. */
export async function outputPath(
  call: Pick<ToolCall, 'home' | 'dataFolder'>,
  { path, name = 'path', extension }: { path: string; name?: string; extension: string },
): Promise<string> {
  const resolved = await allowedPath(path, call, { access: 'write', name })
  if (extname(resolved).toLowerCase() === extension) return resolved
  throw new AppError('invalid_request', `${name} must end in ${extension}, the format that gets written.`)
}
