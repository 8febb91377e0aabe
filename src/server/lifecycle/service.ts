import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../contract/log.ts'
import { limits } from '../../contract/limits.ts'
import type { PartHealth } from '../../features/health/handlers.ts'
import type { McpServers } from '../../features/mcp/client/mcp-servers.ts'
import { Callers } from '../../platform/processes/caller.ts'
import { openEventSocket, type EventSocket } from '../../platform/sockets/event-socket.ts'
import { buildApp } from '../http/app.ts'
import { Authenticator } from '../http/authenticator.ts'
import type { EntryRules } from '../http/entry-checks.ts'
import { bindFeatures } from '../wiring/features.ts'
import { addressOf } from './own-address.ts'
import { openInfrastructure, type Infrastructure, type ServiceInfrastructure } from './infrastructure.ts'
import { createIdempotentAnswers } from '../http/idempotent-answers.ts'
import { createMcpPart } from '../wiring/mcp-part.ts'
import { mcpTools } from '../wiring/mcp-server-part.ts'
import { createMonitorPart } from '../wiring/monitor-part.ts'
import { watchOverload, type Overload } from '../http/overload.ts'
import { createServices } from '../wiring/create-services.ts'
import { asGet } from '../http/head-requests.ts'
import { RateLimit } from '../http/rate-limit.ts'
import { RequestCallers } from '../http/request-callers.ts'
import { sharedWorkflows } from '../wiring/shared-workflows.ts'
import { beginUpdateCheck } from '../wiring/update-part.ts'
import { socketActions } from '../wiring/chat-part.ts'
import { version } from '../version.ts'
import { watchProgram } from './watch-program.ts'
import type { EventSocketOptions } from '../../platform/sockets/socket-client.ts'
import type { ServiceOptions } from './service-options.ts'
import type { Services } from '../wiring/services.ts'

export interface Service {
  readonly address: string
  /** Resolves when the service has ended by itself. */
  readonly stopped: Promise<void>
  /** Lets requests end, says goodbye to streams, closes everything in order. */
  close(): Promise<void>
  /** Writes down a bug that nothing caught; the process must end after it. */
  recordCrash(error: unknown): Promise<void>
}

const STOP_GRACE_MS = 10_000
const CRASH_PATIENCE_MS = 10_000

/** Opens everything, in order, and answers once all of it is there. */
export async function startService(options: ServiceOptions): Promise<Service> {
  await using opening = new AsyncDisposableStack()
  const infrastructure = await openInfrastructure(options, opening)
  const stopping = new AbortController()
  const openShared = await sharedWorkflows(infrastructure)
  const services = createServices(infrastructure, opening, { openShared, embedder: options.embedder })
  await services.computer.recover()
  const mcpPart = createMcpPart(infrastructure, services, opening)
  const isEmbedded = options.isEmbedded ?? false
  const entry = entryRules(infrastructure, { overload: watchOverload(), isEmbedded })
  opening.defer(() => entry.overload.stop())
  const onAction = socketActions(services, entry.authenticator)
  const socket = await openSocket(infrastructure, { environment: options.environment, onAction }, opening)
  const features = bindFeatures(infrastructure, services, {
    health: healthParts(infrastructure, { ...services, ...mcpPart }, socket),
    localModelPorts: options.localModelPorts,
    isEmbedded,
    ...mcpPart,
  })
  const app = await buildApp({
    features,
    entry,
    mcp: { ...mcpTools(infrastructure, services, features), extend: options.extendMcp },
    appFrames: mcpPart.appFrames,
    mounting: {
      checkResults: options.environment['NODE_ENV'] !== 'production',
      answers: createIdempotentAnswers(infrastructure),
      stopping: stopping.signal,
      tokenChanged: watchToken(infrastructure.settings),
      streams: { open: 0 },
      log: infrastructure.log,
    },
  })
  opening.defer(() => app.close())
  await raiseIncidents(infrastructure, services)
  infrastructure.listeners.serve((request, response) => app.routing(asGet(request), response))
  const address = addressOf(infrastructure)
  await infrastructure.lock.announce(address)
  beginWork(infrastructure, { services, ...mcpPart }, opening)
  const events = typeof socket === 'string' ? null : socket.path
  infrastructure.log.info({ address, version, home: options.folder.root, events }, 'ready')
  const opened = opening.move()
  const { promise: stopped, resolve } = Promise.withResolvers<void>()
  let closing: Promise<void> | undefined
  const close = async () => {
    infrastructure.log.info({}, 'stopping')
    stopping.abort()
    infrastructure.bus.close()
    await infrastructure.listeners.close(STOP_GRACE_MS)
    await opened.disposeAsync()
    resolve()
  }
  return {
    address,
    stopped,
    close: () => (closing ??= close()),
    recordCrash: (error) => recordCrash(infrastructure, error),
  }
}

