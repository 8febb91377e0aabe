import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { TaskChanges } from '../../../contract/computer-changes.ts'

interface Looking {
  readonly home: string
  /** Folders that are not looked into. */
  readonly ignored: readonly string[]
  readonly ms: number
}

/** What lies in the folders that were read, by the path of each. */
export interface FileList {
  readonly folders: ReadonlyMap<string, ReadonlyMap<string, 'file' | 'folder'>>
  readonly isComplete: boolean
}

const MAX_ENTRIES = 20_000
const MAX_LISTED = 20
const AT_ONCE = 16

/** The visible folders of a home, those at the top first, as far as time and number allow. Links are not followed. */
export async function listFiles({ home, ignored, ms }: Looking): Promise<FileList> {
  const until = performance.now() + ms
  const folders = new Map<string, Map<string, 'file' | 'folder'>>()
  let waiting = [home]
  let entries = 0
  while (waiting.length > 0) {
    if (entries > MAX_ENTRIES || performance.now() > until) return { folders, isComplete: false }
    const now = waiting.slice(0, AT_ONCE)
    waiting = waiting.slice(AT_ONCE)
    for (const [index, found] of (await Promise.all(now.map(readFolder))).entries()) {
      const folder = now[index]!
      if (!found) continue
      entries += found.length
      folders.set(folder, new Map(found.map((one) => [one.name, one.isDirectory() ? 'folder' : 'file'])))
      const inside = found.filter((one) => one.isDirectory()).map(({ name }) => join(folder, name))
      waiting.push(...inside.filter((path) => !ignored.includes(path)))
    }
  }
  return { folders, isComplete: true }
}

/** undefined where it has gone, or is not for us. What is hidden belongs to programs. */
async function readFolder(path: string): Promise<Dirent[] | undefined> {
  try {
    return (await readdir(path, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'))
  } catch {
    return undefined
  }
}

/** What is different from before, in the folders that were read both times. */
export async function filesChangedSince(
  before: FileList,
  began: number,
  looking: Looking,
): Promise<NonNullable<TaskChanges['files']>> {
  const until = performance.now() + looking.ms
  const after = await listFiles(looking)
  const created: string[] = []
  const deleted: string[] = []
  const both: string[] = []
  for (const [folder, now] of after.folders) {
    const then = before.folders.get(folder)
    if (!then) continue
    for (const [name, kind] of now) {
      const path = join(folder, name)
      if (then.get(name) !== kind) created.push(named(path, kind))
      else if (kind === 'file') both.push(path)
    }
    for (const [name, kind] of then) if (now.get(name) !== kind) deleted.push(named(join(folder, name), kind))
  }
  const { changed, isComplete } = await writtenSince(both, began, until)
  const all = { created, changed, deleted }
  const list = (paths: readonly string[]) =>
    paths
      .slice(0, MAX_LISTED)
      .map((path) => `${relative(looking.home, path)}${path.endsWith('/') ? '/' : ''}`)
  return {
    created: list(created),
    changed: list(changed),
    deleted: list(deleted),
    more: Object.values(all).reduce((sum, { length }) => sum + Math.max(0, length - MAX_LISTED), 0),
    complete: before.isComplete && after.isComplete && isComplete,
  }
}

function named(path: string, kind: 'file' | 'folder'): string {
  return kind === 'folder' ? `${path}/` : path
}

async function writtenSince(
  paths: readonly string[],
  since: number,
  until: number,
): Promise<{ changed: string[]; isComplete: boolean }> {
  const changed: string[] = []
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    if (performance.now() > until) return { changed, isComplete: false }
    const some = paths.slice(from, from + AT_ONCE)
    const times = await Promise.all(
      some.map((path) =>
        lstat(path).then(
          ({ mtimeMs }) => mtimeMs,
          () => 0,
        ),
      ),
    )
    changed.push(...some.filter((_path, index) => times[index]! >= since))
  }
  return { changed, isComplete: true }
}
