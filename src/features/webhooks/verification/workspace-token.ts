import type { Outside } from '../outside.ts'
import type { Expected, TokenCheck } from './signed-token.ts'
import { Unverified } from './unverified.ts'

const CHAT_ACCOUNT = 'chat@system.gserviceaccount.com'
const OPENID_ISSUERS = ['https://accounts.google.com', 'accounts.google.com']
const KEEP_KEYS_MS = 3_600_000

export interface WorkspaceIdentity {
  /** A project number, or the address of our endpoint. */
  readonly audience: string
  readonly project_number: string | null
}

/**
 * Whether Google Chat sent this. It signs in three ways; which of them counts is what the settings say, never what the
 * token says of itself.
 */
export async function verifyWorkspaceToken(
  authorization: string | undefined,
  identity: WorkspaceIdentity,
  { tokens, outside }: { tokens: TokenCheck; outside: Outside },
): Promise<void> {
  const { audience, project_number } = identity
  const signsItself = /^\d+$/.test(audience)
  const path = signsItself ? `/service_accounts/v1/jwk/${CHAT_ACCOUNT}` : '/oauth2/v3/certs'
  const expected: Expected = {
    issuer: signsItself ? CHAT_ACCOUNT : OPENID_ISSUERS,
    audience,
    clockTolerance: 60,
    maxTokenAge: '1h',
    requiredClaims: ['exp', 'iat'],
  }
  const keys = outside.address('UPSTREAM_GOOGLE_KEYS', path)
  const { claims } = await tokens.verify(authorization, { keys, keepMs: KEEP_KEYS_MS, expected })
  if (signsItself) return
  // Anybody can have Google sign a token for our address; only this account is the chat.
  const account =
    project_number === null
      ? CHAT_ACCOUNT
      : `service-${project_number}@gcp-sa-gsuiteaddons.iam.gserviceaccount.com`
  if (claims['email'] !== account || claims['email_verified'] !== true)
    throw new Unverified('the token is for another account')
}
