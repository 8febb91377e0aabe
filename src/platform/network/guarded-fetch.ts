import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import type * as Undici from 'undici'
import { AppError } from '../../contract/errors.ts'
import { requestOf } from './outgoing-request.ts'

const MAX_HOPS = 5
const CONNECT_MS = 10_000
const TOTAL_MS = 30_000
const MAX_BYTES = 10 * 1024 * 1024
export const USUAL_PORTS: readonly string[] = ['80', '443', '8080', '8443']

/** What may go on to another origin. A key can hide in any header, so the others stay behind. */
const HARMLESS_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'if-modified-since',
  'if-none-match',
  'range',
  'user-agent',
])

export interface GuardOptions {
  /** `host:port` entries that may be reached although they are private. */
  readonly allowedTargets: () => readonly string[]
  /** Stands in for the machine's resolver in tests. */
  readonly lookup?: typeof dnsLookup
  /** From the call to the last byte of the answer, redirects included. */
  readonly totalMs?: number
  /** Largest answer, counted after decompression. */
  readonly maxBytes?: number
}

/**
 * Fetch for addresses that a person, a model or a feed gave. Whether an address is public is decided when the connection
 * is made, for every address a name resolves to and for every redirect, so that neither a rebound name nor a redirect
 * reaches this machine or its network.
 */
export function guardedFetch(options: GuardOptions): typeof globalThis.fetch {
  const { allowedTargets, lookup = dnsLookup, totalMs = TOTAL_MS, maxBytes = MAX_BYTES } = options
  let network: Promise<Network> | undefined
  return async (input, init) => {
    const { fetch, free, checked } = await (network ??= openNetwork(lookup))
    const { url: start, ...given } = await requestOf(input, init)
    const signal = withDeadline(given.signal, { host: start.host, totalMs })
    let url = start
    let request: RequestInit = { ...given, signal }
    for (let hop = 0; hop <= MAX_HOPS; hop += 1) {
      const isAllowed = isAllowedTarget(url, allowedTargets())
      assertFetchable(url, isAllowed)
      const dispatcher = isAllowed ? free : checked
      const sent = fetch(url, { ...request, redirect: 'manual', dispatcher } as object)
      const response = (await sent.catch(rethrowRefusal)) as unknown as Response
      const next = redirectTarget(response, url)
      if (!next || given.redirect === 'manual') return limited(response, { url, maxBytes })
      await response.body?.cancel()
      assertFollowed(next, { from: url, mode: given.redirect })
      request = requestAfter({ request, from: url, to: next, status: response.status })
      url = next
    }
    throw new AppError('upstream_failed', `${url.host} redirects more than ${MAX_HOPS} times.`)
  }
}

interface Network {
  readonly fetch: typeof Undici.fetch
  /** For targets that the user allowed. A connection of its own, so that none is reused once they no longer are. */
  readonly free: Undici.Dispatcher
  readonly checked: Undici.Dispatcher
}

async function openNetwork(lookup: typeof dnsLookup): Promise<Network> {
  const { Agent, buildConnector, fetch } = await import('undici')
  const connect = buildConnector({ timeout: CONNECT_MS, lookup: publicLookup(lookup) })
  const checked = new Agent({
    connect(options, callback) {
      const host = options.hostname.replaceAll(/^\[|\]$/g, '')
      // A literal address never reaches the resolver, so it is looked at here.
      if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(refusal(host), null)
      connect(options, (error, socket) => {
        if (error || !socket) return callback(error ?? refusal(host), null)
        if (isPublicAddress(socket.remoteAddress ?? '')) return callback(null, socket)
        socket.destroy()
        callback(refusal(host), null)
      })
    },
  })
  return { fetch, checked, free: new Agent({ connect: { timeout: CONNECT_MS, lookup } }) }
}

/** Every address of a name must be public: one that is not could be the one that is taken. */
export function publicLookup(lookup: typeof dnsLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '')
      const addresses: readonly LookupAddress[] = found
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
    // `::7f00:1` is an old way to write an IPv4 address that counts as unicast.
    return !(address instanceof ipaddr.IPv6) || !address.parts.slice(0, 6).every((part) => part === 0)
  } catch {
    return false
  }
}

