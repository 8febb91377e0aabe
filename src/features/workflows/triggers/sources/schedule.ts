import { timeAfter, timingOf, type Timing } from '../../schedules/schedule-times.ts'
import type { SourceEvent, TriggerSource } from '../source.ts'

interface Cursor {
  /** Intervals are counted from here. */
  readonly anchor: string
  /** All times up to here have been told. */
  readonly told: string
}

/** The clock can be set at any time, and the machine may sleep. */
const LOOK_MS = 30_000
const MAX_TIMES = 1_000
/** More than any correction of a clock: then it was wrong before. */
const FAR_AHEAD_MS = 25 * 3_600_000

/** Times of the clock, as events. */
export function scheduleSource({ now }: { now: () => Date }): TriggerSource<'schedule', Cursor> {
  return {
    everyMs: () => LOOK_MS,

    async look(trigger, cursor) {
      const at = now()
      if (cursor === undefined) {
        const anchor = at.toISOString()
        return {
          events: [],
          cursor: { anchor, told: anchor },
          ...nextLook(timingOf({ ...trigger, anchor: at }), at, at),
        }
      }
      const timing = timingOf({ ...trigger, anchor: new Date(cursor.anchor) })
      const told = Date.parse(cursor.told)
      const from = told - at.getTime() > FAR_AHEAD_MS ? at : new Date(told)
      const events: SourceEvent[] = []
      let last = from
      for (let time = timeAfter(timing, from); time && time <= at; time = timeAfter(timing, time)) {
        last = time
        events.push(eventAt(time))
        if (events.length > MAX_TIMES) events.shift()
      }
      return {
        events,
        cursor: { anchor: cursor.anchor, told: last.toISOString() },
        ...nextLook(timing, last, at),
      }
    },
  }
}

function nextLook(timing: Timing, after: Date, at: Date): { againInMs?: number } {
  const next = timeAfter(timing, after)
  const inMs = next ? next.getTime() - at.getTime() : Number.POSITIVE_INFINITY
  return inMs < LOOK_MS ? { againInMs: Math.max(0, inMs) } : {}
}

function eventAt(time: Date): SourceEvent {
  const at = time.toISOString()
  return { key: at, at, data: { time: at } }
}
