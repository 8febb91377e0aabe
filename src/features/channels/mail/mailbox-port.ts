import type { ReplyTo } from './thread.ts'

/** An email that is listed, before anything of it is read. */
export interface ListedMail {
  readonly uid: number
  readonly receivedAt: Date
}

export interface MailPerson {
  readonly name: string
  readonly address: string
}

/** The head of an email; the texts decoded, the block as it came. */
export interface MailHead extends ListedMail {
  readonly block: string
  readonly subject: string
  /** As the server reads them. */
  readonly from: readonly MailPerson[]
  readonly to: readonly MailPerson[]
}

/** Where a file of an email is found again. */
export interface MailFile {
  readonly name: string
  readonly ref: string
}

export interface OpenMailbox {
  readonly uidValidity: string
  /** No number of an email that is there reaches this. */
  readonly uidNext: number
  /** Those above this number, ascending. */
  above(uid: number): Promise<ListedMail[]>
  heads(uids: readonly number[]): Promise<MailHead[]>
  read(uid: number): Promise<{ readonly text: string; readonly files: readonly MailFile[] }>
}

/** A picture or a file. */
export interface MailPicture {
  /** By which the text shows it; null where it is only attached. */
  readonly id: string | null
  readonly name: string
  readonly bytes: Uint8Array
}

export interface ChannelLetter {
  readonly messageId: string
  readonly to: MailPerson
  readonly text: string
  readonly html: string
  readonly pictures: readonly MailPicture[]
  readonly reply: Pick<ReplyTo, 'messageId' | 'references'> & { readonly subject: string }
}

/** The mail account of the user, as far as a channel needs it. */
export interface MailboxPort {
  /**
   * Keeps the folder open until the signal aborts, or the connection has to be made anew. Calls `look` when it is open, and
   * whenever something may be new, one call after the other.
   */
  listen(look: (box: OpenMailbox) => Promise<void>, signal: AbortSignal): Promise<void>
  /** `begins` is called when everything is ready and the letter goes out now. */
  send(letter: ChannelLetter, on: { begins: () => Promise<void>; signal: AbortSignal }): Promise<void>
  openFile(ref: string, signal: AbortSignal): AsyncIterable<Uint8Array>
}
