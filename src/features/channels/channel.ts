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
  readonly files: readonly IncomingFile[]
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
}

/** A chat that is listened to by dialing out. */
export interface ChannelAdapter {
  readonly name: ChannelName
  readonly title: string
  /** Settings whose change begins anew. */
  readonly settings: readonly string[]
  /** The setting that limits who is answered. */
  readonly usersSetting: 'TELEGRAM_USERS' | 'SLACK_USERS'
  /** Whether people are let in by a code; else the setting alone says who. */
  readonly pairs: boolean
  /** Settings that are still missing. */
  missing(): readonly string[]
  /** Listens until the signal aborts. Throws a ChannelProblem where trying again can't help. */
  listen(line: Line, signal: AbortSignal): Promise<void>
  readonly messenger: Messenger
  /** Writes below a question what became of it, and takes its buttons away. */
  settleQuestion?(
    question: { chat: string; message: string; text: string },
    signal: AbortSignal,
  ): Promise<void>
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
