import { AppError } from '../../contract/errors.ts'
import type { Subject } from '../../features/notifications/notification-rows.ts'
import { putOffReminder } from './reminder-answers.ts'
import type { Services } from './services.ts'

type Needed = Pick<Services, 'timers' | 'store' | 'calendar'>

/** Makes what was due ring again at that moment. Throws `conflict` where it is over. */
export async function putOff(services: Needed, subject: Subject, until: Date): Promise<void> {
  if (subject.kind === 'timer') await putOffTimer(services, subject, until)
  else if (subject.kind === 'reminder') await putOffReminder(services.store, subject, until)
  else if (subject.kind === 'event') await remindOfEvent(services, subject, until)
}

async function putOffTimer({ timers }: Needed, { id, at = '' }: Subject, until: Date): Promise<void> {
  assertRinging(timers, { id, at })
  await timers.change(id, { at: until.toISOString() })
}

/** Throws `conflict` unless the timer still rings for that time. */
export function assertRinging(timers: Services['timers'], { id, at }: { id: string; at: string }): void {
  const timer = timers.list().find(({ timer_id }) => timer_id === id)
  const isDue = timer?.ends_at === at && (timer.status === 'due' || timer.status === 'missed')
  if (!isDue) throw new AppError('conflict', 'This timer has been stopped or changed since.')
}

/** An event stays where it is: to put it off is to be told of it once more, by an alarm. */
async function remindOfEvent(
  { calendar, timers }: Needed,
  { id, at = '' }: Subject,
  until: Date,
): Promise<void> {
  const start = Date.parse(at)
  const events = await calendar.list({ from: new Date(start - 1), to: new Date(start + 1) })
  const event = events.find(({ event_id }) => event_id === id)
  if (!event) throw new AppError('conflict', 'This event has been moved or deleted since.')
  await timers.create({ kind: 'alarm', at: until.toISOString(), label: event.title })
}
