import type { IncomingMessage } from 'node:http'
import { isProxied } from './proxy-marks.ts'

/** The names under which this machine may always be addressed; any port, so that a tunnel by ssh works. */
const LOOPBACK_HOST = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/

const ACCEPTED_BODY = /^(?:application\/(?:[\w.+-]*\+)?json|multipart\/form-data)\s*(?:;|$)/i

export type Refusal = 'host' | 'absolute_form' | 'proxied' | 'origin' | 'sec_fetch_site' | 'content_type'

export interface GuardRules {
  readonly allowedHosts: ReadonlySet<string>
  readonly allowedOrigins: ReadonlySet<string>
  /** Whether the caller proved who it is; only then may it come through a proxy. */
  readonly authenticated: boolean
  /** Webhooks prove themselves by signature, under hosts of their own, through whatever proxy they like. */
  readonly webhookHosts?: ReadonlySet<string>
  /** Other pages may send a browser here: it goes there as a whole, and no page can read what it is answered. */
  readonly isLanding?: boolean
}

/**
 * Decides from the headers alone whether a request may come in; null means that it may.
 *
 * Each check stops what the others cannot see: a rebound DNS name carries neither Origin nor Sec-Fetch-Site, a WebSocket
 * upgrade no Sec-Fetch-Site, an image or a navigation no Origin.
 */
export function refusalOf(request: IncomingMessage, rules: GuardRules): Refusal | null {
  const host = singleHost(request)
  if (host === null) return 'host'
  const toWebhook = rules.webhookHosts?.has(host) ?? false
  if (!isKnownHost(host, rules) && !toWebhook) return 'host'
  if (!request.url?.startsWith('/')) return 'absolute_form'
  const foreign = originRefusal(request, host, rules)
  if (foreign) return foreign
  if (!rules.authenticated && !toWebhook && isProxied(request.headers)) return 'proxied'
  return bodyRefusal(request)
}

function isKnownHost(host: string, { allowedHosts }: GuardRules): boolean {
  return LOOPBACK_HOST.test(host) || allowedHosts.has(host)
}

function originRefusal(request: IncomingMessage, host: string, rules: GuardRules): Refusal | null {
  const { origin, 'sec-fetch-site': site } = request.headers
  const allowed = origin !== undefined && rules.allowedOrigins.has(origin)
  if (origin !== undefined && origin !== `http://${host}` && !allowed) return 'origin'
  if (site === undefined || site === 'same-origin' || allowed) return null
  if (isLanded(request, rules)) return null
  return site === 'none' && isSafeMethod(request) ? null : 'sec_fetch_site'
}

function bodyRefusal(request: IncomingMessage): Refusal | null {
  if (isSafeMethod(request) || request.method === 'OPTIONS') return null
  const { 'content-length': length, 'transfer-encoding': encoding, 'content-type': type } = request.headers
  const empty = length === '0' || (length === undefined && encoding === undefined)
  return empty || ACCEPTED_BODY.test(type ?? '') ? null : 'content_type'
}

/** Node keeps only the first of several Host headers, so they are counted in the raw list. */
function singleHost(request: IncomingMessage): string | null {
  let count = 0
  const raw = request.rawHeaders
  for (let index = 0; index < raw.length; index += 2) {
    const name = raw[index]!
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count === 1 ? (request.headers.host?.toLowerCase() ?? null) : null
}

/** The whole page was sent there, not a frame or a picture in one. */
function isLanded({ method, headers }: IncomingMessage, { isLanding = false }: GuardRules): boolean {
  const isPage = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document'
  return isLanding && isPage && method === 'GET' && headers.origin === undefined
}

function isSafeMethod(request: IncomingMessage): boolean {
  return request.method === 'GET' || request.method === 'HEAD'
}
