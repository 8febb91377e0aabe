import type { Handlers } from '../../contract/endpoint.ts'
import type { notificationsContract } from './contract.ts'
import type { NotificationActions } from './notification-actions.ts'
import type { Notifications } from './notifications.ts'

export interface NotificationsHandlersDeps {
  readonly notifications: Notifications
  readonly actions: Pick<NotificationActions, 'perform'>
}

export function notificationsHandlers({
  notifications,
  actions,
}: NotificationsHandlersDeps): Handlers<typeof notificationsContract> {
  return {
    list: ({ query }) => notifications.list(query),
    markRead: ({ params }) => notifications.markRead(params.id),
    async markAllRead() {
      const marked = await notifications.markAllRead()
      return { marked, unread: notifications.unread() }
    },
    act: ({ params }, call) => actions.perform(params.id, params.action_id, call),
    async remove({ params }) {
      await notifications.remove(params.id)
      return { id: params.id, deleted: true }
    },
  }
}
