import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import type { AuditLog } from '../../platform/audit/audit-log.ts'
import { ownAnswer, type ConversationDeps } from '../../platform/correspondence/conversation.ts'
import { LateAnswers } from '../../platform/correspondence/outgoing/late-answers.ts'
import { ReturnAddresses } from '../../platform/correspondence/outgoing/return-addresses.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Chat } from '../chat/chat.ts'
import type { StartedRun } from '../chat/chat-seams.ts'
import type { Documents } from '../documents/documents.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Settings } from '../settings/settings-store.ts'
import type { Approvals } from '../tools/approvals.ts'
import type { Account, ChannelAdapter, Heard } from './channel.ts'
import { channelNames, type Channel, type ChannelName } from './contract.ts'
import { Conversations } from './conversations.ts'
import { Decisions, type DecisionsDeps } from './decisions.ts'
import { Gate } from './gate.ts'
import { HourlyLimit, type Count } from './hourly-limit.ts'
import { Inbox } from './inbox.ts'
import { Newcomers } from './newcomers.ts'
import { Pairings, type Place, type StoredPairing } from './pairings.ts'
import { Questions } from './questions.ts'
import { Showing, type ShowingDeps } from './showing.ts'
import { Supervisor } from './supervisor.ts'

export interface ChannelsDeps extends Omit<ConversationDeps, 'chat'> {
  readonly chat: Pick<Chat, 'start' | 'stop' | 'answerOf'>
  readonly database: Database
  readonly settings: Pick<Settings, 'get' | 'onChange'>
  readonly now: () => Date
  readonly log: Log
  readonly audit: Pick<AuditLog, 'append'>
  readonly documents: Pick<Documents, 'upload'>
  readonly notifications: Pick<Notifications, 'raise' | 'settle'>
  readonly approvals: Pick<Approvals, 'find' | 'read' | 'isOpen' | 'watch'>
  readonly pictureOf: ShowingDeps['pictureOf']
  readonly fileOf: ShowingDeps['fileOf']
  readonly adapters: (showing: Showing) => Readonly<Record<ChannelName, ChannelAdapter>>
}

const TOO_MANY =
  'That is more than I answer in an hour, so I stop here for now. Write again later, or use Deskhand on your computer.'

/** The chats from which this machine can be reached, by dialing out. */
export class Channels {
  readonly #deps: ChannelsDeps
  readonly #adapters: Readonly<Record<ChannelName, ChannelAdapter>>
  readonly #pairings: Pairings
  readonly #inbox: Inbox
  readonly #gate: Gate
  readonly #late: LateAnswers
  readonly #addresses: ReturnAddresses
  readonly #conversations: Conversations
  readonly #supervisors: Readonly<Record<ChannelName, Supervisor>>
  readonly #decisions: Decisions
  readonly #newcomers: Newcomers
  readonly #hourly: HourlyLimit
  #confirm: DecisionsDeps['confirm'] = () => Promise.resolve()
  #unwatch = () => {}

  constructor(deps: ChannelsDeps) {
    this.#deps = deps
    this.#pairings = new Pairings(deps)
    this.#inbox = new Inbox(deps)
    const questions = new Questions(deps)
    this.#gate = new Gate({ ...deps, pairings: this.#pairings })
    this.#newcomers = new Newcomers({ ...deps, pairings: this.#pairings, gate: this.#gate })
    this.#hourly = new HourlyLimit(deps.now)
    const isListed = (channel: ChannelName, person: string) =>
      this.#gate.isListed(this.#adapters[channel], person)
    this.#adapters = deps.adapters(new Showing({ ...deps, pairings: this.#pairings, questions, isListed }))
    const messengers = byName((name) => this.#adapters[name].messenger)
    this.#late = new LateAnswers({ ...deps, messengers })
    this.#addresses = new ReturnAddresses(deps)
    const shared = { inbox: this.#inbox, late: this.#late, addresses: this.#addresses }
    this.#conversations = new Conversations({ ...deps, ...shared })
    this.#decisions = new Decisions({
      ...deps,
      questions,
      gate: this.#gate,
      adapters: this.#adapters,
      confirm: (...decision) => this.#confirm(...decision),
    })
    this.#supervisors = byName((name) => this.#supervisorOf(name))
  }

