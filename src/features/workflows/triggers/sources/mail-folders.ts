/** An email as far as it must be known to tell it from others. */
export interface ListedMail {
  readonly uid: number
  /** The same for the same email, whatever its number. */
  readonly mark: string
  /** When the server got it, in ISO 8601. */
  readonly receivedAt: string | null
}

/** An email with what could be read of it; the rest is empty. */
export interface ReadMail extends Omit<ListedMail, 'mark'> {
  readonly mark: string | undefined
  readonly messageId: string | null
  readonly from: string
  readonly fromName: string
  readonly to: readonly string[]
  readonly subject: string
  readonly date: string | null
  readonly text: string
  readonly bytes: number
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: number }[]
}

/** How much of an email to ask for. */
export type ReadDepth = 'whole' | 'headers' | 'number'

/** A folder of mail while it is open. Its methods throw when the connection is lost. */
export interface MailFolder {
  readonly account: string
  readonly path: string
  readonly uidValidity: string
  readonly uidNext: number
  readonly count: number
  /** The numbers above this one, ascending. */
  above(uid: number): Promise<number[]>
  /** The newest so many, or all of them. */
  list(newest?: number): AsyncIterable<ListedMail>
  /** Undefined when it is gone. What is wrong with one email is no failure: then there is less of it. */
  read(uid: number, depth: ReadDepth): Promise<ReadMail | undefined>
}

/** What this source needs of the user's mail. */
export interface MailFolders {
  open<T>(folder: string, work: (open: MailFolder) => Promise<T>, signal: AbortSignal): Promise<T>
  watch(folder: string, hint: () => void, signal: AbortSignal): Promise<void>
}

export interface MailCursor {
  /** Account and folder: another one is another beginning. */
  readonly place: string
  readonly uidvalidity: string
  /** Everything up to this number was told, or was there before. */
  readonly uid: number
  /** Except for these, which are still to be told since the server renumbered the folder; as in `3:7,12`. */
  readonly pending?: string
  /** Marks of the newest emails that were told or there before, oldest first: by them they are known under new numbers. */
  readonly known: readonly string[]
  /** Whether none had to be forgotten. */
  readonly knows_all: boolean
  /** When the newest of them came. */
  readonly since: string | null
  /** How often the same numbers were given out anew under the same UIDVALIDITY, as after a restored backup. */
  readonly rewinds: number
  /** The email that could not be had, and how often. */
  readonly stuck?: { readonly uid: number; readonly times: number }
}
