import type { Reminder } from '../../features/monitor/due-reminders.ts'
import { ReminderClock } from '../../features/monitor/reminder-clock.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import { isReminderOver, REMINDERS_KEY } from './reminder-answers.ts'
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
  const json = store.read(REMINDERS_KEY)?.json
  notifications
    .settleAbout((subject) => subject.kind === 'reminder' && isReminderOver(subject, json))
    .catch((error: unknown) => log.error({ err: error }, "Couldn't settle a reminder."))
}

/** Other clients write the list too: what does not look like a reminder is passed over. */
function storedReminders(store: Reminding['store']): Reminder[] {
  const { items } = (JSON.parse(store.read(REMINDERS_KEY)?.json ?? '{}') ?? {}) as { items?: unknown }
  if (!Array.isArray(items)) return []
  const entries = (items as (Partial<Reminder> | null)[]).map((item) => item ?? {})
  return entries.flatMap(({ id, text, done, due }) =>
    typeof id === 'string' && typeof text === 'string'
      ? [{ id, text, done: done === true, ...(typeof due === 'string' && { due }) }]
      : [],
  )
}
