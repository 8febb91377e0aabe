import type * as Sdk from '@modelcontextprotocol/client'
import type { Access } from './sign-in-records.ts'

interface Revoking {
  readonly fetch: typeof globalThis.fetch
  readonly signal: AbortSignal
  readonly sdk: typeof Sdk
}

/** Tells the issuer that its tokens are wanted no more (RFC 7009), the one first that others are made of. */
export async function revoke(access: Access, { fetch, signal, sdk }: Revoking): Promise<void> {
  const { metadata, client, refreshToken, accessToken } = access
  const address = metadata.revocation_endpoint
  if (address === undefined) return
  const method = sdk.selectClientAuthMethod(client, metadata.token_endpoint_auth_methods_supported ?? [])
  const secret = client.client_secret ?? ''
  const isBasic = method === 'client_secret_basic'
  const headers = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...(isBasic && { authorization: `Basic ${btoa(`${client.client_id}:${secret}`)}` }),
  }
  const named = {
    ...(!isBasic && { client_id: client.client_id }),
    ...(method === 'client_secret_post' && { client_secret: secret }),
  }
  const tokens = [
    ['refresh_token', refreshToken],
    ['access_token', accessToken],
  ] as const
  for (const [token_type_hint, token] of tokens) {
    if (token === null) continue
    const body = new URLSearchParams({ token, token_type_hint, ...named }).toString()
    // It is gone here whatever happens there, and an issuer that is away lets it end in its time.
    const answer = await fetch(address, { method: 'POST', headers, body, redirect: 'error', signal }).catch(
      () => undefined,
    )
    await answer?.body?.cancel()
  }
}
