import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)
const everyMs = 50

/**
 * Calls `onExceeded` once a process uses more memory than allowed. The limits that Node offers count the heap of
 * JavaScript only, and a bomb unpacks into buffers. Returns what ends the watch.
 */
export function watchMemory(
  pid: number | undefined,
  { maxBytes, onExceeded }: { maxBytes: number; onExceeded: () => void },
): () => void {
  let stopped = pid === undefined
  const look = async (): Promise<void> => {
    if (stopped || pid === undefined) return
    if ((await residentBytes(pid)) > maxBytes) {
      stopped = true
      onExceeded()
      return
    }
    timer = setTimeout(() => void look(), everyMs).unref()
  }
  let timer = setTimeout(() => void look(), everyMs).unref()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** 0 when the process is gone. */
async function residentBytes(pid: number): Promise<number> {
  try {
    if (process.platform === 'linux') {
      const status = await readFile(`/proc/${pid}/status`, 'utf8')
      return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
    }
    const { stdout } = await run('ps', ['-o', 'rss=', '-p', String(pid)])
    return Number(stdout.trim()) * 1024
  } catch {
    return 0
  }
}
