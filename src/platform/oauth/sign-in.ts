import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '../../contract/errors.ts'
import { fieldsOf, numberOf, textOf, type Fields } from '../upstream/fields.ts'
import { listenForReturn } from './loopback-return.ts'
import { postForm, secureAddress, wordsOf } from './token-request.ts'

/** A program of the user's at a provider, and where it asks to be let in. */
export interface SignInClient {
  /** What the names of its settings begin with. */
  readonly name: string
  readonly clientId: string
  readonly clientSecret?: string | undefined
  readonly authorizeUrl: string
  readonly tokenUrl: string
  readonly deviceUrl?: string | undefined
  readonly scope: string
  readonly params: Readonly<Record<string, string>>
  readonly loopback: '127.0.0.1' | 'localhost'
}

/** A sign-in that a person has to finish in a browser. */
export interface SignIn {
  /** What they open. */
  readonly url: string
  /** What they type in there; null where the address is enough. */
  readonly userCode: string | null
  readonly expiresInMs: number
  /** The refresh token. Throws a sentence when it came to nothing. */
  readonly done: Promise<string>
}

const PATIENCE_MS = 10 * 60_000
const USUAL_INTERVAL_S = 5

/** In the browser of this machine: RFC 8252 with PKCE. Whatever comes back must know what was sent. */
export async function signInByBrowser(client: SignInClient, signal: AbortSignal): Promise<SignIn> {
  const { name, clientId, scope, params, loopback } = client
  const verifier = randomBytes(32).toString('base64url')
  const state = randomBytes(24).toString('base64url')
  const url = secureAddress(client.authorizeUrl, `${name}_AUTHORIZE_URL`)
  const back = await listenForReturn({ loopback, isOurs: (said) => isEqual(said, state), signal })
  const asked = {
    ...params,
    response_type: 'code',
    client_id: clientId,
    redirect_uri: back.address,
    scope,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }
  for (const [key, value] of Object.entries(asked)) url.searchParams.set(key, value)
  const done = (async () => {
    try {
      const code = codeIn(await back.returned, url.host)
      const form = { grant_type: 'authorization_code', code, redirect_uri: back.address }
      const refresh = await redeem(client, { ...form, code_verifier: verifier }, signal)
      back.answer('You are signed in. You can close this window and go back to Deskhand.')
      return refresh
    } catch (error) {
      back.answer(error instanceof AppError ? error.message : 'Signing in failed. Go back to Deskhand.')
      throw error
    } finally {
      await back.close()
    }
  })()
  return { url: url.href, userCode: null, expiresInMs: PATIENCE_MS, done }
}

/** On any device, by a code (RFC 8628). */
export async function signInByDevice(client: SignInClient, signal: AbortSignal): Promise<SignIn> {
  const { name, clientId, scope, deviceUrl } = client
  if (deviceUrl === undefined)
    throw new AppError(
      'invalid_request',
      `This provider doesn't allow mail by a code. Sign in with the browser on this machine, or set ${name}_DEVICE_URL.`,
    )
  const url = secureAddress(deviceUrl, `${name}_DEVICE_URL`)
  const form = { client_id: clientId, scope, ...secretOf(client) }
  const { status, answer } = await postForm(url, { ...asking(name, 'DEVICE_URL'), form, signal })
  const device = textOf(answer['device_code'])
  const userCode = textOf(answer['user_code'])
  const shown = textOf(answer['verification_uri']) ?? textOf(answer['verification_url'])
  if (status !== 200 || device === null || userCode === null || shown === null)
    throw refused({ status, answer, host: url.host }, name)
  const expiresInMs = Math.min((numberOf(answer['expires_in']) ?? 900) * 1000, 30 * 60_000)
  const interval = numberOf(answer['interval']) ?? USUAL_INTERVAL_S
  const done = poll(client, { device, interval, expiresInMs }, signal)
  return { url: secureAddress(shown, 'The address of the sign-in page').href, userCode, expiresInMs, done }
}

async function poll(
  client: SignInClient,
  { device, interval, expiresInMs }: { device: string; interval: number; expiresInMs: number },
  signal: AbortSignal,
): Promise<string> {
  const form = { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code: device }
  const end = performance.now() + expiresInMs
  for (let pause = Math.max(interval, 0.05); performance.now() < end;) {
    await sleep(pause * 1000, undefined, { signal })
    const { status, answer, host } = await ask(client, form, signal)
    const error = textOf(answer['error'])
    if (error === 'slow_down') pause += 5
    else if (error !== 'authorization_pending') return refreshTokenIn({ status, answer, host }, client.name)
  }
  throw tooLate()
}

async function redeem(
  client: SignInClient,
  form: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<string> {
  return refreshTokenIn(await ask(client, form, signal), client.name)
}

async function ask(client: SignInClient, form: Readonly<Record<string, string>>, signal: AbortSignal) {
  const { name, clientId, tokenUrl } = client
  const url = secureAddress(tokenUrl, `${name}_TOKEN_URL`)
  const whole = { ...form, client_id: clientId, ...secretOf(client) }
  return {
    host: url.host,
    ...(await postForm(url, { ...asking(name, 'TOKEN_URL'), form: whole, signal })),
  }
}

interface Answered {
  readonly status: number
  readonly answer: Fields
  readonly host: string
}

function refreshTokenIn(answered: Answered, name: string): string {
  const { status, answer, host } = answered
  if (status !== 200 || textOf(answer['access_token']) === null) throw refused(answered, name)
  const token = textOf(answer['refresh_token'])
  if (token !== null) return token
  throw new AppError(
    'not_configured',
    `${host} let you in for an hour only: it gave no refresh token. Check ${name}_SCOPE, and that the client may have offline access.`,
  )
}

function refused({ status, answer, host }: Answered, name: string): AppError {
  const error = textOf(answer['error'])
  if (error === 'access_denied' || error === 'authorization_declined') return denied()
  if (error === 'expired_token') return tooLate()
  const said = wordsOf(answer)
  return new AppError(
    'not_configured',
    `${host} refused the sign-in${said === '' ? ` (it answered ${status})` : said}. Check ${name}_CLIENT_ID and ${name}_CLIENT_SECRET.`,
  )
}

function codeIn(query: URLSearchParams, host: string): string {
  const error = query.get('error')
  if (error === 'access_denied') throw denied()
  const code = query.get('code')
  if (error === null && code !== null) return code
  const said = wordsOf(fieldsOf({ error, error_description: query.get('error_description') }))
  throw new AppError('upstream_failed', `${host} didn't let you in${said}.`)
}

function denied(): AppError {
  return new AppError('forbidden', 'You did not allow access to your mail. Sign in again to allow it.')
}

function tooLate(): AppError {
  return new AppError('timeout', 'Nobody signed in in time. Begin again.')
}

function asking(name: string, member: string) {
  return { name: `${name}_${member}`, purpose: 'sign in' }
}

function secretOf({ clientSecret }: SignInClient) {
  return clientSecret === undefined ? {} : { client_secret: clientSecret }
}

function isEqual(said: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(said), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
