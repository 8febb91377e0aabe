import { homedir } from 'node:os'
import type { Logger } from 'pino'
import { AppError, type ErrorIssue } from '../../contract/errors.ts'
import { databaseIncident, settingsChanged } from '../../contract/event-types.ts'
import { limits } from '../../contract/limits.ts'
import type { Log } from '../../contract/log.ts'
import { createEventBus, type EventBus } from '../../features/events/event-bus.ts'
import { updateIssues } from '../../features/monitor/update-check.ts'
import { settingDefinitions } from '../../features/settings/definitions.ts'
import { createSettings, type Settings } from '../../features/settings/settings-store.ts'
import { migrations } from '../../migrations/migrations.ts'
import { headPlaces } from '../../platform/audit/head-places.ts'
import { createAuditLog, type AuditLog } from '../../platform/audit/audit-log.ts'
import type { DataFolder } from '../../platform/data-folder.ts'
import { startDailyBackup } from '../../platform/database/daily-backup.ts'
import type { Database } from '../../platform/database/database.ts'
import { acquireInstanceLock, type InstanceLock } from '../../platform/database/instance-lock.ts'
import { finishRestore } from '../../platform/database/pending-restore.ts'
import { tellIncident } from '../../platform/database/recovery.ts'
import { ensurePrivateFolder } from '../../platform/files/atomic-file.ts'
import { createLogger } from '../../platform/logging/logger.ts'
import { createScrubber, type Scrubber } from '../../platform/secrets/redaction.ts'
import { keyringChoice, openSecretStore, type SecretStore } from '../../platform/secrets/secret-store.ts'
import { backupPlace, backupRules } from './backup-rules.ts'
import { isLoopbackName } from '../../platform/network/loopback-name.ts'
import { openListeners, type Listeners } from '../http/listeners.ts'
import { openDatabase } from '../../platform/database/open-database.ts'
import type { ServiceOptions } from './service-options.ts'

/** Where the service writes down what it does. */
interface Records {
  readonly folder: DataFolder
  readonly home: string
  /** Of this process, or what a test puts in its place. */
  readonly environment: NodeJS.ProcessEnv
  readonly now: () => Date
  readonly logger: Logger
  readonly log: Log
  readonly audit: AuditLog
  readonly scrubber: Scrubber
  readonly bus: EventBus
  /** What went wrong while opening, to be told once there is someone to tell. */
  readonly incidents: string[]
  readonly onIncident: (incident: string) => void
}

/** What everything else stands on, opened in the order in which one needs the other. */
export interface Infrastructure extends Records {
  readonly lock: InstanceLock
  readonly secrets: SecretStore
  readonly settings: Settings
  readonly database: Database
}

export interface ServiceInfrastructure extends Infrastructure {
  readonly listeners: Listeners
}

/** Where a process keeps its data and writes its log. */
export type InfrastructureOptions = Pick<ServiceOptions, 'folder' | 'environment' | 'output' | 'pretty'>

const DEFAULT_HOST = '127.0.0.1'
const DEFAULT_PORT = 8000

/** Opens the ground; what was opened before a failure is closed again by the caller's stack, in reverse. */
export async function openInfrastructure(
  options: ServiceOptions,
  opened: AsyncDisposableStack,
): Promise<ServiceInfrastructure> {
  const { host = DEFAULT_HOST, port = DEFAULT_PORT, socketPath } = options
  const base = await openBase({ ...options, host }, opened)
  assertBindable(host, base.settings.get('TOKEN'))
  const listeners = await openListeners({ host, port, socketPath })
  opened.defer(() => listeners.close(0))
  return { ...base, listeners, database: await openOwnDatabase(base, opened) }
}

/** The ground of a process that nobody calls. */
export async function openQuietInfrastructure(
  options: InfrastructureOptions,
  opened: AsyncDisposableStack,
): Promise<Infrastructure> {
  const base = await openBase({ ...options, host: DEFAULT_HOST }, opened)
  return { ...base, database: await openOwnDatabase(base, opened) }
}

