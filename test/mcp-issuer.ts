import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

interface Grant {
  readonly challenge: string
  readonly redirectUri: string
  readonly resource: string
  readonly scope: string
  /** All that came of one sign-in: it ends together. */
  readonly family: string
}

interface Told {
  readonly path: string
  readonly form: URLSearchParams
  readonly authorization: string | undefined
  readonly headers: IncomingMessage['headers']
}

/** What its documents and its redirects say instead of the truth. */
interface Lies {
  metadata?: (truth: Record<string, unknown>) => Record<string, unknown>
  back?: (truth: URL) => URL
  /** Where the token endpoint sends whoever asks. */
  tokenRedirect?: string
}

/** An authorization server with PKCE, resource indicators, registration, rotation of refresh tokens and revocation. */
export async function startIssuer(): Promise<Issuer> {
  const issuer = new Issuer()
  await issuer.listen()
  return issuer
}

export class Issuer {
  /** Every request that was sent here. */
  readonly told: Told[] = []
  readonly lies: Lies = {}
  readonly #codes = new Map<string, Grant>()
  /** Codes and refresh tokens that were used, and what they belong to. */
  readonly #spent = new Map<string, string>()
  readonly #access = new Map<string, Grant>()
  readonly #refresh = new Map<string, Grant>()
  readonly #clients = new Map<string, string | undefined>([['given', 'given-secret']])
  readonly #http = createServer((request, response) => void this.#answer(request, response))

  async listen(): Promise<void> {
    await once(this.#http.listen(0, '127.0.0.1'), 'listening')
  }

  get host(): string {
    return `127.0.0.1:${(this.#http.address() as AddressInfo).port}`
  }

  get url(): string {
    return `http://${this.host}`
  }

  /** What a token is good for at a server. */
  scopeOf(token: string, resource: string): string | undefined {
    const grant = this.#access.get(token)
    return grant?.resource === resource ? grant.scope : undefined
  }

  /** Makes every access token worthless; refresh tokens stay. */
  expire(): void {
    this.#access.clear()
  }

  /** Makes everything worthless that was ever given. */
  revokeAll(): void {
    this.#access.clear()
    this.#refresh.clear()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#http.closeAllConnections()
    this.#http.close()
    await once(this.#http, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', this.url)
    const body = await text(request)
    const isForm = request.method === 'POST' && pathname !== '/register'
    const form = isForm ? new URLSearchParams(body) : searchParams
    const { authorization } = request.headers
    const told = { path: pathname, form, authorization, headers: request.headers }
    this.told.push(told)
    if (pathname === '/authorize') return this.#sendBack(form, response)
    if (pathname === '/token' && this.lies.tokenRedirect !== undefined)
      return void response.writeHead(307, { location: this.lies.tokenRedirect }).end()
    const [status, said] = this.#say(told, body)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(said))
  }

  #say(told: Told, body: string): [status: number, said: object] {
    const { path, form } = told
    if (path === '/.well-known/oauth-authorization-server') return [200, this.#metadata()]
    if (path === '/register') return [201, this.#register(JSON.parse(body) as object)]
    if (path === '/token') {
      const found = this.#tokens(told)
      return typeof found === 'string' ? [400, { error: found }] : [200, found]
    }
    if (path !== '/revoke') return [404, {}]
    for (const tokens of [this.#access, this.#refresh]) tokens.delete(form.get('token') ?? '')
    return [200, {}]
  }

  #metadata(): object {
    const truth = {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      registration_endpoint: `${this.url}/register`,
      revocation_endpoint: `${this.url}/revoke`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic'],
      authorization_response_iss_parameter_supported: true,
    }
    return this.lies.metadata?.(truth) ?? truth
  }

  #register(asked: object): object {
    const client_id = `client-${randomUUID()}`
    this.#clients.set(client_id, undefined)
    return { ...asked, client_id }
  }

  #sendBack(asked: URLSearchParams, response: ServerResponse): void {
    const code = `code-${randomUUID()}`
    const member = (name: string) => asked.get(name) ?? ''
    this.#codes.set(code, {
      challenge: member('code_challenge'),
      redirectUri: member('redirect_uri'),
      resource: member('resource'),
      scope: member('scope'),
      family: randomUUID(),
    })
    const truth = new URL(member('redirect_uri'))
    truth.searchParams.set('code', code)
    truth.searchParams.set('state', member('state'))
    truth.searchParams.set('iss', this.url)
    response.writeHead(302, { location: (this.lies.back?.(truth) ?? truth).href }).end()
  }

  #tokens({ form, authorization }: Told): object | string {
    const [id = '', secret] = authorization
      ? Buffer.from(authorization.slice(6), 'base64').toString().split(':')
      : [form.get('client_id') ?? '']
    if (!this.#clients.has(id) || this.#clients.get(id) !== secret) return 'invalid_client'
    return form.get('grant_type') === 'refresh_token' ? this.#renew(form) : this.#redeem(form)
  }

  #redeem(form: URLSearchParams): object | string {
    const code = form.get('code') ?? ''
    this.#endTwice(code)
    const grant = this.#codes.get(code)
    const verifier = form.get('code_verifier') ?? ''
    const fits =
      grant?.challenge === createHash('sha256').update(verifier).digest('base64url') &&
      grant.redirectUri === form.get('redirect_uri') &&
      grant.resource === form.get('resource')
    if (!grant || !fits) return 'invalid_grant'
    this.#codes.delete(code)
    this.#spent.set(code, grant.family)
    return this.#issue(grant)
  }

  #renew(form: URLSearchParams): object | string {
    const token = form.get('refresh_token') ?? ''
    this.#endTwice(token)
    const grant = this.#refresh.get(token)
    if (!grant || grant.resource !== form.get('resource')) return 'invalid_grant'
    this.#refresh.delete(token)
    this.#spent.set(token, grant.family)
    return this.#issue(grant)
  }

  #issue(grant: Grant): object {
    const [access_token, refresh_token] = [`at-${randomUUID()}`, `rt-${randomUUID()}`]
    this.#access.set(access_token, grant)
    this.#refresh.set(refresh_token, grant)
    return { access_token, refresh_token, token_type: 'Bearer', expires_in: 3600, scope: grant.scope }
  }

  /** Somebody uses a code or a token a second time: one of the two has stolen it. */
  #endTwice(used: string): void {
    const family = this.#spent.get(used)
    for (const tokens of [this.#access, this.#refresh])
      for (const [token, grant] of tokens) if (grant.family === family) tokens.delete(token)
  }
}
