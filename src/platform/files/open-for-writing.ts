import { readdir, readFile, readlink } from 'node:fs/promises'

const PROCESSES_AT_ONCE = 8
/** The last digit of the flags: 0 is reading only. */
const WRITES = /^flags:\s*[0-7]*[123567]$/m

/**
 * Which of the files some program of this user has open for writing, e.g. a browser that still loads them. Paths have no
 * links. Only Linux can tell; elsewhere, and of the programs of others, nothing is known. No disk is asked, so that one
 * which does not answer holds nobody up.
 */
export async function openForWriting(paths: readonly string[]): Promise<ReadonlySet<string>> {
  const wanted = new Set(paths)
  const found = new Set<string>()
  if (process.platform !== 'linux' || wanted.size === 0) return found
  const processes = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const work = async (): Promise<void> => {
    for (let pid = processes.pop(); pid !== undefined; pid = processes.pop())
      for (const path of await writtenBy(pid, wanted)) found.add(path)
  }
  await Promise.all(Array.from({ length: PROCESSES_AT_ONCE }, work))
  return found
}

/** A process may end at any moment, and those of others cannot be looked into. */
async function writtenBy(pid: string, wanted: ReadonlySet<string>): Promise<string[]> {
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => [])
  const found = await Promise.all(
    descriptors.map(async (descriptor) => {
      const path = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')
      if (!wanted.has(path)) return []
      const about = await readFile(`/proc/${pid}/fdinfo/${descriptor}`, 'utf8').catch(() => '')
      return WRITES.test(about) ? [path] : []
    }),
  )
  return found.flat()
}
