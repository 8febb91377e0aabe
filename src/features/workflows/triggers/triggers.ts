import { AppError } from '../../../contract/errors.ts'
import type { Log } from '../../../contract/log.ts'
import { joinSignals } from '../../../platform/processes/joined-signal.ts'
import { timeLimit } from '../../../platform/processes/time-limit.ts'
import type { Notifications } from '../../notifications/notifications.ts'
import type { WorkflowEngine } from '../engine/engine.ts'
import { depthOf } from './event-cause.ts'
import { forgetEvents, nextHeld, ownersToServe } from './event-rows.ts'
import { takeIn, type TakenIn } from './intake.ts'
import type { Trigger } from './schemas.ts'
import { serveEvents } from './serve-events.ts'
import type { Look, SourceEvent, TriggerSource, TriggerSources } from './source.ts'
import { TriggerNotices } from './trigger-notices.ts'
import * as rows from './trigger-rows.ts'
import { triggerOf, type TriggerName, type TriggerRow } from './trigger-rows.ts'
import { isStillWaiting, serveWait } from './waits.ts'
import { Watches } from './watches.ts'

export interface TriggersDeps {
  readonly engine: WorkflowEngine
  readonly sources: TriggerSources
  readonly notifications: Pick<Notifications, 'raise'>
  readonly now: () => Date
  readonly log: Log
}

/** The clock may be set at any time and the machine may sleep: so often the wall clock is looked at. */
const MAX_NAP_MS = 30_000
const LOOK_LIMIT_MS = 120_000
const FIRST_RETRY_MS = 5_000
const MAX_RETRY_MS = 600_000
const LOOKS_AT_ONCE = 8
/** So many intervals without a look that worked: then a person is told. */
const SILENT_INTERVALS = 3
const KEPT_EVENTS = 10_000
const KEPT_MS = 30 * 86_400_000

/**
 * Looks after everything that starts automations. Events and the cursor of their source are stored in one transaction,
 * and a run in the one that takes its event from the queue: none is lost, and none runs twice.
 */
export class Triggers {
  readonly #deps: TriggersDeps
  readonly #watches: Watches
  readonly #notices: TriggerNotices
  readonly #stopping = new AbortController()
  readonly #since: Date
  /** Looked at since the service is here: what such a look finds was not missed. */
  readonly #seen = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #ticking: Promise<void> | undefined
  #again = false
  #hasTriggers = false

