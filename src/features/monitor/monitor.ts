import type { Log } from '../../contract/log.ts'
import type { Metrics } from '../metrics/contract.ts'
import type { Notifications } from '../notifications/notifications.ts'
import type { Settings } from '../settings/settings-store.ts'
import { briefingOf, isBriefingTime, localDay, type DayAhead } from './briefing.ts'
import { HealthWatch, type HealthLimits } from './health-watch.ts'
import { remindersOf, type UpcomingEvent } from './reminders.ts'
import type { NotificationDraft } from '../notifications/notification-rows.ts'

export interface MonitorDeps {
  readonly settings: Pick<Settings, 'get'>
  readonly notifications: Pick<Notifications, 'raise' | 'raiseOnce'>
  readonly now: () => Date
  readonly log: Log
  readonly metrics: () => Promise<Metrics>
  /** Events of the calendar that begin between the two moments. */
  readonly events: (range: { from: Date; to: Date }) => Promise<readonly UpcomingEvent[]>
  readonly dayAhead: (now: Date) => Promise<DayAhead>
  readonly everyMs?: number
}

export interface Monitor {
  start(): void
  /** One look at everything; what failed to be looked at is logged and looked at again the next time. */
  look(): Promise<void>
  /** Waits for a look that has begun. */
  stop(): Promise<void>
}

const EVERY_MS = 15_000
const MINUTE = 60_000
const MAX_REMINDER_MINUTES = 10_080

/** Looks after the machine and the day, and says so in time. Nothing is said twice. */
export function createMonitor(deps: MonitorDeps): Monitor {
  const { settings, notifications, now, log, everyMs = EVERY_MS } = deps
  const health = new HealthWatch()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<unknown> | undefined
  let briefedDay: string | undefined

  const lookAtHealth = async () => {
    const warnings = health.look(await deps.metrics(), limitsOf(settings), now().getTime())
    for (const warning of warnings) await notifications.raise(warning)
  }
  const lookAtCalendar = async () => {
    const minutes = settings.get('REMINDER_MINUTES')
    const from = new Date(now().getTime() - 5 * MINUTE)
    // As far as an event's own reminder may reach.
    const to = new Date(now().getTime() + MAX_REMINDER_MINUTES * MINUTE)
    await raiseOnce(remindersOf(await deps.events({ from, to }), { now: now(), minutes }))
  }
  const lookAtTheDay = async () => {
    const time = settings.get('BRIEFING_TIME')
    const today = localDay(now())
    // To look at the day may mean to ask other machines, so it is not done again only to find that it was told.
    if (time === null || briefedDay === today || !isBriefingTime(now(), time)) return
    await raiseOnce([briefingOf(await deps.dayAhead(now()), now())])
    briefedDay = today
  }
  const raiseOnce = async (drafts: readonly NotificationDraft[]) => {
    for (const draft of drafts) await notifications.raiseOnce(draft)
  }
  const look = async () => {
    if (settings.get('MONITOR') === 'off') return
    for (const part of [lookAtHealth, lookAtCalendar, lookAtTheDay])
      await part().catch((error: unknown) => log.warn({ err: error }, 'The monitor check failed.'))
  }
  return {
    look,
    start() {
      timer = setInterval(() => {
        // One that takes long is not overtaken by the next.
        looking ??= look().finally(() => (looking = undefined))
      }, everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}

function limitsOf(settings: Pick<Settings, 'get'>): HealthLimits {
  return {
    cpuPercent: settings.get('MONITOR_CPU_PERCENT'),
    memoryPercent: settings.get('MONITOR_MEMORY_PERCENT'),
    diskPercent: settings.get('MONITOR_DISK_PERCENT'),
    batteryPercent: settings.get('MONITOR_BATTERY_PERCENT'),
    temperatureCelsius: settings.get('MONITOR_TEMPERATURE_CELSIUS'),
    cooldownMinutes: settings.get('MONITOR_COOLDOWN_MINUTES'),
  }
}
