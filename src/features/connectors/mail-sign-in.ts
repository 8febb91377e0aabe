import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { mailProvider, type MailProvider } from '../../platform/oauth/mail-providers.ts'
import {
  signInByBrowser,
  signInByDevice,
  type SignIn,
  type SignInClient,
} from '../../platform/oauth/sign-in.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { MailSignInState } from './contract.ts'

export interface MailSignInDeps {
  readonly settings: Pick<Settings, 'get' | 'update'>
  readonly now: () => Date
  readonly log: Log
  /** Gets the token before it is used, so that it is out of the log from the first line on. */
  readonly hide: (secrets: readonly string[]) => void
}

const NONE: MailSignInState = { state: 'none', url: null, user_code: null, expires_at: null, message: null }
const NAME = 'EMAIL_OAUTH'

/** Of a provider that is not known, everything has to be set. */
const UNKNOWN: Omit<MailProvider, 'hosts'> = {
  authorizeUrl: '',
  tokenUrl: '',
  scope: '',
  params: {},
  loopback: '127.0.0.1',
}

/** Signing in to the mail account at its provider, in place of a password. One at a time; a new one ends the one before. */
export class MailSignIn {
  readonly #deps: MailSignInDeps
  #state = NONE
  #stop = new AbortController()

  constructor(deps: MailSignInDeps) {
    this.#deps = deps
  }

  get state(): MailSignInState {
    return this.#state
  }

  async start(flow: 'browser' | 'device'): Promise<MailSignInState> {
    const client = this.#client()
    this.cancel()
    const stop = new AbortController()
    this.#stop = stop
    const begin = flow === 'device' ? signInByDevice : signInByBrowser
    const signIn = await begin(client, stop.signal)
    const { url, userCode, expiresInMs } = signIn
    const expires_at = new Date(this.#deps.now().getTime() + expiresInMs).toISOString()
    this.#state = { state: 'waiting', url, user_code: userCode, expires_at, message: null }
    void this.#finish(signIn, stop.signal)
    return this.#state
  }

  cancel(): MailSignInState {
    this.#stop.abort(new AppError('cancelled', 'The sign-in was cancelled.'))
    this.#state = NONE
    return this.#state
  }

  /** Never rejects. */
  async #finish({ done }: SignIn, signal: AbortSignal): Promise<void> {
    const { settings, hide, log } = this.#deps
    try {
      const token = await done
      hide([token])
      if (signal.aborted) return
      await settings.update({ [`${NAME}_REFRESH_TOKEN`]: token }, 'local-client')
      this.#state = {
        ...NONE,
        state: 'signed_in',
        message: 'Signed in. Mail is read and sent with this access.',
      }
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof AppError)) log.error({ err: error }, "Couldn't finish a sign-in for mail.")
      const message = error instanceof AppError ? error.message : 'The log of the service says why.'
      this.#state = { ...NONE, state: 'failed', message }
    }
  }

  #client(): SignInClient {
    const { settings } = this.#deps
    const host = settings.get('EMAIL_IMAP_HOST') ?? settings.get('EMAIL_SMTP_HOST') ?? ''
    const client = clientAt(mailProvider(host) ?? UNKNOWN, settings)
    const needed = {
      EMAIL_IMAP_HOST: host,
      EMAIL_OAUTH_CLIENT_ID: client.clientId,
      EMAIL_OAUTH_AUTHORIZE_URL: client.authorizeUrl,
      EMAIL_OAUTH_TOKEN_URL: client.tokenUrl,
      EMAIL_OAUTH_SCOPE: client.scope,
    }
    const missing = Object.entries(needed).flatMap(([name, value]) => (value === '' ? [name] : []))
    if (missing.length === 0) return client
    throw new AppError('not_configured', `Signing in to mail needs ${missing.join(', ')}. Set them first.`)
  }
}

function clientAt(
  { authorizeUrl, tokenUrl, deviceUrl, scope, ...provider }: Omit<MailProvider, 'hosts'>,
  settings: Pick<Settings, 'get'>,
): SignInClient {
  return {
    ...provider,
    name: NAME,
    clientId: settings.get('EMAIL_OAUTH_CLIENT_ID') ?? '',
    clientSecret: settings.get('EMAIL_OAUTH_CLIENT_SECRET') ?? undefined,
    authorizeUrl: settings.get('EMAIL_OAUTH_AUTHORIZE_URL') ?? authorizeUrl,
    tokenUrl: settings.get('EMAIL_OAUTH_TOKEN_URL') ?? tokenUrl,
    deviceUrl: settings.get('EMAIL_OAUTH_DEVICE_URL') ?? deviceUrl,
    scope: settings.get('EMAIL_OAUTH_SCOPE') ?? scope,
  }
}
