import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { isPersonal } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { surroundingsOf } from '../../platform/files/allowed-folders.ts'
import { reasonToAsk } from '../../platform/files/asked-paths.ts'
import { isInside, linksResolved } from '../../platform/files/links.ts'
import { allowedPath } from '../../platform/files/paths.ts'
import { hasFreeHand, isOpenToOthers, shortPath } from '../../platform/files/rights.ts'
import { leftOutSentence } from './search/left-out.ts'
import { isHidden } from '../../platform/files/skipped-folders.ts'
import { joined } from '../../platform/files/walk.ts'

/** Where a listing or a search goes, and what it stays out of. */
export interface Scope {
  /** The folders to go through: the one that was named, or the allowed ones in it. */
  readonly roots: readonly string[]
  /** Whether only a part of the folder that was named is gone through. */
  readonly isPart: boolean
  /** Without the entries that the caller may not see; they are counted. */
  visible(entries: readonly Dirent[]): readonly Dirent[]
  /** One line about what was left out; empty when that is nothing. */
  sentence(): string
}

/**
 * A search or listing by a model goes through what the allowed folders hold and says what it left out, instead of asking.
 * In the home folder that may be nothing at all. A person is asked only about a folder elsewhere that was named.
 */
export async function reasonToWalk(path: string, call: ToolCall): Promise<string | undefined> {
  if (isPersonal(call.provenance)) return undefined
  const real = await linksResolved(await allowedPath(path, call, { access: 'list' }))
  const around = await surroundingsOf(call)
  if (isOpenToOthers(real, around) || (await holdsAllowed(real, call))) return undefined
  return reasonToAsk(call, [{ path, access: 'read' }])
}

/** `root` is a folder without links; `tellsHidden` when somebody asked to see what is hidden. */
export async function scopeOf(
  root: string,
  call: ToolCall,
  { tellsHidden = false }: { tellsHidden?: boolean } = {},
): Promise<Scope> {
  if (hasFreeHand(call))
    return { roots: [root], isPart: false, visible: (entries) => entries, sentence: () => '' }
  const around = await surroundingsOf(call)
  const isOpen = isOpenToOthers(root, around)
  const roots = isOpen ? [root] : await existing(around.allowed.filter((folder) => isInside(folder, root)))
  if (roots.length === 0 && !(await holdsAllowed(root, call)))
    throw new AppError('forbidden', `"${root}" is outside the folders Deskhand may read without asking.`)
  const places = isOpen ? [] : await others(root, roots)
  let hidden = 0
  return {
    roots,
    isPart: !isOpen,
    visible(entries) {
      const open = entries.filter(({ name }) => !isHidden(name))
      hidden += entries.length - open.length
      return open
    },
    sentence: () =>
      leftOutSentence({
        hidden: tellsHidden ? hidden : 0,
        places: places.map((path) => shortPath(path, around)),
      }),
  }
}

/** Whether this is where allowed folders are, or would be if the user had any. */
async function holdsAllowed(folder: string, call: ToolCall): Promise<boolean> {
  const { allowed } = await surroundingsOf(call)
  return [await linksResolved(call.home), ...allowed].some((one) => isInside(one, folder))
}

async function existing(folders: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const folder of folders) {
    const isNested = folders.some((other) => other !== folder && isInside(folder, other))
    if (!isNested && (await stat(folder).catch(() => undefined))?.isDirectory()) found.push(folder)
  }
  return found
}

/** What else the folder holds, for a sentence that names it. */
async function others(root: string, roots: readonly string[]): Promise<string[]> {
  const names = await readdir(root).catch(() => [])
  return names
    .filter((name) => !isHidden(name))
    .map((name) => joined(root, name))
    .filter((path) => !roots.some((folder) => isInside(folder, path)))
    .toSorted()
}
