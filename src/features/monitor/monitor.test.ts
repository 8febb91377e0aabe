import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { silentLog } from '../../contract/log.ts'
import { migrations } from '../../migrations/migrations.ts'
import { metricsContract, type Metrics } from '../metrics/contract.ts'
import { createNotifications } from '../notifications/notifications.ts'
import type { DayAhead } from './briefing.ts'
import { HealthWatch, type HealthLimits } from './health-watch.ts'
import { createMonitor } from './monitor.ts'
import type { UpcomingEvent } from './reminders.ts'
import { openDatabase } from '../../platform/database/open-database.ts'

const limits: HealthLimits = {
  cpuPercent: 95,
  memoryPercent: 92,
  diskPercent: 90,
  batteryPercent: 15,
  temperatureCelsius: 90,
  cooldownMinutes: 60,
}
const calm: Metrics = metricsContract.read.example.result
const MINUTE = 60_000

function busy(percent: number): Metrics {
  return { ...calm, cpu: { ...calm.cpu, percent } }
}

function full(percent: number, mount = '/'): Metrics {
  return { ...calm, disks: [{ ...calm.disks[0]!, mount, percent }] }
}

function charged(percent: number, state: 'charging' | 'discharging'): Metrics {
  return { ...calm, battery: { percent, state, remaining_s: 600 } }
}

/** What was told at each minute, by its cause. */
function watched(samples: readonly Metrics[], everyMs = MINUTE): (string | undefined)[] {
  const watch = new HealthWatch()
  return samples.map((sample, index) => watch.look(sample, limits, index * everyMs)[0]?.dedupe_key)
}

test('a calm machine is not spoken of', () => {
  expect(watched([calm, calm, calm])).toEqual([undefined, undefined, undefined])
})

test('a busy processor is told once, when it lasts, and again only after it was calm and some time has passed', () => {
  const minutes = [99, 50, 99, 99, 99, 99, 90, 99, 99, 99, 99, ...Array(60).fill(20), 99, 99, 99]
  const told = watched(minutes.map(busy))
  const at = told.flatMap((cause, minute) => (cause === undefined ? [] : [minute]))
  expect(at).toEqual([4, 73])
  expect(told[4]).toBe('health:cpu')
})

test('a number that swings around its limit warns once', () => {
  const swinging = Array.from({ length: 50 }, (_, index) => full(index % 2 === 0 ? 90.5 : 89.5))
  expect(watched(swinging).filter((cause) => cause !== undefined)).toEqual(['health:disk:/'])
})

test('every disk is a cause of its own, and one that was taken out is forgotten', () => {
  const watch = new HealthWatch()
  const cause = (metrics: Metrics, now: number) => watch.look(metrics, limits, now)[0]?.dedupe_key
  expect(cause(full(95, '/media/stick'), 0)).toBe('health:disk:/media/stick')
  expect(cause(full(95, '/media/stick'), 1)).toBeUndefined()
  expect(cause(calm, 2)).toBeUndefined()
  expect(cause(full(95, '/media/stick'), 3)).toBe('health:disk:/media/stick')
})

test('a low battery is told while it is used, not while it is charged', () => {
  expect(watched([charged(10, 'charging'), charged(10, 'discharging'), charged(9, 'discharging')])).toEqual([
    undefined,
    'health:battery',
    undefined,
  ])
})