async function raiseIncidents({ incidents }: Infrastructure, { notifications }: Services): Promise<void> {
  for (const message of incidents)
    await notifications.raise({ type: 'incident', level: 'error', title: 'Damaged data found', message })
}

/** What goes on by itself, once callers are answered. */
function beginWork(
  infrastructure: Infrastructure,
  { services, mcpServers }: { services: Services; mcpServers: McpServers },
  opened: AsyncDisposableStack,
): void {
  services.metrics.start()
  services.calendar.start()
  void services.webhooks.start()
  void services.channels
    .start()
    .catch((error: unknown) => infrastructure.log.error({ err: error }, "Couldn't connect the channels."))
  services.desktop.start()
  services.contentIndex.start()
  void services.recordings.sweep()
  const monitor = createMonitorPart(infrastructure, services)
  opened.defer(() => monitor.stop())
  monitor.start()
  services.timers.start()
  services.reminderClock.start()
  services.digest.start()
  void services.push
    .start()
    .catch((error: unknown) => infrastructure.log.error({ err: error }, "Couldn't send push messages."))
  beginUpdateCheck(infrastructure, services, opened)
  watchProgram(infrastructure, services, opened)
  void services.skills.start()
  // Plugins are strangers' code: the service is ready before any of it is looked at.
  // Workflows go on once the tools of plugins are there, since their steps may call them.
  void services.plugins
    .start()
    .then(() => mcpServers.start())
    .then(() => services.workflows.start())
    .catch((error: unknown) => infrastructure.log.error({ err: error }, "Couldn't continue workflows."))
}

/** Without the socket the service still works: events go over HTTP. So a failure here is told, not fatal. */
async function openSocket(
  infrastructure: Infrastructure,
  { environment, onAction }: { environment: NodeJS.ProcessEnv } & Pick<EventSocketOptions, 'onAction'>,
  opened: AsyncDisposableStack,
): Promise<EventSocket | string> {
  try {
    const socket = await openEventSocket({
      bus: infrastructure.bus,
      version,
      log: infrastructure.log,
      maxClients: limits.event_streams.value,
      backlogBytes: limits.event_backlog_bytes.value,
      runtimeFolder: environment['XDG_RUNTIME_DIR'],
      dataFolder: infrastructure.folder.root,
      ...(onAction && { onAction }),
    })
    opened.defer(() => socket.close())
    return socket
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    infrastructure.log.warn({ err: error }, "Couldn't open the event socket.")
    return reason
  }
}

