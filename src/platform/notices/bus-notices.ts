import type { Bus, BusSignal } from '../dbus/bus.ts'
import { capabilitiesOver, closeOver, notificationService, notifyOver } from './notification-bus.ts'
import type { Notice, NoticeShower, OnAction } from './notice.ts'

const MAX_SHOWN = 200

/** Notices by the program of the desktop that shows them, and what a person presses there. */
export async function busNotices(
  bus: Bus,
  { onAction, signal }: { onAction: OnAction; signal: AbortSignal },
): Promise<NoticeShower> {
  const hasButtons = (await capabilitiesOver(bus, signal)).has('actions')
  const numbers = new Map<string, number>()
  const idOf = (number: unknown) => [...numbers].find(([, each]) => each === number)?.[0]
  const hear = ({ member, body, sender }: BusSignal) => {
    const id = idOf(body[0])
    if (id === undefined) return
    if (member === 'NotificationClosed') numbers.delete(id)
    if (member === 'ActionInvoked' && typeof body[1] === 'string') onAction(id, body[1], sender)
  }
  // Not at once: the number of the notice may have come with the same bytes.
  await bus.listen({ interface: notificationService.interface }, (heard) => setImmediate(hear, heard))
  // One that is started anew counts from the beginning, and its numbers mean other notices.
  const started = { interface: 'org.freedesktop.DBus', member: 'NameOwnerChanged' }
  await bus.listen({ ...started, firstText: notificationService.destination }, () => numbers.clear())
  return {
    name: notificationService.destination,
    async show(notice) {
      const number = await notifyOver(bus, contentOf(notice, hasButtons, numbers.get(notice.id)), signal)
      numbers.delete(notice.id)
      numbers.set(notice.id, number)
      if (numbers.size > MAX_SHOWN) numbers.delete(numbers.keys().next().value!)
    },
    async withdraw(id) {
      const number = numbers.get(id)
      if (number === undefined) return
      numbers.delete(id)
      await closeOver(bus, number)
    },
  }
}

function contentOf(notice: Notice, hasButtons: boolean, replaces: number | undefined) {
  const { title, message, level, actions, sound } = notice
  const isUrgent = level === 'error' || sound
  // What can be answered stays until it is.
  const durationMs = actions.length > 0 ? 0 : null
  const buttons = hasButtons ? [{ id: 'default', label: 'Open' }, ...actions] : []
  return { title, message, isUrgent, replaces, durationMs, actions: buttons, sound }
}
