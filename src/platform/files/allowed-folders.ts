import { AppError } from '../../contract/errors.ts'
import type { ToolCall } from '../../contract/tool.ts'
import { hold } from './held.ts'
import { folded, isInside, linksResolved } from './links.ts'
import { resolveUserPath } from './paths.ts'
import { reasonAt } from './protected-reason.ts'
import { userFolders } from './user-folders.ts'

/** Whoever wants to touch a file. Rights follow the caller, not the place. */
export type Caller = Pick<ToolCall, 'home' | 'dataFolder' | 'provenance' | 'isApproved' | 'setting'>

/** The setting with the folders that the person named. */
export const ALLOWED_FOLDERS = 'ALLOWED_FOLDERS'

/** What is compared with the path of every file that is touched. All paths are without links. */
export interface FolderContext {
  readonly homes: readonly string[]
  readonly home: string
  readonly dataFolder: string
  /** The mount by which the data folder is reached; undefined while there is none. */
  readonly dataMount: string | undefined
  /** Where a caller who is not a person may read and write without asking. */
  readonly allowed: readonly string[]
}

/** Links of these few folders are looked up again after this, not for each of thousands of files. */
const freshMs = 1_000
const mostKept = 50
const kept = new Map<string, { readonly until: number; readonly found: Promise<FolderContext> }>()

export async function surroundingsOf(
  caller: Pick<Caller, 'home' | 'dataFolder' | 'setting'>,
): Promise<FolderContext> {
  assertRulesApply(process.platform)
  const named = caller.setting(ALLOWED_FOLDERS)
  const key = JSON.stringify([caller.home, caller.dataFolder, named])
  const before = kept.get(key)
  if (before && before.until > performance.now()) return before.found
  const found = lookAround(caller, Array.isArray(named) ? named.map(String) : [])
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, { until: performance.now() + freshMs, found })
  found.catch(() => kept.delete(key))
  return found
}

/** Rather no file than one that the rules for paths don't understand: `C:` and `\\` would pass them by. */
export function assertRulesApply(platform: NodeJS.Platform): void {
  if (platform !== 'win32') return
  throw new AppError(
    'unavailable_on_platform',
    "Deskhand can't use your files on Windows: its rules that protect them only know Linux and macOS. Run it in WSL for that.",
  )
}

async function lookAround(
  { home: givenHome, dataFolder: givenData }: Pick<Caller, 'home' | 'dataFolder'>,
  named: readonly string[],
): Promise<FolderContext> {
  const home = await linksResolved(givenHome)
  const dataFolder = await linksResolved(givenData)
  const homes = [...new Set([home, givenHome])]
  const folders = [...(await userFolders(givenHome)), ...named.flatMap((path) => absolute(path, givenHome))]
  const real = await Promise.all(folders.map((folder) => linksResolved(folder)))
  const around = { home, homes, dataFolder }
  const allowed = [...new Set(real)].filter((folder) => unfitReason(folder, around) === undefined)
  return { homes, home, dataFolder, dataMount: await mountOf(dataFolder), allowed }
}

/**
 * Why a folder cannot be given away as a whole, to a model or to a plugin, even by a person who names it: it is, holds or
 * lies in a place that a person is asked about each time. The path has no links.
 */
export function unfitReason(
  folder: string,
  { home, homes, dataFolder }: Pick<FolderContext, 'home' | 'homes' | 'dataFolder'>,
  access: 'read' | 'write' = 'write',
): string | undefined {
  const below = isInside(folder, home) ? folder.slice(home.length) : folder
  if (below.split('/').some((part) => part.startsWith('.')))
    return 'It is hidden: part of its path starts with a dot.'
  if (isInside(folded(folder), folded(dataFolder))) return "It is the service's own data."
  return reasonAt(folder, { homes, access, contents: true })
}

function absolute(path: string, home: string): string[] {
  try {
    return [resolveUserPath(path, { home })]
  } catch {
    return []
  }
}

async function mountOf(folder: string): Promise<string | undefined> {
  try {
    await using held = await hold(folder, { folder: true })
    return held.mount
  } catch {
    return undefined
  }
}
