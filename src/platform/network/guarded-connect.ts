import { lookup as dnsLookup } from 'node:dns'
import { connect, isIP, type Socket } from 'node:net'
import { AppError } from '../../contract/errors.ts'
import {
  isAllowedTarget,
  isPublicAddress,
  publicLookup,
  refusal,
  USUAL_PORTS,
  type GuardOptions,
} from './guarded-fetch.ts'

export interface ConnectGuard extends Pick<GuardOptions, 'allowedTargets' | 'lookup'> {
  /** Ports of this very service: nobody gets there by way of it, whatever is allowed. */
  readonly ownPorts: () => readonly number[]
}

const CONNECT_MS = 10_000

/**
 * A connection for a program that has no network of its own, under the rules of `guardedFetch`: public addresses and usual
 * ports, or exactly what the user allowed. Judged once it is made, so that no name can change its mind in between.
 */
export async function guardedConnect(
  { host, port }: { host: string; port: number },
  { allowedTargets, ownPorts, lookup = dnsLookup }: ConnectGuard,
): Promise<Socket> {
  const url = URL.parse(`http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`)
  if (!url) throw new AppError('invalid_request', "This address can't be reached.")
  const isAllowed = isAllowedTarget(url, allowedTargets())
  if (!isAllowed && isIP(host) !== 0 && !isPublicAddress(host)) throw refusal(host)
  if (!isAllowed && !USUAL_PORTS.includes(String(port)))
    throw new AppError(
      'forbidden',
      `A sandbox can't use port ${port}. To allow it, add ${url.host} to ALLOWED_PRIVATE_TARGETS.`,
    )
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connect({ host, port, lookup: isAllowed ? lookup : publicLookup(lookup) })
  const timer = setTimeout(() => socket.destroy(new Error(`${host} didn't answer.`)), CONNECT_MS)
  socket.once('error', reject)
  socket.once('connect', () => {
    const { remoteAddress = '', localAddress, remotePort = 0 } = socket
    // Whatever the name: the peer is this machine when both ends have the same address.
    const isThisService = remoteAddress === localAddress && ownPorts().includes(remotePort)
    if (!isThisService && (isAllowed || isPublicAddress(remoteAddress))) return resolve(socket)
    socket.destroy(refusal(host))
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    socket.off('error', reject)
    // Whoever takes it over listens for errors of its own.
    socket.on('error', () => {})
  }
}
