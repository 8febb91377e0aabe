import type { Call } from '../../contract/endpoint.ts'
import { AppError } from '../../contract/errors.ts'
import type { Notification } from './contract.ts'
import type { Subject } from './notification-rows.ts'
import type { Notifications } from './notifications.ts'

/** Does an action to what it is about. Throws `conflict` where that is over. */
export type Perform = (subject: Subject, action: string, call: Call) => Promise<void>

export interface NotificationActionsDeps {
  readonly notifications: Pick<Notifications, 'find' | 'markHandled'>
  readonly performers: Readonly<Record<Subject['kind'], Perform>>
}

/** What can be done about a notification without going anywhere. */
export class NotificationActions {
  readonly #deps: NotificationActionsDeps
  /** Two may press at the same moment, here and on the telephone. */
  readonly #underWay = new Set<string>()

  constructor(deps: NotificationActionsDeps) {
    this.#deps = deps
  }

  async perform(id: string, actionId: string, call: Call): Promise<Notification> {
    const { notifications, performers } = this.#deps
    const { notification, subject, handled } = notifications.find(id)
    if (!subject || notification.actions.every((action) => action.id !== actionId))
      throw unknownAction(actionId, notification)
    if (handled !== null)
      throw new AppError('conflict', `Already answered: ${labelOf(handled, notification)}.`)
    if (this.#underWay.has(id)) throw new AppError('conflict', 'Somebody is answering this right now.')
    this.#underWay.add(id)
    try {
      await performers[subject.kind](subject, actionId, call)
      return await notifications.markHandled(id, actionId)
    } finally {
      this.#underWay.delete(id)
    }
  }
}

function labelOf(actionId: string, { actions }: Notification): string {
  return actions.find(({ id }) => id === actionId)?.label ?? actionId
}

function unknownAction(actionId: string, { id, actions }: Notification): AppError {
  const offered = actions.map((action) => action.id)
  return new AppError(
    'not_found',
    offered.length === 0
      ? `There is nothing to do about "${id}".`
      : `No action "${actionId}" for "${id}". It has ${offered.join(', ')}.`,
  )
}