  /** Takes what is pressed below questions. */
  answerWith(confirm: DecisionsDeps['confirm']): void {
    this.#confirm = confirm
  }

  /** Connects what is set up; what an earlier process heard and did not answer comes first. */
  async start(): Promise<void> {
    const { settings } = this.#deps
    this.#decisions.start()
    void this.#late.start().catch(this.#logged("Couldn't send pending answers."))
    for (const waiting of await this.#inbox.left()) {
      // Who was let in then may be revoked by now.
      const isPaired = this.#pairings.find(waiting, waiting.message.person) !== undefined
      if (isPaired) this.#conversations.answer(this.#adapters[waiting.channel], waiting)
      else await this.#inbox.remove(waiting)
    }
    this.#unwatch = settings.onChange((names) => {
      for (const name of channelNames)
        if (names.some((one) => this.#adapters[name].settings.includes(one)))
          void this.#supervisors[name].restart()
    })
    await Promise.all(channelNames.map((name) => this.#supervisors[name].restart()))
  }

  async close(): Promise<void> {
    this.#unwatch()
    await Promise.all(channelNames.map((name) => this.#supervisors[name].close()))
    await Promise.all([this.#decisions.close(), this.#late.close(), this.#conversations.close()])
  }

  list(): Channel[] {
    return channelNames.map((name) => this.#describe(name))
  }

  async pair(channel: ChannelName) {
    const { pairs, title, usersSetting } = this.#adapters[channel]
    if (!pairs)
      throw new AppError('conflict', `${title} has no pairing: say in ${usersSetting} who is answered.`)
    const account = this.#connected(channel)
    const { code, expires_at } = await this.#pairings.makeCode({ channel, account: account.id })
    const link = account.pairingLink?.(code) ?? null
    return { code, link, account: account.label, expires_at }
  }

  async connect(channel: ChannelName): Promise<Channel> {
    this.#assertSetUp(channel)
    await this.#deps.notifications.settle(keyOf(channel))
    await this.#supervisors[channel].restart()
    return this.#describe(channel)
  }

  async changePairing(id: string, may_approve: boolean) {
    const { title, hasButtons } = this.#adapters[this.#pairings.read(id).channel]
    if (may_approve && !hasButtons)
      throw new AppError('conflict', `Nothing can be approved from ${title}. Decide on this computer.`)
    const pairing = await this.#pairings.change(id, may_approve)
    await this.#audit(pairing, may_approve ? 'may_approve' : 'may_not_approve')
    return shown(pairing)
  }

  async revoke(id: string): Promise<void> {
    await this.#audit(await this.#pairings.remove(id), 'revoked')
  }

  /** Somebody decided about what was asked for there: the run that says how it ended is told there, too. */
  async tellDecided(run: StartedRun): Promise<void> {
    try {
      const { provenance } = this.#deps.chat.answerOf(run.run_id).row
      const address = provenance.startsWith('channel:') ? this.#addresses.find(run.session_id) : undefined
      if (address && this.#late.canSend(address.provider))
        await this.#late.promise(ownAnswer(run, this.#deps), address)
    } catch (error) {
      // What was decided is done, whoever hears of it.
      this.#deps.log.error({ err: error }, "Couldn't report the decision to the chat that asked.")
    }
  }

  async #take(channel: ChannelName, account: Account, heard: Heard): Promise<void> {
    const place = { channel, account: account.id }
    const adapter = this.#adapters[channel]
    const pairing = this.#gate.admit(adapter, place, heard)
    const paired = !pairing && (await this.#newcomers.tryPairing(adapter, place, heard))
    let limit: Count | undefined
    const { isNew, waiting } = await this.#inbox.take(place, heard, () => {
      if (!pairing) return undefined
      this.#pairings.noteHeard(pairing)
      limit = heard.message && this.#hourly.count(pairing.id, adapter.maxPerHour)
      return limit?.isOver ? undefined : heard.message
    })
    const { message, press } = heard
    if (!isNew) return
    if (paired && message) return this.#conversations.greet({ ...place, message })
    if (press) return this.#press(place, pairing, press)
    if (limit?.isFirst && message) return this.#conversations.say(TOO_MANY, { ...place, message })
    if (waiting) return this.#conversations.answer(adapter, waiting)
    if (!pairing && heard.sender) await this.#refuse(adapter, place, heard)
  }

  async #refuse(adapter: ChannelAdapter, place: Place, heard: Heard): Promise<void> {
    this.#gate.recordRefusal(place, heard, heard.distrust === undefined ? 'not_paired' : 'not_believed')
    await this.#newcomers.tellIfExpected(adapter, place, heard)
  }

  #press(place: Place, pairing: StoredPairing | undefined, press: NonNullable<Heard['press']>): void {
    // The run that it begins may take long, and others write in the meantime.
    this.#decisions.press(place, pairing, press).catch(this.#logged("Couldn't take a decision from a chat."))
  }

  #supervisorOf(channel: ChannelName): Supervisor {
    const { notifications, log } = this.#deps
    const adapter = this.#adapters[channel]
    return new Supervisor({
      adapter,
      log,
      line: {
        cursor: (account) => this.#inbox.cursor({ channel, account }),
        take: (account, heard) => this.#take(channel, account, heard),
      },
      onStopped: (message) =>
        void notifications
          .raise({
            type: 'channel',
            level: 'error',
            title: `${adapter.title} was stopped`,
            message,
            dedupe_key: keyOf(channel),
          })
          .catch(this.#logged("Couldn't tell that a channel stopped.")),
      onConnected: () =>
        void notifications.settle(keyOf(channel)).catch(this.#logged("Couldn't settle a notification.")),
    })
  }

  #describe(channel: ChannelName): Channel {
    const adapter = this.#adapters[channel]
    const { state, account } = this.#supervisors[channel]
    const pairings = account ? this.#pairings.list({ channel, account: account.id }) : []
    return {
      channel,
      title: adapter.title,
      ...state,
      account: account?.label ?? null,
      missing: [...adapter.missing()],
      only: [...this.#deps.settings.get(adapter.usersSetting)],
      pairs: adapter.pairs,
      has_buttons: adapter.hasButtons,
      pairings: pairings.map(shown),
    }
  }

  #connected(channel: ChannelName): Account {
    const { title } = this.#adapters[channel]
    const { account, state } = this.#supervisors[channel]
    if (account && state.state === 'connected') return account
    this.#assertSetUp(channel)
    throw new AppError('unavailable', state.message ?? `${title} is still connecting. Try again in a moment.`)
  }

  #assertSetUp(channel: ChannelName): void {
    const adapter = this.#adapters[channel]
    const missing = adapter.missing()
    if (missing.length === 0) return
    throw new AppError('not_configured', `Set ${missing.join(' and ')} to use ${adapter.title}.`)
  }

  async #audit({ channel, person, name }: StoredPairing, outcome: string): Promise<void> {
    const detail = { outcome, person, name }
    await this.#deps.audit.append({ kind: 'channel', provenance: 'local-client', subject: channel, detail })
  }

  #logged(sentence: string): (error: unknown) => void {
    return (error) => this.#deps.log.error({ err: error }, sentence)
  }
}

function byName<T>(make: (name: ChannelName) => T): Record<ChannelName, T> {
  return Object.fromEntries(channelNames.map((name) => [name, make(name)])) as Record<ChannelName, T>
}

function keyOf(channel: ChannelName): string {
  return `channel:${channel}`
}

function shown({ id, person, name, may_approve, created_at, last_heard_at }: StoredPairing) {
  return { id, person, name, may_approve, created_at, last_heard_at }
}
