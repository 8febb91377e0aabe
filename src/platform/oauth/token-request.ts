import { AppError, type ErrorCode } from '../../contract/errors.ts'
import type { OAuthGrant } from '../../contract/tool.ts'
import { fetchFrom } from '../network/named-host.ts'
import { fieldsOf, numberOf, textOf, type Fields } from '../upstream/fields.ts'

export interface IssuedToken {
  readonly accessToken: string
  readonly lifetimeSeconds: number
  /** When the provider gave a new one in its place. */
  readonly refreshToken?: string
}

const ANSWER_MS = 20_000
const MAX_BYTES = 64 * 1024
/** What most providers give, for those that do not say. */
const USUAL_SECONDS = 3600

/** Asks for an access token (RFC 6749, 6). Throws a sentence that says what to do when there is none. */
export async function askForToken(grant: OAuthGrant): Promise<IssuedToken> {
  const { tokenUrl, name, clientId, clientSecret, refreshToken } = grant
  const url = secureAddress(tokenUrl, `${name}_TOKEN_URL`)
  const { status, answer } = await postForm(url, {
    name: `${name}_TOKEN_URL`,
    purpose: 'renew access',
    form: {
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      client_id: clientId,
      ...(clientSecret !== undefined && { client_secret: clientSecret }),
    },
  })
  const accessToken = textOf(answer['access_token'])
  if (status !== 200 || accessToken === null) throw refusalOf({ status, answer, host: url.host }, name)
  const replacement = textOf(answer['refresh_token'])
  const seconds = numberOf(answer['expires_in'])
  return {
    accessToken,
    lifetimeSeconds: seconds !== null && seconds > 0 ? seconds : USUAL_SECONDS,
    ...(replacement !== null && { refreshToken: replacement }),
  }
}

export interface Posted {
  readonly form: Readonly<Record<string, string>>
  /** The setting that the address is from, and what it is asked for. */
  readonly name: string
  readonly purpose: string
  readonly signal?: AbortSignal
}

/** What an authorization server answers to a form. */
export async function postForm(
  url: URL,
  { form, name, purpose, signal }: Posted,
): Promise<{ status: number; answer: Fields }> {
  const fetch = fetchFrom(url.href, { totalMs: ANSWER_MS, maxBytes: MAX_BYTES })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      // What is sent is for this address and no other.
      redirect: 'error',
      ...(signal && { signal }),
    })
    const answer: unknown = await response.json().catch(() => undefined)
    return { status: response.status, answer: fieldsOf(answer) }
  } catch (error) {
    signal?.throwIfAborted()
    const sentence = `Can't reach ${url.host} to ${purpose}. Try again later, or check ${name}.`
    throw new AppError('upstream_failed', sentence, { cause: error })
  }
}

/** An address that secrets may be sent to; `name` is the setting that it is from. */
export function secureAddress(address: string, name: string): URL {
  const url = URL.parse(address)
  const isLocal = url !== null && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) return url
  throw new AppError('not_configured', `${name} must start with https://, because secrets are sent there.`)
}

interface Refused {
  readonly status: number
  readonly answer: Fields
  readonly host: string
}

const ended = new Set(['invalid_grant', 'interaction_required', 'consent_required', 'login_required'])
const unknownProgram = new Set(['invalid_client', 'unauthorized_client'])

function refusalOf({ status, answer, host }: Refused, name: string): AppError {
  const error = textOf(answer['error']) ?? ''
  const said = wordsOf(answer)
  const told = (code: ErrorCode, sentence: string) => new AppError(code, sentence)
  if (ended.has(error))
    return told(
      'not_configured',
      `${host} no longer accepts the refresh token${said}. Sign in again under Settings, Connectors, or set ${name}_REFRESH_TOKEN to a new one.`,
    )
  if (unknownProgram.has(error) || status === 401)
    return told(
      'not_configured',
      `${host} rejected the client${said}. Check ${name}_CLIENT_ID and ${name}_CLIENT_SECRET.`,
    )
  if (status === 429 || status >= 500)
    return told(
      'upstream_failed',
      `${host} can't renew access right now (it answered ${status}). Try again later.`,
    )
  if (status === 200)
    return told('not_configured', `${host} answered without a token${said}. Check ${name}_TOKEN_URL.`)
  return told(
    'not_configured',
    `${host} refused to renew access (it answered ${status})${said}. Check ${name}_TOKEN_URL, ${name}_CLIENT_ID and ${name}_REFRESH_TOKEN.`,
  )
}

/** The provider's own words, made harmless: one line, no controls, not long. */
export function wordsOf({ error, error_description }: Fields): string {
  const words = [textOf(error), textOf(error_description)].filter((part) => part !== null).join(': ')
  const line = words
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\.$/, '')
  return line === '' ? '' : ` ("${line}")`
}
