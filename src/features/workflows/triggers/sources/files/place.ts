import type { Stats } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { Provenance } from '../../../../../contract/endpoint.ts'
import { AppError } from '../../../../../contract/errors.ts'
import type { ToolCall } from '../../../../../contract/tool.ts'
import { surroundingsOf, type FolderContext } from '../../../../../platform/files/allowed-folders.ts'
import { fileError, isMissing } from '../../../../../platform/files/file-error.ts'
import { linksResolved } from '../../../../../platform/files/links.ts'
import { isOwnPath } from '../../../../../platform/files/own-data.ts'
import { allowedPath } from '../../../../../platform/files/paths.ts'
import { reasonAt } from '../../../../../platform/files/protected-reason.ts'
import { reasonToAskAbout } from '../../../../../platform/files/rights.ts'
import { isSkippedFolder } from '../../../../../platform/files/skipped-folders.ts'
import type { Trigger } from '../../schemas.ts'

/** What decides which folders may be watched: the rules that file tools have. */
export interface WatchRights extends Pick<ToolCall, 'home' | 'dataFolder' | 'setting'> {
  /** Who is behind a trigger: whoever is not a person sees what the allowed folders hold, and nothing else. */
  readonly provenance: Provenance
}

/** Where a trigger looks. All paths are without links. */
export interface Place {
  /** As the trigger has it, spelled out. */
  readonly named: string
  /** The folder that is gone through. */
  readonly root: string
  /** The name of the one file that counts; all when left out. */
  readonly only?: string
  readonly recursive: boolean
  /** Whether a folder below the root is left out, with everything in it. */
  leavesOut(folder: string): boolean
  /** Whether nobody is told of a file there: what lies there are secrets. */
  isSecret(path: string): boolean
}

/**
 * The place of a trigger, or undefined where there is nothing. `wasFile` tells what was there before, for a file that is
 * gone. Throws for what may not be watched.
 */
export async function findPlace(
  trigger: Trigger<'file'>,
  rights: WatchRights,
  wasFile: boolean,
): Promise<Place | undefined> {
  const written = trigger.path.replace(/^\$home(?=\/|$)/, '~')
  const named = await allowedPath(written, rights, { access: 'list' })
  const real = await linksResolved(named)
  await assertOpen(real, rights)
  const around = await surroundingsOf(rights)
  const common = { named, recursive: trigger.recursive ?? false, ...exceptions(around) }
  const stats = await statsOf(real, named)
  if (stats?.isDirectory()) return { ...common, root: real }
  if (stats && !stats.isFile())
    throw new AppError('invalid_request', `"${named}" is a device or a pipe. Name a file or a folder.`)
  if (!stats && !(wasFile && (await statsOf(dirname(real), named))?.isDirectory())) return undefined
  return { ...common, root: dirname(real), only: basename(real), recursive: false }
}

export function noPlace({ path }: Trigger<'file'>): AppError {
  return new AppError('not_found', `There is no file or folder "${path}" to watch.`)
}

/** Nobody is there to be asked when something happens, so what a person is asked about is not watched. */
async function assertOpen(path: string, rights: WatchRights): Promise<void> {
  const caller = {
    home: rights.home,
    dataFolder: rights.dataFolder,
    setting: rights.setting,
    provenance: rights.provenance,
    isApproved: false,
  }
  const reason = await reasonToAskAbout({ path }, caller, 'read')
  if (reason !== undefined) throw new AppError('forbidden', `${reason} So it can't be watched.`)
}

function exceptions(around: FolderContext): Pick<Place, 'leavesOut' | 'isSecret'> {
  const { home, homes } = around
  const isSecret = (path: string) =>
    reasonAt(path, { homes, access: 'read', contents: false }) !== undefined || isOwnPath(path, around)
  return {
    isSecret,
    leavesOut: (folder) => isSkippedFolder(folder, { home, includeHidden: false }) || isSecret(folder),
  }
}

async function statsOf(path: string, named: string): Promise<Stats | undefined> {
  try {
    return await lstat(path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw fileError(error, named)
  }
}