async function stage(options: { events?: UpcomingEvent[]; settings?: Record<string, unknown>; at: Date }) {
  const folder = await mkdtempDisposable(join(tmpdir(), 'deskhand-monitor-'))
  const now = { value: options.at }
  const open = () =>
    openDatabase({
      path: join(folder.path, 'data.db'),
      backupFolder: join(folder.path, 'backups'),
      migrations,
      now: () => now.value,
      log: silentLog,
    })
  const database = await open()
  const notifications = createNotifications({ database, now: () => now.value })
  const settings: Record<string, unknown> = {
    MONITOR: 'on',
    REMINDER_MINUTES: 10,
    BRIEFING_TIME: null,
    MONITOR_CPU_PERCENT: 95,
    MONITOR_MEMORY_PERCENT: 92,
    MONITOR_DISK_PERCENT: 90,
    MONITOR_BATTERY_PERCENT: 15,
    MONITOR_TEMPERATURE_CELSIUS: 90,
    MONITOR_COOLDOWN_MINUTES: 60,
    ...options.settings,
  }
  const day: DayAhead = {
    events: options.events ?? [],
    weather: 'Oslo: 4 °C, light rain',
    waitingApprovals: 1,
    waitingWorkflows: 0,
    failedWorkflows: 2,
    runsToday: 0,
    timeZone: 'UTC',
  }
  const days: Date[] = []
  const monitor = createMonitor({
    settings: { get: (name: string) => settings[name] as never },
    notifications,
    now: () => now.value,
    log: silentLog,
    metrics: () => Promise.resolve(calm),
    events: ({ from, to }) =>
      Promise.resolve(
        (options.events ?? []).filter(({ starts_at }) => {
          const start = Date.parse(starts_at)
          return start >= from.getTime() && start <= to.getTime()
        }),
      ),
    dayAhead: () => {
      days.push(now.value)
      return Promise.resolve(day)
    },
  })
  return {
    monitor,
    notifications,
    days,
    settings,
    now,
    async [Symbol.asyncDispose]() {
      await database.close()
      await folder.remove()
    },
  }
}

const meeting: UpcomingEvent = {
  event_id: 'evt_1',
  title: 'Stand-up',
  location: 'Room 2',
  starts_at: '2026-03-02T09:30:00.000Z',
  all_day: false,
}

test('an event is announced once, also after the notification was read, and again when it was moved', async () => {
  const events = [meeting, { ...meeting, event_id: 'evt_2', all_day: true }]
  await using place = await stage({ events, at: new Date('2026-03-02T09:15:00Z') })
  const titles = () => place.notifications.list().notifications.map(({ message }) => message)
  await place.monitor.look()
  expect(titles()).toEqual([])
  place.now.value = new Date('2026-03-02T09:21:00Z')
  await place.monitor.look()
  await place.monitor.look()
  expect(titles()).toEqual(['Starts in 9 minutes at Room 2.'])
  await place.notifications.markAllRead()
  await place.monitor.look()
  expect(titles()).toHaveLength(1)
  events[0] = { ...meeting, starts_at: '2026-03-02T09:31:00.000Z' }
  await place.monitor.look()
  expect(titles()).toHaveLength(2)
})

test('the briefing comes once a day at its time, and not when the morning is over', async () => {
  const at = new Date(2026, 2, 2, 7, 59)
  await using place = await stage({ events: [meeting], settings: { BRIEFING_TIME: '08:00' }, at })
  const briefings = () => place.notifications.list().notifications.filter(({ type }) => type === 'briefing')
  await place.monitor.look()
  expect(briefings()).toEqual([])
  place.now.value = new Date(2026, 2, 2, 8, 1)
  await place.monitor.look()
  await place.monitor.look()
  expect(briefings().map(({ message }) => message)).toEqual([
    'Oslo: 4 °C, light rain. Today: 09:30 Stand-up. 1 approval is waiting for you. 2 workflows failed since yesterday.',
  ])
  expect(place.days).toHaveLength(1)
  place.now.value = new Date(2026, 2, 3, 12, 0)
  await place.monitor.look()
  expect(briefings()).toHaveLength(1)
  place.now.value = new Date(2026, 2, 4, 8, 30)
  await place.monitor.look()
  expect(briefings()).toHaveLength(2)
})

test('a monitor that is switched off says nothing', async () => {
  const at = new Date(meeting.starts_at)
  await using place = await stage({ events: [meeting], settings: { MONITOR: 'off' }, at })
  await place.monitor.look()
  expect(place.notifications.unread()).toBe(0)
  place.settings['MONITOR'] = 'on'
  await place.monitor.look()
  expect(place.notifications.unread()).toBe(1)
})
