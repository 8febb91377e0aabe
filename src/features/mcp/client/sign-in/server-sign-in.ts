import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { AuthProvider, OAuthTokens } from '@modelcontextprotocol/client'
import { AppError } from '../../../../contract/errors.ts'
import { ownClient, type GivenClient } from './own-client.ts'
import { revoke } from './revoke.ts'
import { SignInNeededError, isEnded, noOpenSignIn, refusedSignIn, signInProblem } from './sign-in-problems.ts'
import { findSignInPlace, hostOf, scopeFor, type Challenge } from './sign-in-place.ts'
import {
  SignInRecords,
  type Access,
  type PendingSignIn,
  type SignInRecord,
  type SignInRecordsDeps,
} from './sign-in-records.ts'

export interface SignInDeps extends SignInRecordsDeps {
  readonly now: () => Date
  /** For issuers: guarded, and with small answers. */
  readonly signInFetch: typeof globalThis.fetch
  /** Where a browser comes back to, without the path. */
  readonly ownAddress: () => string
  readonly metadataUrl: () => string | null
}

export interface SignInOptions {
  readonly server: string
  readonly url: string
  readonly given: () => GivenClient | undefined
  /** Rights that the setting asks for. */
  readonly scope: string | undefined
}

/** Where a person goes to sign in. */
export interface SignInLink {
  readonly link: string
  readonly issuer: string
  readonly scopes: readonly string[]
  readonly expires_at: string
}

/** What an issuer's answer carries back. */
export interface SignInAnswer {
  readonly state?: string | undefined
  readonly code?: string | undefined
  readonly iss?: string | undefined
  readonly error?: string | undefined
}

/** As long as somebody may take to find their password. */
const PENDING_MS = 15 * 60_000
/** A token is not used in its last seconds: it must still be good when it arrives. */
const SPARE_MS = 20_000
const REVOKE_MS = 10_000

const loadSdk = () => import('@modelcontextprotocol/client')

/**
 * Signs a person in at the issuer that a remote server names (OAuth 2.1 with PKCE), keeps what comes of it among the secrets
 * and renews it. Tokens go to the server they were given for and to nobody else.
 */
export class ServerSignIn {
  readonly #options: SignInOptions
  readonly #deps: SignInDeps
  readonly #records: SignInRecords
  /** With which token each answer was asked for: another call may have renewed it meanwhile. */
  readonly #askedWith = new WeakMap<Response, string>()
  #challenge: Challenge = {}
  /** Rights that the server wants beyond those that were given. */
  #wanted: string | undefined
  #renewing: Promise<void> | undefined

  constructor(options: SignInOptions, deps: SignInDeps) {
    this.#options = options
    this.#deps = deps
    this.#records = new SignInRecords(options, deps)
  }

  get redirectUri(): string {
    return `${this.#deps.ownAddress()}/oauth/mcp/${encodeURIComponent(this.#options.server)}`
  }

  /** The host that a person is signed in at; undefined when they are not. */
  get issuer(): string | undefined {
    const { access } = this.#records.read()
    return access && hostOf(access.issuer)
  }

  /** The rights that a call was refused for; a sign-in asks for them too. */
  get wantedScope(): string | undefined {
    return this.#wanted
  }

  /** Remembers which token a request went out with. */
  fetch(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
    return async (input, init) => {
      const response = await fetch(input, init)
      const token = /^Bearer (.+)$/.exec(new Headers(init?.headers).get('authorization') ?? '')?.[1]
      if (token !== undefined) this.#askedWith.set(response, token)
      return response
    }
  }