async function openBase(
  options: InfrastructureOptions & { readonly host: string },
  opened: AsyncDisposableStack,
): Promise<Omit<Infrastructure, 'database'>> {
  const { folder, environment, host } = options
  await ensurePrivateFolder(folder.root)
  const now = () => new Date()
  // Taken first and given back last: when another service may start, nothing of this one still writes.
  const lock = opened.use(await acquireInstanceLock({ folder: folder.root, now }))
  const records = await openRecords({ ...options, now }, opened)
  const { log } = records
  await finishRestore(backupPlace(folder))
  const secrets = await openSecretStore({
    folder: folder.root,
    keyring: keyringChoice(environment),
    environment,
    log,
  })
  const keyring = secrets.backend === 'keyring'
  records.audit.keepHeadsIn(await headPlaces({ folder: folder.root, environment, keyring }))
  const settings = await openSettings(records, { secrets, environment, host })
  return { ...records, lock, secrets, settings }
}

async function openOwnDatabase(
  records: Records & Pick<Infrastructure, 'secrets' | 'settings'>,
  opened: AsyncDisposableStack,
): Promise<Database> {
  const { now, log } = records
  const database = await openTold(records)
  opened.defer(() => database.close())
  opened.use(startDailyBackup({ database, now, log }))
  return database
}

async function openRecords(
  options: InfrastructureOptions & Pick<Records, 'now'>,
  opened: AsyncDisposableStack,
): Promise<Records> {
  const { folder, environment, pretty, output, now } = options
  const scrubber = createScrubber()
  const { scrub } = scrubber
  const level = environment['DESKHAND_LOG_LEVEL'] ?? 'info'
  const logger = await createLogger({ level, file: folder.log, pretty, output, scrub })
  const audit = createAuditLog({ path: folder.audit, now, scrub, log: logger })
  opened.defer(() => audit.close())
  const bus = createEventBus({
    now,
    replay: limits.event_replay.value,
    backlogBytes: limits.event_backlog_bytes.value,
  })
  const incidents: string[] = []
  const onIncident = (incident: string) => {
    incidents.push(incident)
    logger.error({}, incident)
  }
  const home = environment['HOME'] ?? homedir()
  return { folder, home, environment, now, logger, log: logger, audit, scrubber, bus, incidents, onIncident }
}

interface SettingsPlace {
  readonly secrets: SecretStore
  readonly environment: NodeJS.ProcessEnv
  readonly host: string
}

async function openSettings(
  records: Records,
  { secrets, environment, host }: SettingsPlace,
): Promise<Settings> {
  const { folder, audit, now, log, logger, bus, scrubber, onIncident } = records
  // What the environment has set wrong is told at the start, and does not keep anybody from changing something else.
  const newUpdateIssues = (next: (name: string) => unknown) =>
    updateIssues((name) => settings.get(name)).length > 0 ? [] : updateIssues(next)
  const settings: Settings = await createSettings({
    definitions: settingDefinitions,
    file: folder.settings,
    secrets,
    environment,
    audit,
    now,
    log,
    onIncident,
    holdSecrets: scrubber.hold,
    veto: (next) => [...bindingIssues(host, next('TOKEN')), ...newUpdateIssues(next)],
  })
  logger.level = settings.get('LOG_LEVEL')
  settings.onChange((names) => {
    logger.level = settings.get('LOG_LEVEL')
    bus.publish(settingsChanged, { names: [...names] })
  })
  return settings
}

/** Opens the database so that whatever happened to it is heard of. */
function openTold({
  folder,
  now,
  log,
  bus,
  onIncident,
  secrets,
  settings,
}: Records & Pick<Infrastructure, 'secrets' | 'settings'>): Promise<Database> {
  return openDatabase({
    ...backupPlace(folder),
    keep: () => settings.get('BACKUP_KEEP'),
    path: folder.database,
    origin: backupRules(secrets, log),
    migrations,
    now,
    log,
    onIncident: (incident) => {
      const message = tellIncident(incident)
      onIncident(message)
      bus.publish(databaseIncident, { kind: incident.kind, message })
    },
  })
}

/** Whoever can reach the port can do what the user can: beyond this machine that takes a token. */
function bindingIssues(host: string, token: unknown): ErrorIssue[] {
  if (isLoopbackName(host) || typeof token === 'string') return []
  const message = `is needed while the service listens on ${host}, which other machines can reach`
  return [{ path: '/TOKEN', message }]
}

function assertBindable(host: string, token: string | null): void {
  if (bindingIssues(host, token).length === 0) return
  throw new AppError(
    'forbidden',
    `Other machines can reach ${host}, so a token is needed first: run "deskhand token new", or set DESKHAND_TOKEN.`,
  )
}
