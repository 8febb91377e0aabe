import { Type } from '../../contract/type.ts'
import { limits } from '../../contract/limits.ts'
import { declareSetting } from './declare-setting.ts'
import { HttpUrl, Percent } from './value-schemas.ts'

const notifications = 'Notifications'
const monitor = 'Monitor'
const service = 'Service'

export const serviceSettings = [
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
    description: 'Also show notifications on the desktop.',
    schema: Type.Boolean(),
    default: false,
  }),
  declareSetting({
    name: 'PUSH_CONTACT',
    group: notifications,
    description:
      'How push services can reach you if your messages cause trouble: a mailto: or https: address. They see it, nobody else does.',
    schema: Type.String({ pattern: '^(?:mailto:[^\\s@]+@[^\\s@]+|https://[^\\s]+)$', maxLength: 254 }),
    default: 'mailto:deskhand@example.org',
  }),
  declareSetting({
    name: 'MONITOR',
    group: monitor,
    description: 'Warn about the things in this group.',
    schema: Type.Enum(['on', 'off']),
    default: 'on',
  }),
  declareSetting({
    name: 'MONITOR_CPU_PERCENT',
    group: monitor,
    description: 'Processor use, in percent, that triggers a warning if it lasts.',
    schema: Percent,
    default: 95,
  }),
  declareSetting({
    name: 'MONITOR_MEMORY_PERCENT',
    group: monitor,
    description: 'Memory use, in percent, that triggers a warning.',
    schema: Percent,
    default: 92,
  }),
  declareSetting({
    name: 'MONITOR_DISK_PERCENT',
    group: monitor,
    description: 'Disk use, in percent, that triggers a warning.',
    schema: Percent,
    default: 90,
  }),
  declareSetting({
    name: 'MONITOR_BATTERY_PERCENT',
    group: monitor,
    description: 'Battery charge, in percent, below which you are warned.',
    schema: Percent,
    default: 15,
  }),
  declareSetting({
    name: 'MONITOR_TEMPERATURE_CELSIUS',
    group: monitor,
    description: 'Temperature, in degrees Celsius, that triggers a warning.',
    schema: Type.Integer({ minimum: 30, maximum: 150 }),
    default: 90,
  }),
  declareSetting({
    name: 'MONITOR_COOLDOWN_MINUTES',
    group: monitor,
    description: 'Minutes before the same warning can repeat.',
    schema: Type.Integer({ minimum: 1, maximum: 10_080 }),
    default: 60,
  }),
  declareSetting({
    name: 'REMINDER_MINUTES',
    group: monitor,
    description: 'Minutes before a calendar event to remind you.',
    schema: Type.Integer({ minimum: 0, maximum: 10_080 }),
    default: 10,
  }),
  declareSetting({
    name: 'BRIEFING_TIME',
    group: monitor,
    description: 'The time of the daily briefing, as hours and minutes. No briefing if unset.',
    schema: Type.String({ pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$' }),
    default: null,
    example: '08:00',
  }),
  declareSetting({
    name: 'LOG_LEVEL',
    group: service,
    description: 'How much to log. The contents of chats and tool calls only appear at debug.',
    schema: Type.Enum(['debug', 'info', 'warn', 'error']),
    default: 'info',
  }),
  declareSetting({
    name: 'BACKUP_KEEP',
    group: service,
    description: 'Daily database backups to keep.',
    schema: Type.Integer({ minimum: 1, maximum: 365 }),
    default: 7,
  }),
  declareSetting({
    name: 'UPDATE_CHECK',
    group: service,
    description: 'Check UPDATE_ADDRESS for a newer version once a day. Nothing is installed.',
    schema: Type.Boolean(),
    default: false,
  }),
  declareSetting({
    name: 'UPDATE_ADDRESS',
    group: service,
    description: 'The address that returns the newest version, as JSON with a member "version".',
    schema: HttpUrl,
    default: null,
    example: 'https://packages.example.org/deskhand/latest',
  }),
] as const
