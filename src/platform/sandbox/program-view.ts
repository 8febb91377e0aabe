import { relative } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import { isKeyName } from '../files/key-names.ts'
import { isInside, linksResolved } from '../files/links.ts'
import { installFolder } from '../files/own-code.ts'
import { lookThrough, secretsWithSecondNames, type LookedThrough } from './hidden-entries.ts'
import { repositoryProtection } from './repositories.ts'
import { SYSTEM_FOLDERS, type Toolchains } from './toolchains.ts'
import type { View } from './view.ts'

export interface Places {
  readonly home: string
  readonly dataFolder: string
  /** The folders that programs may use: the same as for the tools for files. */
  readonly workspace: () => Promise<readonly string[]>
}

export interface WantedView {
  readonly rights: 'look' | 'work'
  readonly folder: string
  /** Whether a person chose the folder: then it may be any; else it must be one of the allowed. */
  readonly isFolderGranted: boolean
  readonly read?: readonly string[]
  readonly write?: readonly string[]
  readonly privateHome?: string
}

export interface FoundView {
  readonly view: View
  /** Where to begin, without links. */
  readonly folder: string
  /** Those that can be written to. */
  readonly repositories: readonly string[]
}

const NEVER_BOUND = [...SYSTEM_FOLDERS, '/etc', '/proc', '/dev', '/run', '/sys', '/boot']

/** Why a program does not get to use a folder unless a person says so; undefined when it does. */
export async function reasonNotToUse(folder: string, places: Places): Promise<string | undefined> {
  if (await isVisible(await linksResolved(folder), places)) return undefined
  return `${folder} is not one of the folders commands may use without asking.`
}

/** The same for `look`, where all of it must be looked through first. */
export async function reasonNotToLookAt(folder: string, places: Places): Promise<string | undefined> {
  const reason = await reasonNotToUse(folder, places)
  if (reason !== undefined) return reason
  const real = await linksResolved(folder)
  if (!isBindable(real, places.home)) return undefined
  const { isComplete } = await lookThrough(real, { hide: 'all_dots' })
  return isComplete ? undefined : `${folder} contains too much to check for secrets first.`
}

export async function findView(
  wanted: WantedView,
  { places, toolchains }: { places: Places; toolchains: Toolchains },
): Promise<FoundView> {
  const { rights, isFolderGranted, privateHome, read = [], write = [] } = wanted
  const folder = await linksResolved(wanted.folder)
  const refusal = isFolderGranted ? undefined : await reasonNotToUse(folder, places)
  if (refusal !== undefined) throw new AppError('forbidden', refusal)
  const named = [...(isBindable(folder, places.home) ? [folder] : []), ...write]
  const looked = await lookThroughAll(named, { rights, places })
  if (rights === 'look' && !isFolderGranted) assertLookedThrough(folder, looked)
  // Of the other folders, one that nobody can vouch for is left out.
  const shown = looked.filter(({ path, isComplete }) => isComplete || named.includes(path))
  const paths = shown.map(({ path }) => path)
  const isWritable = rights === 'work'
  const repositories = isWritable ? shown.flatMap((one) => one.repositories) : []
  const data = [await linksResolved(places.dataFolder)]
  const { fixed, pinned } = await repositoryProtection(repositories)
  const view: View = {
    home: places.home,
    privateHome,
    caches: toolchains.caches,
    read: [...toolchains.read, ...read, ...(isWritable ? [] : paths)],
    write: isWritable ? paths : [],
    fixed: isWritable ? [...fixed, ...[installFolder].filter((path) => isInAny(path, paths))] : [],
    pinned,
    hidden: [
      ...shown.flatMap(({ hidden }) => hidden),
      ...toolchains.hidden.map((path) => ({ path, isFolder: false })),
      ...data
        .filter((path) => isInAny(path, [...paths, ...toolchains.read]))
        .map((path) => ({ path, isFolder: true })),
    ],
  }
  return { view, folder, repositories }
}

function assertLookedThrough(
  folder: string,
  looked: readonly { readonly path: string; readonly isComplete: boolean }[],
): void {
  if (looked.some(({ path, isComplete }) => path === folder && !isComplete))
    throw new AppError('forbidden', `${folder} contains too much to check for secrets first.`)
}

/** Home and the system are there as they are: of home the allowed folders, of the system what programs need. */
function isBindable(folder: string, home: string): boolean {
  return !isInside(home, folder) && folder !== '/tmp' && !isInAny(folder, NEVER_BOUND)
}

/** `folder` without links. */
async function isVisible(folder: string, { home, workspace }: Places): Promise<boolean> {
  if (folder === (await linksResolved(home)) || isInAny(folder, NEVER_BOUND)) return true
  for (const place of await workspace()) {
    const real = await linksResolved(place)
    const names = relative(real, folder).split('/')
    if (isInside(folder, real)) return !names.some((name) => name.startsWith('.') || isKeyName(name))
  }
  return false
}

async function lookThroughAll(
  named: readonly string[],
  { rights, places }: { rights: 'look' | 'work'; places: Places },
): Promise<(LookedThrough & { path: string })[]> {
  const hide = rights === 'look' ? 'all_dots' : 'secrets'
  const others = (await places.workspace()).filter((path) => !isInAny(path, named))
  const all = [...new Set([...named, ...others])]
  const numbers = await secretsWithSecondNames(places.home, places.dataFolder)
  return Promise.all(
    all.map(async (path) => ({ path, ...(await lookThrough(path, { hide, numbers, except: named })) })),
  )
}

function isInAny(path: string, folders: readonly string[]): boolean {
  return folders.some((folder) => isInside(path, folder))
}
