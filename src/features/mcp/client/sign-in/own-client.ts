import type * as Sdk from '@modelcontextprotocol/client'
import type { OAuthClientInformationMixed } from '@modelcontextprotocol/client'
import { AppError } from '../../../../contract/errors.ts'
import { hostOf, type FoundPlace } from './sign-in-place.ts'
import type { SignInRecords } from './sign-in-records.ts'

/** A client that a person registered themselves. */
export interface GivenClient {
  readonly id: string
  readonly secret: string | undefined
}

interface Naming {
  readonly server: string
  readonly place: FoundPlace
  readonly redirectUri: string
  readonly scope: string | undefined
  readonly given: GivenClient | undefined
  /** A page that says who Deskhand is, where the user publishes one. */
  readonly metadataUrl: string | null
  readonly records: SignInRecords
  readonly sdk: typeof Sdk
  readonly fetch: typeof globalThis.fetch
}

const METHODS = ['none', 'client_secret_basic', 'client_secret_post']

/** What Deskhand is called at an issuer: as the setting says, by its own page, or as it registers there. */
export async function ownClient(naming: Naming): Promise<OAuthClientInformationMixed> {
  const { place, given, metadataUrl, redirectUri, records } = naming
  if (given) return givenClient(given, naming)
  if (place.takesMetadataUrl && metadataUrl !== null) return { client_id: metadataUrl }
  const known = records.read().clients[place.issuer]
  if (known?.redirectUri === redirectUri && !isOver(known.information)) return known.information
  const information = await register(naming)
  await records.change((before) => ({
    ...before,
    clients: { ...before.clients, [place.issuer]: { information, redirectUri } },
  }))
  return information
}

async function givenClient(
  { id, secret }: GivenClient,
  { server, place, records }: Naming,
): Promise<OAuthClientInformationMixed> {
  const { givenIssuer } = records.read()
  if (givenIssuer !== undefined && givenIssuer !== place.issuer)
    throw new AppError(
      'conflict',
      `${server} now signs in at ${hostOf(place.issuer)}, but its client ID belongs to ${hostOf(givenIssuer)}. ` +
        'Sign out, check oauth in MCP_SERVERS and sign in again.',
    )
  await records.change((before) => ({ ...before, givenIssuer: place.issuer }))
  return { client_id: id, ...(secret !== undefined && { client_secret: secret }) }
}

async function register({ server, place, redirectUri, scope, sdk, fetch }: Naming) {
  const { metadata, authorizationServerUrl } = place
  const host = hostOf(place.issuer)
  if (metadata.registration_endpoint === undefined)
    throw new AppError(
      'not_configured',
      `${host} doesn't register programs on its own. Register Deskhand there with the redirect address ${redirectUri}, ` +
        `then set oauth.client_id of ${server} in MCP_SERVERS.`,
    )
  const accepted = metadata.token_endpoint_auth_methods_supported ?? METHODS
  const registered = await sdk.registerClient(authorizationServerUrl, {
    metadata,
    clientMetadata: {
      client_name: 'Deskhand',
      application_type: 'native',
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: METHODS.find((method) => accepted.includes(method)) ?? 'none',
    },
    ...(scope !== undefined && { scope }),
    fetchFn: fetch,
  })
  const { client_id, client_secret, client_secret_expires_at, token_endpoint_auth_method } = registered
  return {
    client_id,
    ...(client_secret !== undefined && { client_secret }),
    ...(client_secret_expires_at !== undefined && { client_secret_expires_at }),
    ...(token_endpoint_auth_method !== undefined && { token_endpoint_auth_method }),
    redirect_uris: [redirectUri],
  }
}

/** Some issuers give a secret for a time only; 0 means for good. */
function isOver(information: OAuthClientInformationMixed): boolean {
  const until = information.client_secret_expires_at ?? 0
  return until !== 0 && until * 1000 <= Date.now()
}
