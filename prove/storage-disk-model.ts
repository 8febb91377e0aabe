/**
 * What a disk may hold after a power cut, by the rules that programs can rely on: content is safe once its file was
 * synced, a name once its folder was. Everything else may be there or not, in pieces of a sector.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export type CutMode =
  /** Nothing that was not synced is there. */
  | 'drop'
  /** Of what was not synced, each sector is there or not by chance. */
  | 'random'

type Change = { readonly at: number; readonly bytes: Buffer } | { readonly length: number }

interface ModelFile {
  safe: Buffer
  pending: Change[]
}

type NameChange = readonly (readonly [path: string, file: ModelFile | null])[]

const SECTOR = 512

export class DiskModel {
  /** Names as the running process sees them. */
  readonly #names = new Map<string, ModelFile>()
  readonly #safeNames = new Map<string, ModelFile>()
  /** By folder, in their order: a file system that keeps a journal does not reorder them. */
  readonly #pendingNames = new Map<string, NameChange[]>()

  open(path: string, { create, truncate }: { create: boolean; truncate: boolean }): ModelFile | null {
    let file = this.#names.get(path) ?? null
    if (!file && create) {
      file = { safe: Buffer.alloc(0), pending: [] }
      this.#rename([[path, file]])
    }
    if (file && truncate) file.pending.push({ length: 0 })
    return file
  }

  remove(path: string): void {
    this.#rename([[path, null]])
  }

  move(from: string, to: string): void {
    const file = this.#names.get(from)
    if (!file) throw new Error(`The log renames ${from}, which it has not created.`)
    this.#rename([
      [from, null],
      [to, file],
    ])
  }

  /** Only what was pending when the sync began is covered by it. */
  pendingIn(target: ModelFile | string): number {
    return typeof target === 'string' ? this.#pendingNamesIn(target).length : target.pending.length
  }

  sync(target: ModelFile | string, covered: number): void {
    if (typeof target === 'string') {
      for (const change of this.#pendingNamesIn(target).splice(0, covered))
        applyNames(this.#safeNames, change)
      return
    }
    for (const change of target.pending.splice(0, covered)) target.safe = apply(target.safe, change)
  }

  /** A sync that failed: the kernel forgets what it could not write, and no later sync brings it back. */
  failSync(target: ModelFile | string, covered: number): void {
    if (typeof target === 'string') return
    for (const change of target.pending.splice(0, covered)) target.safe = applyByChance(target.safe, change)
  }

  /** Writes what is left after a cut at this moment. */
  materialise(root: string, { mode, from }: { mode: CutMode; from: string }): void {
    const names = new Map(this.#safeNames)
    if (mode === 'random') {
      for (const changes of this.#pendingNames.values()) {
        for (const change of changes.slice(0, randomUpTo(changes.length))) applyNames(names, change)
      }
    }
    for (const [path, file] of names) {
      let content = file.safe
      if (mode === 'random') {
        content = Buffer.from(content)
        for (const change of file.pending) content = applyByChance(content, change)
      }
      const target = join(root, path.slice(from.length))
      mkdirSync(dirname(target), { recursive: true })
      writeFileSync(target, content)
    }
  }

  #rename(change: NameChange): void {
    applyNames(this.#names, change)
    this.#pendingNamesIn(dirname(change[0]?.[0] ?? '')).push(change)
  }

  #pendingNamesIn(folder: string): NameChange[] {
    const changes = this.#pendingNames.get(folder) ?? []
    this.#pendingNames.set(folder, changes)
    return changes
  }
}

export type { ModelFile }

function applyNames(names: Map<string, ModelFile>, change: NameChange): void {
  for (const [path, file] of change) {
    if (file) names.set(path, file)
    else names.delete(path)
  }
}

/** In place, since there are many changes and few of them make a file longer; whoever needs the old content has a copy. */
function apply(content: Buffer, change: Change): Buffer {
  if ('length' in change) return resized(content, change.length)
  const end = change.at + change.bytes.length
  const result = end > content.length ? resized(content, end) : content
  change.bytes.copy(result, change.at)
  return result
}

function applyByChance(content: Buffer, change: Change): Buffer {
  if ('length' in change) return Math.random() < 0.5 ? apply(content, change) : content
  let result = content
  for (let offset = 0; offset < change.bytes.length; offset += SECTOR) {
    if (Math.random() < 0.5) continue
    result = apply(result, { at: change.at + offset, bytes: change.bytes.subarray(offset, offset + SECTOR) })
  }
  return result
}

function resized(content: Buffer, length: number): Buffer {
  const result = Buffer.alloc(length)
  content.copy(result, 0, 0, length)
  return result
}

function randomUpTo(maximum: number): number {
  return Math.floor(Math.random() * (maximum + 1))
}
