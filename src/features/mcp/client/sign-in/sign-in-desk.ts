import { AppError } from '../../../../contract/errors.ts'
import { resolveValues, type ServerConfig } from '../server-config.ts'
import type { ServerLog } from '../server-log.ts'
import { ServerSignIn, type SignInAnswer, type SignInDeps, type SignInLink } from './server-sign-in.ts'

export interface SignInDeskDeps extends SignInDeps {
  readonly setting: (name: string) => unknown
  /** It waits for a person to sign in, or no longer does. */
  readonly onSignIn: (told: { server: string; needed: string | null }) => void
}

interface Server {
  readonly server: string
  readonly config: ServerConfig
  readonly log: ServerLog
  /** With what a person signed in with, or without it. */
  readonly restart: () => Promise<void>
}

/** Where a person signs in to one server and out of it. A program has nothing to sign in to, nor has a server whose key is set. */
export class SignInDesk {
  readonly #server: Server
  readonly #deps: SignInDeskDeps
  /** Of a server elsewhere, unless the setting has the key to it. */
  readonly own: ServerSignIn | undefined

  constructor(server: Server, deps: SignInDeskDeps) {
    this.#server = server
    this.#deps = deps
    this.own = signInFor(server, deps)
  }

  /** The address where a person signs in. */
  async begin(): Promise<SignInLink> {
    return this.#needed().begin()
  }

  /** Whether a browser was sent away with this state and has not come back. */
  awaits(state: string | undefined): boolean {
    return this.own?.awaits(state) ?? false
  }

  /** A browser came back from there; with what it brings the server is connected. */
  async finish(answer: SignInAnswer): Promise<void> {
    const signIn = this.#needed()
    await signIn.finish(answer)
    this.#server.log.note(`Signed in at ${signIn.issuer}.`)
    this.tell(null)
    await this.#server.restart()
  }

  async signOut(): Promise<void> {
    await this.#needed().signOut()
    this.#server.log.note('Signed out.')
    await this.#server.restart()
  }

  /** The server was taken out of the setting, and nothing of it stays. */
  async forget(): Promise<void> {
    this.tell(null)
    await this.own?.signOut()
  }

  /** What a person must do, or that it is done. */
  tell(needed: string | null): void {
    this.#deps.onSignIn({ server: this.#server.server, needed })
  }

  #needed(): ServerSignIn {
    if (this.own) return this.own
    const { server, config } = this.#server
    const reason = 'command' in config ? 'is a program on this machine' : 'has its key in MCP_SERVERS'
    throw new AppError('conflict', `${server} ${reason}, so there is nothing to sign in to.`)
  }
}

function signInFor({ server, config }: Server, deps: SignInDeskDeps): ServerSignIn | undefined {
  if (!('url' in config)) return undefined
  const { url, headers = {}, oauth } = config
  const hasKey = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')
  if (hasKey && oauth === undefined) return undefined
  const given = () => {
    const { client_id: id, client_secret: secret } = resolveValues(
      {
        ...(oauth?.client_id && { client_id: oauth.client_id }),
        ...(oauth?.client_secret && { client_secret: oauth.client_secret }),
      },
      deps.setting,
    )
    return id === undefined ? undefined : { id, secret }
  }
  return new ServerSignIn({ server, url, given, scope: oauth?.scope }, deps)
}
