/** Reads what strace wrote down and plays it on a disk that exists only in memory. */
import { DiskModel, type ModelFile } from './storage-disk-model.ts'

/** For strace: everything that changes a file. The question mark is for those that not every processor knows. */
const TRACED = `openat close write writev pwrite64 pwritev fsync fdatasync ftruncate truncate unlinkat renameat renameat2
  linkat copy_file_range sendfile fallocate ?open ?creat ?unlink ?rename ?link`
export const TRACED_CALLS = TRACED.split(/\s+/).join(',')

interface Call {
  readonly name: string
  readonly parameters: readonly string[]
  readonly result: number
  readonly covered: number
}

/** One process as the log shows it, moment by moment. */
export class TraceReplay {
  readonly disk = new DiskModel()
  /** The lines that the process had put on its standard output so far. */
  readonly said: string[] = []
  readonly #folder: string
  readonly #open = new Map<number, ModelFile | string>()
  readonly #unfinished = new Map<string, { text: string; covered: number }>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** True when the line changed something that a cut could show. */
  play(line: string): boolean {
    const thread = /^(\d+) +(.*)$/.exec(line)
    const [, id = '', text = ''] = thread ?? []
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)
    if (resumed) {
      const begun = this.#unfinished.get(id)
      this.#unfinished.delete(id)
      return begun !== undefined && this.#finish(`${begun.text}${resumed[1]}`, begun.covered)
    }
    const covered = this.#begin(text)
    const begun = / ?<unfinished \.\.\.>$/.exec(text)
    if (begun) {
      this.#unfinished.set(id, { text: text.slice(0, begun.index), covered })
      return false
    }
    return this.#finish(text, covered)
  }

  /** What counts from the moment the call was made: how much a sync covers, and that a closed number is free again. */
  #begin(text: string): number {
    const sync = /^(?:fsync|fdatasync)\((\d+)/.exec(text)
    const target = sync && this.#open.get(Number(sync[1]))
    if (target) return this.disk.pendingIn(target)
    const close = /^close\((\d+)/.exec(text)
    if (close) this.#open.delete(Number(close[1]))
    return 0
  }

  #finish(text: string, covered: number): boolean {
    const match = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(text)
    if (!match) return false
    const [, name = '', inside = '', result = ''] = match
    const call: Call = { name, parameters: inside.split(', '), result: Number(result), covered }
    const play = handlers[name] ?? refuseUnknown
    return play({ call, disk: this.disk, open: this.#open, said: this.said, folder: this.#folder })
  }
}

interface Moment {
  readonly call: Call
  readonly disk: DiskModel
  readonly open: Map<number, ModelFile | string>
  readonly said: string[]
  readonly folder: string
}

const handlers: Record<string, (moment: Moment) => boolean> = {
  openat: playOpen,
  pwrite64: playWrite,
  write: playWrite,
  fsync: playSync,
  fdatasync: playSync,
  ftruncate: playTruncate,
  unlink: (moment) => playRemove(moment, 0),
  unlinkat: (moment) => playRemove(moment, 1),
  rename: (moment) => playMove(moment, { from: 0, to: 1 }),
  renameat: (moment) => playMove(moment, { from: 1, to: 3 }),
  renameat2: (moment) => playMove(moment, { from: 1, to: 3 }),
}

function playOpen({ call, disk, open, folder }: Moment): boolean {
  const path = trackedPath(call, { at: 1, folder })
  if (path === null || call.result < 0) return false
  const flags = call.parameters[2] ?? ''
  const create = flags.includes('O_CREAT')
  const truncate = flags.includes('O_TRUNC')
  const file = disk.open(path, { create, truncate })
  // Opened without being a file that was created: a folder, opened to be synced.
  open.set(call.result, file ?? path)
  return create || truncate
}

function playWrite({ call, open, said }: Moment): boolean {
  const number = Number(call.parameters[0])
  const bytes = decode(call.parameters[1] ?? '').subarray(0, Math.max(0, call.result))
  if (number === 1) {
    said.push(...bytes.toString('utf8').split('\n').filter(Boolean))
    return true
  }
  const file = open.get(number)
  if (file === undefined || typeof file === 'string' || call.result < 0) return false
  const at = call.name === 'pwrite64' ? Number(call.parameters[3]) : endOf(file)
  file.pending.push({ at, bytes })
  return true
}

function playSync({ call, disk, open }: Moment): boolean {
  const target = open.get(Number(call.parameters[0]))
  if (target === undefined) return false
  if (call.result < 0) disk.failSync(target, call.covered)
  else disk.sync(target, call.covered)
  return true
}

function playTruncate({ call, open }: Moment): boolean {
  const file = open.get(Number(call.parameters[0]))
  if (file === undefined || typeof file === 'string' || call.result < 0) return false
  file.pending.push({ length: Number(call.parameters[1]) })
  return true
}

function playRemove({ call, disk, folder }: Moment, at: number): boolean {
  const path = trackedPath(call, { at, folder })
  if (path === null || call.result < 0) return false
  disk.remove(path)
  return true
}

function playMove({ call, disk, folder }: Moment, { from, to }: { from: number; to: number }): boolean {
  const source = trackedPath(call, { at: from, folder })
  const target = trackedPath(call, { at: to, folder })
  if (source === null || target === null || call.result < 0) return false
  disk.move(source, target)
  return true
}

/** Better no proof than one that has missed something. */
function refuseUnknown({ call, open, folder }: Moment): boolean {
  const isOurs = call.parameters.some(
    (parameter, at) => open.has(Number(parameter)) || trackedPath(call, { at, folder }) !== null,
  )
  if (!isOurs || call.name === 'close') return false
  throw new Error(
    `The log has a ${call.name} on a file of the database, which the disk in memory does not know.`,
  )
}

/** The index of the log is shared memory, made anew by whoever opens the database after a crash. */
function trackedPath(call: Call, { at, folder }: { at: number; folder: string }): string | null {
  const path = decode(call.parameters[at] ?? '').toString('utf8')
  return path.startsWith(folder) && !path.endsWith('-shm') ? path : null
}

function endOf(file: ModelFile): number {
  let length = file.safe.length
  for (const change of file.pending) {
    length = 'length' in change ? change.length : Math.max(length, change.at + change.bytes.length)
  }
  return length
}

/** strace -xx writes every byte as \x and two digits. */
function decode(text: string): Buffer {
  return Buffer.from(text.replaceAll(/["\\x]/g, ''), 'hex')
}
