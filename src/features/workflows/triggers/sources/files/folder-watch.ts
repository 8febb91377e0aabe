import { watch, type FSWatcher } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { errorCodeOf } from '../../../../../platform/files/file-error.ts'
import { joined } from '../../../../../platform/files/walk.ts'
import type { Place } from './place.ts'
import { isLeftOutName, MAX_FOLDERS } from './scan.ts'

export interface FolderWatchOptions {
  /** The place, or undefined while there is nothing to watch. */
  find(): Promise<Place | undefined>
  hint(): void
  /** How long to leave between two hints, so that looking does not take the whole machine. */
  pauseMs(): number
  readonly signal: AbortSignal
  /** In place of the system's own. */
  readonly watchFolder?: typeof watch
}

/** What happens at once is looked at once. */
const GATHER_MS = 100
/** How often to look where nothing can be watched. */
export const UNWATCHED_MS = 30_000

/** One watch for each folder: a hint that something in it may have changed. */
export class FolderWatch {
  readonly #options: FolderWatchOptions
  readonly #watched = new Map<string, { readonly inode: number; readonly watcher: FSWatcher }>()
  readonly #touched = new Set<string>()
  #place: Place | undefined
  #timer: NodeJS.Timeout | undefined
  #hintedAt = -Infinity

  constructor(options: FolderWatchOptions) {
    this.#options = options
    options.signal.addEventListener('abort', () => this.#letGo(), { once: true })
  }

  /** Resolves once everything is watched that can be. */
  async start(): Promise<void> {
    await this.#refresh([])
    if (!this.#isWatching) this.#tryLater()
  }

  get #isWatching(): boolean {
    return this.#place !== undefined && this.#watched.has(this.#place.root)
  }

  /** Watches what is new in these folders, or everything where the place is another one now. */
  async #refresh(folders: readonly string[]): Promise<void> {
    const place = await this.#options.find().catch(() => undefined)
    const isSame = place?.root === this.#place?.root && place?.only === this.#place?.only
    if (!isSame) this.#letGo()
    this.#place = place
    if (place) await Promise.all((isSame ? folders : [place.root]).map((folder) => this.#watchTree(folder)))
  }

  async #watchTree(folder: string): Promise<void> {
    await this.#watchFolder(folder)
    if (!this.#place?.recursive) return
    const inside = await this.#foldersIn(folder)
    this.#forgetOthers(folder, new Set(inside))
    await Promise.all(
      inside.map(async (path) => {
        // One that is watched already tells by itself what happens in it.
        if (await this.#watchFolder(path)) await this.#watchTree(path)
      }),
    )
  }

  /** Whether it was not watched yet: another folder may have taken its name. */
  async #watchFolder(path: string): Promise<boolean> {
    const { signal, watchFolder = watch } = this.#options
    const inode = (await lstat(path).catch(() => undefined))?.ino
    if (signal.aborted || !this.#place || this.#watched.get(path)?.inode === inode) return false
    this.#forget(path)
    if (inode === undefined) return false
    if (this.#watched.size >= MAX_FOLDERS) return this.#giveUp()
    try {
      const watcher = watchFolder(path, { persistent: false }, (_, name) => this.#noteChange(path, name))
      watcher.on('error', () => this.#noteChange(path, null))
      this.#watched.set(path, { inode, watcher })
      return true
    } catch (error) {
      return errorCodeOf(error) === 'ENOSPC' || errorCodeOf(error) === 'EMFILE' ? this.#giveUp() : false
    }
  }

  async #foldersIn(folder: string): Promise<string[]> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const paths = entries.filter((entry) => entry.isDirectory()).map(({ name }) => joined(folder, name))
    return paths.filter((path) => !this.#place?.leavesOut(path))
  }

  /** A folder that was renamed is watched by its new name. */
  #forgetOthers(folder: string, inside: ReadonlySet<string>): void {
    const start = joined(folder, '')
    for (const path of this.#watched.keys()) {
      if (!path.startsWith(start)) continue
      const end = path.indexOf('/', start.length)
      if (!inside.has(end < 0 ? path : path.slice(0, end))) this.#forget(path)
    }
  }

  #noteChange(folder: string, name: string | null): void {
    const only = this.#place?.only
    if (only !== undefined && name !== null && name !== only) return
    if (only === undefined && name !== null && isLeftOutName(name)) return
    this.#touched.add(folder)
    if (this.#touched.size > 1) return
    const pause = this.#hintedAt + this.#options.pauseMs() - performance.now()
    this.#wait(Math.max(GATHER_MS, pause), () => this.#tell())
  }

  /** New folders are watched before anybody looks, so that nothing falls between. */
  async #tell(): Promise<void> {
    const folders = [...this.#touched]
    this.#touched.clear()
    await this.#refresh(folders)
    this.#hint()
    if (!this.#isWatching) this.#tryLater()
  }

  #hint(): void {
    if (this.#options.signal.aborted) return
    this.#hintedAt = performance.now()
    this.#options.hint()
  }

  /** The system has no more watches, or there is nothing to watch yet. */
  #tryLater(): void {
    this.#touched.clear()
    this.#wait(UNWATCHED_MS, async () => {
      await this.start()
      this.#hint()
    })
  }

  #wait(milliseconds: number, act: () => Promise<void>): void {
    if (this.#options.signal.aborted) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void act(), milliseconds).unref()
  }

  /** There are no more watches: those of other programs matter too, so all are given back. */
  #giveUp(): false {
    this.#letGo()
    this.#place = undefined
    return false
  }

  #forget(path: string): void {
    this.#watched.get(path)?.watcher.close()
    this.#watched.delete(path)
  }

  #letGo(): void {
    clearTimeout(this.#timer)
    this.#touched.clear()
    for (const path of this.#watched.keys()) this.#forget(path)
  }
}
