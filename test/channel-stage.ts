import { describeComponents } from '../src/components/describe.ts'
import type { Component } from '../src/contract/component-schema.ts'
import { silentLog } from '../src/contract/log.ts'
import { Channels } from '../src/features/channels/channels.ts'
import { MailChannel } from '../src/features/channels/mail/mail-channel.ts'
import { MailMessenger } from '../src/features/channels/mail/mail-messenger.ts'
import { BotApi } from '../src/features/channels/telegram/bot-api.ts'
import { SlackApi } from '../src/features/channels/slack/slack-api.ts'
import { SlackChannel } from '../src/features/channels/slack/slack-channel.ts'
import { SlackMessenger } from '../src/features/channels/slack/slack-messenger.ts'
import { TelegramChannel } from '../src/features/channels/telegram/telegram-channel.ts'
import { TelegramMessenger } from '../src/features/channels/telegram/telegram-messenger.ts'
import type { Answerer } from '../src/features/chat/answering.ts'
import type { AuditEntry } from '../src/platform/audit/audit-line.ts'
import type { Documents } from '../src/features/documents/documents.ts'
import type { ChatBlock } from '../src/platform/correspondence/cards/chat-blocks.ts'
import { openInput } from '../src/platform/files/input-file.ts'
import { channelBlocks } from '../src/server/wiring/channel-blocks.ts'
import { fileOf } from '../src/server/wiring/channel-files.ts'
import { ChannelMailbox } from '../src/plugins/email/channel-mailbox.ts'
import type { MailStage } from './mail-stage.ts'
import { openChatStage, postJson, type ChatStage } from './chat-stage.ts'
import type { SlackServer } from './slack-server.ts'
import { TOKEN, type TelegramServer } from './telegram-server.ts'

export interface ChannelStage
  extends
    AsyncDisposable,
    Pick<ChatStage, 'address' | 'chat' | 'database' | 'runner' | 'letters' | 'approvals'> {
  readonly channels: Channels
  readonly audited: AuditEntry[]
  readonly notices: { readonly title: string; readonly message: string }[]
  /** What was attached, letter for letter. */
  readonly uploaded: { readonly name: string; readonly text: string }[]
  /** Changes a setting while it runs. */
  readonly set: (name: string, value: unknown) => void
  /** Pairs a person as a person does it: a code here, the same code there. */
  readonly pair: (from?: { id: number; first_name: string }) => Promise<string>
}

export interface ChannelStageOptions {
  readonly answerers: readonly Answerer[]
  readonly telegram?: TelegramServer
  readonly slack?: SlackServer
  /** A mail account, at which people write to `ada+deskhand@example.test`. */
  readonly mail?: Pick<MailStage, 'settings' | 'folders'>
  /** How often the mailbox is looked at without a word of the server. */
  readonly lookMs?: number
  /** How long a silent socket of Slack is believed. */
  readonly silenceMs?: number
  readonly now?: () => Date
  readonly folder?: string
  /** The home folder of the owner, for answers that name files. */
  readonly home?: string
  readonly settings?: Readonly<Record<string, unknown>>
  readonly onAudit?: (entry: AuditEntry) => void
}