export function isAllowedTarget(url: URL, allowedTargets: readonly string[]): boolean {
  const wanted = `${url.hostname}:${portOf(url)}`
  // Read as an address, so that `LOCALHOST:80` and `[0:0:0:0:0:0:0:1]:80` are what the user meant.
  return allowedTargets.some((target) => {
    const allowed = URL.parse(`http://${target}`)
    return allowed !== null && `${allowed.hostname}:${portOf(allowed)}` === wanted
  })
}

function portOf(url: URL): string {
  return url.port || (url.protocol === 'https:' ? '443' : '80')
}

function assertFetchable(url: URL, isAllowed: boolean): void {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new AppError('invalid_request', `Only http and https addresses can be fetched, not ${url.protocol}`)
  if (url.username || url.password)
    throw new AppError('invalid_request', 'An address must not contain a user name or password.')
  if (!isAllowed && !USUAL_PORTS.includes(portOf(url)))
    throw new AppError(
      'forbidden',
      `Deskhand doesn't fetch from port ${portOf(url)}. To allow it, add ${url.host} to ALLOWED_PRIVATE_TARGETS.`,
    )
}

/** The caller's signal, and the time that all of it may take. */
function withDeadline(
  signal: AbortSignal | null | undefined,
  { host, totalMs }: { host: string; totalMs: number },
): AbortSignal {
  const late = new AbortController()
  const reason = new AppError('upstream_timeout', `${host} took longer than ${totalMs / 1000} s to answer.`)
  setTimeout(() => late.abort(reason), totalMs).unref()
  return signal ? AbortSignal.any([signal, late.signal]) : late.signal
}

function redirectTarget(response: Response, from: URL): URL | undefined {
  const location = response.headers.get('location')
  if (location === null || ![301, 302, 303, 307, 308].includes(response.status)) return undefined
  return URL.parse(location, from.href) ?? undefined
}

function assertFollowed(to: URL, { from, mode }: { from: URL; mode: RequestInit['redirect'] }): void {
  if (mode === 'error')
    throw new AppError('upstream_failed', `${from.host} redirects to ${to.host}, which isn't allowed here.`)
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new AppError(
      'upstream_failed',
      `${from.host} redirects to an unencrypted address, which Deskhand doesn't follow.`,
    )
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
  const given = [...new Headers(request.headers)]
  const stays = from.origin === to.origin
  const headers = new Headers(given.filter(([name]) => stays || HARMLESS_HEADERS.has(name)))
  const { method = 'GET' } = request
  if (status === 307 || status === 308 || method === 'GET' || method === 'HEAD')
    return { ...request, headers }
  headers.delete('content-type')
  return { ...request, headers, method: 'GET', body: null }
}

/** The answer, cut off where it grows too large: a small one can be packed so that it unpacks to gigabytes. */
function limited(response: Response, { url, maxBytes }: { url: URL; maxBytes: number }): Response {
  if (!response.body) return response
  let bytes = 0
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      if (bytes <= maxBytes) controller.enqueue(chunk)
      else controller.error(new AppError('upstream_failed', `${url.host} sent more than ${maxBytes} bytes.`))
    },
  })
  const { status, statusText, headers } = response
  const answer = new Response(response.body.pipeThrough(counter), {
    status,
    statusText,
    headers: [...headers],
  })
  return Object.defineProperty(answer, 'url', { value: url.href })
}

export function refusal(host: string): AppError {
  return new AppError(
    'forbidden',
    `${host} is on this machine or its network, where Deskhand doesn't fetch. To allow it, add it to ALLOWED_PRIVATE_TARGETS as host:port.`,
  )
}

/** Undici wraps what the connector says; the caller wants the sentence. */
function rethrowRefusal(error: unknown): never {
  const cause = error instanceof Error ? error.cause : undefined
  throw cause instanceof AppError ? cause : error
}
