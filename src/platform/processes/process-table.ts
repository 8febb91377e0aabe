import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

/*
 * What /proc says about processes. Read without waiting: these files are made in memory while they are read, and a
 * thousand of them by way of the thread pool take ten times as long.
 */

/** The newest first: who has just connected has often just started. */
export function processNumbers(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .toSorted((one, other) => other - one)
}

/** The processes from this one up to its ancestor, which is not among them; undefined when it is no ancestor. */
export function lineOfDescent(pid: number, ancestor: number): number[] | undefined {
  const line: number[] = []
  for (let current: number | undefined = pid; current !== undefined && current > 0;) {
    if (current === ancestor) return line
    // Numbers are given out anew: read one after the other, they could go round in circles.
    if (line.includes(current)) return undefined
    line.push(current)
    current = parentOfProcess(current)
  }
  return undefined
}

export function parentOfProcess(pid: number): number | undefined {
  // The name may hold spaces and brackets, so the fields are counted from the last bracket.
  const stat = textOf(`/proc/${pid}/stat`)
  return stat === '' ? undefined : Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** This process, what it started, what those started, and so on. */
export function processFamily(pids: readonly number[]): number[] {
  const family = [process.pid]
  try {
    for (const pid of family) family.push(...childrenOf(pid))
    return family
  } catch (error) {
    if (isExhausted(error)) throw error
    // A kernel that keeps no list of children: everybody is asked for their parents.
    return pids.filter((pid) => lineOfDescent(pid, process.pid) !== undefined)
  }
}

/** Throws where the kernel keeps no such lists; a child that is gone has started nothing that is left. */
function childrenOf(pid: number): number[] {
  return namesIn(`/proc/${pid}/task`).flatMap((thread) => {
    const path = `/proc/${pid}/task/${thread}/children`
    const text = pid === process.pid ? readFileSync(path, 'utf8') : textOf(path)
    return text.split(' ').filter(Boolean).map(Number)
  })
}

/** Real, effective, saved and file system user of a process; empty when it is gone or hidden. */
export function usersOfProcess(pid: number): number[] {
  const line = /^Uid:(.*)$/m.exec(textOf(`/proc/${pid}/status`))?.[1] ?? ''
  return line.trim().split(/\s+/).filter(Boolean).map(Number)
}

export function processEnvironment(pid: number): string[] {
  return textOf(`/proc/${pid}/environ`).split('\0')
}

/** The sockets that a process has open, by their inodes; undefined when it does not let itself be looked at. */
export function socketsOfProcess(pid: number): Set<string> | undefined {
  const folder = `/proc/${pid}/fd`
  let names: string[]
  try {
    names = readdirSync(folder)
  } catch (error) {
    return isGone(error) ? new Set() : ifPossible(error, undefined)
  }
  const sockets = new Set<string>()
  for (const name of names) {
    const link = linkOf(`${folder}/${name}`)
    if (link.startsWith('socket:[')) sockets.add(link.slice(8, -1))
  }
  return sockets
}

/** Whether nothing could be read because this process or the machine has no room for it: then nothing is known at all. */
export function isExhausted(error: unknown): boolean {
  return ['EMFILE', 'ENFILE', 'ENOMEM'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function isGone(error: unknown): boolean {
  return ['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch (error) {
    return ifPossible(error, [])
  }
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch (error) {
    return ifPossible(error, '')
  }
}

/** Empty for a process that has ended or that belongs to somebody else. */
function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return ifPossible(error, '')
  }
}

/** What one process does not show is no reason to give up; what nobody can read would pass for nothing being there. */
function ifPossible<T>(error: unknown, otherwise: T): T {
  if (isExhausted(error)) throw error
  return otherwise
}
