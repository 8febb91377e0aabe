import type { Reminder } from '../../features/monitor/due-reminders.ts'
import { ReminderClock } from '../../features/monitor/reminder-clock.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import { isReminderOver } from './reminder-answers.ts'
import { readReminders } from './reminder-list.ts'
import { moveRemindersOn } from './repeating-reminders.ts'
import type { Services } from './services.ts'

type Reminding = Pick<Services, 'store' | 'notifications'>

export function createReminderClock(
  { now, log }: Infrastructure,
  { store, notifications }: Reminding,
  opened: AsyncDisposableStack,
): ReminderClock {
  const clock = new ReminderClock({
    notifications,
    now,
    log,
    reminders: () => storedReminders(store),
    moveOn: () => moveRemindersOn(store, now()),
  })
  opened.defer(() => clock.stop())
  return clock
}

/** A reminder that was done is no longer open anywhere. */
export function settleReminders({ log }: Infrastructure, { store, notifications }: Reminding): void {
  const entries = readReminders(store)
  notifications
    .settleAbout((subject) => subject.kind === 'reminder' && isReminderOver(subject, entries))
    .catch((error: unknown) => log.error({ err: error }, "Couldn't settle a reminder."))
}

/** What does not look like a reminder is passed over. */
function storedReminders(store: Reminding['store']): Reminder[] {
  return readReminders(store).flatMap((entry) => {
    const { id, text, done, due } = entry ?? {}
    if (typeof id !== 'string' || typeof text !== 'string') return []
    return [{ id, text, done: done === true, ...(typeof due === 'string' && { due }) }]
  })
}
