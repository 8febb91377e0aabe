import { AppError } from '../../../contract/errors.ts'
import type { Fields } from '../../../platform/upstream/fields.ts'
import type { Settings } from '../../settings/settings-store.ts'
import { handOver, type Delivery } from '../../../platform/correspondence/outgoing/hand-over.ts'
import { CachedToken } from '../../../platform/correspondence/outgoing/cached-token.ts'
import type { Letter, Messenger } from '../../../platform/correspondence/outgoing/late-answers.ts'
import type { Outside } from '../outside.ts'
import { workspaceReply } from './workspace-reply.ts'
import type { WorkspaceAddress } from './workspace-event.ts'

const SCOPE = 'https://www.googleapis.com/auth/chat.bot'
/** What the assertion is for, wherever it is really sent. */
const TOKEN_AUDIENCE = 'https://oauth2.googleapis.com/token'

interface ServiceAccount {
  readonly email: string
  readonly key: string
}

interface MessengerDeps {
  readonly outside: Outside
  readonly settings: Pick<Settings, 'get'>
  readonly now: () => Date
}

/** Sends messages to Google Chat as the app itself, with its service account. */
export class WorkspaceMessenger implements Messenger {
  /** The provider knows each message by the id that we give it. */
  readonly isRepeatable = true
  readonly #deps: MessengerDeps
  readonly #token: CachedToken

  constructor(deps: MessengerDeps) {
    this.#deps = deps
    this.#token = new CachedToken(deps.now)
  }

  isReady(): boolean {
    return this.#account() !== undefined
  }

  async send({ id, blocks, to }: Letter, delivery: Delivery): Promise<void> {
    const { outside } = this.#deps
    const account = this.#account()
    if (!account) return
    const { space, thread } = to as WorkspaceAddress
    const url = outside.address('UPSTREAM_GOOGLE_CHAT', `/v1/${space}/messages`)
    url.searchParams.set('requestId', id)
    if (thread !== null) url.searchParams.set('messageReplyOption', 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD')
    const message = {
      ...workspaceReply(blocks, 'classic'),
      ...(thread !== null && { thread: { name: thread } }),
    }
    const body = JSON.stringify(message)
    await handOver(
      {
        host: url.host,
        token: (signal) => this.#token.get(JSON.stringify(account), () => this.#signIn(account, signal)),
        forgetToken: () => this.#token.forget(),
        post: (token, signal) => outside.post(url, { token, body, signal }),
      },
      delivery,
    )
  }

  /** RFC 7523: an assertion that the account's own key signs. */
  async #signIn({ email, key }: ServiceAccount, signal: AbortSignal): Promise<Fields> {
    const { outside, now } = this.#deps
    const { importPKCS8, SignJWT } = await import('jose')
    const privateKey = await importPKCS8(key, 'RS256').catch((error: unknown) => {
      throw new AppError(
        'not_configured',
        "Can't read the key in WORKSPACE_CHAT_APP_SECRET. Use the value of private_key.",
        { cause: error },
      )
    })
    const issued = Math.floor(now().getTime() / 1000)
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(email)
      .setAudience(TOKEN_AUDIENCE)
      .setIssuedAt(issued)
      .setExpirationTime(issued + 3600)
      .sign(privateKey)
    return outside.signIn(outside.address('UPSTREAM_GOOGLE_LOGIN', '/token'), {
      form: { grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion },
      signal,
    })
  }

  #account(): ServiceAccount | undefined {
    const { settings } = this.#deps
    const email = settings.get('WORKSPACE_CHAT_APP_EMAIL')
    // In the file its lines are parted as JSON writes them.
    const key = settings.get('WORKSPACE_CHAT_APP_SECRET')?.replaceAll(String.raw`\n`, '\n') ?? ''
    return email === null || !key.includes('PRIVATE KEY') ? undefined : { email, key }
  }
}
