import { readdir, type Dirent } from 'node:fs'
import { fileError } from './file-error.ts'

export interface WalkedFolder {
  readonly path: string
  /** 0 for the folder the walk began in. */
  readonly depth: number
}

export interface WalkOptions {
  readonly signal: AbortSignal
  /** Gets each folder once, in no certain order; returns the names of the folders to go into. */
  readonly visit: (folder: WalkedFolder, entries: readonly Dirent[]) => readonly string[]
}

export interface Walked {
  /** Folders below the first that could not be read. */
  readonly unreadable: number
}

/**
 * Measured over 200,000 files in 1,000 to 20,000 folders on two cores: this takes 0.1 to 0.2 s. One folder at a time takes
 * 2 to 3 times as long, `opendir` 4 to 10 times, and synchronous reads in worker threads are no faster.
 */
const foldersAtOnce = 32

/**
 * Reads a folder and those below it. Links are never followed. A folder that cannot be read is counted, except the first,
 * which is the caller's mistake. Rejects as soon as the signal aborts, without waiting for a slow disk.
 */
export function walk(root: string, { signal, visit }: WalkOptions): Promise<Walked> {
  const waiting: WalkedFolder[] = [{ path: root, depth: 0 }]
  let reading = 0
  let unreadable = 0
  const { promise, resolve, reject } = Promise.withResolvers<Walked>()

  const finished = (folder: WalkedFolder, entries: readonly Dirent[]): void => {
    reading -= 1
    if (signal.aborted) return
    try {
      for (const name of visit(folder, entries)) {
        waiting.push({ path: joined(folder.path, name), depth: folder.depth + 1 })
      }
    } catch (error) {
      waiting.length = 0
      reject(error)
      return
    }
    if (reading === 0 && waiting.length === 0) resolve({ unreadable })
    else readMore()
  }

  const readMore = (): void => {
    while (reading < foldersAtOnce && waiting.length > 0) {
      const folder = waiting.pop()!
      reading += 1
      // The callback form: promises cost as much again as the reading itself.
      readdir(folder.path, { withFileTypes: true }, (error, entries) => {
        if (error && folder.depth === 0) reject(fileError(error, root))
        if (error) unreadable += 1
        finished(folder, error ? [] : entries)
      })
    }
  }

  const stop = (): void => reject(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  if (signal.aborted) stop()
  else readMore()
  return promise.finally(() => signal.removeEventListener('abort', stop))
}

export function joined(folder: string, name: string): string {
  return folder === '/' ? `/${name}` : `${folder}/${name}`
}
