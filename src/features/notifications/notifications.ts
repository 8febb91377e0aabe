import { AppError } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { visibleText } from '../../contract/visible-text.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notification } from './contract.ts'
import type { Delivery } from './delivery.ts'
import { digestOf } from './digest.ts'
import type { NotificationDraft, StoredNotification, Subject } from './notification-rows.ts'
import * as rows from './notification-rows.ts'

export interface NotificationsOptions {
  readonly database: Database
  readonly now: () => Date
  /** What leaves the page, and when; everything at once when left out. */
  readonly delivery?: Delivery
  /**
   * A new notification is on disk. A repeat that only counts up an unread one is not told again; one that was held back is,
   * when it can be delivered.
   */
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
  /** Throws `not_found` for one that is not there. */
  readonly find: (id: string) => StoredNotification
  /** Unread ones that are about a thing, the latest first. */
  readonly open: () => StoredNotification[]
  /** Whether it may be shown outside of the page now: its kind is turned on, and it is not held back. */
  readonly shouldDeliver: (notification: Notification, now: Date) => boolean
  readonly markRead: (id: string) => Promise<Notification>
  /** How many were unread. */
  readonly markAllRead: () => Promise<number>
  /** What it was about is over: whoever was told of it need not look any more. */
  readonly settle: (dedupe_key: string) => Promise<void>
  /** The same for all that are about such a thing. */
  readonly settleAbout: (isOver: (subject: Subject) => boolean) => Promise<void>
  /** One of its actions was done. */
  readonly markHandled: (id: string, action: string) => Promise<Notification>
  /** Tells of what was held back, together, once nothing holds it back any more. */
  readonly tellHeld: () => Promise<void>
  readonly remove: (id: string) => Promise<void>
  /** Removes what is too old or too much; raising does so too. */
  readonly prune: () => Promise<void>
}

const DEFAULT_RETENTION = { count: limits.notifications.value, days: 30 }
const DAY_MS = 86_400_000
/** After a start or a sleep, what was missed comes in one after the other. */
const GATHER_MS = 20_000

export function createNotifications(options: NotificationsOptions): Notifications {
  return { ...raising(options), ...reading(options), ...marking(options) }
}

function reading({
  database,
  delivery,
}: NotificationsOptions): Pick<
  Notifications,
  'list' | 'listAfter' | 'unread' | 'find' | 'open' | 'shouldDeliver'
> {
  return {
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

    find: (id) => findIn(database, id),

    open: () => rows.selectOpen(database).toReversed(),

    shouldDeliver(notification, at) {
      if (delivery && (!delivery.isWanted(notification) || delivery.isSilenced(notification, at)))
        return false
      const number = rows.numberOf(notification.id)
      return number === undefined || !rows.isHeld(database, number)
    },
  }
}

type Marking = 'markRead' | 'markAllRead' | 'markHandled' | 'settle' | 'settleAbout' | 'remove'

function marking({ database, now, onRead }: NotificationsOptions): Pick<Notifications, Marking> {
  const timestamp = () => now().toISOString()
  const tellRead = (ids: readonly string[]) => {
    if (ids.length > 0) onRead?.(ids)
  }
  const markRead = async (id: string, alongside = (_number: number) => {}) => {
    const number = numberIn(id)
    const marked = await database.write(() => {
      alongside(number)
      return rows.markRead(database, number, timestamp())
    })
    if (marked) tellRead([id])
    return marked ?? findIn(database, id).notification
  }
  return {
    markRead: (id) => markRead(id),

    markHandled: (id, action) => markRead(id, (number) => rows.markHandled(database, number, action)),

    async markAllRead() {
      const ids = await database.write(() => rows.markAllRead(database, timestamp()))
      tellRead(ids)
      return ids.length
    },

    async settle(dedupe_key) {
      tellRead(await database.write(() => rows.markReadOf(database, dedupe_key, timestamp())))
    },

    async settleAbout(isOver) {
      const over = rows.selectOpen(database).filter(({ subject }) => subject !== null && isOver(subject))
      for (const { notification } of over) await markRead(notification.id)
    },

    async remove(id) {
      const number = numberIn(id)
      const removed = await database.write(() => rows.remove(database, number))
      if (!removed) throw unknownNotification(id)
      tellRead([id])
    },
  }
}

function findIn(database: Database, id: string): StoredNotification {
  const found = rows.select(database, numberIn(id))
  if (!found) throw unknownNotification(id)
  return found
}

function numberIn(id: string): number {
  const number = rows.numberOf(id)
  if (number === undefined) throw unknownNotification(id)
  return number
}

/** Names of files and workflows come from elsewhere: what is not seen in them is written out. */
function seen(draft: NotificationDraft): NotificationDraft {
  return { ...draft, title: visibleText(draft.title), message: visibleText(draft.message) }
}

function raising(
  options: NotificationsOptions,
): Pick<Notifications, 'raise' | 'raiseOnce' | 'tellHeld' | 'prune'> {
  const { database, now, onRaised, delivery, retention = DEFAULT_RETENTION } = options
  const timestamp = () => now().toISOString()

  const deleteExpired = () => {
    const oldest = new Date(now().getTime() - retention.days * DAY_MS).toISOString()
    rows.deleteExpired(database, { oldest, count: retention.count })
  }

  const insertNew = (draft: NotificationDraft): Notification => {
    const held = isHeldBack(draft, options)
    const notification = rows.insert(database, seen(draft), { at: timestamp(), held })
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

    async tellHeld() {
      const held = rows.selectHeld(database)
      const [first] = held
      if (!first || delivery?.isQuiet(now())) return
      if (Date.parse(first.created_at) > now().getTime() - GATHER_MS) return
      await told(() => {
        rows.releaseHeld(database)
        const notification = held.length === 1 ? first : insertNew(digestOf(held))
        return { notification, isNew: true }
      })
    },

    prune: () => database.write(deleteExpired),
  }
}

/** Told later, with others: it is late anyway, or nobody is to be disturbed now. */
function isHeldBack(
  { type, missed = false, sound = false }: NotificationDraft,
  { delivery, now }: NotificationsOptions,
): boolean {
  if (!delivery) return missed
  return delivery.isWanted({ type }) && (missed || delivery.isSilenced({ sound }, now()))
}

function parseCursor(cursor: string): number {
  const number = rows.numberOf(cursor)
  if (number !== undefined) return number
  throw new AppError('invalid_request', 'Invalid cursor. Use next_cursor from the previous answer.')
}

function unknownNotification(id: string): AppError {
  return new AppError('not_found', `No notification "${id}". GET /api/notifications lists them.`)
}
