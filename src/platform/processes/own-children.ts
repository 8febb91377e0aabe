import { readFile, readdir, readlink } from 'node:fs/promises'

/** Set in the environment of every program that a tool starts, and inherited by whatever that one starts. */
export const CHILD_MARK = 'DESKHAND_CHILD'

export interface Peer {
  readonly localPort: number | undefined
  readonly remotePort: number | undefined
}

/**
 * Whether the program at the other end of a loopback connection was started by this service, directly or through
 * others. Descent is read from the process tree; a child that detached itself from it still carries the mark in its
 * environment. A program that cleans its environment and detaches is not found: such tools run without a network.
 */
export async function isOwnChild({ localPort, remotePort }: Peer): Promise<boolean> {
  if (process.platform !== 'linux' || localPort === undefined || remotePort === undefined) return false
  const inode = await socketInode({ from: remotePort, to: localPort })
  if (inode === undefined) return false
  for (const pid of await candidates()) {
    if (pid === process.pid || !(await holdsSocket(pid, inode))) continue
    if (await descendsFromUs(pid)) return true
    if (await carriesMark(pid)) return true
  }
  return false
}

async function socketInode({ from, to }: { from: number; to: number }): Promise<string | undefined> {
  const local = `:${hexPort(from)}`
  const remote = `:${hexPort(to)}`
  for (const table of ['/proc/net/tcp', '/proc/net/tcp6']) {
    const lines = (await readText(table)).split('\n')
    for (const line of lines) {
      const fields = line.trim().split(/\s+/)
      if (fields[1]?.endsWith(local) && fields[2]?.endsWith(remote)) return fields[9]
    }
  }
  return undefined
}

function hexPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0')
}

async function candidates(): Promise<number[]> {
  const names = await readdir('/proc')
  return names.filter((name) => /^\d+$/.test(name)).map(Number)
}

async function holdsSocket(pid: number, inode: string): Promise<boolean> {
  const wanted = `socket:[${inode}]`
  try {
    for (const descriptor of await readdir(`/proc/${pid}/fd`))
      if ((await linkTarget(`/proc/${pid}/fd/${descriptor}`)) === wanted) return true
  } catch {
    // The process ended or belongs to someone else, and then it is no child of ours.
  }
  return false
}

async function linkTarget(path: string): Promise<string> {
  try {
    return await readlink(path)
  } catch {
    return ''
  }
}

async function descendsFromUs(pid: number): Promise<boolean> {
  let current = pid
  for (let depth = 0; depth < 100 && current > 1; depth += 1) {
    if (current === process.pid) return true
    // The name may hold spaces and brackets, so the fields are counted from the last bracket.
    const stat = await readText(`/proc/${current}/stat`)
    current = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
  }
  return false
}

async function carriesMark(pid: number): Promise<boolean> {
  const environment = await readText(`/proc/${pid}/environ`)
  return environment.split('\0').some((entry) => entry.startsWith(`${CHILD_MARK}=`))
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch {
    return ''
  }
}
