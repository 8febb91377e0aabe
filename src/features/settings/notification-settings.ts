import { Type } from '../../contract/type.ts'
import { limits } from '../../contract/limits.ts'
import { declareSetting } from './declare-setting.ts'
import { TimeOfDay } from './value-schemas.ts'

const notifications = 'Notifications'

export const notificationSettings = [
  declareSetting({
    name: 'NOTIFICATION_KEEP',
    label: 'Notifications to keep',
    advanced: true,
    group: notifications,
    description: 'Notifications to keep. The oldest are removed first.',
    schema: Type.Integer({ minimum: 10, maximum: 10_000 }),
    default: limits.notifications.value,
  }),
  declareSetting({
    name: 'NOTIFICATION_DAYS',
    label: 'Days to keep notifications',
    advanced: true,
    group: notifications,
    description: 'Days to keep a notification.',
    schema: Type.Integer({ minimum: 1, maximum: 3650 }),
    default: 30,
  }),
  declareSetting({
    name: 'DESKTOP_NOTIFICATIONS',
    label: 'Desktop notifications',
    group: notifications,
    description: 'Also show notifications on the desktop, with buttons where it has them.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'QUIET_HOURS_FROM',
    label: 'Quiet hours from',
    group: notifications,
    description:
      'When quiet hours begin. Until QUIET_HOURS_TO nothing is shown outside of the page except timers and alarms; afterwards you get one summary.',
    schema: TimeOfDay,
    default: null,
    example: '22:00',
  }),
  declareSetting({
    name: 'QUIET_HOURS_TO',
    label: 'Quiet hours until',
    group: notifications,
    description: 'When quiet hours end.',
    schema: TimeOfDay,
    default: null,
    example: '07:00',
  }),
  declareSetting({
    name: 'NOTIFY_TIMERS',
    label: 'Timers and alarms',
    group: notifications,
    description: 'Notify outside of the page about timers and alarms that are due.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'NOTIFY_REMINDERS',
    label: 'Reminders and events',
    group: notifications,
    description:
      'Notify outside of the page about reminders, upcoming calendar events and the daily briefing.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'NOTIFY_APPROVALS',
    label: 'Questions for you',
    group: notifications,
    description: 'Notify outside of the page about questions that wait for your approval.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'NOTIFY_AUTOMATIONS',
    label: 'Failed automations',
    group: notifications,
    description: 'Notify outside of the page about workflows, schedules and automations that failed.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'NOTIFY_MESSAGES',
    label: 'Messages to you',
    group: notifications,
    description: 'Notify outside of the page about messages that a schedule or the assistant sends you.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'NOTIFY_SYSTEM',
    label: 'This machine and updates',
    group: notifications,
    description: 'Notify outside of the page about this machine, plugins and updates.',
    schema: Type.Boolean(),
    default: true,
  }),
  declareSetting({
    name: 'PUSH_CONTACT',
    label: 'Contact for push services',
    advanced: true,
    group: notifications,
    description:
      'How push services can reach you if your messages cause trouble: a mailto: or https: address. They see it, nobody else does.',
    schema: Type.String({ pattern: '^(?:mailto:[^\\s@]+@[^\\s@]+|https://[^\\s]+)$', maxLength: 254 }),
    default: 'mailto:deskhand@example.org',
  }),
] as const
