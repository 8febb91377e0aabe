import type { EventOf } from '../../../../src/components/view-kit/live/events.ts'
import type { Notification } from '../notice.ts'

/** A notice above the page, whichever page is open. */
export interface Toast extends Pick<Notification, 'id' | 'type' | 'level' | 'title' | 'message' | 'actions'> {
  /** The question that it asks. Where the page shows that itself, it is not asked twice. */
  readonly confirmationId?: string | undefined
  /** Until somebody does something about it; news goes by itself. */
  readonly stays: boolean
}

export const DIGEST = 'digest'

export function toastOfEvent({ about, confirmation_id, ...told }: EventOf<'notification'>): Toast {
  return { ...toastOf({ ...told, type: about }), confirmationId: confirmation_id }
}

export function toastOf(notice: Omit<Toast, 'stays' | 'confirmationId'>): Toast {
  const { id, type, level, title, message, actions } = notice
  const stays = actions.length > 0 || type === DIGEST
  return { id, type, level, title, message, actions, stays }
}

/** What a page that was closed when it came shows when it is opened. The rest is in the inbox. */
export function missedToasts(unread: readonly Notification[]): Toast[] {
  const folded = foldedBy(unread)
  return unread
    .filter(({ id, type, actions }) => !folded.has(id) && (type === DIGEST || isDue({ type, actions })))
    .map(toastOf)
}

/** What one notice tells together is not told again. */
export function foldedBy(unread: readonly Notification[]): ReadonlySet<unknown> {
  return new Set(
    unread.filter(({ type }) => type === DIGEST).flatMap(({ action }) => idsIn(action?.['notification_ids'])),
  )
}

/** What a calendar reminds of has begun meanwhile; that is in the inbox. */
function isDue({ type, actions }: Pick<Toast, 'type' | 'actions'>): boolean {
  return type !== 'calendar_reminder' && actions.some(({ id }) => id === 'done')
}

function idsIn(ids: unknown): readonly unknown[] {
  return Array.isArray(ids) ? ids : []
}
