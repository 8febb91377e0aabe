import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AnyEndpoint } from '../../contract/endpoint.ts'
import { isForPersonOnly } from '../../contract/callers.ts'
import { AppError } from '../../contract/errors.ts'
import { answerHeaders } from './answer-headers.ts'
import { canonicalAddress, isLoopback, type Authenticator, type Verdict } from './authenticator.ts'
import { refusalOf, type Refusal } from './guard.ts'
import type { Overload } from './overload.ts'
import type { RateLimit } from './rate-limit.ts'
import { NOT_A_PERSON, type RequestCallers, type Standing } from './request-callers.ts'

export interface EntryRules {
  readonly allowedHosts: () => ReadonlySet<string>
  readonly allowedOrigins: () => ReadonlySet<string>
  readonly webhookHosts: () => ReadonlySet<string>
  readonly authenticator: Authenticator
  readonly callers: RequestCallers
  readonly rateLimit: RateLimit
  readonly overload: Overload
  readonly onRefused: (refusal: { reason: string; address: string; url: string }) => void
}

const REFUSALS: Readonly<
  Record<Refusal, { code: 'forbidden_origin' | 'unauthorized' | 'unsupported_media_type'; detail: string }>
> = {
  host: {
    code: 'forbidden_origin',
    detail: 'The Host header names neither this machine nor a host in the ALLOWED_HOSTS setting.',
  },
  absolute_form: { code: 'forbidden_origin', detail: 'This service is not a proxy; ask for a path.' },
  proxied: {
    code: 'unauthorized',
    detail: 'This request came through a proxy, so it needs the token. Set one with "deskhand token new".',
  },
  origin: {
    code: 'forbidden_origin',
    detail: 'This web page may not call the service. Allow it in the ALLOWED_ORIGINS setting.',
  },
  sec_fetch_site: {
    code: 'forbidden_origin',
    detail: 'The browser reports that another site made this request.',
  },
  content_type: {
    code: 'unsupported_media_type',
    detail: 'Send the body as application/json (uploads also as multipart/form-data).',
  },
}

/** Everything that is decided before a body is read: who asks, from where, and whether there is room. */
export function checkEntries(app: FastifyInstance, rules: EntryRules): void {
  // Whoever was not looked at is not the user.
  app.decorateRequest('standing', 'unknown')
  app.addHook('onRequest', (request, reply, done) => {
    try {
      const admitted = admit(request, reply, rules)
      if (admitted === 'preflight') {
        void reply.code(204).headers(answerHeaders).send()
        return
      }
      // Now, before the body is awaited: a caller who is gone by then could not be named any more.
      take(request, rules.callers.standingOf(request.raw, admitted), rules)
      done()
    } catch (error) {
      done(error as Error)
    }
  })
}

/** The one place where a request that only a person may make is refused to everybody else. */
function take(request: FastifyRequest, standing: Standing, rules: EntryRules): void {
  request.standing = standing
  const endpoint = endpointOf(request)
  if (standing === 'person' || !endpoint || !isForPersonOnly(endpoint)) return
  const address = canonicalAddress(request.raw.socket.remoteAddress)
  rules.onRefused({ reason: `caller_${standing}`, address, url: request.url })
  throw new AppError('forbidden', NOT_A_PERSON[standing])
}

function endpointOf(request: FastifyRequest): AnyEndpoint | undefined {
  return (request.routeOptions.config as { endpoint?: AnyEndpoint } | undefined)?.endpoint
}

/** What the token says; or that the request was a permitted CORS preflight, which is answered right away. */
function admit(request: FastifyRequest, reply: FastifyReply, rules: EntryRules): Verdict | 'preflight' {
  const endpoint = endpointOf(request)
  const isWebhook = endpoint?.path.startsWith('/webhook/') ?? false
  // A webhook's Authorization is its provider's: taken for a wrong token, ten of them would lock the user out.
  const verdict = isWebhook ? 'missing' : rules.authenticator.check(request.raw)
  const refusal = refusalOf(request.raw, {
    allowedHosts: rules.allowedHosts(),
    allowedOrigins: rules.allowedOrigins(),
    authenticated: verdict === 'valid',
    isLanding: isLanding(endpoint),
    ...(isWebhook && { webhookHosts: rules.webhookHosts() }),
  })
  const address = canonicalAddress(request.raw.socket.remoteAddress)
  if (verdict === 'wrong' && (refusal === null || refusal === 'proxied'))
    rules.authenticator.recordWrong(request.raw)
  if (refusal) {
    rules.onRefused({ reason: refusal, address, url: request.url })
    throw new AppError(REFUSALS[refusal].code, REFUSALS[refusal].detail)
  }
  const isPreflight = answerCors(request, reply, rules)
  if (isPreflight) return 'preflight'
  if (!endpoint?.open) assertAuthenticated(verdict, { address, url: request.url, rules })
  assertRoom(address, endpoint, rules)
  return verdict
}

function isLanding(endpoint: AnyEndpoint | undefined): boolean {
  return endpoint?.landing === true
}

function assertAuthenticated(
  verdict: Verdict,
  { address, url, rules }: { address: string; url: string; rules: EntryRules },
): void {
  if (verdict === 'open' || verdict === 'valid') return
  rules.onRefused({ reason: `token_${verdict}`, address, url })
  if (verdict === 'throttled')
    throw new AppError(
      'rate_limited',
      'Too many wrong tokens from this address. Wait a minute and try again.',
      {
        headers: { 'retry-after': '60' },
      },
    )
  const detail =
    verdict === 'missing'
      ? 'This service needs its token: send "Authorization: Bearer <token>".'
      : 'Wrong token.'
  throw new AppError('unauthorized', detail, { headers: { 'www-authenticate': 'Bearer' } })
}

function assertRoom(address: string, endpoint: AnyEndpoint | undefined, rules: EntryRules): void {
  if (endpoint?.path === '/health') return
  const overload = rules.overload.reason()
  if (overload)
    throw new AppError('overloaded', `${overload} Try again in a moment.`, {
      headers: { 'retry-after': '2' },
    })
  if (isLoopback(address)) return
  const wait = rules.rateLimit.take(address)
  if (wait > 0)
    throw new AppError('rate_limited', `Too many requests. Wait ${wait} s.`, {
      headers: { 'retry-after': String(wait) },
    })
}

/** CORS is closed: only an origin that the user named gets an answer that its page may read. */
function answerCors(request: FastifyRequest, reply: FastifyReply, rules: EntryRules): boolean {
  const { origin } = request.headers
  if (origin === undefined || !rules.allowedOrigins().has(origin)) return false
  reply.headers({
    'access-control-allow-origin': origin,
    vary: 'origin',
    'access-control-expose-headers': 'etag, retry-after',
  })
  if (request.method !== 'OPTIONS') return false
  reply.headers({
    'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
    'access-control-allow-headers': 'content-type, authorization, if-match, idempotency-key, last-event-id',
    'access-control-max-age': '600',
  })
  return true
}
