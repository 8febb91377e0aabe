import { basename, dirname, join } from 'node:path'
import { folded, isInside, linksResolved } from './links.ts'
import { protectedPlaces } from './protected-places.ts'

/**
 * Why a write, delete, move or read there needs a person's yes; undefined when it does not. Links are followed, so that a
 * harmless name cannot lead to a protected place. Unless `contents` is false, a folder that holds a protected place counts
 * too. `access: 'read'` asks about secrets only.
 */
export async function protectedReason(path: string, options: ProtectionOptions): Promise<string | undefined> {
  const home = await linksResolved(options.home)
  const dataFolder = options.dataFolder && (await linksResolved(options.dataFolder))
  const inRealFolder = join(await linksResolved(dirname(path)), basename(path))
  for (const candidate of new Set([path, inRealFolder, await linksResolved(path)])) {
    const reason =
      ownDataReason(candidate, dataFolder) ??
      reasonAt(candidate, { ...options, homes: [...new Set([home, options.home])] })
    if (reason !== undefined) return `"${path}" is protected: ${reason}`
  }
  return undefined
}

export interface ProtectionOptions {
  readonly home: string
  readonly dataFolder?: string
  readonly access?: 'read' | 'write'
  readonly contents?: boolean
}

function ownDataReason(path: string, dataFolder: string | undefined): string | undefined {
  return dataFolder && isInside(folded(path), folded(dataFolder))
    ? "It is the service's own data."
    : undefined
}

/** The same for a path without links: why a person is asked about exactly that place. */
export function reasonAt(
  path: string,
  { homes, access, contents }: Pick<ProtectionOptions, 'access' | 'contents'> & { homes: readonly string[] },
): string | undefined {
  const name = folded(path)
  const countsContents = contents !== false
  if (countsContents && homes.some((folder) => isInside(folded(folder), name))) {
    return 'It is or contains your whole home folder.'
  }
  for (const { place, reason, secret } of homes.flatMap(placesFor)) {
    if (access === 'read' && !secret) continue
    if (isInside(name, place)) return reason
    if (countsContents && isInside(place, name)) return `It contains ${basename(place)}. ${reason}`
  }
  return repositoryReason(path, access)
}

interface KnownPlace {
  readonly place: string
  readonly reason: string
  readonly secret: boolean
}

/** Spelled out once for each home folder: every file that is opened is compared with all of them. */
const known = new Map<string, readonly KnownPlace[]>()
const maxHomes = 100

function placesFor(home: string): readonly KnownPlace[] {
  const before = known.get(home)
  if (before) return before
  const places = protectedPlaces.flatMap(({ reason, secret = false, paths }) =>
    paths.map((pattern) => ({ place: folded(pattern.replace(/^~/, () => home)), reason, secret })),
  )
  if (known.size >= maxHomes) known.clear()
  known.set(home, places)
  return places
}

function repositoryReason(path: string, access: ProtectionOptions['access']): string | undefined {
  if (access === 'read') return undefined
  const inside = folded(path)
    .split('/')
    .some((part) => part === '.git' || part === '.hg' || part === '.svn')
  return inside ? 'It is inside a repository, whose hooks and settings run commands.' : undefined
}