  constructor(deps: TriggersDeps) {
    this.#deps = deps
    this.#since = deps.now()
    this.#notices = new TriggerNotices(deps.notifications)
    this.#watches = new Watches({
      sources: deps.sources,
      log: deps.log,
      hint: (name) => void this.#hinted(name),
    })
  }

  async start(): Promise<void> {
    const { engine, now } = this.#deps
    // Whoever was looking when the service ended has left it to us. Two who look at the same time do no harm.
    const at = now().toISOString()
    for (const row of await engine.backend.read(rows.lookedAfter()))
      await engine.backend.transact(() => rows.takeLook(row, at))
    await this.refresh()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    this.#watches.close()
    clearTimeout(this.#timer)
    await this.#ticking
  }

  /** Triggers were added, changed or removed, or an event came from outside. */
  async refresh(): Promise<void> {
    if (this.#stopping.signal.aborted) return
    const { backend } = this.#deps.engine
    this.#hasTriggers = await backend.read(rows.areThereAny())
    this.#watches.follow(await backend.read(rows.lookedAfter()))
    this.wake()
  }

  /** Something may be there to do. Comes back at once. */
  wake(): void {
    if (this.#stopping.signal.aborted) return
    this.#again = true
    this.#ticking ??= this.#tickOver()
  }

  /** A run may have ended for which another waits. */
  workflowEnded(): void {
    if (this.#hasTriggers) this.wake()
  }

  /** Everything that is due has been done. */
  async settled(): Promise<void> {
    this.wake()
    await this.#ticking
  }

  /** An event that somebody brings, e.g. with a webhook: stored when this returns. */
  async push(row: TriggerRow, event: SourceEvent): Promise<TakenIn> {
    const arrival = { owner: row.owner, trigger: triggerOf(row), events: [event], missed: false }
    const taken = await this.#deps.engine.backend.transact(({ at }) => takeIn({ ...arrival, at }))
    await this.#tell(row, taken)
    this.wake()
    return taken
  }

  async #tell(row: TriggerRow, { dropped, loops }: TakenIn): Promise<void> {
    if (dropped > 0) await this.#notices.tellFull(row)
    if (loops > 0) await this.#notices.tellLoop(row)
  }

  async #hinted(name: TriggerName): Promise<void> {
    const { engine, now } = this.#deps
    await engine.backend
      .transact(function* () {
        const row = yield* rows.findTrigger(name)
        if (row?.next_at != null) yield* rows.takeLook(row, now().toISOString())
      })
      .catch((error: unknown) => this.#deps.log.warn({ err: error }, "Couldn't follow a hint."))
    this.wake()
  }

  async #tickOver(): Promise<void> {
    while (this.#again && !this.#stopping.signal.aborted) {
      this.#again = false
      try {
        await this.#tick()
      } catch (error) {
        this.#deps.log.error({ err: error }, "Couldn't look after the triggers. Retrying.")
      }
    }
    this.#ticking = undefined
    await this.#arm()
  }

  async #tick(): Promise<void> {
    const { engine, now } = this.#deps
    const due = (await engine.backend.read(rows.lookedAfter())).filter((row) => this.#isDue(row, now()))
    for (let first = 0; first < due.length; first += LOOKS_AT_ONCE)
      await Promise.all(due.slice(first, first + LOOKS_AT_ONCE).map((row) => this.#look(row)))
    for (const { owner } of await engine.backend.read(ownersToServe(now().toISOString())))
      await this.#serve(owner)
  }

  /** After a clock that was far ahead has been set right, nobody waits until that future comes. */
  #isDue(row: TriggerRow, now: Date): boolean {
    const inMs = Date.parse(row.next_at!) - now.getTime()
    const source: TriggerSource | undefined = this.#deps.sources[row.type]
    const every = source?.everyMs(triggerOf(row)) ?? MAX_RETRY_MS
    return inMs <= 0 || inMs > Math.max(LOOK_LIMIT_MS, every, MAX_RETRY_MS)
  }

  async #arm(): Promise<void> {
    if (this.#stopping.signal.aborted || this.#ticking) return
    const { engine, now } = this.#deps
    const [looks, held] = await Promise.all([
      engine.backend.read(rows.lookedAfter()),
      engine.backend.read(nextHeld()),
    ]).catch(() => [[], null] as const)
    const times = [looks[0]?.next_at, held].filter((time) => typeof time === 'string')
    const delay = Math.min(MAX_NAP_MS, ...times.map((time) => Date.parse(time) - now().getTime()))
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.wake(), Math.max(0, delay))
    this.#timer.unref()
  }

  async #look(row: TriggerRow): Promise<void> {
    const { engine, sources, now } = this.#deps
    const source: TriggerSource | undefined = sources[row.type]
    const trigger = triggerOf(row)
    const every = source?.everyMs(trigger) ?? MAX_RETRY_MS
    // While this one looks nobody else does; where it dies, somebody looks again by then.
    const until = later(now(), Math.max(LOOK_LIMIT_MS, every))
    if (!(await engine.backend.transact(() => rows.takeLook(row, until)))) return
    if (isWait(row.owner) && !(await engine.transact((scene) => isStillWaiting(scene, row.owner)))) return
    try {
      if (!source) throw new AppError('unavailable', `${row.type} triggers don't work in this process.`)
      await this.#record(
        { ...row, next_at: until },
        { trigger, look: await this.#lookAt(source, trigger, row) },
      )
    } catch (error) {
      if (this.#stopping.signal.aborted) return
      await this.#trouble(row, { error, every })
    }
  }

  async #lookAt(
    source: TriggerSource,
    trigger: Trigger,
    { cursor, provenance }: TriggerRow,
  ): Promise<Look<unknown>> {
    using limit = timeLimit(LOOK_LIMIT_MS)
    using joined = joinSignals([limit.signal, this.#stopping.signal])
    const known: unknown = cursor === null ? undefined : JSON.parse(cursor)
    return await source.look({ ...trigger, by: provenance }, known, joined.signal)
  }

  async #record(
    row: TriggerRow,
    { trigger, look }: { trigger: Trigger; look: Look<unknown> },
  ): Promise<void> {
    const { engine, sources, now } = this.#deps
    const name = nameOf(row)
    // A clock that was set back says nothing about when the service came.
    const wasAway = row.cursor !== null && !this.#seen.has(name) && now() >= this.#since
    const every = (sources[row.type] as TriggerSource).everyMs(trigger)
    const next_at = later(now(), Math.min(every, look.againInMs ?? every))
    const since = this.#since.toISOString()
    const taken = await engine.transact(function* (scene) {
      const { at } = scene.transaction
      const isRecorded = yield* rows.recordLook(row, { cursor: JSON.stringify(look.cursor), at, next_at })
      if (!isRecorded || look.events.length === 0) return undefined
      const depth = (event: SourceEvent) => depthOf(scene, event)
      const arrival = { owner: row.owner, trigger, at, depth }
      const isMissed = (event: SourceEvent) => event.missed === true || (wasAway && event.at < since)
      const first = yield* takeIn({ ...arrival, events: look.events.filter(isMissed), missed: true })
      const onTime = look.events.filter((event) => !isMissed(event))
      const then = yield* takeIn({ ...arrival, events: onTime, missed: false })
      yield* forgetEvents(row.owner, {
        before: new Date(Date.parse(at) - KEPT_MS).toISOString(),
        keep: KEPT_EVENTS,
      })
      return {
        open: first.open + then.open,
        dropped: first.dropped + then.dropped,
        loops: first.loops + then.loops,
      }
    })
    this.#seen.add(name)
    if (taken) await this.#tell(row, taken)
    if (look.againInMs === 0) this.#again = true
  }

  /** Tries again, with growing pauses; a source that stays silent is told to a person. */
  async #trouble(row: TriggerRow, { error, every }: { error: unknown; every: number }): Promise<void> {
    const { engine, now, log } = this.#deps
    if (!(error instanceof AppError)) log.warn({ err: error, trigger: nameOf(row) }, "Couldn't look.")
    const trouble = error instanceof AppError ? error.message : "Couldn't look. See the log."
    const since = row.trouble_since === null ? now().getTime() : Date.parse(row.trouble_since)
    const silentMs = now().getTime() - since
    const pause = Math.min(MAX_RETRY_MS, Math.max(FIRST_RETRY_MS, silentMs), Math.max(every, FIRST_RETRY_MS))
    const about = { trouble, at: now().toISOString(), next_at: later(now(), pause) }
    await engine.backend.transact(() => rows.recordTrouble(row, about))
    if (silentMs >= SILENT_INTERVALS * every) await this.#notices.tellSilent(row, trouble)
  }

  async #serve(owner: string): Promise<void> {
    const { engine } = this.#deps
    if (isWait(owner)) {
      await engine.transact((scene) => serveWait(scene, owner))
      return
    }
    for (;;) {
      const served = await engine.transact((scene) => serveEvents(scene, owner))
      for (const failure of served.failures) await this.#notices.tellFailed(owner, failure)
      for (const id of served.toStop)
        await engine.stop(id, { actor: 'automation', message: 'Stopped because a newer run took its place.' })
      if (served.started === 0 && served.toStop.length === 0 && served.failures.length === 0) return
      if (this.#stopping.signal.aborted) return
    }
  }
}

/** A step that waits for an event, and no automation. */
function isWait(owner: string): boolean {
  return owner.includes('/')
}

function nameOf({ owner, id }: TriggerName): string {
  return `${owner}/${id}`
}

function later(from: Date, ms: number): string {
  return new Date(from.getTime() + ms).toISOString()
}
