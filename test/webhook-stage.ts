import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { exportJWK, generateKeyPair, importJWK, SignJWT, type CryptoKey, type JWK } from 'jose'
import { silentLog } from '../src/contract/log.ts'
import type { Answerer } from '../src/features/chat/answering.ts'
import { describeComponents } from '../src/components/describe.ts'
import { createWebhooks, type Webhooks } from '../src/features/webhooks/webhooks.ts'
import type { AuditEntry } from '../src/platform/audit/audit-line.ts'
import { openChatStage, type ChatStage } from './chat-stage.ts'
import type { WebhooksOptions } from '../src/features/webhooks/webhook-context.ts'

export const CHAT_ACCOUNT = 'chat@system.gserviceaccount.com'
export const AUDIENCE = 'https://hooks.example.org/webhook/workspace-chat'
export const SECRET = Buffer.from('a secret of thirty-two bytes ...').toString('base64')
export const APP_ID = '3f2b8a50-7c1e-4f0a-9a55-0d6f5f1b2c3d'
export const SERVICE_URL = 'https://smba.trafficmanager.net/amer/a1b2c3d4-e5f6-7890-abcd-ef1234567890/'

export interface Sent {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Google and Microsoft on this machine: they publish real keys, sign with them, and take what a bot sends. */
export interface Providers extends AsyncDisposable {
  readonly origin: string
  readonly requests: Sent[]
  /** Statuses that the connector answers next, 0 for no answer at all; 201 when there are none left. */
  readonly statuses: number[]
  /** Paths that get no answer at all. */
  readonly silent: Set<string>
  readonly sent: () => Sent[]
  /** The same for what was sent to Google Chat. */
  readonly sentToGoogle: () => Sent[]
  readonly environment: Readonly<Record<string, string>>
  readonly publicKey: CryptoKey
  /** A token as Google Chat sends it, with what a test wants otherwise. */
  readonly googleToken: (options?: TokenOptions) => Promise<string>
  readonly botToken: (options?: TokenOptions) => Promise<string>
}

export interface TokenOptions {
  readonly claims?: Readonly<Record<string, unknown>>
  readonly key?: CryptoKey
  readonly kid?: string
  /** The same key can sign in more ways than the providers do. */
  readonly alg?: 'RS256' | 'RS512'
  readonly now?: Date
}

export async function openProviders(endorsements: readonly string[] = ['msteams']): Promise<Providers> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid: 'key-1', use: 'sig' }
  const privateJwk = await exportJWK(privateKey)
  const requests: Sent[] = []
  const statuses: number[] = []
  const silent = new Set<string>()
  const answers = published(jwk, endorsements)
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? ''
    requests.push({ path, headers: request.headers, body: await text(request) })
    const answer = answers[path]
    const isMessage = path.startsWith('/connector/') || path.startsWith('/google-chat/')
    const status = answer ? 200 : isMessage ? (statuses.shift() ?? 201) : 404
    if (status === 0 || silent.has(path)) return
    response.writeHead(status, { 'retry-after': '0' })
    response.end(JSON.stringify(answer ?? {}))
  }
  const server = createServer((request, response) => void serve(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sign = async (claims: Readonly<Record<string, unknown>>, options: TokenOptions = {}) => {
    const { alg = 'RS256', kid = 'key-1', now = new Date() } = options
    const key = options.key ?? (await importJWK(privateJwk, alg))
    const iat = Math.floor(now.getTime() / 1000)
    return new SignJWT({ iat, exp: iat + 3600, ...claims, ...options.claims })
      .setProtectedHeader({ alg, kid })
      .sign(key)
  }
  return {
    origin,
    requests,
    statuses,
    silent,
    sent: () => requests.filter(({ path }) => path.startsWith('/connector/')),
    sentToGoogle: () => requests.filter(({ path }) => path.startsWith('/google-chat/')),
    publicKey,
    environment: {
      DESKHAND_UPSTREAM_GOOGLE_KEYS: `${origin}/google`,
      DESKHAND_UPSTREAM_GOOGLE_LOGIN: `${origin}/google-login`,
      DESKHAND_UPSTREAM_GOOGLE_CHAT: `${origin}/google-chat/`,
      DESKHAND_UPSTREAM_BOT_FRAMEWORK: `${origin}/bots/`,
      DESKHAND_UPSTREAM_MICROSOFT_LOGIN: `${origin}/login`,
      DESKHAND_UPSTREAM_BOT_CONNECTOR: `${origin}/connector`,
    },
    googleToken: (options) =>
      sign(
        { iss: 'https://accounts.google.com', aud: AUDIENCE, email: CHAT_ACCOUNT, email_verified: true },
        options,
      ),
    botToken: (options) =>
      sign({ iss: 'https://api.botframework.com', aud: APP_ID, serviceurl: SERVICE_URL }, options),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function published(jwk: JWK, endorsements: readonly string[]): Readonly<Record<string, unknown>> {
  return {
    '/google/oauth2/v3/certs': { keys: [jwk] },
    [`/google/service_accounts/v1/jwk/${CHAT_ACCOUNT}`]: { keys: [jwk] },
    '/bots/v1/.well-known/openidconfiguration': {
      issuer: 'https://api.botframework.com',
      jwks_uri: 'https://login.botframework.com/v1/.well-known/keys',
    },
    '/bots/v1/.well-known/keys': { keys: [{ ...jwk, endorsements }] },
    '/google-login/token': { access_token: 'app-token', expires_in: 3600 },
    '/login/botframework.com/oauth2/v2.0/token': { access_token: 'bot-token', expires_in: 3600 },
  }
}

export function hmacOf(body: string | Buffer, secret = SECRET): string {
  return `HMAC ${createHmac('sha256', Buffer.from(secret, 'base64')).update(body).digest('base64')}`
}

/** The two chats before a conversation whose answers the test gives. */
export interface WebhookStage
  extends AsyncDisposable, Pick<ChatStage, 'address' | 'chat' | 'database' | 'runner' | 'letters'> {
  readonly audited: AuditEntry[]
  readonly webhooks: Webhooks
  readonly receive: (
    provider: Parameters<Webhooks['receive']>[0],
    body: string | Buffer,
    authorization: string,
  ) => ReturnType<Webhooks['receive']>
}

export interface WebhookStageOptions {
  readonly answerers: readonly Answerer[]
  readonly providers: Providers
  readonly settings?: Readonly<Record<string, unknown>>
  readonly now?: () => Date
  readonly patience?: WebhooksOptions['patience']
  /** That of an earlier process. */
  readonly folder?: string
}

export async function openWebhookStage(options: WebhookStageOptions): Promise<WebhookStage> {
  const { answerers, providers, settings = {}, now = () => new Date(), patience } = options
  await using opening = new AsyncDisposableStack()
  const { folder } = options
  const stage = opening.use(
    await openChatStage({
      answerers,
      tellDecided: (run) => webhooks.tellDecided(run),
      ...(folder !== undefined && { folder }),
    }),
  )
  const audited: AuditEntry[] = []
  const upstreams = Object.entries(providers.environment).map(([name, value]) => [
    name.replace('DESKHAND_', ''),
    value,
  ])
  const inForce: Readonly<Record<string, unknown>> = {
    WORKSPACE_CHAT_AUDIENCE: AUDIENCE,
    WORKSPACE_CHAT_USERS: ['ada@example.org'],
    OFFICE_CHAT_SECRET: SECRET,
    OFFICE_CHAT_USERS: ['29:ada'],
    ...Object.fromEntries(upstreams),
    ...settings,
  }
  const webhooks = createWebhooks({
    chat: stage.chat,
    approvals: stage.approvals,
    database: stage.database,
    settings: { get: (name: string) => (inForce[name] ?? null) as never },
    now,
    log: silentLog,
    audit: { append: (entry) => Promise.resolve(void audited.push(entry)) },
    describe: async (components) => {
      const context = { fetched: () => undefined, now: now(), isShared: true, locale: 'en' }
      return (await describeComponents(components, context)).flat()
    },
    ...(patience && { patience }),
  })
  opening.defer(() => webhooks.close())
  const opened = opening.move()
  return {
    address: stage.address,
    chat: stage.chat,
    database: stage.database,
    runner: stage.runner,
    letters: stage.letters,
    audited,
    webhooks,
    receive: (provider, body, authorization) =>
      webhooks.receive(provider, Buffer.from(body), {
        header: (name) => (name === 'authorization' ? authorization : undefined),
        signal: new AbortController().signal,
      }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Answers every message with the same words, and keeps what it was asked. */
export function echo(): { readonly answerer: Answerer; readonly heard: { message: string; by: string }[] } {
  const heard: { message: string; by: string }[] = []
  return {
    heard,
    answerer: ({ message, provenance }, writer) => {
      heard.push({ message, by: provenance })
      writer.route({ by: 'router', score: 1, candidates: [] })
      writer.say(`You said: ${message}`)
      return Promise.resolve(true)
    },
  }
}

export function workspaceMessage(said: string, changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    type: 'MESSAGE',
    eventTime: '2026-03-02T09:30:00Z',
    space: { name: 'spaces/AAAA', type: 'DM' },
    message: { name: `spaces/AAAA/messages/${crypto.randomUUID()}`, text: said },
    user: { name: 'users/1', displayName: 'Ada', email: 'ada@example.org', type: 'HUMAN' },
    ...changes,
  })
}

export function officeMessage(said: string, changes: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    type: 'message',
    id: crypto.randomUUID(),
    timestamp: new Date().toISOString(),
    channelId: 'msteams',
    serviceUrl: SERVICE_URL,
    text: said,
    from: { id: '29:ada', name: 'Ada' },
    conversation: { id: '19:room@thread.tacv2;messageid=1' },
    ...changes,
  })
}
