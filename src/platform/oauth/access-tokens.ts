import { createHash } from 'node:crypto'
import type { AccessTokens, OAuthGrant } from '../../contract/tool.ts'
import type { SecretStore } from '../secrets/secret-store.ts'
import { askForToken, type IssuedToken } from './token-request.ts'

export interface AccessTokensOptions {
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
  /** Gets every token before it is used, so that it is out of the log from the first line on. */
  readonly hide: (secrets: readonly string[]) => void
  readonly now: () => Date
}

export interface CachedAccessTokens extends AccessTokens {
  /** What was kept for a grant goes: the user gave another one, or took it away. */
  forget(name: string): Promise<void>
}

/** A token is not used in its last minutes: it must still be good when it arrives. */
const SPARE_MS = 300_000

interface Access {
  readonly grant: string
  token?: string
  until: number
  renewing?: Promise<string>
}

/**
 * Access tokens are held in memory; they live for an hour or so. What is kept is a refresh token that the provider gave
 * in place of the one in the settings, for then that one may be good no more.
 */
export function createAccessTokens({ secrets, hide, now }: AccessTokensOptions): CachedAccessTokens {
  const accesses = new Map<string, Access>()

  const accessFor = (grant: OAuthGrant): Access => {
    const fingerprint = fingerprintOf(grant)
    const known = accesses.get(grant.name)
    if (known?.grant === fingerprint) return known
    const access: Access = { grant: fingerprint, until: 0 }
    accesses.set(grant.name, access)
    return access
  }

  const renew = async (grant: OAuthGrant, access: Access): Promise<string> => {
    const kept = replacementIn(secrets.get(replacementName(grant.name)), access.grant)
    const refreshToken = kept ?? grant.refreshToken
    hide([refreshToken])
    const issued = await askForToken({ ...grant, refreshToken })
    hide([issued.accessToken, ...(issued.refreshToken === undefined ? [] : [issued.refreshToken])])
    if (issued.refreshToken !== undefined && issued.refreshToken !== refreshToken) {
      const record = { grant: access.grant, refresh_token: issued.refreshToken }
      // On disk before the new access is used: the old refresh token may be worth nothing from now on.
      await secrets.set(replacementName(grant.name), JSON.stringify(record))
    }
    access.token = issued.accessToken
    access.until = now().getTime() + usableMs(issued)
    return issued.accessToken
  }

  return {
    async get(grant, { signal, refused }) {
      const access = accessFor(grant)
      const { token } = access
      if (token !== undefined && token !== refused && access.until > now().getTime()) return token
      // Whoever comes meanwhile waits for the same answer: some providers take a refresh token only once.
      access.renewing ??= renew(grant, access).finally(() => delete access.renewing)
      return unlessAborted(access.renewing, signal)
    },
    async forget(name) {
      accesses.delete(name)
      if (secrets.get(replacementName(name)) !== null) await secrets.set(replacementName(name), null)
    },
  }
}

/** Ends with the caller's patience; the renewal itself goes on, for others may wait for it. */
async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason as Error)
  if (signal.aborted) onAbort()
  else signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
    promise.catch(() => {})
  }
}

function usableMs({ lifetimeSeconds }: IssuedToken): number {
  const lifetime = lifetimeSeconds * 1000
  return lifetime - Math.min(SPARE_MS, lifetime / 2)
}

function replacementName(name: string): string {
  return `${name}_REPLACED_TOKEN`
}

/** The kept token belongs to what the settings said when it came; to anything else it is none. */
function replacementIn(kept: string | null, fingerprint: string): string | undefined {
  if (kept === null) return undefined
  const { grant, refresh_token } = JSON.parse(kept) as { grant?: unknown; refresh_token?: unknown }
  return grant === fingerprint && typeof refresh_token === 'string' ? refresh_token : undefined
}

function fingerprintOf({ tokenUrl, clientId, clientSecret, refreshToken }: OAuthGrant): string {
  const parts = JSON.stringify([tokenUrl, clientId, clientSecret ?? null, refreshToken])
  return createHash('sha256').update(parts).digest('base64url')
}
