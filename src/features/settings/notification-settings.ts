import { Type } from '../../contract/type.ts'
import { limits } from '../../contract/limits.ts'
import { declareSetting } from './declare-setting.ts'
import { TimeOfDay } from './value-schemas.ts'

const notifications = 'Notifications'

export const notificationSettings = [
  declareSetting({
    name: 'NOTIFICATION_KEEP',
    group: notifications,
    description: 'Notifications to keep. The oldest are removed first.',
    schema: Type.Integer({ minimum: 10, maximum: 10_000 }),
    default: limits.notifications.value,
  }),
  declareSetting({
    name: 'NOTIFICATION_DAYS',
    group: notifications,
    description: 'Days to keep a notification.',
    schema: Type.Integer({ minimum: 1, maximum: 3650 }),
    default: 30,
  }),
  declareSetting({
    name: 'DESKTOP_NOTIFICATIONS',
    group: notifications,
    description: 'Also show notifications on the desktop, with buttons where it has them.',
    schema: Type.Boolean(),
    default: false,
  }),
  declareSetting({
    name: 'QUIET_HOURS_FROM',
    group: notifications,
    description:
      'When quiet hours begin. Until QUIET_HOURS_TO nothing is shown outside of the page except timers and alarms; afterwards you get one summary.',
    schema: TimeOfDay,
    default: null,
    example: '22:00',
  }),
  declareSetting({
    name: 'QUIET_HOURS_TO',
    group: notifications,
    description: 'When quiet hours end.',
    schema: TimeOfDay,
    default: null,
    example: '07:00',
  }),
  declareSetting({
    name: 'NOTIFY_TIMERS',
    group: notifications,
    description: 'Notify outside of the page about timers and alarms that are due.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'NOTIFY_REMINDERS',
    group: notifications,
    description: 'Notify outside of the page about reminders, upcoming calendar events and the daily briefing.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'NOTIFY_APPROVALS',
    group: notifications,
    description: 'Notify outside of the page about questions that wait for your approval.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'NOTIFY_AUTOMATIONS',
    group: notifications,
    description: 'Notify outside of the page about workflows, schedules and automations that failed.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'NOTIFY_MESSAGES',
    group: notifications,
    description: 'Notify outside of the page about messages that a schedule or the assistant sends you.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'NOTIFY_SYSTEM',
    group: notifications,
    description: 'Notify outside of the page about this machine, plugins and updates.',
    schema: Type.Boolean(),
    default: true,
  }),
] as const
