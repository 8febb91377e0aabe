import type { Component } from '../../contract/component-schema.ts'
import type { Call, Handlers } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { AccessTokens } from '../../contract/tool.ts'
import { MailChannel } from '../../features/channels/mail/mail-channel.ts'
import { MailMessenger } from '../../features/channels/mail/mail-messenger.ts'
import { SlackApi } from '../../features/channels/slack/slack-api.ts'
import { SlackChannel } from '../../features/channels/slack/slack-channel.ts'
import { SlackMessenger } from '../../features/channels/slack/slack-messenger.ts'
import { TelegramChannel } from '../../features/channels/telegram/telegram-channel.ts'
import { BotApi } from '../../features/channels/telegram/bot-api.ts'
import { TelegramMessenger } from '../../features/channels/telegram/telegram-messenger.ts'
import { Channels } from '../../features/channels/channels.ts'
import type { Showing } from '../../features/channels/showing.ts'
import type { StartedRun } from '../../features/chat/chat-seams.ts'
import type { toolsContract } from '../../features/tools/contract.ts'
import type { ChatBlock } from '../../platform/correspondence/cards/chat-blocks.ts'
import { replacedTargets } from '../../platform/correspondence/replaced-targets.ts'
import { ChannelMailbox } from '../../plugins/email/channel-mailbox.ts'
import { guardedFetch } from '../../platform/network/guarded-fetch.ts'
import type { Infrastructure, ServiceInfrastructure } from '../lifecycle/infrastructure.ts'
import { fileOf } from './channel-files.ts'
import { pictureOf } from './channel-pictures.ts'
import type { Services } from './services.ts'

/** Longer than a provider keeps a question for news open. */
const TOTAL_MS = 75_000
/** For the largest file by a slow connection. */
const UPLOAD_MS = 600_000
/** A little more than the largest file that Telegram hands to bots. */
const MAX_BYTES = 21 * 1024 * 1024

/** The chats from which this machine is reached by dialing out. */
export function createChannelsPart(
  infrastructure: Infrastructure,
  services: Pick<Services, 'chat' | 'liveData' | 'documents' | 'notifications' | 'approvals' | 'store'> &
    Pick<MailParts, 'accessTokens'>,
  opened: AsyncDisposableStack,
): Channels {
  const channels = new Channels({
    ...infrastructure,
    ...services,
    tell: (components) => tell(components, infrastructure, services),
    pictureOf: (block) =>
      pictureOf(block, services).catch((error: unknown) => {
        infrastructure.log.warn({ err: error }, "Couldn't make a picture for a chat. Telling it in words.")
        return undefined
      }),
    fileOf: (file, reader) =>
      fileOf(file, reader, services.documents).catch((error: unknown) => {
        if (error instanceof AppError) throw error
        infrastructure.log.warn({ err: error }, "Couldn't read a file for a chat. Telling it in words.")
        return undefined
      }),
    adapters: (showing) => ({
      telegram: telegram(infrastructure, showing),
      slack: slack(infrastructure, showing),
      mail: mail(infrastructure, { showing, accessTokens: services.accessTokens }),
    }),
  })
  opened.defer(() => channels.close())
  return channels
}

function telegram({ settings }: Infrastructure, showing: Showing): TelegramChannel {
  const allowedTargets = () => replacedTargets(settings, ['UPSTREAM_TELEGRAM'])
  const api = new BotApi({
    fetch: guardedFetch({ allowedTargets, totalMs: TOTAL_MS, maxBytes: MAX_BYTES }),
    fetchForUpload: guardedFetch({ allowedTargets, totalMs: UPLOAD_MS }),
    base: () => settings.get('UPSTREAM_TELEGRAM') ?? 'https://api.telegram.org',
    token: () => settings.get('TELEGRAM_BOT_TOKEN'),
  })
  const isReady = () => settings.get('TELEGRAM_BOT_TOKEN') !== null
  return new TelegramChannel({ api, settings, messenger: new TelegramMessenger({ api, showing, isReady }) })
}

function slack({ settings }: Infrastructure, showing: Showing): SlackChannel {
  const tokens = { app: 'SLACK_APP_TOKEN', bot: 'SLACK_BOT_TOKEN' } as const
  const allowedTargets = () => replacedTargets(settings, ['UPSTREAM_SLACK'])
  const api = new SlackApi({
    fetch: guardedFetch({ allowedTargets, maxBytes: MAX_BYTES }),
    fetchForUpload: guardedFetch({ allowedTargets, totalMs: UPLOAD_MS }),
    base: () => settings.get('UPSTREAM_SLACK') ?? 'https://slack.com',
    token: (kind) => settings.get(tokens[kind]),
  })
  const isReady = () => settings.get('SLACK_BOT_TOKEN') !== null
  return new SlackChannel({ api, settings, messenger: new SlackMessenger({ api, showing, isReady }) })
}

interface MailParts {
  readonly showing: Showing
  /** The ones that tools use: two that renew the same access would take it from each other. */
  readonly accessTokens: AccessTokens
}

function mail({ settings, home, now }: Infrastructure, { showing, accessTokens }: MailParts): MailChannel {
  const address = () => settings.get('MAIL_CHANNEL_ADDRESS') ?? ''
  const setting = (name: string) => settings.get(name)
  const mailbox = new ChannelMailbox({ access: { setting, home, accessTokens }, address, now })
  const isReady = () => address() !== '' && settings.get('EMAIL_SMTP_HOST') !== null
  const messenger = new MailMessenger({ mailbox, showing, isReady, address })
  return new MailChannel({ mailbox, settings, messenger, now })
}

async function tell(
  components: readonly Component[],
  infrastructure: Infrastructure,
  { liveData, store }: Pick<Services, 'liveData' | 'store'>,
): Promise<readonly ChatBlock[]> {
  const [{ describeForChat }, { channelBlocks }] = await Promise.all([
    import('./live-answers.ts'),
    import('./channel-blocks.ts'),
  ])
  // Who was let in at this machine changes lists from there, and so reads them there.
  const stored = (key: string): unknown => JSON.parse(store.read(key)?.json ?? 'null')
  return channelBlocks(components, (component) =>
    describeForChat([component], { ...infrastructure, ...liveData, stored }),
  )
}

type Confirm = Handlers<typeof toolsContract>['confirm']

/** Takes what is pressed in a channel. A person at this machine has said that whoever presses there may. */
export function answerInChannels(
  { log }: Pick<ServiceInfrastructure, 'log'>,
  { channels, confirm }: { channels: Pick<Channels, 'answerWith'>; confirm: Confirm },
): void {
  const pressed: Omit<Call, 'signal'> = {
    provenance: 'local-client',
    requestId: 'channel-button',
    log,
    header: () => undefined,
  }
  channels.answerWith(({ by, ...body }, signal) => {
    const call = { ...pressed, decidedBy: by, signal }
    return Promise.resolve(confirm({ params: undefined, query: undefined, body }, call))
  })
}

/** Whichever chat asked hears what was decided. */
export function tellingChats({ webhooks, channels }: Pick<Services, 'webhooks' | 'channels'>) {
  return {
    async tellDecided(run: StartedRun): Promise<void> {
      await webhooks.tellDecided(run)
      await channels.tellDecided(run)
    },
  }
}
