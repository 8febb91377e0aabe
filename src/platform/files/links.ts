import { readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { errorCodeOf } from './file-error.ts'

const maxLinks = 40

/**
 * Where a path really leads, also when its end does not exist yet: links of the longest existing part are followed, and
 * so is a link whose target is missing, because writing through it would create that target.
 */
export async function linksResolved(path: string, depth = 0): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    const parent = dirname(path)
    if (parent === path || depth >= maxLinks || !isUnreachable(error)) return path
    const target = await linkTarget(path)
    if (target !== undefined) return linksResolved(resolve(await linksResolved(parent), target), depth + 1)
    return join(await linksResolved(parent, depth), basename(path))
  }
}

/** Whether `path` is `folder` or lies in it; both absolute. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

/** Some disks do not tell these spellings apart, and asking once too often does no harm. */
export function folded(path: string): string {
  return path
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return await readlink(path)
  } catch {
    return undefined
  }
}

function isUnreachable(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP'].includes(errorCodeOf(error) ?? '')
}
