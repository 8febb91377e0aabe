import type { Notifications } from '../../notifications/notifications.ts'
import type { TriggerName, TriggerRow } from './trigger-rows.ts'

/** An event that started nothing. */
export interface StartFailure {
  /** What the automation is called. */
  readonly name: string
  readonly isSchedule: boolean
  readonly reason: string
}

/** What a person has to know about triggers. */
export class TriggerNotices {
  readonly #notifications: Pick<Notifications, 'raise'>

  constructor(notifications: Pick<Notifications, 'raise'>) {
    this.#notifications = notifications
  }

  async tellSilent({ owner, id, type }: TriggerRow, trouble: string): Promise<void> {
    await this.#notifications.raise({
      type: 'trigger_silent',
      level: 'warning',
      title: `An automation can't see its ${type} trigger`,
      message: trouble,
      dedupe_key: `trigger_silent:${owner}/${id}`,
    })
  }

  async tellFull({ owner, id }: TriggerName): Promise<void> {
    await this.#notifications.raise({
      type: 'trigger_full',
      level: 'warning',
      title: 'An automation gets more events than it can handle',
      message: 'Events are being dropped. Check its runs, or collect events with batch_s.',
      dedupe_key: `trigger_full:${owner}/${id}`,
    })
  }

  async tellLoop({ owner, id }: TriggerName): Promise<void> {
    await this.#notifications.raise({
      type: 'trigger_loop',
      level: 'warning',
      title: 'An automation keeps starting itself',
      message: 'Its runs cause the events that start it, so it was stopped. Narrow its trigger.',
      dedupe_key: `trigger_loop:${owner}/${id}`,
    })
  }

  async tellFailed(owner: string, { name, isSchedule, reason }: StartFailure): Promise<void> {
    const type = isSchedule ? 'schedule_failed' : 'automation_failed'
    await this.#notifications.raise({
      type,
      level: 'error',
      title: `${name} couldn't run`,
      message: reason,
      dedupe_key: `${type}:${owner}`,
    })
  }
}
