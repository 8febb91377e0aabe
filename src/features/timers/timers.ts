import { randomBytes } from 'node:crypto'
import { uptime } from 'node:os'
import { AppError } from '../../contract/errors.ts'
import type { Log } from '../../contract/log.ts'
import { isOver } from '../../contract/timer-clock.ts'
import type { Timer } from '../../contract/timer.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Notifications } from '../notifications/notifications.ts'
import { ClockWatch } from './clock-watch.ts'
import { MAX_TIMERS, type NewTimer, type TimerChange } from './contract.ts'
import { newState } from './new-timer.ts'
import { dueKey, dueNotice } from './timer-notice.ts'
import * as rows from './timer-rows.ts'
import { presentTimer, type StoredTimer } from './timer-rows.ts'
import {
  dismissed,
  inNextPhase,
  paused,
  prolonged,
  reset,
  shifted,
  started,
  withLap,
  type TimerState,
} from './timer-state.ts'

export interface TimersDeps {
  readonly database: Database
  readonly notifications: Pick<Notifications, 'raiseOnce' | 'settle'>
  readonly now: () => Date
  readonly log: Log
  /** Seconds that go on in sleep, and that nobody can set; those of the machine when left out. */
  readonly uptime?: () => number
  /** A timer was made, changed, or has come to its end. */
  readonly onChanged: (timer: Timer) => void
  readonly onRemoved: (id: string) => void
}

export interface TimerQuery {
  readonly all?: boolean | undefined
  readonly timer_id?: string | undefined
}

/** The clock may be set at any time and the machine may sleep: so often the wall clock is looked at. */
const MAX_NAP_MS = 1_000
const NAP_WITHOUT_ANY_MS = 30_000
const RETRY_MS = 1_000
/** Later than this is not late but missed. */
const MISSED_AFTER_MS = 60_000
const KEPT_MS = 7 * 86_400_000

/** Keeps the time: every timer is a row on disk, and rings once, whatever happens to the service or to the clock. */
export class Timers {
  readonly #deps: TimersDeps
  readonly #clock: ClockWatch
  #timer: NodeJS.Timeout | undefined
  #ticking: Promise<void> = Promise.resolve()
  #isStopped = false

  constructor(deps: TimersDeps) {
    this.#deps = deps
    this.#clock = new ClockWatch(deps.uptime ?? uptime)
  }

  start(): void {
    this.#ticking = this.#tickSafely()
  }

  async close(): Promise<void> {
    this.#isStopped = true
    clearTimeout(this.#timer)
    await this.#ticking
  }

  list({ all = false, timer_id }: TimerQuery = {}): Timer[] {
    if (timer_id !== undefined) {
      const timer = rows.findTimer(this.#deps.database, timer_id)
      return timer ? [presentTimer(timer)] : []
    }
    return rows.selectTimers(this.#deps.database, { all }).map(presentTimer)
  }

  read(id: string): Timer {
    return presentTimer(this.#find(id))
  }

  async create(wish: NewTimer): Promise<Timer> {
    const timer = await this.#deps.database.write(() => this.#insert(wish))
    return this.#tell(timer)
  }

  /** Within a transaction of somebody else, who must not fail because of it; told of when that is over. */
  createWithin(wish: NewTimer): void {
    if (rows.countOpen(this.#deps.database) >= MAX_TIMERS) return
    const { id } = this.#insert(wish)
    setImmediate(() => {
      const timer = rows.findTimer(this.#deps.database, id)
      if (timer) this.#tell(timer)
    })
  }

  #insert(wish: NewTimer): StoredTimer {
    const { database, now } = this.#deps
    if (rows.countOpen(database) >= MAX_TIMERS)
      throw new AppError(
        'conflict',
        `There are ${MAX_TIMERS.toLocaleString('en')} timers already. Cancel some first.`,
      )
    const id = wish.timer_id ?? `tmr_${randomBytes(16).toString('base64url')}`
    if (rows.findTimer(database, id))
      throw new AppError('conflict', `There is a timer "${id}" already. Change it, or choose another name.`)
    const timer: StoredTimer = {
      id,
      label: wish.label ?? null,
      sound: wish.sound ?? true,
      state: newState(wish, now()),
      rang_at: null,
      created_at: now().toISOString(),
      version: 1,
    }
    rows.insertTimer(database, timer)
    rows.deleteOld(database, new Date(now().getTime() - KEPT_MS).toISOString())
    return timer
  }

  async change(id: string, { does, seconds, label, at }: TimerChange): Promise<Timer> {
    const { now } = this.#deps
    const wasDue = this.#find(id).state
    const timer = await this.#edit(id, (before) => {
      const moved = does === undefined ? before.state : move(before.state, { does, seconds, now: now() })
      const state = at === undefined ? moved : dueAt(moved, at, now())
      return { ...before, state, ...(label !== undefined && { label }) }
    })
    // Whoever does something with what rings has heard it.
    if (isOver(wasDue) && wasDue.ends_at !== null)
      await this.#deps.notifications.settle(dueKey(id, wasDue.ends_at))
    return this.#tell(timer)
  }

  async remove(id: string): Promise<void> {
    const { database, notifications, onRemoved } = this.#deps
    const { state } = this.#find(id)
    await database.write(() => rows.deleteTimer(database, id))
    if (state.ends_at !== null) await notifications.settle(dueKey(id, state.ends_at))
    onRemoved(id)
    this.#arm()
  }

  /** Tells of everything that is due; also called by the clock. */
  async tick(): Promise<void> {
    const { database, now } = this.#deps
    const shift = this.#clock.shiftMs(now())
    if (shift !== 0) await this.#shift(shift)
    for (const timer of rows.selectDue(database, now().toISOString())) await this.#ring(timer)
  }

  async #shift(byMs: number): Promise<void> {
    for (const { id } of rows.selectTimers(this.#deps.database, { all: false })) {
      const before = this.#find(id).version
      const timer = await this.#edit(id, (stored) => {
        const state = shifted(stored.state, byMs)
        return state === stored.state ? stored : { ...stored, state }
      })
      if (timer.version !== before) this.#tell(timer)
    }
  }

  /** The notification has the name of this end, so that it comes once, also when the service dies in between. */
  async #ring(timer: StoredTimer): Promise<void> {
    const { notifications, now } = this.#deps
    const { ends_at } = timer.state
    const missed = now().getTime() - Date.parse(ends_at!) > MISSED_AFTER_MS
    const rung = this.#edit(timer.id, (before) =>
      before.state.ends_at === ends_at && before.state.status === 'running'
        ? {
            ...before,
            rang_at: ends_at,
            state: { ...before.state, status: missed ? 'missed' : 'due', left_ms: 0 },
          }
        : before,
    ).catch(() => undefined)
    // In one transaction: whoever hears of it and answers at once finds it due.
    await notifications.raiseOnce(dueNotice(timer, missed))
    const told = await rung
    if (told) this.#tell(told)
  }

