import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Answer = readonly [status: number, body: object]

/** A provider at which a person signs in: authorization code with PKCE, device code, and renewal. */
export class OAuthServer implements AsyncDisposable {
  readonly asked: Record<string, string>[] = []
  /** What the mail server believes. */
  readonly good: Set<string>
  /** What the person does with the question of the provider. */
  decision: 'allow' | 'deny' = 'allow'
  isRevoked = false
  givesRefreshToken = true
  /** How often a device has to ask before somebody signed in. */
  pending = 1
  origin = ''
  readonly #challenges = new Map<string, { challenge: string; redirect: string }>()
  readonly #server = createServer((request, response) => {
    this.#serve(request, response).catch(() => response.destroy())
  })

  constructor(good: Set<string>) {
    this.good = good
  }

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    this.origin = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  settings() {
    return {
      EMAIL_OAUTH_CLIENT_ID: 'the-program',
      EMAIL_OAUTH_AUTHORIZE_URL: `${this.origin}/authorize`,
      EMAIL_OAUTH_TOKEN_URL: `${this.origin}/token`,
      EMAIL_OAUTH_DEVICE_URL: `${this.origin}/device`,
      EMAIL_OAUTH_SCOPE: 'mail offline_access',
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.origin)
    if (url.pathname === '/authorize') {
      response.writeHead(302, { location: this.#authorize(url.searchParams) }).end()
      return
    }
    const form = Object.fromEntries(new URLSearchParams(await text(request)))
    this.asked.push(form)
    const [status, body] = url.pathname === '/device' ? this.#device() : this.#token(form)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

  #authorize(query: URLSearchParams): string {
    const back = new URL(query.get('redirect_uri') ?? '')
    back.searchParams.set('state', query.get('state') ?? '')
    if (this.decision === 'deny') back.searchParams.set('error', 'access_denied')
    else {
      const code = randomUUID()
      const challenge = query.get('code_challenge_method') === 'S256' ? query.get('code_challenge')! : ''
      this.#challenges.set(code, { challenge, redirect: query.get('redirect_uri')! })
      back.searchParams.set('code', code)
    }
    return back.href
  }

  #device(): Answer {
    const page = { verification_uri: `${this.origin}/activate`, user_code: 'WDJB-MJHT' }
    return [200, { device_code: 'the-device', ...page, expires_in: 60, interval: 0.05 }]
  }

  #token(form: Readonly<Record<string, string>>): Answer {
    if (form['grant_type'] === 'authorization_code') return this.#redeem(form)
    if (form['grant_type'] === 'refresh_token')
      return this.isRevoked || form['refresh_token'] !== 'lasting'
        ? [400, { error: 'invalid_grant', error_description: 'Token has been revoked.' }]
        : this.#issue()
    this.pending -= 1
    if (this.pending >= 0) return [400, { error: 'authorization_pending' }]
    return this.decision === 'deny' ? [400, { error: 'access_denied' }] : this.#issue()
  }

  #redeem({ code = '', code_verifier = '', redirect_uri }: Readonly<Record<string, string>>): Answer {
    const asked = this.#challenges.get(code)
    // A code counts once.
    this.#challenges.delete(code)
    const verifier = createHash('sha256').update(code_verifier).digest('base64url')
    const isTheirs = asked?.challenge === verifier && asked.redirect === redirect_uri
    return isTheirs ? this.#issue() : [400, { error: 'invalid_grant' }]
  }

  #issue(): Answer {
    const access_token = randomUUID()
    this.good.add(access_token)
    const refresh = this.givesRefreshToken ? { refresh_token: 'lasting' } : {}
    return [200, { access_token, token_type: 'Bearer', expires_in: 3600, ...refresh }]
  }
}
