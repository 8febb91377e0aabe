import { AppError } from '../../../contract/errors.ts'
import { fieldsOf, type Fields } from '../../../platform/upstream/fields.ts'
import type { Outside } from '../outside.ts'
import type { TokenCheck, VerifiedToken } from './signed-token.ts'
import { Unverified } from './unverified.ts'

const ISSUER = 'https://api.botframework.com'
const KEYS_ORIGIN = 'https://login.botframework.com'
const DAY_MS = 86_400_000

/** Checks that the Bot Framework sent an activity to our bot. */
export class BotTokenCheck {
  readonly #tokens: TokenCheck
  readonly #outside: Outside
  readonly #now: () => Date
  #place: { readonly keys: URL; readonly from: string; readonly until: number } | undefined

  constructor({ tokens, outside, now }: { tokens: TokenCheck; outside: Outside; now: () => Date }) {
    this.#tokens = tokens
    this.#outside = outside
    this.#now = now
  }

  async verify(authorization: string | undefined, app_id: string): Promise<VerifiedToken> {
    if (!authorization?.startsWith('Bearer ')) throw new Unverified('no bearer token')
    return this.#tokens.verify(authorization, {
      keys: await this.#keys(),
      keepMs: DAY_MS,
      expected: { issuer: ISSUER, audience: app_id, clockTolerance: 300, requiredClaims: ['exp'] },
    })
  }

  /** Where the keys are is itself published, and may change. */
  async #keys(): Promise<URL> {
    const from = this.#outside.address('UPSTREAM_BOT_FRAMEWORK', '/v1/.well-known/openidconfiguration')
    const now = this.#now().getTime()
    if (this.#place && this.#place.from === from.href && this.#place.until > now) return this.#place.keys
    const { jwks_uri } = await this.#outside.read(from)
    const told = typeof jwks_uri === 'string' ? URL.parse(jwks_uri) : null
    if (told?.origin !== KEYS_ORIGIN)
      throw new AppError('upstream_failed', `${from.host} gives no address of its own for its keys.`)
    const keys = this.#outside.address('UPSTREAM_BOT_FRAMEWORK', told.pathname)
    this.#place = { keys, from: from.href, until: now + DAY_MS }
    return keys
  }
}

/** The token must be for this activity: for where its answer goes, by a key that may speak for its channel. */
export function assertTokenFits({ claims, key }: VerifiedToken, activity: Fields): void {
  const service_url = claims['serviceurl'] ?? claims['serviceUrl']
  if (typeof service_url !== 'string' || service_url !== activity['serviceUrl'])
    throw new Unverified('the token is for another service address')
  const endorsements = fieldsOf(key)['endorsements']
  if (!Array.isArray(endorsements) || !endorsements.includes(activity['channelId']))
    throw new Unverified("the key isn't valid for this channel")
}
