import { readFileSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'
import { endianness } from 'node:os'

/** Both ends of a connection, as the service's socket has them. */
export interface Connection {
  readonly localAddress?: string | undefined
  readonly localPort?: number | undefined
  readonly remoteAddress?: string | undefined
  readonly remotePort?: number | undefined
}

export interface PeerSocket {
  readonly inode: string
  /** The user who made it. */
  readonly user: number
}

/**
 * The sockets at the other ends of connections, when they are on this machine and still open. The kernel takes two
 * milliseconds to write its table, however many are looked for in it, so it is read as far as `asked` needs it, and those
 * `beside` are found or not.
 *
 * Both addresses count, not only the ports: a caller chooses its own, and 127.0.0.2 may have the port that the user's
 * browser has on 127.0.0.1.
 */
export function findPeerSockets<Peer extends Connection>(
  asked: Peer,
  beside: Iterable<Peer> = [],
): Map<Peer, PeerSocket> {
  const found = new Map<Peer, PeerSocket>()
  for (const { table, write } of TABLES) {
    const own = endsOf(asked, write)
    if (own === undefined) continue
    const wanted = new Map<string, Peer | undefined>([[own, asked]])
    for (const peer of beside) {
      const ends = peer === asked ? undefined : endsOf(peer, write)
      // Of two with the same ends one is over, and nobody can tell which.
      if (ends !== undefined) wanted.set(ends, wanted.has(ends) ? undefined : peer)
    }
    for (const line of textOf(table).split('\n')) {
      const start = line.indexOf(':') + 2
      const peer = wanted.get(line.slice(start, start + own.length))
      const socket = peer && socketOf(line.slice(start + own.length))
      if (socket) found.set(peer, socket)
    }
    if (found.has(asked)) break
  }
  return found
}

/** A socket of IPv6 can talk to IPv4: Java does so everywhere. */
const TABLES = [
  { table: '/proc/net/tcp', write: (address: string) => hexOf(ipv4Bytes(address)) },
  { table: '/proc/net/tcp6', write: (address: string) => hexOf(ipv6Bytes(address)) },
] as const

/** How the kernel writes both ends, seen from the other one; always of the same length in the same table. */
function endsOf(
  { localAddress, localPort, remoteAddress, remotePort }: Connection,
  write: (address: string) => string | undefined,
): string | undefined {
  const from = write(remoteAddress ?? '')
  const to = write(localAddress ?? '')
  if (from === undefined || to === undefined || localPort === undefined || remotePort === undefined)
    return undefined
  return `${from}:${hexPort(remotePort)} ${to}:${hexPort(localPort)}`
}

/** From what follows both ends in a line. */
function socketOf(rest: string): PeerSocket | undefined {
  const fields = rest.trim().split(/\s+/)
  const [user, inode] = [fields[4], fields[6]]
  // The kernel keeps a closed connection for a while, with inode 0, and has forgotten whose it was.
  if (user === undefined || inode === undefined || inode === '0') return undefined
  return { inode, user: Number(user) }
}

function ipv4Bytes(address: string): number[] | undefined {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  return isIPv4(plain) ? plain.split('.').map(Number) : undefined
}

function ipv6Bytes(address: string): number[] | undefined {
  const inside = ipv4Bytes(address)
  if (inside) return [...Array<number>(10).fill(0), 255, 255, ...inside]
  const plain = address.split('%')[0]!
  if (!isIPv6(plain)) return undefined
  const [head = [], tail = []] = plain.split('::').map((half) => half.split(':').filter(Boolean))
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail]
  return groups.flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
}

/** As the kernel prints it: words of four bytes, each in the order of this machine. */
function hexOf(bytes: readonly number[] | undefined): string | undefined {
  if (!bytes) return undefined
  const buffer = Buffer.from(bytes)
  if (endianness() === 'LE') buffer.swap32()
  return buffer.toString('hex').toUpperCase()
}

function hexPort(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0')
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // A machine without IPv6 has no table of it. Whatever else it is: who is not found is not let in.
    return ''
  }
}
