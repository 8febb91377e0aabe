import { readdir, realpath } from 'node:fs/promises'
import { basename, delimiter, dirname, isAbsolute, join } from 'node:path'
import { isInside } from '../files/links.ts'
import { isKeyName } from '../files/key-names.ts'

/** Where the programs of the person's own PATH lie, so that they work inside of a sandbox too. */
export interface Toolchains {
  /** Every folder of PATH that is there. */
  readonly path: readonly string[]
  /** Folders with programs and their libraries, beside those of the system. */
  readonly read: readonly string[]
  /** Files in them that may be keys. */
  readonly hidden: readonly string[]
  /** Dot folders of home, where programs keep what they need again. */
  readonly caches: readonly string[]
}

export const SYSTEM_FOLDERS = [
  '/usr',
  '/bin',
  '/sbin',
  '/lib',
  '/lib32',
  '/lib64',
  '/libx32',
  '/opt',
  '/nix/store',
  '/gnu/store',
  '/snap',
]

/** Folders that hold everything of a person beside programs: of these only the part with programs is shown. */
const SHARED = ['.local', '.config', '.cache', '']
const MAX_LINKS = 2_000
const USUAL_CACHES = ['.cache', '.config', '.local', '.npm', '.pki']
const MAX_CACHES = 200

/**
 * A folder `bin` (or `shims`) brings what lies beside it, for that is where its libraries are; a link in it brings the
 * folder it leads to. Home itself, or a folder that holds it, is never among them.
 */
export async function findToolchains(searchPath: string, home: string): Promise<Toolchains> {
  const path: string[] = []
  const read = new Set<string>()
  for (const folder of searchPath.split(delimiter)) {
    const names = isAbsolute(folder) ? await readdir(folder).catch(() => undefined) : undefined
    if (!names || path.includes(folder)) continue
    path.push(folder)
    if (isOfSystem(folder)) continue
    for (const place of programFolders(folder, home)) read.add(place)
    for (const name of names.slice(0, MAX_LINKS)) {
      const target = await realpath(join(folder, name)).catch(() => folder)
      if (isOfSystem(target) || [...read].some((place) => isInside(target, place))) continue
      for (const place of programFolders(dirname(target), home)) read.add(place)
    }
  }
  const hidden = await Promise.all([...read].map(keysIn))
  return { path, read: [...read], hidden: hidden.flat(), caches: await dotFolders(home) }
}

export function isOfSystem(path: string): boolean {
  return SYSTEM_FOLDERS.some((place) => isInside(path, place))
}

function programFolders(folder: string, home: string): string[] {
  const prefix = /^(?:s?bin|shims)$/.test(basename(folder)) ? dirname(folder) : folder
  if (isInside(home, prefix) || prefix === '/') return isInside(home, folder) ? [] : [folder]
  if (SHARED.some((name) => prefix === join(home, name))) return [folder, join(prefix, 'lib')]
  // The programs in it are all the same one, which looks for the others here.
  return basename(prefix) === '.cargo' ? [folder, join(dirname(prefix), '.rustup')] : [prefix]
}

/** Those that this person's programs have made, and those that the usual ones would make. */
async function dotFolders(home: string): Promise<string[]> {
  const entries = await readdir(home, { withFileTypes: true }).catch(() => [])
  const there = entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('.'))
    .map(({ name }) => name)
  return [...new Set([...USUAL_CACHES, ...there.slice(0, MAX_CACHES)])].map((name) => join(home, name))
}

async function keysIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile() && isKeyName(entry.name))
    .map(({ name }) => join(folder, name))
}
