import { AppError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { visibleText } from '../../contract/visible-text.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notification } from './contract.ts'
import type { NotificationDraft } from './notification-rows.ts'
import * as rows from './notification-rows.ts'

export interface NotificationsOptions {
  readonly database: Database
  readonly now: () => Date
  /** A new notification is on disk. A repeat that only counts up an unread one is not told again. */
  readonly onRaised?: (notification: Notification) => void
  readonly onRead?: (ids: readonly string[]) => void
  readonly retention?: { readonly count: number; readonly days: number }
}

export interface NotificationQuery {
  readonly unread?: boolean | undefined
  readonly limit?: number | undefined
  readonly cursor?: string | undefined
}

export interface NotificationPage {
  readonly notifications: Notification[]
  readonly unread: number
  readonly next_cursor: string | null
}

export interface Notifications {
  readonly raise: (draft: NotificationDraft) => Promise<Notification>
  /** Only when there is none of the same cause yet, read or unread; undefined otherwise. */
  readonly raiseOnce: (draft: NotificationDraft) => Promise<Notification | undefined>
  readonly list: (query?: NotificationQuery) => NotificationPage
  /** Those raised after one, the oldest first; all when it is left out. */
  readonly listAfter: (id: string | undefined, limit: number) => Notification[]
  readonly unread: () => number
  readonly markRead: (id: string) => Promise<Notification>
  /** How many were unread. */
  readonly markAllRead: () => Promise<number>
  /** What it was about is over: whoever was told of it need not look any more. */
  readonly settle: (dedupe_key: string) => Promise<void>
  readonly remove: (id: string) => Promise<void>
  /** Removes what is too old or too much; raising does so too. */
  readonly prune: () => Promise<void>
}

const DEFAULT_RETENTION = { count: limits.notifications.value, days: 30 }
const DAY_MS = 86_400_000

export function createNotifications(options: NotificationsOptions): Notifications {
  const { database, now, onRead } = options
  const timestamp = () => now().toISOString()

  return {
    ...raising(options),

    list({ unread, limit = 50, cursor } = {}) {
      const before = cursor === undefined ? undefined : parseCursor(cursor)
      const found = rows.selectPage(database, { unread, before, limit: limit + 1 })
      const notifications = found.slice(0, limit)
      const last = notifications.at(-1)
      const next_cursor = found.length > limit && last ? last.id : null
      return { notifications, unread: rows.countUnread(database), next_cursor }
    },

    listAfter: (id, limit) =>
      rows.selectAfter(database, { after: id === undefined ? 0 : parseCursor(id), limit }),

    unread: () => rows.countUnread(database),

    async markRead(id) {
      const number = rows.numberOf(id)
      if (number === undefined) throw unknownNotification(id)
      const marked = await database.write(() => rows.markRead(database, number, timestamp()))
      if (marked) onRead?.([id])
      const notification = marked ?? rows.select(database, number)
      if (!notification) throw unknownNotification(id)
      return notification
    },

    async markAllRead() {
      const ids = await database.write(() => rows.markAllRead(database, timestamp()))
      if (ids.length > 0) onRead?.(ids)
      return ids.length
    },

    async settle(dedupe_key) {
      const ids = await database.write(() => rows.markReadOf(database, dedupe_key, timestamp()))
      if (ids.length > 0) onRead?.(ids)
    },

    async remove(id) {
      const number = rows.numberOf(id)
      if (number === undefined) throw unknownNotification(id)
      const removed = await database.write(() => rows.remove(database, number))
      if (!removed) throw unknownNotification(id)
    },
  }
}

/** Names of files and workflows come from elsewhere: what is not seen in them is written out. */
function seen(draft: NotificationDraft): NotificationDraft {
  return { ...draft, title: visibleText(draft.title), message: visibleText(draft.message) }
}

function raising(options: NotificationsOptions): Pick<Notifications, 'raise' | 'raiseOnce' | 'prune'> {
  const { database, now, onRaised, retention = DEFAULT_RETENTION } = options
  const timestamp = () => now().toISOString()

  const deleteExpired = () => {
    const oldest = new Date(now().getTime() - retention.days * DAY_MS).toISOString()
    rows.deleteExpired(database, { oldest, count: retention.count })
  }

  const insertNew = (draft: NotificationDraft): Notification => {
    const notification = rows.insert(database, seen(draft), timestamp())
    deleteExpired()
    return notification
  }

  /** Nobody hears of it before it is on disk. */
  const told = async <Raised extends Notification | undefined>(
    write: () => { notification: Raised; isNew: boolean },
  ): Promise<Raised> => {
    const { notification, isNew } = await database.write(write)
    if (isNew && notification) onRaised?.(notification)
    return notification
  }

  return {
    raise: (draft) =>
      told(() => {
        const repeat = rows.countRepeat(database, seen(draft), timestamp())
        return repeat
          ? { notification: repeat, isNew: false }
          : { notification: insertNew(draft), isNew: true }
      }),

    raiseOnce: (draft) =>
      told(() => {
        const known = draft.dedupe_key !== undefined && rows.isKnown(database, draft.dedupe_key)
        return known
          ? { notification: undefined, isNew: false }
          : { notification: insertNew(draft), isNew: true }
      }),

    prune: () => database.write(deleteExpired),
  }
}

function parseCursor(cursor: string): number {
  const number = rows.numberOf(cursor)
  if (number !== undefined) return number
  throw new AppError('invalid_request', 'Invalid cursor. Use next_cursor from the previous answer.')
}

function unknownNotification(id: string): AppError {
  return new AppError('not_found', `No notification "${id}". GET /api/notifications lists them.`)
}
