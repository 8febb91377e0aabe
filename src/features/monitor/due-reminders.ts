import { done, snoozes } from '../../contract/snoozes.ts'
import type { NotificationDraft } from '../notifications/notification-rows.ts'

/** An entry of the list of reminders. */
export interface Reminder {
  readonly id: string
  readonly text: string
  readonly done: boolean
  /** A moment (ISO 8601 with its zone) or a day. */
  readonly due?: string | undefined
}

interface DueReminder extends NotificationDraft {
  readonly dedupe_key: string
}

/** Of a day without a time, like a letter: when the working day begins. */
const HOUR_OF_A_DAY = 9
/** After a longer sleep of the machine what is overdue is on the list, and rings no more. */
const LATEST_MS = 24 * 3_600_000
/** Later than this is not late but missed. */
const MISSED_AFTER_MS = 2 * 60_000

/** What is due now. Each is named by its entry and its time, so that it rings once, and again when it was put off. */
export function dueReminders(reminders: readonly Reminder[], now: Date): DueReminder[] {
  return reminders
    .filter((reminder) => !reminder.done)
    .map((reminder) => ({ ...reminder, at: momentOf(reminder.due) }))
    .filter(({ at }) => at !== undefined && at <= now.getTime() && at > now.getTime() - LATEST_MS)
    .map(({ id, text, due, at }) => ({
      type: 'reminder',
      level: 'info',
      title: 'Reminder',
      message: text,
      action: { kind: 'chat', message: 'show my reminders' },
      actions: [done, ...snoozes],
      subject: { kind: 'reminder', id, at: due! },
      // A day has no minute that could be missed.
      missed: due!.includes('T') && now.getTime() - at! > MISSED_AFTER_MS,
      dedupe_key: `reminder:${id}:${due}`,
    }))
}

/** The moment at which it rings. */
export function momentOf(due: string | undefined): number | undefined {
  if (due === undefined) return undefined
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(due)
  const at = day
    ? new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]), HOUR_OF_A_DAY).getTime()
    : Date.parse(due)
  return Number.isNaN(at) ? undefined : at
}
