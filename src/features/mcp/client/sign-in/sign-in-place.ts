import type * as Sdk from '@modelcontextprotocol/client'
import { AppError } from '../../../../contract/errors.ts'
import type { SignInPlace } from './sign-in-records.ts'

/** What a server says when it wants a sign-in: where its own document is, and which rights it wants. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL | undefined
  readonly scope?: string | undefined
}

export interface FoundPlace extends SignInPlace {
  readonly authorizationServerUrl: string
  /** What the server says it knows. */
  readonly scopes: readonly string[]
  readonly takesMetadataUrl: boolean
}

interface Looking {
  readonly server: string
  readonly url: string
  readonly challenge: Challenge
  readonly sdk: typeof Sdk
  readonly fetch: typeof globalThis.fetch
}

/**
 * Reads the documents of the server (RFC 9728) and of the issuer that it names (RFC 8414, OpenID Connect), and refuses
 * what could be the documents of somebody else.
 */
export async function findSignInPlace({ server, url, challenge, sdk, fetch }: Looking): Promise<FoundPlace> {
  const { resourceMetadataUrl } = challenge
  const found = await sdk.discoverOAuthServerInfo(url, {
    fetchFn: fetch,
    ...(resourceMetadataUrl && { resourceMetadataUrl }),
  })
  const { authorizationServerUrl, authorizationServerMetadata: told, resourceMetadata } = found
  if (!told)
    throw new AppError(
      'upstream_failed',
      `${server} asks for a sign-in but doesn't say where. If it takes a key, set it under headers in MCP_SERVERS.`,
    )
  const ofServer = sdk.resourceUrlFromServerUrl(url)
  const resource = resourceMetadata?.resource ?? ofServer.href
  if (!sdk.checkResourceAllowed({ requestedResource: ofServer, configuredResource: resource }))
    throw new AppError(
      'upstream_failed',
      `${server} says it is another server, so Deskhand doesn't sign in. Check its address in MCP_SERVERS.`,
    )
  assertSafe(told)
  return {
    issuer: told.issuer,
    authorizationServerUrl,
    metadata: neededOf(told),
    resource,
    scopes: resourceMetadata?.scopes_supported ?? [],
    takesMetadataUrl: told.client_id_metadata_document_supported === true,
  }
}

/** Refuses an issuer where somebody on the way could take part in the sign-in. */
function assertSafe(told: Sdk.AuthorizationServerMetadata): void {
  const host = hostOf(told.issuer)
  const addresses = [
    told.authorization_endpoint,
    told.token_endpoint,
    told.registration_endpoint,
    'revocation_endpoint' in told ? told.revocation_endpoint : undefined,
  ]
  for (const address of addresses) if (address !== undefined) assertSecure(address, host)
  // Without it, whoever reads the address on its way back could sign in.
  if (told.code_challenge_methods_supported?.includes('S256') === true) return
  throw new AppError(
    'upstream_failed',
    `${host} doesn't support PKCE with S256, so Deskhand doesn't sign in.`,
  )
}

/** What is needed later, and no more of what a stranger wrote. */
function neededOf(told: Sdk.AuthorizationServerMetadata): Sdk.OAuthMetadata {
  return {
    issuer: told.issuer,
    authorization_endpoint: told.authorization_endpoint,
    token_endpoint: told.token_endpoint,
    registration_endpoint: told.registration_endpoint,
    response_types_supported: told.response_types_supported,
    scopes_supported: told.scopes_supported,
    token_endpoint_auth_methods_supported: told.token_endpoint_auth_methods_supported,
    code_challenge_methods_supported: told.code_challenge_methods_supported,
    authorization_response_iss_parameter_supported: told.authorization_response_iss_parameter_supported,
    ...('revocation_endpoint' in told && { revocation_endpoint: told.revocation_endpoint }),
  }
}

/** Codes and secrets go there, so nobody on the way may read them. */
function assertSecure(address: string, host: string): void {
  const url = URL.parse(address)
  const isLocal = url !== null && /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)
  if (url && (url.protocol === 'https:' || (url.protocol === 'http:' && isLocal))) return
  throw new AppError('upstream_failed', `${host} wants secrets at an address without https, so none is sent.`)
}

export function hostOf(issuer: string): string {
  return URL.parse(issuer)?.host ?? issuer
}

/** The rights to ask for: what was wanted of us, else what the server knows; and to stay signed in where that is one. */
export function scopeFor(
  { scopes, metadata }: Pick<FoundPlace, 'scopes' | 'metadata'>,
  wanted: string | undefined,
): string | undefined {
  const scope = wanted ?? (scopes.length > 0 ? scopes.join(' ') : undefined)
  const stays = metadata.scopes_supported?.includes('offline_access') === true
  if (scope === undefined || !stays || scope.split(' ').includes('offline_access')) return scope
  return `${scope} offline_access`
}
