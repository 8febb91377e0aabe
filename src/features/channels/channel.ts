import type { ChannelName } from './contract.ts'
import type { Messenger } from '../../platform/correspondence/outgoing/late-answers.ts'

/** Our own account in a chat: pairings, cursors and questions belong to it. */
export interface Account {
  readonly id: string
  /** As people there know it, such as @deskhand_bot. */
  readonly label: string
  /** Where somebody pairs by following it; null where the code must be written. */
  readonly pairingLink: ((code: string) => string) | null
}

export interface IncomingFile {
  /** As the channel finds it again. */
  readonly ref: string
  readonly name: string
}

/** A message as it waits on disk for its run. */
export interface IncomingMessage {
  readonly chat: string
  readonly person: string
  readonly name: string | undefined
  readonly text: string
  /** What stands above it, such as the subject of an email. */
  readonly title?: string
  readonly files: readonly IncomingFile[]
  /** What an answer has to refer to, as the messenger understands it. */
  readonly reply?: object
}

/** A button that was pressed. */
export interface Press {
  readonly chat: string
  readonly person: string
  /** The message that it stands below. */
  readonly message: string
  readonly data: string
  /** Says something to whoever pressed it. */
  readonly answer: (text: string) => Promise<void>
}

/** What a channel hears. Everything goes through the same gate, whatever it is. */
export interface Heard {
  /** What tells it from every other event of the channel. */
  readonly event: string
  /** What to go on after, when it is taken. */
  readonly cursor?: string
  /** Undefined for what nobody could answer, such as an event without a sender. */
  readonly sender:
    | { readonly person: string; readonly isBot: boolean; readonly isPrivate: boolean }
    | undefined
  readonly message?: IncomingMessage
  readonly press?: Press
  /** Why it is not believed that it comes from this sender: then nothing happens because of it. */
  readonly distrust?: string
}

/** What a channel tells while it listens. */
export interface Line {
  readonly connected: (account: Account) => void
  readonly cursor: (account: string) => string | undefined
  /** Resolves when it is on disk: only then may it be acknowledged. */
  readonly take: (account: Account, heard: Heard) => Promise<void>
}

/** Where an answer goes. */
export interface ChannelAddress {
  readonly account: string
  readonly chat: string
  readonly person: string
  readonly reply?: object
}

/** A question in a chat that is over. */
export interface SettledQuestion extends ChannelAddress {
  readonly id: number
  readonly message: string
  /** As it was shown, and what became of it. */
  readonly text: string
  readonly title: string
  readonly outcome: string
  /** Somebody decided; otherwise it is out of date. */
  readonly isDecided: boolean
}

/** A chat that is listened to by dialing out. */
export interface ChannelAdapter {
  readonly name: ChannelName
  readonly title: string
  /** Settings whose change begins anew. */
  readonly settings: readonly string[]
  /** The setting that limits who is answered. */
  readonly usersSetting: 'TELEGRAM_USERS' | 'SLACK_USERS' | 'MAIL_CHANNEL_USERS'
  /** Whether people are let in by a code; else the setting alone says who. */
  readonly pairs: boolean
  /** Whether questions can have buttons there. */
  readonly hasButtons: boolean
  /** How many messages of one person are answered in an hour; all, if left out. */
  readonly maxPerHour?: number
  /** Settings that are still missing. */
  missing(): readonly string[]
  /** Listens until the signal aborts. Throws a ChannelProblem where trying again can't help. */
  listen(line: Line, signal: AbortSignal): Promise<void>
  readonly messenger: Messenger
  /** Writes below a question what became of it, and takes its buttons away. */
  settleQuestion?(question: SettledQuestion, signal: AbortSignal): Promise<void>
  openFile(file: IncomingFile, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>
  /** Shows that an answer is being made. */
  showBusy?(address: ChannelAddress, signal: AbortSignal): Promise<void>
}

/** What no further try mends: a person has to do something first, and the sentence says what. */
export class ChannelProblem extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'ChannelProblem'
  }
}