  async #edit(id: string, edit: (before: StoredTimer) => StoredTimer): Promise<StoredTimer> {
    const { database, now } = this.#deps
    return database.write(() => {
      const before = this.#find(id)
      const after = edit(before)
      if (after === before) return before
      const changed = { ...after, version: before.version + 1 }
      rows.updateTimer(database, changed, now().toISOString())
      return changed
    })
  }

  #tell(timer: StoredTimer): Timer {
    const shown = presentTimer(timer)
    this.#deps.onChanged(shown)
    this.#arm()
    return shown
  }

  async #tickSafely(): Promise<void> {
    try {
      await this.tick()
      this.#arm()
    } catch (error) {
      this.#deps.log.error({ err: error }, "Couldn't look after the timers. Retrying.")
      this.#nap(RETRY_MS)
    }
  }

  /** Never sleeps for long while one runs: a timeout counts time that has passed, and an alarm means time on the clock. */
  #arm(): void {
    if (this.#isStopped) return
    const { database, now } = this.#deps
    const next = rows.firstDue(database)
    this.#nap(next === null ? NAP_WITHOUT_ANY_MS : Math.min(MAX_NAP_MS, Date.parse(next) - now().getTime()))
  }

  #nap(ms: number): void {
    if (this.#isStopped) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => {
        this.#ticking = this.#tickSafely()
      },
      Math.max(0, ms),
    )
    this.#timer.unref()
  }

  #find(id: string): StoredTimer {
    const timer = rows.findTimer(this.#deps.database, id)
    if (!timer) throw new AppError('not_found', `No timer "${id}". GET /api/timers lists them.`)
    return timer
  }
}

function move(
  state: TimerState,
  { does, seconds, now }: { does: NonNullable<TimerChange['does']>; seconds: number | undefined; now: Date },
): TimerState {
  if (does === 'add') {
    if (seconds === undefined) throw new AppError('invalid_request', 'Say how many seconds to add.')
    if (state.kind === 'stopwatch') throw new AppError('conflict', 'A stopwatch has no end to move.')
    return prolonged(state, Math.round(seconds * 1_000), now)
  }
  const moves = { pause: paused, resume: started, reset, lap: withLap, next: inNextPhase, done: dismissed }
  return moves[does](state, now)
}

function dueAt(state: TimerState, at: string, now: Date): TimerState {
  const left = Date.parse(at) - now.getTime()
  if (state.kind === 'stopwatch') throw new AppError('conflict', 'A stopwatch has no end to move.')
  if (left <= 0)
    throw new AppError('invalid_request', 'That moment has passed. Give one that is still to come.')
  return {
    ...state,
    status: 'running',
    left_ms: left,
    length_ms: left,
    ends_at: at,
  }
}
