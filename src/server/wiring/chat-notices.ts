import { AppError } from '../../contract/errors.ts'
import { snoozes } from '../../contract/snoozes.ts'
import type { Notice, NoticePort } from '../../features/chat/router/intents/notifications/notice-port.ts'
import type { Notification } from '../../features/notifications/contract.ts'
import type { StoredNotification } from '../../features/notifications/notification-rows.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import { putOff } from './put-off.ts'
import type { Services } from './services.ts'

type Needed = Pick<Services, 'notifications' | 'timers' | 'store' | 'calendar'>

const MAX_SHOWN = 10
const snoozeIds = new Set<string>(snoozes.map(({ id }) => id))

/** Notifications, for sentences, which press no button. */
export function noticePort({ settings }: Pick<Infrastructure, 'settings'>, services: Needed): NoticePort {
  const { notifications } = services
  return {
    ringing: () =>
      notifications
        .open()
        .filter(canBePutOff)
        .map(({ notification }) => noticeOf(notification)),
    async putOff(id, until) {
      const { subject, handled } = notifications.find(id)
      if (!subject || handled !== null) throw new AppError('conflict', 'This has been answered since.')
      await putOff(services, subject, until)
      await notifications.markHandled(id, snoozes[0].id)
    },
    unread() {
      const page = notifications.list({ unread: true, limit: MAX_SHOWN })
      return { notices: page.notifications.map(noticeOf), count: page.unread }
    },
    markAllRead: () => notifications.markAllRead(),
    quietHours() {
      const [from, to] = [settings.get('QUIET_HOURS_FROM'), settings.get('QUIET_HOURS_TO')]
      return from === null || to === null ? undefined : { from, to }
    },
  }
}

function canBePutOff({ notification, handled }: StoredNotification): boolean {
  return handled === null && notification.actions.some(({ id }) => snoozeIds.has(id))
}

/** A reminder's title says no more than that it is one. */
function noticeOf({ id, type, title, message, updated_at }: Notification): Notice {
  const isReminder = type === 'reminder'
  return { id, title: isReminder ? message : title, message: isReminder ? title : message, at: updated_at }
}
