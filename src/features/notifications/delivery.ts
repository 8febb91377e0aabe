import type { Settings } from '../settings/settings-store.ts'
import type { Notification } from './contract.ts'

const settingOf = {
  timer: 'NOTIFY_TIMERS',
  reminder: 'NOTIFY_REMINDERS',
  calendar_reminder: 'NOTIFY_REMINDERS',
  briefing: 'NOTIFY_REMINDERS',
  approval: 'NOTIFY_APPROVALS',
  workflow_waiting: 'NOTIFY_APPROVALS',
  workflow_failed: 'NOTIFY_AUTOMATIONS',
  schedule_failed: 'NOTIFY_AUTOMATIONS',
  automation_failed: 'NOTIFY_AUTOMATIONS',
  trigger_silent: 'NOTIFY_AUTOMATIONS',
  trigger_full: 'NOTIFY_AUTOMATIONS',
  trigger_loop: 'NOTIFY_AUTOMATIONS',
  told: 'NOTIFY_MESSAGES',
} as const

type KnownType = keyof typeof settingOf

/** Notices of what was told late are wanted by whoever wants any of them. */
export const DIGEST = 'digest'

/** What leaves the page: shown on the desktop, by the browser and by push. */
export class Delivery {
  readonly #settings: Pick<Settings, 'get'>

  constructor(settings: Pick<Settings, 'get'>) {
    this.#settings = settings
  }

  isWanted({ type }: Pick<Notification, 'type'>): boolean {
    if (type === DIGEST) return true
    return this.#settings.get(settingOf[type as KnownType] ?? 'NOTIFY_SYSTEM')
  }

  /** Whoever set something to ring wants to hear it at any hour. */
  isSilenced({ sound }: Pick<Notification, 'sound'>, now: Date): boolean {
    return !sound && this.isQuiet(now)
  }

  /** By the clock of this machine. */
  isQuiet(now: Date): boolean {
    const from = this.#settings.get('QUIET_HOURS_FROM')
    const to = this.#settings.get('QUIET_HOURS_TO')
    if (from === null || to === null) return false
    const [begin, end] = [minuteOf(from), minuteOf(to)]
    const minute = now.getHours() * 60 + now.getMinutes()
    // Most nights have midnight in them.
    return begin <= end ? minute >= begin && minute < end : minute >= begin || minute < end
  }
}

function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
