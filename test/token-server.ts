import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Refusal = { readonly status: number; readonly body: string }

export interface TokenServer extends AsyncDisposable {
  readonly url: string
  /** What was asked, form by form. */
  readonly asked: Record<string, string>[]
  /** Every token that it gave out, oldest first. */
  readonly issued: string[]
  /** Seconds that a token is said to live. */
  lifetime: number | undefined
  /** Whether each answer replaces the refresh token; then only the newest one is good. */
  rotates: boolean
  refusal: Refusal | undefined
  /** Holds answers back until it is resolved. */
  gate: Promise<void>
}

/** A provider that gives out access to a mailbox; `good` is what the mail server believes. */
export async function startTokenServer(good: Set<string>, firstRefreshToken: string): Promise<TokenServer> {
  const asked: Record<string, string>[] = []
  const issued: string[] = []
  let refreshToken = firstRefreshToken
  const answerTo = (form: Record<string, string>): Refusal => {
    if (state.refusal) return state.refusal
    if (form['refresh_token'] !== refreshToken)
      return refusal(400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' })
    const accessToken = `access-token-${issued.length + 1}`
    issued.push(accessToken)
    good.add(accessToken)
    if (state.rotates) refreshToken = `refresh-token-${issued.length + 1}`
    const body = {
      access_token: accessToken,
      token_type: 'Bearer',
      ...(state.lifetime !== undefined && { expires_in: state.lifetime }),
      ...(state.rotates && { refresh_token: refreshToken }),
    }
    return { status: 200, body: JSON.stringify(body) }
  }
  const server = createServer((request, response) => {
    void (async () => {
      const form = Object.fromEntries(new URLSearchParams(await text(request)))
      asked.push(form)
      await state.gate
      const { status, body } = answerTo(form)
      response.writeHead(status, { 'content-type': 'application/json' }).end(body)
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const state: TokenServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/oauth2/token`,
    asked,
    issued,
    lifetime: 3600,
    rotates: false,
    refusal: undefined,
    gate: Promise.resolve(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return state
}

export function refusal(status: number, body: object): Refusal {
  return { status, body: JSON.stringify(body) }
}
