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
  const url = addressOf(grant)
  const { status, answer } = await post(url, grant)
  const accessToken = textOf(answer['access_token'])
  if (status !== 200 || accessToken === null) throw refusalOf({ status, answer, host: url.host }, grant.name)
  const refreshToken = textOf(answer['refresh_token'])
  const seconds = numberOf(answer['expires_in'])
  return {
    accessToken,
    lifetimeSeconds: seconds !== null && seconds > 0 ? seconds : USUAL_SECONDS,
    ...(refreshToken !== null && { refreshToken }),
  }
}

async function post(url: URL, grant: OAuthGrant): Promise<{ status: number; answer: Fields }> {
  const { clientId, clientSecret, refreshToken } = grant
  const fetch = fetchFrom(url.href, { totalMs: ANSWER_MS, maxBytes: MAX_BYTES })
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
        client_id: clientId,
        ...(clientSecret !== undefined && { client_secret: clientSecret }),
      }).toString(),
      // What is sent is for this address and no other.
      redirect: 'error',
    })
    const answer: unknown = await response.json().catch(() => undefined)
    return { status: response.status, answer: fieldsOf(answer) }
  } catch (error) {
    const sentence = `Can't reach ${url.host} to renew access. Try again later, or check ${grant.name}_TOKEN_URL.`
    throw new AppError('upstream_failed', sentence, { cause: error })
  }
}

function addressOf({ tokenUrl, name }: OAuthGrant): URL {
  const url = URL.parse(tokenUrl)
  const isLocal = url !== null && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) return url
  throw new AppError(
    'not_configured',
    `${name}_TOKEN_URL must start with https://, because secrets are sent there.`,
  )
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
      `${host} no longer accepts the refresh token${said}. Sign in at the provider again and set ${name}_REFRESH_TOKEN to the new one.`,
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
function wordsOf({ error, error_description }: Fields): string {
  const words = [textOf(error), textOf(error_description)].filter((part) => part !== null).join(': ')
  const line = words
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, 200)
    .replace(/\.$/, '')
  return line === '' ? '' : ` ("${line}")`
}
