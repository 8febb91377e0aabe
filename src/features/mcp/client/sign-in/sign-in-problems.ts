import type * as Sdk from '@modelcontextprotocol/client'
import { AppError } from '../../../../contract/errors.ts'

/** A server takes requests only from whom a person signed in for. */
export class SignInNeededError extends Error {
  constructor(
    server: string,
    { cause, reason }: { readonly cause?: unknown; readonly reason?: string } = {},
  ) {
    const where = `Settings → MCP servers, or "deskhand mcp sign-in ${server}".`
    super(
      reason === undefined ? `Sign in to ${server} first: ${where}` : `${reason} Sign in again: ${where}`,
      { cause },
    )
    this.name = 'SignInNeededError'
  }
}

/** What the sign-in of a server knows of rights. */
interface Rights {
  readonly issuer: string | undefined
  readonly wantedScope: string | undefined
  needsMore(challenge: { scope?: string | undefined; resourceMetadataUrl?: URL | undefined }): boolean
}

interface Refused {
  readonly server: string
  readonly signIn: Rights | undefined
  readonly sdk: typeof Sdk
}

/** What a refused request means for a person; any other failure stays what it is. */
export function refusedRequest(error: unknown, { server, signIn, sdk }: Refused): unknown {
  if (!signIn) return error
  const isUnauthorized =
    error instanceof sdk.SdkHttpError && error.code === sdk.SdkErrorCode.ClientHttpAuthentication
  if (isUnauthorized) return new SignInNeededError(server, { cause: error })
  if (!(error instanceof sdk.InsufficientScopeError)) return error
  const { requiredScope, resourceMetadataUrl } = error
  if (signIn.issuer === undefined) return new SignInNeededError(server, { cause: error })
  const isNew = signIn.needsMore({ scope: requiredScope, resourceMetadataUrl })
  if (isNew) return new SignInNeededError(server, { cause: error, reason: moreRights(server, signIn) })
  const sentence = `${server} refuses this, although you signed in with every right that it asked for.`
  return new AppError('forbidden', sentence, { cause: error })
}

function moreRights(server: string, { wantedScope = '' }: Rights): string {
  return `${server} needs more rights for this (${wantedScope.slice(0, 300)}).`
}

const ENDED = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client'])

/** Whether the issuer takes what is stored no more, so that only a person can go on. */
export function isEnded(error: unknown, sdk: typeof Sdk): boolean {
  return error instanceof sdk.OAuthError && ENDED.has(error.code)
}

/** The same whether or not there is such a server: its return address is open to the whole network. */
export function noOpenSignIn(): AppError {
  return new AppError(
    'conflict',
    "This isn't the answer to a sign-in that is open. Sign in again, from Deskhand.",
  )
}

const REASONS: Readonly<Record<string, string>> = {
  access_denied: 'You or the issuer refused it.',
  invalid_scope: "The rights that it needs can't be given.",
  invalid_target: 'The issuer gives no rights for this server.',
  invalid_client: 'The issuer does not know this client. Check oauth in MCP_SERVERS.',
  unauthorized_client: 'The issuer does not let this client sign in. Check oauth in MCP_SERVERS.',
  invalid_grant: 'The code was no longer valid.',
  temporarily_unavailable: 'The issuer is not available right now. Try again later.',
  server_error: 'The issuer had a problem. Try again later.',
}

/** The sentence for what an issuer answered; its own words may be anybody's, so they are not shown. */
export function refusedSignIn(server: string, code: string, cause?: unknown): AppError {
  const reason = REASONS[code] ?? 'The issuer refused it.'
  return new AppError('upstream_failed', `Not signed in to ${server}. ${reason}`, { cause })
}

/** What a person is told when a step of a sign-in fails. */
export function signInProblem(error: unknown, { server, sdk }: { server: string; sdk: typeof Sdk }): unknown {
  if (error instanceof AppError) return error
  const failed = (sentence: string) =>
    new AppError('upstream_failed', `Not signed in to ${server}. ${sentence}`, { cause: error })
  if (error instanceof sdk.IssuerMismatchError)
    return failed('The answer came from another issuer than the one you were sent to.')
  if (error instanceof sdk.RegistrationRejectedError)
    return failed(
      `The issuer refused to register Deskhand (it answered ${error.status}). Register it there yourself and set ` +
        'oauth.client_id in MCP_SERVERS.',
    )
  if (error instanceof sdk.InsecureTokenEndpointError)
    return failed('The issuer wants secrets at an address without https.')
  if (error instanceof sdk.OAuthError) return refusedSignIn(server, error.code, error)
  const cause = error instanceof Error ? error.cause : undefined
  if (cause instanceof AppError) return cause
  return failed("The issuer can't be reached, or doesn't answer as it should. Try again later.")
}
