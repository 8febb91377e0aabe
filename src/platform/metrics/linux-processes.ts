import { readdir, readFile, stat } from 'node:fs/promises'
import { endianness } from 'node:os'
import { basename, join } from 'node:path'
import { presentCommand } from './command-line.ts'
import type { ProcessCounters, ProcessDetails } from './source.ts'

/** Files read side by side: enough to keep the thread pool busy, few enough to let others have their turn. */
const BATCH_SIZE = 16

export interface ProcessReader {
  readonly list: () => Promise<ProcessCounters[]>
  readonly details: (processes: readonly ProcessCounters[]) => Promise<Map<number, ProcessDetails>>
}

export function createProcessReader({ root = '/' }: { root?: string } = {}): ProcessReader {
  let units: Promise<KernelUnits> | undefined
  // Command line and owner of a process hardly ever change; an exec changes its name too.
  let remembered = new Map<string, ProcessDetails>()

  return {
    async list() {
      units ??= readUnits(root)
      const measures = await units
      const pids = (await readdir(join(root, 'proc'))).filter((name) => /^\d+$/.test(name))
      const found = await inBatches(pids, async (pid) => {
        const line = await readIfThere(join(root, 'proc', pid, 'stat'))
        return line === null ? null : parseProcessStat(line, measures)
      })
      return found.filter((process) => process !== null)
    },
    async details(processes) {
      const strangers = processes.filter((process) => !remembered.has(keyOf(process)))
      const users = strangers.length > 0 ? await readUsers(root) : new Map<number, string>()
      const known = new Map<string, ProcessDetails>()
      await inBatches(processes, async (process) => {
        const details = remembered.get(keyOf(process)) ?? (await readDetails(process, { root, users }))
        if (details) known.set(keyOf(process), details)
      })
      remembered = known
      return new Map(
        processes.flatMap((process) => {
          const details = known.get(keyOf(process))
          return details ? [[process.pid, details] as const] : []
        }),
      )
    },
  }
}

export interface KernelUnits {
  readonly ticks_per_second: number
  readonly page_bytes: number
}

/** The name stands in brackets and may itself contain brackets and blanks, so the rest is counted from the last one. */
export function parseProcessStat(
  line: string,
  { ticks_per_second, page_bytes }: KernelUnits,
): ProcessCounters | null {
  const open = line.indexOf('(')
  const close = line.lastIndexOf(')')
  if (open < 0 || close < open) return null
  const fields = line.slice(close + 2).split(' ')
  return {
    pid: Number.parseInt(line, 10),
    started: Number(fields[19]),
    name: line.slice(open + 1, close),
    cpu_seconds: (Number(fields[11]) + Number(fields[12])) / ticks_per_second,
    memory_bytes: Number(fields[21]) * page_bytes,
  }
}

/** Page size differs by kernel (4, 16 or 64 KiB on ARM). The auxiliary vector says it without running `getconf`. */
export function parseUnits(auxiliary: Buffer): KernelUnits {
  const pageSizeEntry = 6n
  const clockTicksEntry = 17n
  const words = new Map<bigint, bigint>()
  const read = endianness() === 'LE' ? auxiliary.readBigUInt64LE : auxiliary.readBigUInt64BE
  for (let offset = 0; offset + 16 <= auxiliary.length; offset += 16) {
    words.set(read.call(auxiliary, offset), read.call(auxiliary, offset + 8))
  }
  return {
    page_bytes: Number(words.get(pageSizeEntry) ?? 4096n),
    ticks_per_second: Number(words.get(clockTicksEntry) ?? 100n),
  }
}

async function readUnits(root: string): Promise<KernelUnits> {
  return parseUnits(await readFile(join(root, 'proc/self/auxv')).catch(() => Buffer.alloc(0)))
}

async function readDetails(
  process: ProcessCounters,
  { root, users }: { root: string; users: ReadonlyMap<number, string> },
): Promise<ProcessDetails | null> {
  const folder = join(root, 'proc', String(process.pid))
  const owner = await stat(folder).catch(() => null)
  if (!owner) return null
  const line = await readIfThere(join(folder, 'cmdline'))
  const args = line?.split('\0').filter((argument) => argument !== '') ?? []
  return {
    name: wholeName(process.name, args[0]),
    // Threads of the kernel have no command line; ps shows them like this too.
    command: args.length > 0 ? presentCommand(args) : `[${process.name}]`,
    user: users.get(owner.uid) ?? String(owner.uid),
  }
}

/** The kernel cuts names after 15 bytes, and Node calls the main thread of every program `MainThread`. */
function wholeName(short: string, program: string | undefined): string {
  const name = program ? basename(program) : ''
  return name.startsWith(short) || (name && short === 'MainThread') ? name : short
}

async function readUsers(root: string): Promise<Map<number, string>> {
  const passwd = await readIfThere(join(root, 'etc/passwd'))
  const users = new Map<number, string>()
  for (const line of passwd?.split('\n') ?? []) {
    const [name, , uid] = line.split(':')
    if (name && uid && !users.has(Number(uid))) users.set(Number(uid), name)
  }
  return users
}

/** A process may end between being listed and being read: that is no failure, it is just not there any more. */
async function readIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return null
  }
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  for (let start = 0; start < items.length; start += BATCH_SIZE) {
    results.push(...(await Promise.all(items.slice(start, start + BATCH_SIZE).map(run))))
  }
  return results
}

function keyOf(process: ProcessCounters): string {
  return `${process.pid}:${process.started}:${process.name}`
}
