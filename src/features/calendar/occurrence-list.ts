import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Log } from '../../contract/log.ts'
import type { Database } from '../../platform/database/database.ts'
import * as rows from './event-rows.ts'
import type { EventRow } from './event-rows.ts'
import { startOfDay, zoneClock, type ZoneClock } from './zone-time.ts'

/** One time at which an event takes place. */
export interface Occurrence {
  readonly event_id: string
  readonly title: string
  readonly location: string | null
  readonly notes: string | null
  /** ISO 8601 in UTC; of whole days, midnight where the machine is. */
  readonly starts_at: string
  readonly ends_at: string
  readonly all_day: boolean
  readonly repeats: boolean
  readonly reminder_minutes: number | null
}

/** An occurrence with what tells it from all others, also where the calendar was fetched anew. */
export interface Appointment extends Occurrence {
  readonly uid: string
  /** When its rule had it begin, of an occurrence that was moved: a moment, or a date; null for all others. */
  readonly recurrence_id: string | null
  /** The name of the calendar on the server; `local` for what only this machine has. */
  readonly calendar: string
}

/** Before days are given their midnights. */
interface Listed extends Omit<Appointment, 'starts_at' | 'ends_at'> {
  readonly starts: string
  readonly ends: string
}

interface Expanded {
  readonly from: number
  readonly to: number
  readonly listed: readonly Listed[]
}

interface ListDeps {
  readonly database: Database
  readonly log: Log
  readonly timeZone: () => string
}

const DAY_MS = 86_400_000
const TURN_MS = 20
/** A line of its own: what people write is folded and escaped, so it cannot look like one. */
const CANCELLED = /^STATUS:CANCELLED\r?$/im

/**
 * Occurrences of events. Following rules of repetition is slow, and the monitor looks several times a minute: so what
 * repeats is worked out for some days around, and kept until an event changes.
 */
export class OccurrenceList {
  readonly #deps: ListDeps
  readonly #listeners = new Set<() => void>()
  #expanded: Expanded | undefined
  /** Counts changes, so that what was worked out during one is not kept. */
  #changes = 0

  constructor(deps: ListDeps) {
    this.#deps = deps
  }

  /** Events may be others than before. */
  forget(): void {
    this.#expanded = undefined
    this.#changes += 1
    for (const listener of this.#listeners) listener()
  }

  /** Calls from now on whenever something is forgotten, until what it returns is called. */
  onForgotten(listener: () => void): () => void {
    // Of its own, for the same function may be given twice.
    const call = (): void => listener()
    this.#listeners.add(call)
    return () => this.#listeners.delete(call)
  }

  first(row: EventRow): Occurrence {
    return occurrenceOf(placed(listedOf(row), zoneClock(this.#deps.timeZone())))
  }

  async list(range: { from: Date; to: Date }): Promise<Occurrence[]> {
    return (await this.appointments(range)).map(occurrenceOf)
  }

  async appointments({ from, to }: { from: Date; to: Date }): Promise<Appointment[]> {
    const { database, timeZone } = this.#deps
    const around = rows.selectBetween(database, {
      from: new Date(from.getTime() - DAY_MS).toISOString(),
      to: new Date(to.getTime() + DAY_MS).toISOString(),
    })
    const single = around.filter(({ repeats, ical }) => !repeats && !CANCELLED.test(ical)).map(listedOf)
    const repeated = around.some(({ repeats }) => repeats) ? await this.#repeated({ from, to }) : []
    const clock = zoneClock(timeZone())
    return [...single, ...repeated]
      .map((listed) => placed(listed, clock))
      .filter(({ starts_at, ends_at }) => {
        const begins = Date.parse(starts_at)
        return begins < to.getTime() && (begins >= from.getTime() || Date.parse(ends_at) > from.getTime())
      })
      .toSorted((a, b) => compare(a.starts_at, b.starts_at) || compare(a.title, b.title))
  }

  async #repeated({ from, to }: { from: Date; to: Date }): Promise<readonly Listed[]> {
    const known = this.#expanded
    if (known && known.from <= from.getTime() && known.to >= to.getTime()) return known.listed
    const changes = this.#changes
    const expanded = await this.#expand({ from: from.getTime() - DAY_MS, to: to.getTime() + 2 * DAY_MS })
    if (changes === this.#changes) this.#expanded = expanded
    return expanded.listed
  }

  async #expand({ from, to }: { from: number; to: number }): Promise<Expanded> {
    const { database, log } = this.#deps
    const [{ parseObject }, { spansIn, stampsOf }, { wordsOf }] = await Promise.all([
      import('./calendar-text.ts'),
      import('./occurrences.ts'),
      import('./event-facts.ts'),
    ])
    const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    const listed: Listed[] = []
    let since = performance.now()
    for (const row of rows.selectBetween(database, window)) {
      if (!row.repeats) continue
      const onTrouble = (error: unknown) =>
        log.warn({ err: error, event: row.id }, "Couldn't follow a recurrence rule.")
      try {
        const object = parseObject(row.ical)
        for (const { event, starts, ends, allDay } of object ? spansIn(object, window, onTrouble) : []) {
          const usual = stampsOf(event, 'recurrence-id')[0] ?? starts
          const recurrence_id = usual === starts ? null : usual
          listed.push({ ...listedOf(row), ...wordsOf(event), recurrence_id, starts, ends, all_day: allDay })
        }
      } catch (error) {
        // One that cannot be read takes place once, where it began; the others are there all the same.
        onTrouble(error)
        listed.push(listedOf(row))
      }
      if (performance.now() - since < TURN_MS) continue
      // A calendar with thousands of them must not hold up everybody else.
      await nextTurn()
      since = performance.now()
    }
    return { from, to, listed }
  }
}

function listedOf(row: EventRow): Listed {
  const { id, uid, title, location, notes, starts, ends, allDay, repeats, reminderMinutes } = row
  return {
    event_id: id,
    uid,
    recurrence_id: null,
    calendar: row.href === null ? 'local' : folderOf(row.href),
    title,
    location,
    notes,
    starts,
    ends,
    all_day: allDay,
    repeats,
    reminder_minutes: reminderMinutes,
  }
}

function occurrenceOf({
  uid: _uid,
  recurrence_id: _rule,
  calendar: _calendar,
  ...rest
}: Appointment): Occurrence {
  return rest
}

/** The folder that an event lies in. */
function folderOf(href: string): string {
  const name = href.split('/').at(-2) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function placed({ starts, ends, ...listed }: Listed, clock: ZoneClock): Appointment {
  const moment = (stamp: string) =>
    stamp.length === 10 ? new Date(startOfDay(stamp, clock)).toISOString() : stamp
  return { ...listed, starts_at: moment(starts), ends_at: moment(ends) }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
