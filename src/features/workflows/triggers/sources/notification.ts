import { notificationRaised } from '../../../../contract/notice-events.ts'
import type { Trigger } from '../schemas.ts'
import type { Look, SourceEvent, TriggerSource } from '../source.ts'
import { HEARD_MS, type Listen } from './listen.ts'

/** A notification as far as an automation sees it. */
export interface RaisedNotification {
  readonly id: string
  readonly type: string
  readonly level: string
  readonly title: string
  readonly message: string
  readonly created_at: string
  /** The workflow that it is about, if any. */
  readonly workflow_id?: string
}

export interface NotificationSourceDeps {
  /** The last one that was raised. */
  readonly last: () => string | undefined
  /** Those raised after it, the oldest first; all when left out. */
  readonly after: (id: string | undefined, limit: number) => readonly RaisedNotification[]
  readonly listen: Listen
}

export interface NotificationCursor {
  /** null while there was none. */
  readonly last: string | null
}

const MAX_AT_ONCE = 200

/** A notification that was raised. One that only counts up because its cause is still unread is not told again. */
export class NotificationSource implements TriggerSource<'notification', NotificationCursor> {
  readonly #deps: NotificationSourceDeps

  constructor(deps: NotificationSourceDeps) {
    this.#deps = deps
  }

  async look(
    _trigger: Trigger<'notification'>,
    cursor: NotificationCursor | undefined,
  ): Promise<Look<NotificationCursor>> {
    if (!cursor) return { events: [], cursor: { last: this.#deps.last() ?? null } }
    const raised = this.#deps.after(cursor.last ?? undefined, MAX_AT_ONCE)
    const newest = raised.at(-1)
    if (!newest) return { events: [], cursor }
    return {
      events: raised.map(eventOf),
      cursor: { last: newest.id },
      ...(raised.length === MAX_AT_ONCE && { againInMs: 0 }),
    }
  }

  everyMs(): number {
    return HEARD_MS
  }

  async watch(_trigger: Trigger<'notification'>, hint: () => void, signal: AbortSignal): Promise<void> {
    this.#deps.listen([notificationRaised.type], hint, signal)
  }
}

function eventOf({ created_at, ...data }: RaisedNotification): SourceEvent {
  return { key: data.id, at: created_at, data }
}
