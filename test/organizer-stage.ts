import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storedSchemas } from '../src/components/schemas.ts'
import type { Provenance } from '../src/contract/endpoint.ts'
import type { Envelope } from '../src/contract/envelope.ts'
import { silentLog } from '../src/contract/log.ts'
import { StoredThings } from '../src/features/chat/stored/stored-things.ts'
import { createNotifications, type Notifications } from '../src/features/notifications/notifications.ts'
import { Store, type StoreChange } from '../src/features/store/store.ts'
import { Timers } from '../src/features/timers/timers.ts'
import { Approvals } from '../src/features/tools/approvals.ts'
import { OutsideFiles } from '../src/features/tools/outside-files.ts'
import { ToolCatalog } from '../src/features/tools/tool-catalog.ts'
import { createToolRunner, type ToolRunner } from '../src/features/tools/tool-runner.ts'
import { createWorkflows, type Workflows } from '../src/features/workflows/workflows.ts'
import { migrations } from '../src/migrations/migrations.ts'
import type { Database } from '../src/platform/database/database.ts'
import { createOrganizer } from '../src/plugins/organizer/plugin.ts'
import { factMemory, timetable } from '../src/server/wiring/organizer-part.ts'
import { openDatabase } from '../src/platform/database/open-database.ts'

export interface OrganizerStage extends AsyncDisposable {
  readonly store: Store
  readonly things: StoredThings
  readonly runner: ToolRunner
  readonly workflows: Workflows
  readonly notifications: Notifications
  readonly timers: Timers
  /** What pages were told. */
  readonly changes: StoreChange[]
  /** What `now` says; a test moves it. */
  readonly clock: { now: Date }
  /** As a model calls it, unless said otherwise. */
  run(action: string, args: object, provenance?: Provenance): Promise<Envelope>
  /** The data of a call that works. */
  data(action: string, args: object): Promise<Record<string, unknown>>
  kept(key: string): unknown
}

/** The tools of what is kept, with the real store, runner and workflows on a database of their own, in Oslo. */
export async function openOrganizer(): Promise<OrganizerStage> {
  const folder = await mkdtemp(join(tmpdir(), 'deskhand-organizer-'))
  const clock = { now: new Date('2026-03-02T08:00:00Z') }
  const [now, log] = [() => clock.now, silentLog]
  const database = await databaseIn(folder, now)
  const changes: StoreChange[] = []
  const store = new Store({ database, now, onChange: (change) => changes.push(change) })
  const things = new StoredThings({
    store,
    timeZone: () => 'Europe/Oslo',
    loadSchemas: () => Promise.resolve(storedSchemas),
  })
  const notifications = noticesOf(database, now)
  const timers = new Timers({ database, notifications, now, log, onChanged: quiet, onRemoved: quiet })
  const catalog = catalogOf({ database, now, things, notifications, timers }, () => workflows)
  const approvals = new Approvals({ database, now, onRequested: quiet, onResolved: quiet })
  const runner = runnerOf({ catalog, approvals, database, folder, now })
  const values: Readonly<Record<string, unknown>> = { WORKFLOW_CONCURRENCY: 4, WORKFLOW_STEP_SECONDS: 60 }
  const workflows: Workflows = createWorkflows({
    catalog,
    runner,
    approvals,
    database,
    settings: { get: (name: string) => values[name] ?? null } as never,
    notifications,
    publish: quiet,
    now,
    log,
    home: folder,
  })
  const { signal } = new AbortController()
  const run: OrganizerStage['run'] = (action, args, provenance = 'model') =>
    runner.run({ action, args: args as Record<string, unknown>, provenance, signal })
  return {
    store,
    things,
    runner,
    workflows,
    notifications,
    timers,
    changes,
    clock,
    run,
    async data(action, args) {
      const { success, message, data } = await run(action, args)
      if (!success) throw new Error(message)
      return data as Record<string, unknown>
    },
    kept: (key) => JSON.parse(store.read(key)?.json ?? 'null') as unknown,
    async [Symbol.asyncDispose]() {
      await timers.close()
      await workflows.close({ graceMs: 100 })
      await database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function databaseIn(folder: string, now: () => Date): Promise<Database> {
  return openDatabase({
    path: join(folder, 'data.db'),
    backupFolder: join(folder, 'backups'),
    migrations,
    now,
    log: silentLog,
  })
}

function noticesOf(database: Database, now: () => Date): Notifications {
  const retention = { count: 500, days: 30 }
  return createNotifications({ database, now, onRaised: quiet, onRead: quiet, retention })
}

interface CatalogParts extends Pick<OrganizerStage, 'things' | 'notifications' | 'timers'> {
  readonly database: Database
  readonly now: () => Date
}

function catalogOf(
  { database, now, things, notifications, timers }: CatalogParts,
  workflows: () => Workflows,
): ToolCatalog {
  // Found by words alone: no meaning is worked out here.
  const embedder = { embed: () => Promise.reject(new Error('No model of meaning here.')) }
  return new ToolCatalog({
    builtIn: [
      createOrganizer({
        things,
        memory: factMemory({ database, now, log: silentLog }, { embedder: embedder as never }),
        notices: notifications,
        timetable: timetable(workflows),
        timers,
      }),
    ],
    edition: 'linux',
  })
}

interface RunnerParts {
  readonly catalog: ToolCatalog
  readonly approvals: Approvals
  readonly database: Database
  readonly folder: string
  readonly now: () => Date
}

function runnerOf({ catalog, approvals, database, folder, now }: RunnerParts): ToolRunner {
  return createToolRunner({
    catalog,
    approvals,
    audit: { intent: async () => {}, outcome: async () => {} },
    approvalMode: () => 'risky',
    context: {
      log: silentLog,
      now,
      home: folder,
      dataFolder: join(folder, 'data'),
      fetch: () => Promise.reject(new TypeError('This test has no network.')),
      setting: () => null,
      origins: new OutsideFiles({ database, now }),
    },
    log: silentLog,
    onProgress: quiet,
    onCalled: quiet,
  })
}

function quiet(): void {}
