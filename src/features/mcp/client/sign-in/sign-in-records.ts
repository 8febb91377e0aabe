import type { OAuthClientInformationMixed, OAuthMetadata } from '@modelcontextprotocol/client'
import type { SecretStore } from '../../../../platform/secrets/secret-store.ts'

/** Where a person signs in for a server, as its own documents say it. */
export interface SignInPlace {
  readonly issuer: string
  readonly metadata: OAuthMetadata
  /** What tokens are asked for (RFC 8707): the server, in its own words. */
  readonly resource: string
}

/** What Deskhand calls itself there. */
export interface KnownClient {
  readonly information: OAuthClientInformationMixed
  /** Registered with it; another address needs another registration. */
  readonly redirectUri: string
}

/** What was signed in for. */
export interface Access extends SignInPlace {
  readonly client: OAuthClientInformationMixed
  readonly accessToken: string
  readonly refreshToken: string | null
  /** In milliseconds; null where the issuer does not say. */
  readonly expiresAt: number | null
  readonly scope: string | null
}

/** A person was sent away to sign in and has not come back. */
export interface PendingSignIn extends SignInPlace {
  readonly client: OAuthClientInformationMixed
  readonly redirectUri: string
  readonly state: string
  readonly codeVerifier: string
  readonly scope: string | null
  readonly expiresAt: number
}

export interface SignInRecord {
  /** The server that all of it is for. */
  readonly url: string
  /** By issuer: an identity is worth nothing anywhere else. */
  readonly clients: Readonly<Record<string, KnownClient>>
  /** The issuer that a client id of the setting was first used with: its secret goes to no other. */
  readonly givenIssuer?: string
  readonly access?: Access
  readonly pending?: PendingSignIn
}

export interface SignInRecordsDeps {
  readonly secrets: Pick<SecretStore, 'get' | 'set'>
  /** Gets every token before it is used, so that it is out of the log from the first line on. */
  readonly hide: (secrets: readonly string[]) => void
}

/** What is known of the sign-in of one server, among the other secrets. For another address there is nothing. */
export class SignInRecords {
  readonly #name: string
  readonly #url: string
  readonly #deps: SignInRecordsDeps
  #read: { readonly text: string; readonly record: SignInRecord } | undefined

  constructor({ server, url }: { server: string; url: string }, deps: SignInRecordsDeps) {
    this.#name = `MCP_SIGN_IN:${server}`
    this.#url = url
    this.#deps = deps
  }

  read(): SignInRecord {
    const text = this.#deps.secrets.get(this.#name)
    if (text === null) return { url: this.#url, clients: {} }
    if (this.#read?.text !== text) {
      const record = JSON.parse(text) as SignInRecord
      this.#hide(record)
      this.#read = { text, record }
    }
    const { record } = this.#read
    return record.url === this.#url ? record : { url: this.#url, clients: {} }
  }

  /** Done once it is durable: what comes next may need it after a crash. */
  async change(change: (before: SignInRecord) => SignInRecord): Promise<void> {
    const record = change(this.read())
    this.#hide(record)
    await this.#deps.secrets.set(this.#name, JSON.stringify(record))
  }

  async remove(): Promise<void> {
    if (this.#deps.secrets.get(this.#name) !== null) await this.#deps.secrets.set(this.#name, null)
  }

  #hide({ access, pending, clients }: SignInRecord): void {
    const secrets = [
      access?.accessToken,
      access?.refreshToken,
      pending?.codeVerifier,
      pending?.state,
      ...Object.values(clients).map(({ information }) => information.client_secret),
    ]
    this.#deps.hide(secrets.filter((secret) => typeof secret === 'string'))
  }
}
