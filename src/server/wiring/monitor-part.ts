import type { DayAhead } from '../../features/monitor/briefing.ts'
import type { Reminder } from '../../features/monitor/due-reminders.ts'
import { createMonitor, type Monitor } from '../../features/monitor/monitor.ts'
import { countByStatus, selectWorkflows } from '../../features/workflows/engine/workflow-rows.ts'
import type { Ground } from '../lifecycle/ground.ts'
import { moveRemindersOn } from './repeating-reminders.ts'
import type { Parts } from './services.ts'

type Watched = Pick<
  Parts,
  'store' | 'notifications' | 'metrics' | 'calendar' | 'liveData' | 'approvals' | 'workflows'
>

const DAY_MS = 86_400_000
const WEATHER_MS = 5_000
const MOST_FAILED = 200

/** The monitor, looking at the parts of this service. */
export function createMonitorPart(ground: Ground, parts: Watched): Monitor {
  const { settings, now, log } = ground
  return createMonitor({
    settings,
    notifications: parts.notifications,
    now,
    log,
    metrics: () => parts.metrics.current(),
    events: (range) => parts.calendar.list(range),
    reminders: () => storedReminders(parts),
    moveOn: () => moveRemindersOn(parts.store, now()),
    dayAhead: (moment) => dayAhead(moment, { ground, parts }),
  })
}

/** Other clients write the list too: what does not look like a reminder is passed over. */
function storedReminders({ store }: Watched): Reminder[] {
  const { items } = JSON.parse(store.read('reminders')?.json ?? '{}') as { items?: unknown }
  if (!Array.isArray(items)) return []
  const entries = (items as (Partial<Reminder> | null)[]).map((item) => item ?? {})
  return entries.flatMap(({ id, text, done, due }) =>
    typeof id === 'string' && typeof text === 'string'
      ? [{ id, text, done: done === true, ...(typeof due === 'string' && { due }) }]
      : [],
  )
}

/** A part that cannot be told is left out: a briefing without the weather is better than none. */
async function dayAhead(now: Date, { ground, parts }: { ground: Ground; parts: Watched }): Promise<DayAhead> {
  const { calendar, approvals, workflows } = parts
  const midnight = new Date(now)
  midnight.setHours(24, 0, 0, 0)
  const [events, weather, counts, failed, schedules] = await Promise.all([
    calendar.list({ from: now, to: midnight }),
    weatherSentence(ground, parts),
    workflows.engine.backend.read(countByStatus()),
    workflows.engine.backend.read(selectWorkflows({ status: 'failed', limit: MOST_FAILED })),
    workflows.schedules.list(),
  ])
  const since = new Date(now.getTime() - DAY_MS).toISOString()
  return {
    events,
    weather,
    waitingApprovals: approvals.listOpen().length,
    waitingWorkflows: counts['waiting'] ?? 0,
    failedWorkflows: failed.filter(({ finished_at }) => finished_at !== null && finished_at >= since).length,
    runsToday: schedules.filter(
      ({ enabled, next_run_at }) =>
        enabled && next_run_at !== null && Date.parse(next_run_at) < midnight.getTime(),
    ).length,
    timeZone: calendar.timeZone(),
  }
}

async function weatherSentence(
  { settings, log }: Ground,
  { liveData }: Watched,
): Promise<string | undefined> {
  const city = settings.get('HOME_CITY')
  if (city === null) return undefined
  try {
    const {
      city: name,
      current,
      units,
    } = await liveData.needs.weather(city, {
      signal: AbortSignal.timeout(WEATHER_MS),
    })
    return `${name}: ${Math.round(current.temperature)} ${units.temperature}, ${current.condition.toLowerCase()}`
  } catch (error) {
    log.info({ err: error }, 'The briefing goes without the weather.')
    return undefined
  }
}
