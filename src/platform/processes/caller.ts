import { isOwnChild, type OwnChildrenOptions } from './own-children.ts'
import { findPeerSocket, type Connection, type PeerSocket } from './peer-socket.ts'
import {
  holdsSocket,
  parentOfProcess,
  processFamily,
  processNumbers,
  usersOfProcess,
} from './process-table.ts'

/** `ours`: a program that this service started. `unknown`: nobody can be named, so it is not taken for the user. */
export type Caller = 'ours' | 'other' | 'unknown'

/** Who called before is likely to call again; looked at first, and never believed without being looked at. */
const MAX_KNOWN = 32

/** Finds out which program is at the other end of a connection from this machine. */
export class Callers {
  readonly #options: OwnChildrenOptions
  readonly #known = new Set<number>()

  constructor(options: OwnChildrenOptions) {
    this.#options = options
  }

  /**
   * Fails closed: a caller who is gone, or whose socket no process seems to hold (it can be in flight to another one, or
   * kept by the kernel for it), is `unknown`. Where there is no /proc nobody can be told apart, and everybody is `other`.
   * It does not wait, so that a caller who has said all and only listens is answered as if nobody had looked.
   */
  callerOf(connection: Connection): Caller {
    if (process.platform !== 'linux') return 'other'
    const socket = findPeerSocket(connection)
    if (!socket) return 'unknown'
    const first = this.#ownerOf(socket)
    // Once more, for a socket that changed hands while its holders were being looked for.
    return first === 'unknown' && findPeerSocket(connection) ? this.#ownerOf(socket) : first
  }

  #ownerOf({ inode, user }: PeerSocket): Caller {
    const pids = processNumbers()
    const isOurs = (pid: number) => isOwnChild(pid, this.#options)
    const own = processFamily(pids)
    // A socket may be handed on: one holder of ours is enough, whoever else has it too.
    const held = own.map((pid) => ({ pid, holding: holdsSocket(pid, inode) }))
    if (held.some(({ pid, holding }) => holding === 'yes' && isOurs(pid))) return 'ours'
    if (isBeyondUs(user)) return own.some((pid) => usersOfProcess(pid).includes(user)) ? 'unknown' : 'other'
    const hidden: number[] = []
    for (const pid of this.#likelyFirst(pids)) {
      const holding = holdsSocket(pid, inode)
      if (holding === 'hidden') hidden.push(pid)
      if (holding === 'yes') return this.#named(pid, isOurs(pid))
    }
    if (held.some(({ holding }) => holding === 'hidden')) return 'unknown'
    return hidden.some((pid) => isOfAnotherUser(pid, user)) ? 'other' : 'unknown'
  }

  #likelyFirst(pids: readonly number[]): Iterable<number> {
    const living = new Set(pids)
    const known = [...this.#known].filter((pid) => living.has(pid))
    return new Set([...known.toReversed(), ...pids])
  }

  #named(pid: number, isOurs: boolean): Caller {
    this.#known.delete(pid)
    this.#known.add(pid)
    const [oldest] = this.#known
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest)
    return isOurs ? 'ours' : 'other'
  }
}

/** A program of another user cannot be looked at, and is no child of ours, unless one of them became that user. */
function isBeyondUs(user: number): boolean {
  const own = process.getuid!()
  return own !== 0 && own !== user
}

/**
 * A process of this user that cannot be looked at, right under one of another user that is not the first of all: that one
 * has put it there, as sshd does for a tunnel. A child that hides itself stands under this user's own processes.
 */
function isOfAnotherUser(pid: number, user: number): boolean {
  const parent = parentOfProcess(pid)
  if (parent === undefined || parent <= 1 || !usersOfProcess(pid).includes(user)) return false
  const users = usersOfProcess(parent)
  return users.length > 0 && !users.includes(user)
}