  /** What the transport asks for a token, and tells that one was refused. */
  get provider(): AuthProvider {
    return {
      token: () => this.#token(),
      onUnauthorized: async ({ response }) => {
        const { extractWWWAuthenticateParams } = await loadSdk()
        const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response)
        this.#challenge = { resourceMetadataUrl, scope }
        const { access } = this.#records.read()
        if (!access) throw new SignInNeededError(this.#options.server)
        if (access.accessToken !== this.#askedWith.get(response)) return
        await this.#renew(access)
      },
    }
  }

  /**
   * The server wants more rights for a call. False when they were asked for and given already, so that asking again would
   * change nothing.
   */
  needsMore({ scope, resourceMetadataUrl }: Challenge): boolean {
    const given = new Set((this.#records.read().access?.scope ?? '').split(' '))
    const missing = (scope ?? '').split(' ').filter((one) => one !== '' && !given.has(one))
    if (missing.length === 0) return false
    this.#challenge = { resourceMetadataUrl }
    this.#wanted = joined(this.#wanted, missing.join(' '))
    return true
  }

  /** Finds out where to sign in, and makes the address that a person opens for it. */
  async begin(): Promise<SignInLink> {
    const { server, url, given } = this.#options
    const sdk = await loadSdk()
    const fetch = this.#deps.signInFetch
    const redirectUri = this.redirectUri
    try {
      const place = await findSignInPlace({ server, url, challenge: this.#challenge, sdk, fetch })
      const { access } = this.#records.read()
      const before = access?.issuer === place.issuer ? (access.scope ?? undefined) : undefined
      const wanted = joined(before, this.#challenge.scope, this.#wanted) ?? this.#options.scope
      const scope = scopeFor(place, wanted)
      const client = await ownClient({
        server,
        place,
        redirectUri,
        scope,
        given: given(),
        metadataUrl: this.#deps.metadataUrl(),
        records: this.#records,
        sdk,
        fetch,
      })
      const { issuer, metadata, resource, authorizationServerUrl } = place
      const state = randomBytes(32).toString('base64url')
      const { authorizationUrl, codeVerifier } = await sdk.startAuthorization(authorizationServerUrl, {
        metadata,
        clientInformation: client,
        redirectUrl: redirectUri,
        state,
        resource,
        ...(scope !== undefined && { scope }),
      })
      const expiresAt = this.#deps.now().getTime() + PENDING_MS
      const asked = { issuer, metadata, resource, client, redirectUri, state, codeVerifier, expiresAt }
      await this.#records.change((record) => ({ ...record, pending: { ...asked, scope: scope ?? null } }))
      return {
        link: authorizationUrl.href,
        issuer: hostOf(issuer),
        scopes: scope?.split(' ') ?? [],
        expires_at: new Date(expiresAt).toISOString(),
      }
    } catch (error) {
      throw signInProblem(error, { server, sdk })
    }
  }

  /** Whether a browser was sent away with this state and has not come back. */
  awaits(state: string | undefined): boolean {
    const { pending } = this.#records.read()
    return pending !== undefined && state !== undefined && isSame(state, pending.state)
  }

  /** A browser came back. What it brings counts once, in time, and only with the state that it was sent away with. */
  async finish(answer: SignInAnswer): Promise<void> {
    const { server } = this.#options
    const sdk = await loadSdk()
    const pending = await this.#take(answer.state)
    try {
      const { metadata, issuer, client, codeVerifier, redirectUri, resource } = pending
      // Before anything else of the answer is believed: it may be another issuer's (RFC 9207).
      sdk.validateAuthorizationResponseIssuer({
        iss: answer.iss,
        expectedIssuer: metadata.issuer,
        issParameterSupported: metadata.authorization_response_iss_parameter_supported === true,
      })
      if (answer.error !== undefined) throw refusedSignIn(server, answer.error)
      if (answer.code === undefined) throw refusedSignIn(server, 'invalid_grant')
      const tokens = await sdk.exchangeAuthorization(issuer, {
        metadata,
        clientInformation: client,
        authorizationCode: answer.code,
        codeVerifier,
        redirectUri,
        resource,
        fetchFn: this.#deps.signInFetch,
        ...(answer.iss !== undefined && { iss: answer.iss }),
      })
      const access = this.#accessOf(pending, tokens)
      await this.#records.change((record) => ({ ...record, access }))
      this.#wanted = undefined
    } catch (error) {
      throw signInProblem(error, { server, sdk })
    }
  }

  /** Everything about it goes, here and as far as it can be told to the issuer there. */
  async signOut(): Promise<void> {
    const { access } = this.#records.read()
    await this.#records.remove()
    this.#wanted = undefined
    if (!access) return
    const signal = AbortSignal.timeout(REVOKE_MS)
    await revoke(access, { fetch: this.#deps.signInFetch, signal, sdk: await loadSdk() })
  }

  async #token(): Promise<string | undefined> {
    const { access } = this.#records.read()
    if (!access) return undefined
    const isOver = access.expiresAt !== null && access.expiresAt - SPARE_MS <= this.#deps.now().getTime()
    if (isOver && access.refreshToken !== null) await this.#renew(access)
    return this.#records.read().access?.accessToken
  }

  /** Once for all who wait: an issuer that rotates takes a refresh token only once, and may revoke all for the second. */
  #renew(used: Access): Promise<void> {
    this.#renewing ??= this.#renewNow(used).finally(() => (this.#renewing = undefined))
    return this.#renewing
  }

  async #renewNow(used: Access): Promise<void> {
    const { server } = this.#options
    const { access } = this.#records.read()
    if (!access) throw new SignInNeededError(server)
    if (access.accessToken !== used.accessToken) return
    if (access.refreshToken === null) return this.#end()
    const { issuer, metadata, resource, client, refreshToken } = access
    const isCurrent = (record: SignInRecord) => record.access?.accessToken === used.accessToken
    const sdk = await loadSdk()
    try {
      const asking = { metadata, clientInformation: client, refreshToken, resource }
      const fetchFn = this.#deps.signInFetch
      const tokens = await sdk.refreshAuthorization(issuer, { ...asking, fetchFn })
      const renewed = this.#accessOf(access, tokens)
      // Somebody may have signed out meanwhile, and stays so.
      await this.#records.change((record) => (isCurrent(record) ? { ...record, access: renewed } : record))
    } catch (error) {
      if (isEnded(error, sdk)) return this.#end(error)
      const sentence = `Can't renew the sign-in to ${server} at ${hostOf(issuer)} right now.`
      throw new AppError('upstream_failed', sentence, { cause: error })
    }
  }

  /** What is stored is worth nothing any more. */
  async #end(cause?: unknown): Promise<never> {
    await this.#records.change(({ access: _over, ...record }) => record)
    throw new SignInNeededError(this.#options.server, { cause })
  }

  #accessOf(asked: Omit<Access, 'accessToken' | 'refreshToken' | 'expiresAt'>, tokens: OAuthTokens): Access {
    const { issuer, metadata, resource, client } = asked
    const { access_token: accessToken, refresh_token: refreshToken = null, expires_in } = tokens
    const expiresAt = expires_in === undefined ? null : this.#deps.now().getTime() + expires_in * 1000
    // An issuer that does not say which rights it gave, gave those that were asked for.
    const scope = tokens.scope ?? asked.scope
    return { issuer, metadata, resource, client, accessToken, refreshToken, expiresAt, scope }
  }

  /** Gone with the first look: neither a second answer nor a stolen one finds anything. */
  async #take(state: string | undefined): Promise<PendingSignIn> {
    const { server } = this.#options
    const { pending } = this.#records.read()
    if (!pending || !this.awaits(state)) throw noOpenSignIn()
    await this.#records.change(({ pending: _taken, ...record }) => record)
    if (pending.expiresAt > this.#deps.now().getTime()) return pending
    throw new AppError('gone', `This sign-in took too long. Sign in to ${server} again.`)
  }
}

function isSame(given: string, known: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(known)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Each right once, in the order in which they came. */
function joined(...scopes: readonly (string | undefined)[]): string | undefined {
  const all = new Set(scopes.flatMap((scope) => scope?.split(' ') ?? []).filter((one) => one !== ''))
  return all.size === 0 ? undefined : [...all].join(' ')
}
