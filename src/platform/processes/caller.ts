import { isOwnChild, type OwnChildrenOptions } from './own-children.ts'
import { findPeerSockets, type Connection, type PeerSocket } from './peer-socket.ts'
import {
  isExhausted,
  parentOfProcess,
  processFamily,
  processNumbers,
  socketsOfProcess,
  usersOfProcess,
} from './process-table.ts'

/** `ours`: a program that this service started. `unknown`: nobody can be named, so it is not taken for the user. */
export type Caller = 'ours' | 'other' | 'unknown'

/** Who called before is likely to call again; looked at first, and never believed without being looked at. */
const MAX_KNOWN = 32

/** Finds out which programs are at the other ends of connections from this machine. */
export class Callers {
  readonly #options: OwnChildrenOptions
  readonly #known = new Set<number>()

  constructor(options: OwnChildrenOptions) {
    this.#options = options
  }

  /**
   * Who is at the other end of the connection that is asked about, and of those beside it that the same look finds: many
   * come at once, and a look costs milliseconds, most of them whatever it looks for.
   *
   * Fails closed: a caller who is gone, or whose socket no process seems to hold (it can be in flight to another one, or
   * kept by the kernel for it), is `unknown`, and so is everybody when nothing could be read. Where there is no /proc
   * nobody can be told apart, and everybody is `other`. It does not wait, so that a caller who has said all and only
   * listens is answered as if nobody had looked.
   */
  callersOf<Peer extends Connection>(asked: Peer, beside: readonly Peer[] = []): ReadonlyMap<Peer, Caller> {
    if (process.platform !== 'linux') return new Map([asked, ...beside].map((peer) => [peer, 'other']))
    try {
      const first = this.#look(asked, beside)
      // Once more, for a socket that changed hands while its holders were being looked for.
      return first.get(asked) === 'unknown' ? this.#look(asked, beside) : first
    } catch (error) {
      if (isExhausted(error)) return new Map()
      throw error
    }
  }

  #look<Peer extends Connection>(asked: Peer, beside: readonly Peer[]): Map<Peer, Caller> {
    const sockets = findPeerSockets(asked, beside)
    const callers = new Map<Peer, Caller>()
    const socket = sockets.get(asked)
    if (!socket) return callers
    const owners = this.#ownersOf(socket, new Set(sockets.values()))
    for (const [peer, of] of sockets) {
      const caller = owners.get(of)
      if (caller !== undefined) callers.set(peer, caller)
    }
    return callers
  }

  /** Looks until the one that is asked about is found; of the others it names those that it has come across by then. */
  #ownersOf(asked: PeerSocket, wanted: Set<PeerSocket>): Map<PeerSocket, Caller> {
    const owners = new Map<PeerSocket, Caller>()
    const settle = (found: readonly PeerSocket[], caller: Caller) => {
      for (const socket of found) {
        owners.set(socket, caller)
        wanted.delete(socket)
      }
    }
    const pids = processNumbers()
    const own = processFamily(pids)
    // A socket may be handed on: one holder of ours is enough, whoever else has it too.
    const hidden = new Set<number>()
    for (const pid of own) {
      const found = heldBy(pid, wanted)
      if (!found) hidden.add(pid)
      else if (found.length > 0 && this.#isOurs(pid, own)) settle(found, 'ours')
    }
    for (const socket of [...wanted].filter(({ user }) => isBeyondUs(user)))
      settle([socket], own.some((pid) => usersOfProcess(pid).includes(socket.user)) ? 'unknown' : 'other')
    for (const pid of this.#likelyFirst(pids)) {
      if (owners.has(asked)) return owners
      const found = heldBy(pid, wanted)
      if (!found) hidden.add(pid)
      else if (found.length > 0) settle(...this.#judged(pid, { found, own }))
    }
    for (const socket of wanted) settle([socket], hiddenOwner(socket, { hidden, own }))
    return owners
  }

  /**
   * What is read about a process counts for what it still holds afterwards. One that ended in between shows neither
   * parents nor marks, and its number may be somebody else's by now.
   */
  #judged(
    pid: number,
    { found, own }: { found: readonly PeerSocket[]; own: readonly number[] },
  ): [readonly PeerSocket[], Caller] {
    if (this.#isOurs(pid, own)) return [found, 'ours']
    const still = heldBy(pid, found) ?? []
    if (still.length > 0) this.#remember(pid)
    return [still, 'other']
  }

  /** Whoever was seen in the family belongs to it, also when the way up to this process is gone by now. */
  #isOurs(pid: number, own: readonly number[]): boolean {
    return (!this.#options.isEmbedded && own.includes(pid)) || isOwnChild(pid, this.#options)
  }

  #likelyFirst(pids: readonly number[]): Iterable<number> {
    const living = new Set(pids)
    const known = [...this.#known].filter((pid) => living.has(pid))
    return new Set([...known.toReversed(), ...pids])
  }

  #remember(pid: number): void {
    this.#known.delete(pid)
    this.#known.add(pid)
    const [oldest] = this.#known
    if (this.#known.size > MAX_KNOWN && oldest !== undefined) this.#known.delete(oldest)
  }
}

/** Undefined when the process does not let itself be looked at. */
function heldBy(pid: number, wanted: Iterable<PeerSocket>): PeerSocket[] | undefined {
  const held = socketsOfProcess(pid)
  return held && [...wanted].filter(({ inode }) => held.has(inode))
}

/** A program of another user cannot be looked at, and is no child of ours, unless one of them became that user. */
function isBeyondUs(user: number): boolean {
  const own = process.getuid!()
  return own !== 0 && own !== user
}

/** When none of those that can be looked at holds it. */
function hiddenOwner(
  { user }: PeerSocket,
  { hidden, own }: { hidden: ReadonlySet<number>; own: readonly number[] },
): Caller {
  if (own.some((pid) => hidden.has(pid))) return 'unknown'
  return [...hidden].some((pid) => isOfAnotherUser(pid, user)) ? 'other' : 'unknown'
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
