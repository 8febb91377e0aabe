import type { Handlers } from '../../contract/endpoint.ts'
import type { notificationsContract } from './contract.ts'
import type { Notifications } from './notifications.ts'

export function notificationsHandlers({
  notifications,
}: {
  notifications: Notifications
}): Handlers<typeof notificationsContract> {
  return {
    list: ({ query }) => notifications.list(query),
    markRead: ({ params }) => notifications.markRead(params.id),
    async markAllRead() {
      const marked = await notifications.markAllRead()
      return { marked, unread: notifications.unread() }
    },
    async remove({ params }) {
      await notifications.remove(params.id)
      return { id: params.id, deleted: true }
    },
  }
}
