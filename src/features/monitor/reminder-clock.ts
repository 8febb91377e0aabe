import type { Log } from '../../contract/log.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { dueReminders, momentOf, type Reminder } from './due-reminders.ts'

export interface ReminderClockDeps {
  readonly notifications: Pick<Notifications, 'raiseOnce'>
  readonly now: () => Date
  readonly log: Log
  /** The list that "remind me to …" writes. */
  readonly reminders: () => readonly Reminder[]
  /** Moves those that repeat, and were due, on to their next time. */
  readonly moveOn: () => Promise<void>
}

/** The clock may be set at any time and the machine may sleep: so often the wall clock is looked at. */
const MAX_NAP_MS = 1_000
const RETRY_MS = 15_000

/** Rings for reminders at the second at which they are due. Each rings once, also across restarts. */
export class ReminderClock {
  readonly #deps: ReminderClockDeps
  /** What was told since the start, so that the database is not asked about it again. */
  #told = new Set<string>()
  #next: number | undefined
  #timer: NodeJS.Timeout | undefined
  #looking: Promise<void> = Promise.resolve()
  #isRunning = false

  constructor(deps: ReminderClockDeps) {
    this.#deps = deps
  }

  start(): void {
    this.#isRunning = true
    this.changed()
  }

  /** Somebody has written the list. */
  changed(): void {
    if (this.#isRunning) this.#looking = this.#looking.then(() => this.#lookSafely())
  }

  /** Waits for a look that has begun. */
  async stop(): Promise<void> {
    this.#isRunning = false
    clearTimeout(this.#timer)
    await this.#looking
  }

  async #lookSafely(): Promise<void> {
    const { now, log } = this.#deps
    try {
      await this.#look()
    } catch (error) {
      log.error({ err: error }, "Couldn't look after the reminders. Retrying.")
      this.#next = now().getTime() + RETRY_MS
    }
    this.#nap()
  }

  async #look(): Promise<void> {
    const { notifications, now, reminders, moveOn } = this.#deps
    const at = now()
    const due = dueReminders(reminders(), at)
    for (const draft of due) if (!this.#told.has(draft.dedupe_key)) await notifications.raiseOnce(draft)
    this.#told = new Set(due.map(({ dedupe_key }) => dedupe_key))
    await moveOn()
    const coming = reminders()
      .flatMap(({ done, due: when }) => (done ? [] : [momentOf(when) ?? 0]))
      .filter((moment) => moment > at.getTime())
    this.#next = coming.length === 0 ? undefined : Math.min(...coming)
  }

  #nap(): void {
    clearTimeout(this.#timer)
    if (!this.#isRunning || this.#next === undefined) return
    const left = this.#next - this.#deps.now().getTime()
    if (left <= 0) this.changed()
    else this.#timer = setTimeout(() => this.#nap(), Math.min(left, MAX_NAP_MS)).unref()
  }
}
