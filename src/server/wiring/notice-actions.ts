import { AppError } from '../../contract/errors.ts'
import type { Call, Handlers } from '../../contract/endpoint.ts'
import { snoozedUntil } from '../../contract/snoozes.ts'
import { NotificationActions, type Perform } from '../../features/notifications/notification-actions.ts'
import type { Subject } from '../../features/notifications/notification-rows.ts'
import type { toolsContract } from '../../features/tools/contract.ts'
import type { Timers } from '../../features/timers/timers.ts'
import { openAddress } from '../../platform/notices/open-address.ts'
import type { ServiceInfrastructure } from '../lifecycle/infrastructure.ts'
import { localAddressOf } from '../lifecycle/own-address.ts'
import type { DesktopNotices } from './desktop-notices.ts'
import { assertRinging, putOff } from './put-off.ts'
import { tickOffReminder } from './reminder-answers.ts'
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
  const snooze = (subject: Subject, until: Date) => putOff(services, subject, until)
  return new NotificationActions({
    notifications,
    performers: {
      timer: snoozed({ now, snooze, otherwise: answerTimer(timers) }),
      reminder: snoozed({ now, snooze, otherwise: (subject) => tickOffReminder(store, subject, now()) }),
      event: snoozed({ now, snooze, otherwise: () => Promise.resolve() }),
      confirmation: answerQuestion(confirm),
    },
  })
}

interface Snoozing {
  readonly now: () => Date
  readonly snooze: (subject: Subject, until: Date) => Promise<void>
  readonly otherwise: Perform
}

function snoozed({ now, snooze, otherwise }: Snoozing): Perform {
  return async (subject, action, call) => {
    const until = snoozedUntil(action, { at: dueAt(subject), now: now() })
    await (until ? snooze(subject, until) : otherwise(subject, action, call))
  }
}

/** A reminder for a whole day rings at nine. */
function dueAt({ at = '' }: Subject): Date {
  return new Date(/^\d{4}-\d\d-\d\d$/.test(at) ? `${at}T09:00` : at)
}

function answerTimer(timers: Timers): Perform {
  return async ({ id, at = '' }, action) => {
    assertRinging(timers, { id, at })
    await timers.change(id, { does: action === 'next' ? 'next' : 'done' })
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
