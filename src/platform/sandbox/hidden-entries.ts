import type { Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isKeyName } from '../files/key-names.ts'
import { filesWithSecondNames, isAmong } from './second-names.ts'

/** What of a folder a program does not get to see, and the repositories in it. */
export interface LookedThrough {
  readonly hidden: readonly HiddenEntry[]
  /** The folders with HEAD, config and objects: `.git`, or the whole of a bare repository. */
  readonly repositories: readonly string[]
  /** False when the folder holds more than was looked at. */
  readonly isComplete: boolean
}

export interface HiddenEntry {
  readonly path: string
  readonly isFolder: boolean
}

export interface LookOptions {
  /** `all_dots` hides every dot entry but those of version control; `secrets` what holds a credential. */
  readonly hide: 'all_dots' | 'secrets'
  /** Files that are hidden under any name, by the numbers the disk knows them by. */
  readonly numbers?: ReadonlySet<string>
  readonly most?: number
  /** Folders that were looked through already. */
  readonly except?: readonly string[]
}

/** More than this takes longer than the command, and its masks are more than bubblewrap takes. */
export const MAX_ENTRIES = 20_000
const MAX_HIDDEN = 1_500
const AT_ONCE = 16
const HEAD_BYTES = 64 * 1024

const KEPT_DOTS =
  /^\.(?:git|gitignore|gitattributes|gitmodules|gitkeep|github|editorconfig|nvmrc|node-version|python-version|tool-versions|prettierrc.*|prettierignore|eslintrc.*|eslintignore|dockerignore|npmignore|bin|package-lock\.json)$/
const KEY_FOLDERS = /^\.(?:ssh|gnupg|aws|azure|kube|docker|password-store)$/
const SAMPLE_NAMES = /\.(?:example|sample|template|dist)$/i
const CREDENTIAL =
  /-----BEGIN [A-Z ]*PRIVATE KEY|(?:token|secret|passw(?:or)?d|api_?key|access_?key|credential|_auth)\w*["']?\s*[=:]\s*["']?[^\s"'$<{]{6}|:\/\/[^\s/:@]+:[^\s/@]+@/i
/** A token may stand alone in the place of the user name. */
const CREDENTIAL_ADDRESS = /:\/\/[^\s/@]+@|extraheader/i

/** Bounded and from the top down: what is not reached is not vouched for, which the answer says. */
export async function lookThrough(folder: string, options: LookOptions): Promise<LookedThrough> {
  const { most = MAX_ENTRIES, except = [] } = options
  const hidden: HiddenEntry[] = []
  const repositories: string[] = []
  let seen = 0
  for (let level = [folder]; level.length > 0;) {
    const batch = level.splice(0, AT_ONCE)
    const lists = await Promise.all(
      batch.map((path) => readdir(path, { withFileTypes: true }).catch(noEntries)),
    )
    for (const [at, entries] of lists.entries()) {
      seen += entries.length
      if (seen > most || hidden.length > MAX_HIDDEN) return { hidden, repositories, isComplete: false }
      const found = await judge(batch[at]!, entries, options)
      hidden.push(...found.hidden)
      repositories.push(...found.repositories)
      level.push(...found.folders.filter((path) => !except.includes(path)))
    }
  }
  return { hidden, repositories, isComplete: true }
}

/** Whether a file, as a program would read it, holds what looks like a password or key. */
export async function holdsCredential(path: string, pattern = CREDENTIAL): Promise<boolean> {
  try {
    await using file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(HEAD_BYTES) })
    return pattern.test(buffer.toString('latin1', 0, bytesRead))
  } catch {
    // What we cannot read, the program cannot either.
    return false
  }
}

interface Judged {
  readonly hidden: readonly HiddenEntry[]
  readonly repositories: readonly string[]
  readonly folders: readonly string[]
}

async function judge(folder: string, entries: readonly Dirent[], options: LookOptions): Promise<Judged> {
  const names = new Set(entries.map(({ name }) => name))
  if (['HEAD', 'config', 'objects', 'refs'].every((name) => names.has(name))) return repository(folder)
  // Programs and their libraries, which no person put anything into.
  if (names.has('pyvenv.cfg')) return { hidden: [], repositories: [], folders: [] }
  const hidden: HiddenEntry[] = []
  const folders: string[] = []
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isSymbolicLink()) continue
    if ((await isHidden(entry, path, options)) || (await isAmong(options.numbers, entry, path)))
      hidden.push({ path, isFolder: entry.isDirectory() })
    else if (entry.isDirectory() && entry.name !== 'node_modules') folders.push(path)
  }
  return { hidden, repositories: [], folders }
}

async function repository(folder: string): Promise<Judged> {
  const config = join(folder, 'config')
  const isSecret = (await holdsCredential(config)) || (await holdsCredential(config, CREDENTIAL_ADDRESS))
  // Those of submodules lie inside, each with settings of its own.
  return {
    hidden: isSecret ? [{ path: config, isFolder: false }] : [],
    repositories: [folder],
    folders: [join(folder, 'modules')],
  }
}

/** What a person hides at home, where it has a second name that could lie in a workspace. */
export async function secretsWithSecondNames(home: string, dataFolder: string): Promise<ReadonlySet<string>> {
  const names = await readdir(home, { withFileTypes: true }).catch(noEntries)
  const secret = names.filter(
    (entry) =>
      isKeyName(entry.name) ||
      (entry.name.startsWith('.') && (entry.isFile() || KEY_FOLDERS.test(entry.name))),
  )
  return filesWithSecondNames([...secret.map(({ name }) => join(home, name)), dataFolder])
}

async function isHidden(entry: Dirent, path: string, { hide }: LookOptions): Promise<boolean> {
  const { name } = entry
  if (isKeyName(name) || KEY_FOLDERS.test(name)) return true
  // What is no file may lead to another program.
  if (entry.isSocket() || entry.isFIFO()) return true
  if (hide === 'all_dots') return name.startsWith('.') && !KEPT_DOTS.test(name)
  if (!name.startsWith('.') || !entry.isFile() || SAMPLE_NAMES.test(name)) return false
  return /^\.env(?:\.|rc$|$)/.test(name) || holdsCredential(path)
}

function noEntries(): Dirent[] {
  return []
}
