import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog, type Log } from '../src/contract/log.ts'
import { createCalendar, type Calendar } from '../src/features/calendar/calendar.ts'
import { migrations } from '../src/migrations/migrations.ts'
import type { Database } from '../src/platform/database/database.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

export interface CalendarStage extends AsyncDisposable {
  readonly calendar: Calendar
  readonly database: Database
  /** What `now` says; a test moves it. */
  readonly clock: { now: Date }
  readonly settings: Record<string, unknown>
  /** Sentences that were logged as warnings. */
  readonly warnings: string[]
}

export interface CalendarStageOptions {
  readonly settings?: Readonly<Record<string, unknown>>
  readonly timeZone?: string
  readonly now?: string
  readonly fetch?: typeof globalThis.fetch
}

/** A calendar on a database of its own, in Oslo unless said otherwise. */
export async function openCalendar(options: CalendarStageOptions = {}): Promise<CalendarStage> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-calendar-'))
  const clock = { now: new Date(options.now ?? '2026-03-02T08:00:00Z') }
  const warnings: string[] = []
  const log: Log = { ...silentLog, warn: (_fields, message) => void warnings.push(message) }
  const database = await openDatabase({
    path: join(folder, 'data.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now: () => clock.now,
    log: silentLog,
  })
  const settings: Record<string, unknown> = {
    CALDAV_URL: null,
    CALDAV_USER: null,
    CALDAV_PASSWORD: null,
    ...options.settings,
  }
  const calendar = createCalendar({
    database,
    settings: { get: (name: string) => settings[name] as never, onChange: () => () => {} },
    now: () => clock.now,
    log,
    fetch: options.fetch ?? globalThis.fetch,
    timeZone: options.timeZone ?? 'Europe/Oslo',
  })
  return {
    calendar,
    database,
    clock,
    settings,
    warnings,
    async [Symbol.asyncDispose]() {
      await calendar.close()
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Title and beginning of what takes place between two dates. */
export async function timesOf(calendar: Calendar, from: string, to: string): Promise<string[]> {
  const found = await calendar.list({ from: new Date(`${from}T00:00Z`), to: new Date(`${to}T00:00Z`) })
  return found.map(({ title, starts_at }) => `${title} ${starts_at.slice(0, 16)}`)
}
