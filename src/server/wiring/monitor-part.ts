import type { DayAhead } from '../../features/monitor/briefing.ts'
import { createMonitor, type Monitor } from '../../features/monitor/monitor.ts'
import { countByStatus, selectWorkflows } from '../../features/workflows/engine/workflow-rows.ts'
import type { Infrastructure } from '../lifecycle/infrastructure.ts'
import type { Services } from './services.ts'

type Watched = Pick<
  Services,
  'notifications' | 'metrics' | 'calendar' | 'liveData' | 'approvals' | 'workflows'
>

const DAY_MS = 86_400_000
const WEATHER_MS = 5_000
const MAX_FAILED = 200

/** The monitor, looking at the parts of this service. */
export function createMonitorPart(infrastructure: Infrastructure, services: Watched): Monitor {
  const { settings, now, log } = infrastructure
  return createMonitor({
    settings,
    notifications: services.notifications,
    now,
    log,
    metrics: () => services.metrics.current(),
    events: (range) => services.calendar.list(range),
    dayAhead: (moment) => dayAhead(moment, { infrastructure, services }),
  })
}

/** A part that cannot be told is left out: a briefing without the weather is better than none. */
async function dayAhead(
  now: Date,
  { infrastructure, services }: { infrastructure: Infrastructure; services: Watched },
): Promise<DayAhead> {
  const { calendar, approvals, workflows } = services
  const midnight = new Date(now)
  midnight.setHours(24, 0, 0, 0)
  const [events, weather, counts, failed, schedules] = await Promise.all([
    calendar.list({ from: now, to: midnight }),
    weatherSentence(infrastructure, services),
    workflows.engine.backend.read(countByStatus()),
    workflows.engine.backend.read(selectWorkflows({ status: 'failed', limit: MAX_FAILED })),
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
  { settings, log }: Infrastructure,
  { liveData }: Watched,
): Promise<string | undefined> {
  const city = settings.get('HOME_CITY')
  if (city === null) return undefined
  try {
    const {
      city: name,
      current,
      units,
    } = await liveData.ask('weather', { city }, { signal: AbortSignal.timeout(WEATHER_MS) })
    return `${name}: ${Math.round(current.temperature)} ${units.temperature}, ${current.condition.toLowerCase()}`
  } catch (error) {
    log.info({ err: error }, 'Sending the briefing without the weather.')
    return undefined
  }
}
