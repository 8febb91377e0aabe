import { AppError } from '../../../contract/errors.ts'
import { mailAddress } from '../../../platform/correspondence/mail-address.ts'
import type { Messenger } from '../../../platform/correspondence/outgoing/late-answers.ts'
import type { Settings } from '../../settings/settings-store.ts'
import {
  ChannelProblem,
  type Account,
  type ChannelAdapter,
  type IncomingFile,
  type Line,
  type SettledQuestion,
} from '../channel.ts'
import type { MailboxPort, OpenMailbox } from './mailbox-port.ts'
import type { MailMessenger } from './mail-messenger.ts'
import { readHead, readWhole, type ReadingContext } from './read-mail.ts'
import { knownAuthserv } from './sender-proof.ts'

export interface MailChannelDeps {
  readonly mailbox: MailboxPort
  readonly settings: Pick<Settings, 'get'>
  readonly messenger: Messenger & Pick<MailMessenger, 'sendOutcome'>
  readonly now: () => Date
}

/** Whoever wrote longer ago has gone on, and an email that was moved into the folder is no new one. */
const MAX_AGE_MS = 86_400_000
const HEADS_AT_ONCE = 100

const ACCOUNT = ['EMAIL_IMAP_HOST', 'EMAIL_IMAP_USER', 'EMAIL_SMTP_HOST'] as const

/** Email: a mailbox that is listened to, and answers through the server that sends mail. */
export class MailChannel implements ChannelAdapter {
  readonly name = 'mail'
  readonly title = 'Email'
  readonly settings = [
    'MAIL_CHANNEL_ADDRESS',
    'MAIL_CHANNEL_AUTHSERV_ID',
    ...ACCOUNT,
    'EMAIL_IMAP_PORT',
    'EMAIL_IMAP_SECURITY',
    'EMAIL_IMAP_PASSWORD',
    'EMAIL_OAUTH_TOKEN',
    'EMAIL_OAUTH_REFRESH_TOKEN',
    'EMAIL_OAUTH_CLIENT_ID',
    'EMAIL_OAUTH_CLIENT_SECRET',
    'EMAIL_OAUTH_TOKEN_URL',
    'EMAIL_CA_FILE',
  ]
  readonly usersSetting = 'MAIL_CHANNEL_USERS'
  readonly pairs = true
  // Whoever gets into a mailbox could approve, and a reply is words.
  readonly hasButtons = false
  readonly maxPerHour = 30
  readonly messenger: Messenger
  readonly #deps: MailChannelDeps

  constructor(deps: MailChannelDeps) {
    this.#deps = deps
    this.messenger = deps.messenger
  }

  missing(): string[] {
    const { settings } = this.#deps
    const address = settings.get('MAIL_CHANNEL_ADDRESS')
    // A mail account alone is no channel: nothing is missing but the wish for one.
    if (address === null) return ['MAIL_CHANNEL_ADDRESS']
    const secrets = ['EMAIL_IMAP_PASSWORD', 'EMAIL_OAUTH_TOKEN', 'EMAIL_OAUTH_REFRESH_TOKEN'] as const
    return [
      ...ACCOUNT.filter((name) => settings.get(name) === null),
      ...(secrets.every((name) => settings.get(name) === null) ? ['EMAIL_IMAP_PASSWORD'] : []),
      ...(this.#authserv() === undefined ? ['MAIL_CHANNEL_AUTHSERV_ID'] : []),
    ]
  }

  async listen(line: Line, signal: AbortSignal): Promise<void> {
    const account = this.#account()
    // A connection is made anew now and then: tokens end, and what stands between forgets quiet ones.
    while (!signal.aborted)
      await this.#deps.mailbox
        .listen(async (box) => {
          line.connected(account)
          await this.#look(box, { line, account, signal })
        }, signal)
        .catch((error: unknown) => {
          throw lasting(error)
        })
  }

  settleQuestion(question: SettledQuestion, signal: AbortSignal): Promise<void> {
    // What was decided is told by the run that does it.
    return question.isDecided ? Promise.resolve() : this.#deps.messenger.sendOutcome(question, signal)
  }

  openFile({ ref }: IncomingFile, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    return Promise.resolve(this.#deps.mailbox.openFile(ref, signal))
  }

  async #look(box: OpenMailbox, { line, account, signal }: Looking): Promise<void> {
    const seen = cursorOf(line.cursor(account.id))
    const at = (uid: number) => `${box.uidValidity}.${uid}`
    const moveOn = (uid: number) =>
      line.take(account, { event: `seen ${at(uid)}`, cursor: at(uid), sender: undefined })
    // What was there before the channel was set up is not for it.
    if (!seen) return moveOn(box.uidNext - 1)
    // A folder that was numbered anew is read again as far as its emails are fresh; each is known by its mark.
    const after = seen.uidValidity === box.uidValidity ? seen.uid : 0
    const listed = await box.above(after)
    const last = listed.at(-1)
    if (!last) return
    const oldest = this.#deps.now().getTime() - MAX_AGE_MS
    const fresh = listed.filter(({ receivedAt }) => receivedAt.getTime() > oldest).map(({ uid }) => uid)
    const context = this.#context()
    for (let start = 0; start < fresh.length; start += HEADS_AT_ONCE)
      for (const head of await box.heads(fresh.slice(start, start + HEADS_AT_ONCE))) {
        signal.throwIfAborted()
        const mail = readHead(head, context)
        if (!mail) continue
        const heard = await readWhole(mail, head, box)
        await line.take(account, { ...heard, cursor: at(head.uid) })
      }
    await moveOn(last.uid)
  }

  #account(): Account {
    const { settings } = this.#deps
    const address = this.#address()
    const id = [address, settings.get('EMAIL_IMAP_USER'), settings.get('EMAIL_IMAP_HOST')].join(' ')
    // In both places: programs put a signature below the text.
    const pairingLink = (code: string) =>
      `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}?subject=${code}&body=${code}`
    return { id, label: address, pairingLink }
  }

  #context(): ReadingContext {
    const { settings } = this.#deps
    const names = ['EMAIL_FROM', 'USER_EMAIL', 'EMAIL_SMTP_USER', 'EMAIL_IMAP_USER'] as const
    const own = names.flatMap((name) => settings.get(name)?.toLowerCase() ?? [])
    return { address: this.#address(), own: new Set(own), authserv: this.#authserv() ?? '' }
  }

  #address(): string {
    const given = this.#deps.settings.get('MAIL_CHANNEL_ADDRESS') ?? ''
    const address = mailAddress(given)?.toLowerCase()
    if (address !== undefined) return address
    throw new ChannelProblem(`“${given}” in MAIL_CHANNEL_ADDRESS is not an email address.`)
  }

  #authserv(): string | undefined {
    const { settings } = this.#deps
    return settings.get('MAIL_CHANNEL_AUTHSERV_ID') ?? knownAuthserv(settings.get('EMAIL_IMAP_HOST'))
  }
}

interface Looking {
  readonly line: Line
  readonly account: Account
  readonly signal: AbortSignal
}

function cursorOf(cursor: string | undefined): { uidValidity: string; uid: number } | undefined {
  const [, uidValidity, uid] = /^(\d+)\.(\d+)$/.exec(cursor ?? '') ?? []
  return uidValidity === undefined ? undefined : { uidValidity, uid: Number(uid) }
}

/** What a setting has to mend is tried no more: a provider locks an account that is tried too often. */
function lasting(error: unknown): unknown {
  return error instanceof AppError && error.code === 'not_configured'
    ? new ChannelProblem(error.message)
    : error
}
