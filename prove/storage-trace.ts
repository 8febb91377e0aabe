/** Reads what strace wrote down and plays it on a disk that exists only in memory. */
import { DiskModel, type ModelFile } from './storage-disk-model.ts'

/**
 * For strace: everything that changes a file, and what begins a thread or a process. The question mark is for those that not
 * every processor knows.
 */
const TRACED = `?clone ?clone3 ?fork ?vfork openat close write writev pwrite64 pwritev fsync fdatasync ftruncate truncate unlinkat renameat renameat2
  linkat copy_file_range sendfile fallocate ?open ?creat ?unlink ?rename ?link`
export const TRACED_CALLS = TRACED.split(/\s+/).join(',')

interface Call {
  readonly name: string
  readonly parameters: readonly string[]
  readonly result: number
  readonly covered: number
}

/** Which process a thread belongs to: the numbers of open files are the process's own. */
export type ProcessOf = (thread: string) => string

/** From the whole log, for a thread is often seen before the call that began it has ended. */
export async function readProcesses(lines: AsyncIterable<string>): Promise<ProcessOf> {
  const beginners = new Map<string, string>()
  const unfinished = new Map<string, string>()
  for await (const line of lines) {
    const [, id = '', text = ''] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (/^clone3?\(.* <unfinished \.\.\.>$/.test(text)) unfinished.set(id, text)
    const resumed = /^<\.\.\. clone3? resumed>/.test(text)
    const call = resumed ? `${unfinished.get(id) ?? ''}${text}` : text
    const begun = /^clone3?\(.*CLONE_THREAD.* = (\d+)/.exec(call)
    if (begun) beginners.set(begun[1]!, id)
  }
  return (thread) => {
    let at = thread
    for (let next = beginners.get(at); next !== undefined; next = beginners.get(at)) at = next
    return at
  }
}

/** A program and the processes that it begins, as the log shows them, moment by moment. */
export class TraceReplay {
  readonly disk = new DiskModel()
  /** The lines that the program had put on its standard output so far. */
  readonly said: string[] = []
  readonly #folder: string
  readonly #processOf: ProcessOf
  readonly #open = new Map<string, OpenFiles>()
  readonly #unfinished = new Map<string, { text: string; covered: number }>()
  #program: string | undefined

  constructor(folder: string, processOf: ProcessOf) {
    this.#folder = folder
    this.#processOf = processOf
  }

  /** True when the line changed something that a cut could show. */
  play(line: string): boolean {
    const thread = /^(\d+) +(.*)$/.exec(line)
    const [, id = '', text = ''] = thread ?? []
    const process = this.#processOf(id)
    this.#program ??= process
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(text)
    if (resumed) {
      const begun = this.#unfinished.get(id)
      this.#unfinished.delete(id)
      return begun !== undefined && this.#finish(process, { ...begun, text: `${begun.text}${resumed[1]}` })
    }
    const covered = this.#begin(process, text)
    const begun = / ?<unfinished \.\.\.>$/.exec(text)
    if (begun) {
      this.#unfinished.set(id, { text: text.slice(0, begun.index), covered })
      return false
    }
    return this.#finish(process, { text, covered })
  }

  /** What counts from the moment the call was made: how much a sync covers, and that a closed number is free again. */
  #begin(process: string, text: string): number {
    const open = this.#filesOf(process)
    const sync = /^(?:fsync|fdatasync)\((\d+)/.exec(text)
    const target = sync && open.get(Number(sync[1]))
    if (target) return this.disk.pendingIn(target)
    const close = /^close\((\d+)/.exec(text)
    if (close) open.delete(Number(close[1]))
    return 0
  }

  #filesOf(process: string): OpenFiles {
    const open = this.#open.get(process) ?? new Map<number, ModelFile | string>()
    this.#open.set(process, open)
    return open
  }

  #finish(process: string, { text, covered }: { text: string; covered: number }): boolean {
    const match = /^(\w+)\((.*)\)\s+= (-?\d+)/.exec(text)
    if (!match) return false
    const [, name = '', inside = '', result = ''] = match
    const call: Call = { name, parameters: inside.split(', '), result: Number(result), covered }
    const play = handlers[name] ?? refuseUnknown
    const said = process === this.#program ? this.said : null
    return play({ call, disk: this.disk, open: this.#filesOf(process), said, folder: this.#folder })
  }
}

type OpenFiles = Map<number, ModelFile | string>

interface Moment {
  readonly call: Call
  readonly disk: DiskModel
  readonly open: OpenFiles
  /** Null in a process that the program began: nobody hears what that says. */
  readonly said: string[] | null
  readonly folder: string
}

const handlers: Record<string, (moment: Moment) => boolean> = {
  clone: () => false,
  clone3: () => false,
  fork: () => false,
  vfork: () => false,
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
    if (!said) return false
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
