import { AppError } from '../../contract/errors.ts'
import type { Call, Handlers } from '../../contract/endpoint.ts'
import { snoozedUntil } from '../../contract/snoozes.ts'
import { NotificationActions, type Perform } from '../../features/notifications/notification-actions.ts'
import type { toolsContract } from '../../features/tools/contract.ts'
import type { Timers } from '../../features/timers/timers.ts'
import { openAddress } from '../../platform/notices/open-address.ts'
import type { ServiceInfrastructure } from '../lifecycle/infrastructure.ts'
import { localAddressOf } from '../lifecycle/own-address.ts'
import type { DesktopNotices } from './desktop-notices.ts'
import { answerReminder } from './reminder-answers.ts'
import type { Services } from './services.ts'

type Confirm = Handlers<typeof toolsContract>['confirm']

export interface NoticeActionsDeps {
  readonly services: Pick<Services, 'notifications' | 'timers' | 'store' | 'calendar'>
  /** Takes the answer to a question, exactly as POST /api/confirm does. */
  readonly confirm: Confirm
  readonly now: () => Date
}

/** What the buttons of notifications do. */
export function createNoticeActions({ services, confirm, now }: NoticeActionsDeps): NotificationActions {
  const { notifications, timers, store } = services
  return new NotificationActions({
    notifications,
    performers: {
      timer: answerTimer(timers, now),
      reminder: (subject, action) => answerReminder(store, { ...subject, action, now: now() }),
      event: answerEvent(services, now),
      confirmation: answerQuestion(confirm),
    },
  })
}

function answerTimer(timers: Timers, now: () => Date): Perform {
  return async ({ id, at = '' }, action) => {
    const timer = timers.list().find(({ timer_id }) => timer_id === id)
    const isDue = timer?.ends_at === at && (timer.status === 'due' || timer.status === 'missed')
    if (!isDue) throw new AppError('conflict', 'This timer has been stopped or changed since.')
    const until = snoozedUntil(action, { at: new Date(at), now: now() })
    if (until) await timers.change(id, { at: until.toISOString() })
    else await timers.change(id, { does: action === 'next' ? 'next' : 'done' })
  }
}

/** An event stays where it is: to put it off is to be told of it once more, by an alarm. */
function answerEvent({ calendar, timers }: NoticeActionsDeps['services'], now: () => Date): Perform {
  return async ({ id, at = '' }, action) => {
    const until = snoozedUntil(action, { at: new Date(at), now: now() })
    if (!until) return
    const start = Date.parse(at)
    const events = await calendar.list({ from: new Date(start - 1), to: new Date(start + 1) })
    const event = events.find(({ event_id }) => event_id === id)
    if (!event) throw new AppError('conflict', 'This event has been moved or deleted since.')
    await timers.create({ kind: 'alarm', at: until.toISOString(), label: event.title })
  }
}

function answerQuestion(confirm: Confirm): Perform {
  return async ({ id }, action, call) => {
    const body = { confirmation_id: id, approved: action === 'approve' }
    try {
      await confirm({ params: undefined, query: undefined, body }, call)
    } catch (error) {
      // Over is over, for whichever reason.
      if (error instanceof AppError && (error.code === 'gone' || error.code === 'not_found'))
        throw new AppError('conflict', error.message, { cause: error })
      throw error
    }
  }
}

interface OnDesktop {
  readonly actions: NotificationActions
  readonly notices: DesktopNotices
  readonly isEmbedded: boolean
}

/** Takes what is pressed in the notices of the desktop. Whoever presses there sits at this machine. */
export function answerOnDesktop(
  infrastructure: ServiceInfrastructure,
  { actions, notices, isEmbedded }: OnDesktop,
): void {
  const { log } = infrastructure
  const pressed: Omit<Call, 'signal'> = {
    provenance: 'local-client',
    requestId: 'desktop-notice',
    log,
    header: () => undefined,
  }
  notices.answerWith({
    isEmbedded,
    act: (id, action, signal) => actions.perform(id, action, { ...pressed, signal }),
    open: (id) => openAddress(`${localAddressOf(infrastructure)}/?notice=${id}`, process.env),
  })
}
