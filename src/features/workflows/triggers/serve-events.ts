import { AppError } from '../../../contract/errors.ts'
import { change, type Work } from '../engine/statement.ts'
import type { Scene } from '../engine/open-workflow.ts'
import { addEvent } from '../engine/history.ts'
import { automated, scheduled } from '../engine/step-provenance.ts'
import {
  definitionOfVersion,
  findVersion,
  lockAutomation,
  openRuns,
  type AutomationRow,
  type VersionRow,
} from '../automations/automation-rows.ts'
import { recurringTrigger } from '../automations/recurring.ts'
import type { StoredDefinition } from '../automations/schemas.ts'
import { startRun } from '../automations/start-run.ts'
import { endEvents, heldEvents, queuedEvents, queueEvent, type EventRow } from './event-rows.ts'
import type { TriggerType } from './schemas.ts'
import type { StartFailure } from './trigger-notices.ts'
import { deleteTriggersOf, triggerOf, triggersOf } from './trigger-rows.ts'

/** What somebody else wrote, or can cause, may say anything. */
const TAINTED: ReadonlySet<TriggerType> = new Set(['file', 'mail', 'calendar', 'feed', 'webhook'])

export interface Served {
  readonly started: number
  /** Runs that are to be stopped before the next can start. */
  readonly toStop: readonly string[]
  /** Events that started nothing, for a person. */
  readonly failures: readonly StartFailure[]
}

const NOTHING: Served = { started: 0, toStop: [], failures: [] }
const AT_A_TIME = 20

/** Starts what waits for its turn, as far as the mode of the automation allows. */
export function* serveEvents(scene: Scene, owner: string): Work<Served> {
  const automation = yield* lockAutomation(owner)
  if (!automation) {
    yield* deleteTriggersOf(owner)
    return NOTHING
  }
  yield* releaseHeld(owner, scene.transaction.at)
  const queued = yield* queuedEvents(owner, AT_A_TIME)
  if (queued.length === 0) return NOTHING
  const version = (yield* findVersion(owner, automation.version))!
  const open = yield* openRuns(owner)
  const definition = definitionOfVersion(version)
  const turn = takeTurn(queued, { definition, open })
  yield* endEvents(
    turn.dropped.map(({ number }) => number),
    { status: 'skipped', reason: turn.reason },
  )
  const isSchedule = recurringTrigger(definition) !== undefined
  if (isSchedule && definition.mode === 'skip' && open[0])
    yield* noteSkipped(scene, open[0].number, turn.dropped)
  const failures: StartFailure[] = []
  const name = definition.recurring?.unnamed ? 'A schedule' : automation.name
  for (const event of turn.start) {
    const reason = yield* startFor(scene, event, { automation, version })
    if (reason !== undefined) failures.push({ name, isSchedule, reason })
  }
  return { started: turn.start.length - failures.length, toStop: turn.toStop, failures }
}

/** The run that is still going says which times it has kept from coming. */
function* noteSkipped(
  { transaction, rules }: Scene,
  workflow: number,
  dropped: readonly EventRow[],
): Work<void> {
  for (const { at: time } of dropped) {
    const data = { time, because: 'this run is still going' }
    const event = { workflow, at: transaction.at, type: 'schedule.skipped', actor: 'schedule', data }
    yield* addEvent(event, rules.redact)
  }
}

interface Turn {
  readonly start: readonly EventRow[]
  readonly dropped: readonly EventRow[]
  readonly reason: string
  readonly toStop: readonly string[]
}

/** Which of the waiting events start a run now, by what an event does while one is going. */
function takeTurn(
  queued: readonly EventRow[],
  {
    definition: { mode = 'queue', most = 10 },
    open,
  }: { definition: StoredDefinition; open: readonly { id: string }[] },
): Turn {
  const none = { dropped: [], reason: '', toStop: [] }
  const isFree = open.length === 0
  if (mode === 'queue') return { ...none, start: isFree ? queued.slice(0, 1) : [] }
  if (mode === 'parallel') return { ...none, start: queued.slice(0, Math.max(0, most - open.length)) }
  if (mode === 'skip')
    return {
      ...none,
      start: isFree ? queued.slice(0, 1) : [],
      dropped: isFree ? queued.slice(1) : queued,
      reason: 'A run was still going.',
    }
  return {
    start: isFree ? queued.slice(-1) : [],
    dropped: queued.slice(0, -1),
    reason: 'A later event took its place.',
    toStop: open.map(({ id }) => id),
  }
}

/** Why it could not start; undefined when it did. */
function* startFor(
  scene: Scene,
  event: EventRow,
  { automation, version }: { automation: AutomationRow; version: VersionRow },
): Work<string | undefined> {
  const { owner, trigger_id, key, number, depth } = event
  const type = triggerTypeOf(version, trigger_id)
  const data = JSON.parse(event.data ?? 'null') as unknown
  try {
    const workflow_id = yield* startRun(scene, {
      automation,
      version,
      provenance: (type === 'schedule' ? scheduled : automated)(version.provenance),
      actor: type === 'schedule' ? 'schedule' : 'automation',
      events: Array.isArray(data) ? (data as unknown[]) : [data],
      tick: `${owner}/${trigger_id}/${key}`,
      run: {
        trigger: { id: trigger_id, type: type ?? null, event: number },
        tainted: type === undefined || TAINTED.has(type) || isFromOutside(data),
        depth: depth + 1,
      },
    })
    const known = workflow_id ?? (yield* runOfTick(`${owner}/${trigger_id}/${key}`))
    yield* endEvents([number], { status: 'started', ...(known !== undefined && { workflow_id: known }) })
    return undefined
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    yield* endEvents([number], { status: 'failed', reason: error.message })
    return error.message
  }
}

/** Said in a team chat, by whoever is there. */
function isFromOutside(data: unknown): boolean {
  return (data as { outside?: unknown } | null)?.outside === true
}

function* runOfTick(tick: string): Work<string | undefined> {
  const rows = yield { sql: 'SELECT id FROM workflows WHERE tick = ?1', values: [tick] }
  return rows[0]?.['id'] as string | undefined
}

function triggerTypeOf(version: VersionRow, id: string): TriggerType | undefined {
  return definitionOfVersion(version).triggers?.find((trigger) => trigger.id === id)?.type
}

/** Events that were held back until now, to be joined. */
function* releaseHeld(owner: string, at: string): Work<void> {
  for (const row of yield* triggersOf(owner)) {
    const due = (yield* heldEvents(owner, row.id)).filter(({ run_at }) => run_at !== null && run_at <= at)
    const last = due.at(-1)
    if (!last) continue
    if (triggerOf(row).batch_s !== undefined) yield* join(due, last)
    yield* queueEvent(last.number)
  }
}

/** The last of them stands for all. */
function* join(events: readonly EventRow[], last: EventRow): Work<void> {
  const data = events.map((event) => JSON.parse(event.data ?? 'null') as unknown)
  yield* change('UPDATE trigger_events SET data = ?2 WHERE number = ?1', last.number, JSON.stringify(data))
  yield* endEvents(
    events.slice(0, -1).map(({ number }) => number),
    { status: 'skipped', reason: `Joined with event ${last.number}.` },
  )
}