function healthParts(
  infrastructure: Infrastructure,
  {
    models,
    workflows,
    desktop,
    contentIndex,
    launcher,
    mcpServers,
  }: Pick<Services, 'models' | 'workflows' | 'desktop' | 'contentIndex' | 'launcher'> & {
    mcpServers: McpServers
  },
  socket: EventSocket | string,
): Record<string, () => PartHealth> {
  const { database, bus, secrets } = infrastructure
  const { backend } = workflows.engine
  return {
    database: () => {
      const { status, detail } = database.health()
      return { status, detail }
    },
    events: () => {
      const { subscribers, dropped } = bus.stats()
      return { status: 'ok', detail: `${subscribers} readers, ${dropped} dropped` }
    },
    event_socket: () =>
      typeof socket === 'string' ? { status: 'degraded', detail: socket } : { status: 'ok', detail: null },
    secrets: () => ({ status: 'ok', detail: secrets.problem ?? `stored in the ${secrets.backend}` }),
    model: () => models.health(),
    mcp_servers: () => mcpServers.health(),
    desktop: () => desktop.health(),
    sandbox: () => {
      const missing = launcher.missing()
      return { status: missing === undefined ? 'ok' : 'off', detail: missing ?? null }
    },
    content_index: () => {
      const { state, message } = contentIndex.status()
      return { status: state === 'off' ? 'off' : 'ok', detail: message }
    },
    ...(!backend.alone && {
      workflow_database: () => ({
        status: backend.trouble === null ? 'ok' : 'degraded',
        detail: backend.trouble,
      }),
    }),
  }
}

function entryRules(
  infrastructure: ServiceInfrastructure,
  { overload, isEmbedded }: { overload: Overload; isEmbedded: boolean },
): EntryRules {
  const { settings, audit, log } = infrastructure
  // Sets are made anew only when a setting changes: they are asked for at every request.
  const setOf = (
    name: 'ALLOWED_HOSTS' | 'ALLOWED_ORIGINS' | 'WEBHOOK_HOSTS',
    always: readonly string[] = [],
  ) => {
    const read = () => new Set([...settings.get(name), ...always])
    let values = read()
    settings.onChange(() => (values = read()))
    return () => values
  }
  // Whoever chose an address to listen on will call it by that address; a wildcard is nobody's name.
  const { host } = new URL(addressOf(infrastructure))
  return {
    allowedHosts: setOf('ALLOWED_HOSTS', /^(?:0\.0\.0\.0|\[::\]):/.test(host) ? [] : [host]),
    allowedOrigins: setOf('ALLOWED_ORIGINS'),
    webhookHosts: setOf('WEBHOOK_HOSTS'),
    authenticator: new Authenticator({
      expectedToken: () => settings.get('TOKEN'),
      now: () => performance.now(),
    }),
    callers: new RequestCallers(new Callers({ isEmbedded }), infrastructure.listeners.connections),
    rateLimit: new RateLimit(() => performance.now()),
    overload,
    onRefused: recordRefusals(audit, log),
  }
}

/** The signal of the token in force, which aborts when another one takes its place. */
function watchToken(settings: Infrastructure['settings']): () => AbortSignal {
  let current = new AbortController()
  settings.onChange((names) => {
    if (!names.includes('TOKEN')) return
    current.abort()
    current = new AbortController()
  })
  return () => current.signal
}

/** A page that hammers the port must not fill the disk: refusals are recorded, at most a few a second. */
function recordRefusals(audit: Infrastructure['audit'], log: Log): EntryRules['onRefused'] {
  let second = 0
  let recorded = 0
  return ({ reason, address, url }) => {
    const now = Math.floor(performance.now() / 1000)
    if (now !== second) recorded = 0
    second = now
    recorded += 1
    if (recorded > 5) return
    const subject = url.split('?')[0]!.slice(0, 200)
    log.warn({ reason, address, url: subject }, 'request refused')
    audit
      .append({ kind: 'auth.failure', provenance: 'service', subject, detail: { reason, address } })
      .catch((error: unknown) => log.error({ err: error }, "Couldn't write the audit log."))
  }
}

/** After a bug nobody knows what state things are in: it is written down, and then the process must end. */
export async function recordCrash({ log, audit }: Infrastructure, error: unknown): Promise<void> {
  log.error({ err: error }, 'Unexpected error, stopping the service.')
  const detail = { message: error instanceof Error ? error.message : String(error) }
  const written = audit.append({ kind: 'crash', provenance: 'service', subject: 'deskhand', detail })
  await Promise.race([written.catch(() => {}), sleep(CRASH_PATIENCE_MS)])
}