/** Telegram before a conversation whose answers the test gives. */
export async function openChannelStage(options: ChannelStageOptions): Promise<ChannelStage> {
  const { answerers, telegram, now = () => new Date(), folder, onAudit = () => {} } = options
  await using opening = new AsyncDisposableStack()
  const tellDecided: Channels['tellDecided'] = (run) => channels.tellDecided(run)
  const stage = opening.use(await openChatStage({ answerers, tellDecided, ...(folder && { folder }) }))
  const { values, listeners, settings } = settingsOf(options)
  const audited: AuditEntry[] = []
  const notices: ChannelStage['notices'] = []
  const uploaded: ChannelStage['uploaded'] = []
  const channels = new Channels({
    chat: stage.chat,
    approvals: stage.approvals,
    database: stage.database,
    settings,
    now,
    log: silentLog,
    audit: {
      append(entry) {
        onAudit(entry)
        return Promise.resolve(void audited.push(entry))
      },
    },
    documents: { upload: uploadTo(uploaded) },
    notifications: {
      raise: (draft) => Promise.resolve(notices.push(draft) as never),
      settle: () => Promise.resolve(),
    },
    tell: (components) => tell(components, now),
    pictureOf: () => Promise.resolve({ bytes: Buffer.from('png'), name: 'chart.png', isPhoto: true }),
    fileOf: (file, reader) => fileOf(file, reader, documentsIn(options.home ?? '/nowhere')),
    adapters: adaptersOf(options, settings),
  })
  channels.answerWith(({ confirmation_id, approved }) =>
    postJson(`${stage.address}/api/confirm`, { confirmation_id, approved }),
  )
  opening.defer(() => channels.close())
  await channels.start()
  const opened = opening.move()
  return {
    ...stage,
    channels,
    audited,
    notices,
    uploaded,
    set(name, value) {
      values[name] = value
      for (const listener of listeners) listener([name])
    },
    async pair(from = { id: 4711, first_name: 'Ada' }) {
      const { code } = await whenConnected(() => channels.pair('telegram'))
      telegram!.write(`/start ${code}`, { from })
      const person = String(from.id)
      const find = () => channels.list()[0]!.pairings.find((one) => one.person === person)
      while (!find()) await new Promise((resolve) => setTimeout(resolve, 10))
      return find()!.id
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

/** Every message asks about forty long steps, and goes on after the question. */
export function longQuestion() {
  const state: { stage?: ChannelStage; asked?: string } = {}
  const steps = Array.from({ length: 40 }, (_, index) =>
    `Step ${index + 1}: ${'send it on '.repeat(20)}`.trim(),
  )
  const answerer: Answerer = async ({ provenance }, writer) => {
    writer.route({ by: 'router', score: 1, candidates: [] })
    const act = { agent: 'post', action: 'SEND_LETTER', args: { to: 'Grace' }, risk: 'external' } as const
    const message = steps.join('\n')
    const asking = state.stage!.approvals.request({ ...act, provenance }, { title: 'Forty steps?', message })
    const confirmation = await asking
    state.asked = confirmation.confirmation_id
    writer.askApproval(confirmation)
    writer.say('After the question.')
    return true
  }
  return { state, steps, answerer }
}

const MAIL = {
  MAIL_CHANNEL_ADDRESS: 'ada+deskhand@example.test',
  MAIL_CHANNEL_AUTHSERV_ID: 'mx.example.test',
}

type TestSettings = ConstructorParameters<typeof Channels>[0]['settings']

function settingsOf({ telegram, slack, mail, settings: given }: ChannelStageOptions) {
  const values: Record<string, unknown> = {
    TELEGRAM_BOT_TOKEN: telegram ? TOKEN : null,
    TELEGRAM_USERS: [],
    SLACK_APP_TOKEN: slack ? 'xapp-1' : null,
    SLACK_BOT_TOKEN: slack ? 'xoxb-1' : null,
    SLACK_USERS: [],
    MAIL_CHANNEL_USERS: [],
    ...(mail && { ...mail.settings, ...MAIL }),
    ...given,
  }
  const listeners = new Set<(names: readonly string[]) => void>()
  const settings: TestSettings = {
    get: (name: string) => (values[name] ?? null) as never,
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  return { values, listeners, settings }
}

function adaptersOf(
  { telegram, slack, mail, lookMs, silenceMs, now = () => new Date() }: ChannelStageOptions,
  settings: TestSettings,
): ConstructorParameters<typeof Channels>[0]['adapters'] {
  const { fetch } = globalThis
  const nobody = 'http://127.0.0.1:1'
  const isReady = () => true
  return (showing) => {
    const api = new BotApi({
      fetch,
      fetchForUpload: fetch,
      base: () => telegram?.origin ?? nobody,
      token: () => settings.get('TELEGRAM_BOT_TOKEN'),
    })
    const slackApi = new SlackApi({
      fetch,
      fetchForUpload: fetch,
      base: () => slack?.origin ?? nobody,
      token: (kind) => settings.get(kind === 'app' ? 'SLACK_APP_TOKEN' : 'SLACK_BOT_TOKEN'),
    })
    const address = () => settings.get('MAIL_CHANNEL_ADDRESS') ?? ''
    const setting = (name: string): unknown => settings.get(name as 'EMAIL_FROM')
    const access = { setting, home: mail?.folders.home ?? '' }
    const mailbox = new ChannelMailbox({ access, address, now, ...(lookMs && { lookMs }) })
    return {
      mail: new MailChannel({
        mailbox,
        settings,
        now,
        messenger: new MailMessenger({ mailbox, showing, isReady, address }),
      }),
      telegram: new TelegramChannel({
        api,
        settings,
        pollSeconds: 1,
        messenger: new TelegramMessenger({ api, showing, isReady }),
      }),
      slack: new SlackChannel({
        api: slackApi,
        settings,
        messenger: new SlackMessenger({ api: slackApi, showing, isReady }),
        ...(silenceMs && { silenceMs }),
      }),
    }
  }
}

function uploadTo(
  uploaded: { readonly name: string; readonly text: string }[],
): ConstructorParameters<typeof Channels>[0]['documents']['upload'] {
  return async ({ filename, chunks }) => {
    const parts: Uint8Array[] = []
    for await (const chunk of chunks) parts.push(chunk)
    uploaded.push({ name: filename, text: Buffer.concat(parts).toString() })
    const facts = { path: '', size: 0, mime_type: 'text/plain', sha256: '' }
    return { file_id: `file_${uploaded.length}`, filename, ...facts }
  }
}

/** What it answers as soon as the channel is connected. */
export async function whenConnected<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!/connecting|can't be reached/.test(String(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
  }
}

function tell(components: readonly Component[], now: () => Date): Promise<readonly ChatBlock[]> {
  const context = { fetched: () => undefined, now: now(), isShared: true, locale: 'en' }
  return channelBlocks(components, async (one) => (await describeComponents([one], context)).flat())
}

/** A home folder from which files are read as the service reads them. */
function documentsIn(home: string): Pick<Documents, 'open'> {
  return {
    open: ({ path = '' }, { provenance }) =>
      openInput(path, { home, dataFolder: '/nowhere', setting: () => null, provenance, isApproved: false }),
  }
}
