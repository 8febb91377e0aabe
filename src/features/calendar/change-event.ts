import { AppError } from '../../contract/errors.ts'
import type { EventDraft } from './event-draft.ts'
import { changedDraft, type EventChange } from './event-change.ts'
import { withChanges } from './event-changes.ts'
import type { EventRow } from './event-rows.ts'
import { noSuchOccurrence } from './no-such-occurrence.ts'
import type { Occurrence, OccurrenceList } from './occurrence-list.ts'
import { zoneClock } from './zone-time.ts'

export interface ChangeDeps {
  readonly add: (draft: EventDraft) => Promise<Occurrence>
  readonly remove: (eventId: string, options: { occurrence: string }) => Promise<unknown>
  readonly find: (eventId: string) => EventRow
  /** False when the event was changed meanwhile, so that it must be tried again. */
  readonly rewrite: (row: EventRow, ical: string) => Promise<boolean>
  readonly occurrences: OccurrenceList
  readonly timeZone: string
  readonly now: () => Date
}

export interface Changing {
  readonly eventId: string
  readonly change: EventChange
  readonly occurrence: string | undefined
}

const DAY_MS = 86_400_000

/** Writes the event anew with the change; one time of a series becomes an event of its own. */
export async function changeEvent(
  deps: ChangeDeps,
  { eventId, change, occurrence }: Changing,
): Promise<{ before: Occurrence; after: Occurrence }> {
  const { find, rewrite, occurrences, timeZone, now } = deps
  for (;;) {
    const row = find(eventId)
    const before = await occurrenceOf(deps, row, occurrence)
    const draft = changedDraft(before, change, zoneClock(timeZone))
    if (row.repeats && occurrence !== undefined) {
      const after = await deps.add(draft)
      await deps.remove(eventId, { occurrence })
      return { before, after }
    }
    const keepsTimes = !hasTimes(change)
    if (row.repeats && !keepsTimes) throw repeatsAndMoves(row)
    const ical = withChanges(row.ical, draft, { now: now(), zone: timeZone, keepsTimes })
    if (ical === undefined) throw onlyInvited(row)
    if (await rewrite(row, ical)) return { before, after: occurrences.first(find(eventId)) }
  }
}

/** The event, or the one time of it that is meant. */
async function occurrenceOf(
  { occurrences, timeZone }: ChangeDeps,
  row: EventRow,
  occurrence: string | undefined,
): Promise<Occurrence> {
  if (!row.repeats || occurrence === undefined) return occurrences.first(row)
  const around = Date.parse(occurrence)
  const near = await occurrences.list({ from: new Date(around - DAY_MS), to: new Date(around + 2 * DAY_MS) })
  const dayOf = (moment: string) =>
    new Date(zoneClock(timeZone).wallAt(Date.parse(moment))).toISOString().slice(0, 10)
  const found = near.find(
    ({ event_id, starts_at, all_day }) =>
      event_id === row.id && (all_day ? dayOf(starts_at) : starts_at) === occurrence,
  )
  if (!found) throw noSuchOccurrence(row, occurrence)
  return found
}

function hasTimes({ start, end, durationMinutes }: EventChange): boolean {
  return start !== undefined || end !== undefined || durationMinutes !== undefined
}

function repeatsAndMoves({ title }: EventRow): AppError {
  return new AppError(
    'invalid_request',
    `"${title}" repeats. Give the one time to move as occurrence. To move all of them, delete the event and add it again.`,
  )
}

function onlyInvited({ title }: EventRow): AppError {
  return new AppError(
    'conflict',
    `"${title}" is one occurrence of someone else's series, so you can't change it here. Ask the organizer.`,
  )
}
