import type { AskedCall } from './wish.ts'

export interface CalendarEntry {
  readonly event_id: string
  readonly title: string
  /** With the offset of the time zone; a date for whole days. */
  readonly start: string
  readonly end: string
  readonly all_day: boolean
  readonly location: string | null
  readonly repeats: boolean
}

export interface Mail {
  readonly from: string
  /** Everybody who gets it, copies included. */
  readonly to: readonly string[]
  readonly subject: string
  readonly text: string
  readonly attachments: readonly string[]
}

export interface Schedule {
  readonly name: string | null
  readonly cron: string | null
  readonly every: string | null
  readonly enabled: boolean
}

export interface MailboxEntry {
  readonly folder: string
  readonly subject: string
  readonly flags: readonly string[]
}

export interface ChangedFiles {
  readonly added: readonly string[]
  readonly changed: readonly string[]
  readonly removed: readonly string[]
}

/** A question that was put to the person, and what they said. */
export interface Question {
  /** How many answers of the model there had been when it was asked. */
  readonly round: number
  readonly approved: readonly AskedCall[]
  readonly rejected: readonly AskedCall[]
}

/** What the service keeps, apart from files. */
export interface State {
  events(): Promise<readonly CalendarEntry[]>
  /** Everything in the key/value store. */
  store(): Promise<Readonly<Record<string, unknown>>>
  memories(): Promise<readonly string[]>
  schedules(): Promise<readonly Schedule[]>
  /** All mail of the mailbox; nothing where there is none. */
  mailbox(): Promise<readonly MailboxEntry[]>
}

/** How things are afterwards: this is what a wish is judged by. */
export interface Outcome extends State {
  /** The answer to the last turn as one text, with everything that its components show. */
  readonly answer: string
  /** The types of its components. */
  readonly answerTypes: readonly string[]
  readonly questions: readonly Question[]
  /** What left the machine. */
  readonly mails: readonly Mail[]
  /** Paths in the home folder; what is in the trash or hidden there is left out. */
  files(): Promise<readonly string[]>
  changedFiles(): Promise<ChangedFiles>
  /** The text of a file, whatever kind it is. */
  read(path: string): Promise<string>
  /** The rows of a spreadsheet. */
  rows(path: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** What a program prints, run in the home folder. */
  run(command: string, ...args: readonly string[]): Promise<string>
}
