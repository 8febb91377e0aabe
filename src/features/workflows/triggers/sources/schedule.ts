import { timeAfter, timingOf, type Timing } from '../../schedules/schedule-times.ts'
import type { Trigger } from '../schemas.ts'
import type { SourceEvent, TriggerSource } from '../source.ts'

interface Cursor {
  /** Intervals are counted from here. */
  readonly anchor: string
  /** All times up to here have been told. */
  readonly told: string
}

/** The clock can be set at any time, and the machine may sleep. */
const LOOK_MS = 30_000
/** Later than this is not late but missed: the machine slept. */
const MISSED_AFTER_MS = 60_000
const MAX_TIMES = 1_000
const HOUR_MS = 3_600_000
/** More than any correction of a clock: then it was wrong before. */
const FAR_AHEAD_MS = 25 * HOUR_MS

/** Times of the clock, as events. */
export function scheduleSource({ now }: { now: () => Date }): TriggerSource<'schedule', Cursor> {
  return {
    everyMs: () => LOOK_MS,

    async look(trigger, cursor) {
      const at = now()
      const { anchor, told } = cursor ?? cursorAt(at)
      const timing = timingOf({ ...trigger, anchor: new Date(anchor) })
      const from = Date.parse(told) - at.getTime() > FAR_AHEAD_MS ? at : new Date(told)
      const times = lastTimes(timing, from, at)
      const last = times.at(-1) ?? from
      return {
        events: times.map((time) => eventAt(time, at)),
        cursor: { anchor, told: last.toISOString() },
        ...nextLook(timing, last, at),
      }
    },
  }
}

/** Where a schedule goes on after a pause: intervals are counted as before, and what was missed is not made up for. */
export function resumedAt(cursor: string | null, at: string): string {
  const { anchor } = cursor === null ? { anchor: at } : (JSON.parse(cursor) as Cursor)
  return JSON.stringify({ anchor, told: at } satisfies Cursor)
}

/** Where a schedule goes on whose next time is known. */
export function cursorBefore(next: string, anchor: string): string {
  return JSON.stringify({ anchor, told: new Date(Date.parse(next) - 1).toISOString() } satisfies Cursor)
}

/** When it is to happen, and which time is the next to be told. */
export function timesOf(
  trigger: Trigger<'schedule'>,
  cursor: string | null,
  now: Date,
): { timing: Timing; next: Date | null } {
  const { anchor, told } = cursor === null ? cursorAt(now) : (JSON.parse(cursor) as Cursor)
  const timing = timingOf({ ...trigger, anchor: new Date(anchor) })
  return { timing, next: timeAfter(timing, new Date(told)) }
}

function cursorAt(at: Date): Cursor {
  return { anchor: at.toISOString(), told: at.toISOString() }
}

/** The last times after one moment, up to another: a clock that jumps by years must not be counted through. */
function lastTimes(timing: Timing, from: Date, to: Date): Date[] {
  let times: Date[] = []
  for (let span = HOUR_MS; ; span *= 2) {
    const start = Math.max(from.getTime(), to.getTime() - span)
    const found = timesBetween(timing, new Date(start), to)
    if (!found) return times
    times = found
    if (start <= from.getTime()) return times
  }
}

/** Undefined when there are too many. */
function timesBetween(timing: Timing, from: Date, to: Date): Date[] | undefined {
  const times: Date[] = []
  for (let time = timeAfter(timing, from); time && time <= to; time = timeAfter(timing, time)) {
    if (times.length >= MAX_TIMES) return undefined
    times.push(time)
  }
  return times
}

function nextLook(timing: Timing, after: Date, at: Date): { againInMs?: number } {
  const next = timeAfter(timing, after)
  const inMs = next ? next.getTime() - at.getTime() : Number.POSITIVE_INFINITY
  return inMs < LOOK_MS ? { againInMs: Math.max(0, inMs) } : {}
}

function eventAt(time: Date, now: Date): SourceEvent {
  const at = time.toISOString()
  const isMissed = now.getTime() - time.getTime() > MISSED_AFTER_MS
  return { key: at, at, data: { time: at }, ...(isMissed && { missed: true as const }) }
}
