import { lstat, type Dirent, type Stats } from 'node:fs'
import { lstat as lstatOf, readdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '../../../../../contract/errors.ts'
import { fileError, isMissing } from '../../../../../platform/files/file-error.ts'
import { joined } from '../../../../../platform/files/walk.ts'
import type { Place } from './place.ts'

export const MAX_FOLDERS = 20_000
const MAX_FILES = 100_000
/** Measured with 10,000 files in 100 folders: 4 take 95 ms, 1 takes 118, and 16 take 140 and more. */
const FOLDERS_AT_ONCE = 4

/** Files by name, in folders by their path below the root; the root itself is ''. */
export type FilesByFolder<File> = ReadonlyMap<string, ReadonlyMap<string, File>>

export interface Scan {
  readonly files: FilesByFolder<Stats>
  /** Paths below the root of which nobody can tell what is there now. */
  readonly unsure: ReadonlySet<string>
  /** Folders that another disk is mounted at. */
  readonly mounts: readonly string[]
}

/** Everything that counts in a place. Links are not followed. Throws where the root itself cannot be read. */
export async function scan(place: Place, signal: AbortSignal): Promise<Scan> {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  try {
    // A disk that does not answer holds nobody up who wants to stop.
    return await Promise.race([new Scanner(place, signal).run(), stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Programs mark what is only theirs for the moment with a dot or a tilde: locks, copies, what they are about to rename. */
export function isLeftOutName(name: string): boolean {
  return name.startsWith('.') || name.startsWith('~') || name.endsWith('~')
}

export function below(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`
}

export function tooManyFolders({ named }: Pick<Place, 'named'>): AppError {
  return new AppError(
    'too_large',
    `"${named}" has more than ${MAX_FOLDERS.toLocaleString('en')} folders. Watch a smaller one.`,
  )
}

interface Folder {
  readonly path: string
  readonly device: number
}

class Scanner {
  readonly #place: Place
  readonly #signal: AbortSignal
  readonly #files = new Map<string, Map<string, Stats>>()
  readonly #unsure = new Set<string>()
  readonly #mounts: string[] = []
  #folderCount = 0
  #fileCount = 0

  constructor(place: Place, signal: AbortSignal) {
    this.#place = place
    this.#signal = signal
  }

  async run(): Promise<Scan> {
    await this.#visitAll([await this.#rootFolder()])
    return { files: this.#files, unsure: this.#unsure, mounts: this.#mounts.toSorted() }
  }

  #visitAll(waiting: Folder[]): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    let open = 0
    const visitMore = (): void => {
      while (open < FOLDERS_AT_ONCE && waiting.length > 0 && !this.#signal.aborted) {
        open += 1
        this.#visit(waiting.pop()!).then(visited, reject)
      }
      if (open === 0) resolve()
    }
    const visited = (folders: readonly Folder[]): void => {
      open -= 1
      waiting.push(...folders)
      visitMore()
    }
    visitMore()
    return promise
  }

  async #rootFolder(): Promise<Folder> {
    const { root, named } = this.#place
    try {
      const [own, above] = await Promise.all([lstatOf(root), lstatOf(dirname(root))])
      if (own.dev !== above.dev) this.#mounts.push('')
      return { path: '', device: own.dev }
    } catch (error) {
      throw fileError(error, named)
    }
  }

  /** The folders in it that are to be visited too. */
  async #visit(folder: Folder): Promise<Folder[]> {
    this.#folderCount += 1
    if (this.#folderCount > MAX_FOLDERS) throw tooManyFolders(this.#place)
    const entries = (await this.#entriesOf(folder.path)).filter((entry) => this.#counts(folder.path, entry))
    const found = await allStats(
      this.#absolute(folder.path),
      entries.map(({ name }) => name),
    )
    const files = new Map<string, Stats>()
    const folders: Folder[] = []
    for (const [index, { name }] of entries.entries()) {
      const stats = found[index]!
      const path = below(folder.path, name)
      if (stats instanceof Error) this.#failed(path, stats)
      else if (stats.isFile()) files.set(name, stats)
      else if (stats.isDirectory()) folders.push(this.#entered(path, { stats, folder }))
    }
    if (files.size > 0) this.#files.set(folder.path, files)
    this.#count(files.size)
    return folders
  }

  #entered(path: string, { stats: { dev }, folder }: { stats: Stats; folder: Folder }): Folder {
    if (dev !== folder.device) this.#mounts.push(path)
    return { path, device: dev }
  }

  #counts(folder: string, entry: Dirent): boolean {
    const { only, recursive, leavesOut } = this.#place
    if (only !== undefined) return entry.name === only
    if (entry.isDirectory()) return recursive && !leavesOut(this.#absolute(below(folder, entry.name)))
    return entry.isFile() && !isLeftOutName(entry.name)
  }

  async #entriesOf(folder: string): Promise<Dirent[]> {
    try {
      return await readdir(this.#absolute(folder), { withFileTypes: true })
    } catch (error) {
      if (folder === '') throw fileError(error, this.#place.named)
      this.#failed(folder, error)
      return []
    }
  }

  #failed(path: string, error: unknown): void {
    if (!isMissing(error)) this.#unsure.add(path)
  }

  #absolute(path: string): string {
    return path === '' ? this.#place.root : joined(this.#place.root, path)
  }

  #count(files: number): void {
    this.#fileCount += files
    if (this.#fileCount <= MAX_FILES) return
    const most = MAX_FILES.toLocaleString('en')
    throw new AppError(
      'too_large',
      `"${this.#place.named}" has more than ${most} files. Watch a smaller folder.`,
    )
  }
}

/** The callback form: for thousands of files, promises cost as much again as asking. */
function allStats(folder: string, names: readonly string[]): Promise<(Stats | Error)[]> {
  const { promise, resolve } = Promise.withResolvers<(Stats | Error)[]>()
  const found: (Stats | Error)[] = []
  let open = names.length
  if (open === 0) resolve(found)
  for (const [index, name] of names.entries())
    lstat(joined(folder, name), (error, stats) => {
      found[index] = error ?? stats
      open -= 1
      if (open === 0) resolve(found)
    })
  return promise
}
