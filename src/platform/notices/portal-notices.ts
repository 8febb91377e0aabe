import type { Bus } from '../dbus/bus.ts'
import { Variant, type BusValue } from '../dbus/value.ts'
import type { Notice, NoticeShower, OnAction } from './notice.ts'

const portal = {
  destination: 'org.freedesktop.portal.Desktop',
  path: '/org/freedesktop/portal/desktop',
  interface: 'org.freedesktop.portal.Notification',
} as const

const PATIENCE_MS = 10_000

/** Notices by the portal, for a session in which no program offers to show them directly. */
export async function portalNotices(
  bus: Bus,
  { onAction, signal }: { onAction: OnAction; signal: AbortSignal },
): Promise<NoticeShower> {
  const match = { interface: portal.interface, member: 'ActionInvoked', path: portal.path }
  await bus.listen(match, ({ body: [id, action], sender }) => {
    if (typeof id === 'string' && typeof action === 'string') onAction(id, action, sender)
  })
  return {
    name: portal.destination,
    async show(notice) {
      await bus.call({
        ...portal,
        member: 'AddNotification',
        signature: 'sa{sv}',
        body: [notice.id, contentOf(notice)],
        timeoutMs: PATIENCE_MS,
        signal,
      })
    },
    async withdraw(id) {
      await bus.call({ ...portal, member: 'RemoveNotification', signature: 's', body: [id] })
    },
  }
}

function contentOf({ title, message, level, actions, sound }: Notice): ReadonlyMap<string, BusValue> {
  const text = (value: string) => new Variant('s', value)
  const buttons = actions.map(
    ({ id, label }) =>
      new Map([
        ['label', text(label)],
        ['action', text(id)],
      ]),
  )
  return new Map([
    ['title', text(title)],
    ['body', text(message)],
    ['priority', text(level === 'error' || sound ? 'urgent' : 'normal')],
    ['default-action', text('default')],
    ...(buttons.length > 0 ? [['buttons', new Variant('aa{sv}', buttons)] as const] : []),
  ])
}
