import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type * as Undici from 'undici'
import { AppError } from '../../contract/errors.ts'

const MAX_HOPS = 5
const CONNECT_MS = 10_000
const CREDENTIALS = ['authorization', 'cookie', 'proxy-authorization']

export interface GuardOptions {
  /** `host:port` entries that may be reached although they are private. */
  readonly allowedTargets: () => readonly string[]
  /** Stands in for the machine's resolver in tests. */
  readonly lookup?: typeof dnsLookup
}

/**
 * Fetch for addresses that a person, a model or a feed gave. Whether an address is public is decided when the connection
 * is made, for every address a name resolves to and for every redirect, so that neither a rebound name nor a redirect
 * reaches this machine or its network.
 */
export function guardedFetch({ allowedTargets, lookup = dnsLookup }: GuardOptions): typeof globalThis.fetch {
  let agent: Promise<{ undici: typeof Undici; dispatcher: Undici.Dispatcher }> | undefined
  return async (input, init) => {
    agent ??= import('undici').then((undici) => ({
      undici,
      dispatcher: guardedAgent(undici, { allowedTargets, lookup }),
    }))
    const { undici, dispatcher } = await agent
    let url = requestUrl(input)
    let request = { ...init }
    for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
      assertFetchable(url, allowedTargets())
      const response = await undici
        .fetch(url, { ...request, redirect: 'manual', dispatcher } as object)
        .catch(rethrowRefusal)
      const next = redirectTarget(response, url)
      if (!next || init?.redirect === 'manual') return response as object as Response
      await response.body?.cancel()
      if (url.protocol === 'https:' && next.protocol === 'http:')
        throw new AppError(
          'upstream_failed',
          `${url.host} redirects to an unencrypted address, which is not followed.`,
        )
      request = requestAfter({ request, from: url, to: next, status: response.status })
      url = next
    }
    throw new AppError('upstream_failed', `${url.host} redirects more than ${MAX_HOPS} times.`)
  }
}

function guardedAgent(
  undici: typeof Undici,
  { allowedTargets, lookup }: Required<GuardOptions>,
): Undici.Dispatcher {
  const isAllowed = (host: string, port: string | number) => allowedTargets().includes(`${host}:${port}`)
  const connectorFor = (checked: boolean) =>
    undici.buildConnector({ timeout: CONNECT_MS, ...(checked && { lookup: publicLookup(lookup) }) })
  const checkedConnect = connectorFor(true)
  const freeConnect = connectorFor(false)
  return new undici.Agent({
    connect(options, callback) {
      const host = options.hostname.replaceAll(/^\[|\]$/g, '')
      const port = options.port || (options.protocol === 'https:' ? 443 : 80)
      if (isAllowed(host, port)) return freeConnect(options, callback)
      // A literal address never reaches the resolver, so it is looked at here.
      if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(refusal(host), null)
      checkedConnect(options, (error, socket) => {
        if (error || !socket) return callback(error ?? refusal(host), null)
        if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket)
        socket.destroy()
        callback(refusal(host), null)
      })
    },
  })
}

function publicLookup(lookup: typeof dnsLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses: readonly LookupAddress[] = found
      if (error) return callback(error, '')
      if (!addresses.every(({ address }) => isPublicAddress(address))) return callback(refusal(hostname), '')
      if (options.all) return callback(null, [...addresses])
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
  }
}

/** Only ordinary public addresses; every special range, also written as IPv6, is not. */
export function isPublicAddress(text: string): boolean {
  try {
    const address = ipaddr.process(text)
    if (address.range() !== 'unicast') return false
    // `::127.0.0.1` is an old way to write an IPv4 address that counts as unicast.
    return !(address instanceof ipaddr.IPv6) || !address.parts.slice(0, 6).every((part) => part === 0)
  } catch {
    return false
  }
}

function assertFetchable(url: URL, allowedTargets: readonly string[]): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AppError('invalid_request', `Only http and https addresses can be fetched, not ${url.protocol}`)
  if (url.username || url.password)
    throw new AppError('invalid_request', 'An address must not carry a user name or password.')
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const usual = ['80', '443', '8080', '8443'].includes(port)
  if (!usual && !allowedTargets.includes(`${url.hostname.replaceAll(/^\[|\]$/g, '')}:${port}`))
    throw new AppError(
      'forbidden',
      `Port ${port} is not fetched from; ALLOWED_PRIVATE_TARGETS can name ${url.hostname}:${port}.`,
    )
}

function requestUrl(input: Parameters<typeof globalThis.fetch>[0]): URL {
  try {
    return new URL(input instanceof Request ? input.url : String(input))
  } catch {
    throw new AppError(
      'invalid_request',
      'This is not an address that can be fetched; it must begin with http:// or https://.',
    )
  }
}

function redirectTarget(response: Pick<Undici.Response, 'headers' | 'status'>, from: URL): URL | undefined {
  const location = response.headers.get('location')
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return undefined
  return URL.parse(location, from.href) ?? undefined
}

/** Credentials stay with the host they were meant for. */
function requestAfter({
  request,
  from,
  to,
  status,
}: {
  request: RequestInit
  from: URL
  to: URL
  status: number
}): RequestInit {
  const headers = new Headers(request.headers)
  if (from.origin !== to.origin) for (const name of CREDENTIALS) headers.delete(name)
  if (
    status === 307 ||
    status === 308 ||
    request.method === undefined ||
    request.method === 'GET' ||
    request.method === 'HEAD'
  )
    return { ...request, headers }
  headers.delete('content-type')
  return { ...request, headers, method: 'GET', body: null }
}

function refusal(host: string): AppError {
  return new AppError(
    'forbidden',
    `${host} is an address of this machine or its network, which is not fetched from. ALLOWED_PRIVATE_TARGETS can allow it as host:port.`,
  )
}

/** Undici wraps what the connector says; the caller wants the sentence. */
function rethrowRefusal(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined
  throw cause instanceof AppError ? cause : error
}
