import { isIP } from 'node:net'
import { AppError } from '../../../contract/errors.ts'
import { isPublicAddress } from '../../../platform/network/guarded-fetch.ts'
import { childrenOf, parseXml, within, type XmlNode } from './xml-node.ts'

/** Who asks, and through what. */
export interface DavAccess {
  readonly fetch: typeof globalThis.fetch
  /** Of the address that the user named. */
  readonly origin: string
  readonly user: string | null
  readonly password: string | null
  readonly signal: AbortSignal
}

export interface DavRequest {
  readonly method: 'PROPFIND' | 'REPORT' | 'GET' | 'PUT' | 'DELETE'
  readonly url: string
  readonly depth?: '0' | '1'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface DavAnswer {
  readonly status: number
  /** Where it came from in the end. */
  readonly url: string
  readonly etag: string | null
  readonly text: string
}

/** What a multistatus says of one resource. */
export interface DavResource {
  readonly url: string
  /** Its own status, when it has one instead of properties. */
  readonly status: number | undefined
  readonly properties: XmlNode | undefined
}

const MAX_REDIRECTS = 5

/** Asks once, with the method kept over redirects. What makes going on pointless is thrown; the rest is an answer. */
export async function davRequest(access: DavAccess, request: DavRequest): Promise<DavAnswer> {
  let { url } = request
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const response = await send(access, { ...request, url })
    const next = response.headers.get('location')
    if (next === null || response.status < 300 || response.status >= 400) {
      const text = await response.text()
      assertUsable(response.status, url)
      return { status: response.status, url, etag: response.headers.get('etag'), text }
    }
    await response.body?.cancel()
    url = URL.parse(next, url)?.href ?? url
  }
  throw new AppError('upstream_failed', `${new URL(url).host} redirects more than ${MAX_REDIRECTS} times.`)
}

export async function multistatus(access: DavAccess, request: DavRequest): Promise<DavResource[]> {
  const answer = await davRequest(access, request)
  if (answer.status !== 207) throw unexpected(answer, request.method)
  return resourcesOf(answer)
}

export function resourcesOf(answer: Pick<DavAnswer, 'text' | 'url'>): DavResource[] {
  return childrenOf(parseXml(answer.text), 'response').map((response) => {
    const found = childrenOf(response, 'propstat').find((one) => statusOf(one) === 200)
    return {
      url: canonicalUrl(within(response, 'href')?.text.trim() ?? '', answer.url),
      status: statusOf(response),
      properties: within(found, 'prop'),
    }
  })
}

/** A version as it may stand in a header; null for one that nobody can send back. */
export function versionOf(properties: XmlNode | undefined): string | null {
  const text = within(properties, 'getetag')?.text.trim() ?? ''
  return /^[\u0021-\u007E]{1,500}$/.test(text) ? text : null
}

/** Whether an address is one of the collection's own: a server decides about its calendar, not about other places. */
export function isInside(url: string, collection: string): boolean {
  return url.startsWith(collection) && url.length > collection.length
}

export function unexpected({ status, url }: DavAnswer, method: string): AppError {
  return new AppError(
    'upstream_failed',
    `${new URL(url).host} answered ${method} with ${status}. Check that CALDAV_URL is the address of a calendar.`,
  )
}

/** One spelling for one resource: servers and clients escape differently. */
export function canonicalUrl(href: string, base: string): string {
  const url = URL.parse(href, base)
  if (!url) throw new AppError('upstream_failed', 'The calendar server gave an invalid address.')
  const path = url.pathname.split('/').map((segment) => encodeURIComponent(decoded(segment)))
  return `${url.origin}${path.join('/')}`
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

async function send(access: DavAccess, { method, url, depth, headers, body }: DavRequest): Promise<Response> {
  const { user, password } = access
  assertTrusted(url, access.origin)
  try {
    return await access.fetch(url, {
      method,
      redirect: 'manual',
      signal: access.signal,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/xml; charset=utf-8' }),
        ...(depth !== undefined && { depth }),
        ...((user !== null || password !== null) && {
          authorization: `Basic ${Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')}`,
        }),
        ...headers,
      },
      ...(body !== undefined && { body }),
    })
  } catch (error) {
    if (error instanceof AppError || access.signal.aborted) throw error
    const host = new URL(url).host
    throw new AppError('upstream_failed', `Can't reach the calendar server ${host}.`, { cause: error })
  }
}

/**
 * The password goes to the place that the user named. A server may lead to another one of the same owner, as far as the
 * name tells, and only encrypted; whoever changed servers sets the new address.
 */
function assertTrusted(url: string, origin: string): void {
  const { hostname, host, protocol, origin: wanted } = new URL(url)
  const named = new URL(origin)
  if (wanted === origin) {
    if (protocol === 'https:' || isNear(hostname)) return
    throw new AppError(
      'not_configured',
      `${host} would get the password unencrypted. Set CALDAV_URL to an address starting with https.`,
    )
  }
  if (protocol === 'https:' && isKin(hostname, named.hostname)) return
  throw new AppError(
    'upstream_failed',
    `The calendar server leads to ${host}, which gets no password. If that is your server, set CALDAV_URL to it.`,
  )
}

/** Below the named host or beside it: `p1.dav.example.org` and `p1.example.org` for `dav.example.org`. */
function isKin(host: string, named: string): boolean {
  if (isIP(host.replaceAll(/^\[|\]$/g, '')) !== 0 || isIP(named) !== 0) return false
  if (host === named || host.endsWith(`.${named}`)) return true
  const family = named.split('.').slice(1)
  // Of two labels the last may be a public ending such as co.uk: then only what is below the named host counts.
  const isOwned = family.length > 2 || (family.length === 2 && family[0]!.length > MIN_NAME_LENGTH)
  return isOwned && host.endsWith(`.${family.join('.')}`)
}

/** Endings that are open to everybody (co.uk, com.au, gov.br) are no longer than this before their last dot. */
const MIN_NAME_LENGTH = 3

/** This machine, or a name that means something only in the user's own network. */
function isNear(hostname: string): boolean {
  const host = hostname.replaceAll(/^\[|\]$/g, '')
  if (isIP(host) !== 0) return !isPublicAddress(host)
  return !host.includes('.') || /\.(?:localhost|local|lan|internal|home\.arpa)$/.test(host)
}

function assertUsable(status: number, url: string): void {
  const { host } = new URL(url)
  if (status === 401)
    throw new AppError(
      'not_configured',
      `${host} rejected the user name or password. Check CALDAV_USER and CALDAV_PASSWORD.`,
    )
  if (status === 429 || status >= 500)
    throw new AppError('upstream_failed', `The calendar server ${host} answered ${status}. Try again later.`)
}

function statusOf(node: XmlNode): number | undefined {
  const digits = /\s(\d{3})\b/.exec(within(node, 'status')?.text ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
