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
 * The socket at the other end of a connection, when it is on this machine and still open. Both addresses count, not only
 * the ports: a caller chooses its own, and 127.0.0.2 may have the port that the user's browser has on 127.0.0.1.
 */
export function findPeerSocket(connection: Connection): PeerSocket | undefined {
  const { localAddress, localPort, remoteAddress, remotePort } = connection
  if (localPort === undefined || remotePort === undefined) return undefined
  for (const { table, write } of TABLES) {
    const from = write(remoteAddress ?? '')
    const to = write(localAddress ?? '')
    if (from === undefined || to === undefined) continue
    const ends = ` ${from}:${hexPort(remotePort)} ${to}:${hexPort(localPort)} `
    const found = lineWith(ends, textOf(table))
    if (found) return found
  }
  return undefined
}

/** A socket of IPv6 can talk to IPv4: Java does so everywhere. */
const TABLES = [
  { table: '/proc/net/tcp', write: (address: string) => hexOf(ipv4Bytes(address)) },
  { table: '/proc/net/tcp6', write: (address: string) => hexOf(ipv6Bytes(address)) },
] as const

function lineWith(ends: string, text: string): PeerSocket | undefined {
  for (let at = text.indexOf(ends); at >= 0; at = text.indexOf(ends, at + 1)) {
    const end = text.indexOf('\n', at)
    const fields = text
      .slice(at, end < 0 ? undefined : end)
      .trim()
      .split(/\s+/)
    const [user, inode] = [fields[6], fields[8]]
    // The kernel keeps a closed connection for a while, with inode 0, and has forgotten whose it was.
    if (user !== undefined && inode !== undefined && inode !== '0') return { inode, user: Number(user) }
  }
  return undefined
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
    // A machine without IPv6 has no table of it.
    return ''
  }
}
