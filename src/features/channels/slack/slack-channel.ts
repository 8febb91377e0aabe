import { once } from 'node:events'
import { AppError } from '../../../contract/errors.ts'
import type { Messenger } from '../../../platform/correspondence/outgoing/late-answers.ts'
import { fieldsOf, textOf, type Fields } from '../../../platform/upstream/fields.ts'
import type { Settings } from '../../settings/settings-store.ts'
import {
  ChannelProblem,
  type Account,
  type ChannelAdapter,
  type IncomingFile,
  type Line,
} from '../channel.ts'
import { readEnvelope } from './read-envelope.ts'
import { Silence } from './silence.ts'
import { isOfSlack, type SlackApi } from './slack-api.ts'

export interface SlackDeps {
  readonly api: SlackApi
  readonly settings: Pick<Settings, 'get'>
  readonly messenger: Messenger
  /** How long a silent socket is believed; Slack asks for a sign of life more often. */
  readonly silenceMs?: number
}

const SILENCE_MS = 120_000

/** Slack by Socket Mode: a socket that this machine opens. */
export class SlackChannel implements ChannelAdapter {
  readonly name = 'slack'
  readonly title = 'Slack'
  readonly settings = ['SLACK_APP_TOKEN', 'SLACK_BOT_TOKEN', 'UPSTREAM_SLACK']
  readonly usersSetting = 'SLACK_USERS'
  readonly pairs = true
  readonly hasButtons = true
  readonly messenger: Messenger
  readonly #deps: SlackDeps

  constructor(deps: SlackDeps) {
    this.#deps = deps
    this.messenger = deps.messenger
  }

  missing(): string[] {
    const { settings } = this.#deps
    return (['SLACK_APP_TOKEN', 'SLACK_BOT_TOKEN'] as const).filter((name) => settings.get(name) === null)
  }

  async listen(line: Line, signal: AbortSignal): Promise<void> {
    const { api } = this.#deps
    const account = accountOf(await api.call('auth.test', { signal }))
    // Slack ends a socket now and then, and says so: the next one takes its place.
    while (!signal.aborted) await this.#listenOnce({ line, account }, signal)
  }

  async settleQuestion(
    { chat, message, text }: { chat: string; message: string; text: string },
    signal: AbortSignal,
  ): Promise<void> {
    const section = { type: 'section', text: { type: 'plain_text', text } }
    const edit = { channel: chat, ts: message, text, blocks: [section], signal }
    const { status, error } = await this.#deps.api.ask('chat.update', edit)
    // Whoever deleted the message does not want to read it.
    if (error !== null && status !== 400)
      throw new AppError('upstream_failed', `Slack refused chat.update: ${error}.`)
  }

  async openFile({ ref, name }: IncomingFile, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const { api } = this.#deps
    // The token goes to Slack, whatever an event says.
    if (!isOfSlack(ref, api.base)) throw new AppError('forbidden', `“${name}” is not stored in Slack.`)
    const response = await api.fetch(ref, { as: 'bot', signal })
    if (response.ok && response.body) return response.body
    throw new AppError('upstream_failed', `Slack answered ${response.status} to the download of “${name}”.`)
  }

  async #listenOnce({ line, account }: { line: Line; account: Account }, signal: AbortSignal): Promise<void> {
    const { api, silenceMs = SILENCE_MS } = this.#deps
    const { url } = await api.call('apps.connections.open', { as: 'app', signal })
    using ended = new Ending(signal)
    const socket = new WebSocket(socketAddress(url, api.base))
    const fail = (message: string) => ended.fail(new AppError('upstream_failed', message))
    using silence = new Silence(socket, { ms: silenceMs, onSilent: () => fail('Slack fell silent.') })
    // One after the other, so that messages are taken in their order.
    let taking = Promise.resolve()
    socket.addEventListener('message', ({ data }) => {
      silence.interrupt()
      taking = taking
        .then(() => this.#hear(fieldsOf(JSON.parse(String(data))), { socket, line, account, ended, signal }))
        .catch((error: unknown) => ended.fail(error))
    })
    socket.addEventListener('close', () => fail('Slack ended the connection.'))
    socket.addEventListener('error', () => fail("Slack's socket can't be opened."))
    try {
      await ended.promise
    } finally {
      socket.close()
      await taking
    }
  }

  async #hear(envelope: Fields, { socket, line, account, ended, signal }: Hearing): Promise<void> {
    if (envelope['type'] === 'hello') return line.connected(account)
    if (envelope['type'] === 'disconnect') {
      if (envelope['reason'] !== 'link_disabled') return ended.resolve()
      throw new ChannelProblem(
        'Socket Mode is off. Turn it on in the settings of the Slack app, then connect again here.',
      )
    }
    const self = account.id.split(':')[1] ?? ''
    const heard = readEnvelope(envelope, {
      self,
      answerPress: async ({ chat, person }, text) => {
        await this.#deps.api.ask('chat.postEphemeral', { channel: chat, user: person, text, signal })
      },
    })
    if (!heard) return
    const { envelope_id, ...event } = heard
    await line.take(account, event)
    // Only what is on disk is acknowledged; the rest comes again.
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ envelope_id }))
  }
}

interface Hearing {
  readonly socket: WebSocket
  readonly line: Line
  readonly account: Account
  readonly ended: Ending
  readonly signal: AbortSignal
}

/** The end of one socket, whoever ends it. */
class Ending implements Disposable {
  readonly promise: Promise<void>
  readonly resolve: () => void
  readonly fail: (error: unknown) => void
  readonly #over = new AbortController()

  constructor(signal: AbortSignal) {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.promise = promise
    this.resolve = resolve
    this.fail = reject
    promise.catch(() => {})
    if (signal.aborted) resolve()
    else
      once(signal, 'abort', { signal: this.#over.signal }).then(
        () => resolve(),
        () => {},
      )
  }

  [Symbol.dispose](): void {
    this.#over.abort()
  }
}

function accountOf(answer: Fields): Account {
  const team = textOf(answer['team_id'])
  const user = textOf(answer['user_id'])
  if (team === null || user === null)
    throw new AppError('upstream_failed', "Slack's answer doesn't name the bot.")
  const label = `@${textOf(answer['user']) ?? user} in ${textOf(answer['team']) ?? team}`
  return { id: `${team}:${user}`, label, pairingLink: null }
}

/** Encrypted and of Slack, unless the operator put something else in its place. */
function socketAddress(address: unknown, base: string): URL {
  const url = URL.parse(typeof address === 'string' ? address : '')
  const isReplaced = url?.hostname === new URL(base).hostname
  const isSlack = url?.protocol === 'wss:' && /(?:^|\.)slack\.com$/.test(url.hostname)
  if (url && (isSlack || isReplaced)) return url
  throw new AppError('upstream_failed', "Slack's answer doesn't name a socket of Slack.")
}
