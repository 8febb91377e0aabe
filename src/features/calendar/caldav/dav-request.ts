import { AppError } from '../../../contract/errors.ts'
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

const MOST_REDIRECTS = 5

/** Asks once, with the method kept over redirects. What makes going on pointless is thrown; the rest is an answer. */
export async function davRequest(access: DavAccess, request: DavRequest): Promise<DavAnswer> {
  let { url } = request
  for (let hop = 0; hop <= MOST_REDIRECTS; hop += 1) {
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
  throw new AppError('upstream_failed', `${new URL(url).host} redirects more than ${MOST_REDIRECTS} times.`)
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

export function unexpected({ status, url }: DavAnswer, method: string): AppError {
  return new AppError(
    'upstream_failed',
    `${new URL(url).host} answered ${method} with ${status}: check that CALDAV_URL is the address of a calendar.`,
  )
}

/** One spelling for one resource: servers and clients escape differently. */
export function canonicalUrl(href: string, base: string): string {
  const url = URL.parse(href, base)
  if (!url) throw new AppError('upstream_failed', 'The calendar server names an address that is none.')
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
    throw new AppError('upstream_failed', `The calendar server ${host} cannot be reached.`, { cause: error })
  }
}

/** A server may send us on to another one, but the password goes there encrypted or not at all. */
function assertTrusted(url: string, origin: string): void {
  const { host, protocol, origin: wanted } = new URL(url)
  if (wanted === origin || protocol === 'https:') return
  throw new AppError('upstream_failed', `The calendar server leads to ${host} without encryption.`)
}

function assertUsable(status: number, url: string): void {
  const { host } = new URL(url)
  if (status === 401)
    throw new AppError(
      'not_configured',
      `${host} does not accept the user name or password: check CALDAV_USER and CALDAV_PASSWORD.`,
    )
  if (status === 429 || status >= 500)
    throw new AppError('upstream_failed', `The calendar server ${host} answered ${status}; try again later.`)
}

function statusOf(node: XmlNode): number | undefined {
  const digits = /\s(\d{3})\b/.exec(within(node, 'status')?.text ?? '')?.[1]
  return digits === undefined ? undefined : Number(digits)
}
