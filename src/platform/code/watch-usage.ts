import { readFile, readdir } from 'node:fs/promises'

export interface UsageLimits {
  /** Memory of all processes together. */
  readonly bytes: number
  /** Processes at the same time. */
  readonly processes: number
}

const EVERY_MS = 100
const PAGE_BYTES = 4_096

/**
 * Looks at a program and all that it started, again and again, until the returned function is called. The limits that the
 * kernel keeps are for each process by itself, and those on their number do not hold for root.
 */
export function watchUsage(
  pid: number,
  limits: UsageLimits,
  onTooMuch: (what: 'memory' | 'processes') => void,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const look = async () => {
    const { bytes, processes } = await usageOf(pid, limits.processes)
    if (isOver) return
    if (processes > limits.processes) onTooMuch('processes')
    else if (bytes > limits.bytes) onTooMuch('memory')
    else timer = setTimeout(() => void look(), EVERY_MS)
  }
  void look()
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

async function usageOf(first: number, maxProcesses: number): Promise<{ bytes: number; processes: number }> {
  let bytes = 0
  let processes = 0
  for (let pids = [first]; pids.length > 0 && processes <= maxProcesses;) {
    processes += pids.length
    const all = await Promise.all(
      pids
        .slice(0, maxProcesses)
        .map(async (pid) => [await residentBytes(pid), await childrenOf(pid)] as const),
    )
    bytes += all.reduce((sum, [used]) => sum + used, 0)
    pids = all.flatMap(([, children]) => children)
  }
  return { bytes, processes }
}

async function residentBytes(pid: number): Promise<number> {
  const [, pages = '0'] = (await read(`/proc/${pid}/statm`)).split(' ')
  return Number(pages) * PAGE_BYTES
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const texts = await Promise.all(threads.map((thread) => read(`/proc/${pid}/task/${thread}/children`)))
  return texts.flatMap((text) => text.split(' ').filter(Boolean).map(Number))
}

/** It may have ended by now. */
function read(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
