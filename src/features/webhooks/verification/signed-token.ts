import type { JWK, JWTPayload, JWTVerifyOptions, RemoteJWKSet } from 'jose'
import { AppError } from '../../../contract/errors.ts'
import type { Outside } from '../outside.ts'
import { Unverified } from './unverified.ts'

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/
/** A token signed by a key that we do not know makes us ask for the keys again, but not more often than this. */
const COOLDOWN_MS = 30_000

export interface Expected {
  readonly issuer: string | string[]
  readonly audience: string
  readonly clockTolerance: number
  readonly requiredClaims: string[]
  readonly maxTokenAge?: string
}

export interface VerifiedToken {
  readonly claims: JWTPayload
  /** The published key that signed it, with whatever its provider says about it. */
  readonly key: JWK
}

/** Checks bearer tokens against the keys that their provider publishes, which are kept for a while. */
export class TokenCheck {
  readonly #outside: Outside
  readonly #now: () => Date
  readonly #sets = new Map<string, Promise<RemoteJWKSet>>()

  constructor({ outside, now }: { outside: Outside; now: () => Date }) {
    this.#outside = outside
    this.#now = now
  }

  async verify(
    authorization: string | undefined,
    { keys, keepMs, expected }: { keys: URL; keepMs: number; expected: Expected },
  ): Promise<VerifiedToken> {
    const token = bearerOf(authorization)
    const { jwtVerify, errors } = await import('jose')
    const published = await this.#keysAt(keys, keepMs)
    const options: JWTVerifyOptions = { ...expected, algorithms: ['RS256'], currentDate: this.#now() }
    try {
      const { payload, protectedHeader } = await jwtVerify(token, published, options)
      const key = published.jwks()?.keys.find(({ kid }) => kid === protectedHeader.kid)
      if (!key) throw new Unverified("the token doesn't name its key")
      return { claims: payload, key }
    } catch (error) {
      // Without the keys nobody can be believed, but it is not the caller's fault.
      if (error instanceof AppError || error instanceof Unverified) throw error
      if (error instanceof errors.JWKSTimeout) throw unreachable(keys, error)
      throw new Unverified(error instanceof Error ? error.message : 'the token is unreadable')
    }
  }

  #keysAt(url: URL, keepMs: number): Promise<RemoteJWKSet> {
    const known = this.#sets.get(url.href)
    if (known) return known
    const opening = this.#open(url, keepMs)
    this.#sets.set(url.href, opening)
    return opening
  }

  async #open(url: URL, keepMs: number): Promise<RemoteJWKSet> {
    const { createRemoteJWKSet, customFetch } = await import('jose')
    return createRemoteJWKSet(url, {
      cacheMaxAge: keepMs,
      cooldownDuration: COOLDOWN_MS,
      [customFetch]: async (address: string, init: RequestInit) => {
        const response = await this.#outside.fetch(address, init).catch((error: unknown) => {
          throw unreachable(url, error)
        })
        if (response.status === 200) return response
        throw new AppError('upstream_failed', `${url.host} answered ${response.status} instead of its keys.`)
      },
    })
  }
}

/** Looked at before anything is asked for, so that noise costs nothing. */
function bearerOf(authorization: string | undefined): string {
  const token = BEARER.exec(authorization ?? '')?.[1]
  if (token !== undefined) return token
  throw new Unverified('no bearer token')
}

function unreachable({ host }: URL, cause: unknown): AppError {
  if (cause instanceof AppError) return cause
  return new AppError(
    'upstream_failed',
    `${host} didn't provide its keys, so no one can be verified right now.`,
    {
      cause,
    },
  )
}
