import { dayIn, isoDay } from '../../../platform/language/values/calendar.ts'
import { newEntryId } from '../router/answers/stored.ts'
import { MAX_DAYS } from '../router/intents/habits/stored-habits.ts'
import { dayOf, dueOf, ringing, type Clock } from './entry-times.ts'
import type { Members, Shelf, ShelfEntry } from './shelf.ts'

/** A new entry of what was given. */
export function newEntry({ kind }: Pick<Shelf, 'kind'>, given: Members, clock: Clock): ShelfEntry {
  const said = kept(kind, { given, before: {}, clock })
  const created_at = kind === 'habit_tracker' ? {} : { created_at: clock.now.toISOString() }
  return { id: newEntryId(), ...begins(kind, clock), ...said, ...created_at }
}

/** The entry as it is after a change. */
export function changedEntry(
  { kind }: Pick<Shelf, 'kind'>,
  entry: ShelfEntry,
  { given, clock }: { given: Members; clock: Clock },
): ShelfEntry {
  const { done, append, did_on, did_not_on, ...rest } = given
  const members: Record<string, unknown> = {
    ...entry,
    ...kept(kind, { given: rest, before: entry, clock }),
    ...(typeof append === 'string' && { text: `${String(rest['text'] ?? entry['text'])}\n${append}`.trim() }),
    ...(dated.has(kind) && { updated_at: clock.now.toISOString() }),
  }
  if (typeof done === 'boolean' && done !== entry['done']) {
    members['done'] = done
    members['done_at'] = done ? clock.now.toISOString() : null
  }
  if (Array.isArray(did_on) || Array.isArray(did_not_on))
    members['done_on'] = daysAfter(entry, { did: did_on, didNot: did_not_on })
  // Null takes a member away.
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null)) as ShelfEntry
}

const dated: ReadonlySet<string> = new Set([
  'notes',
  'kanban_board',
  'journal',
  'reading_list',
  'code_snippets',
  'contacts',
])

/** What a new entry has when nothing is said about it. */
function begins(kind: Shelf['kind'], { now, timeZone }: Clock): Members {
  const date = isoDay(dayIn(timeZone, now))
  const beginnings: Partial<Record<Shelf['kind'], Members>> = {
    todo_list: { done: false },
    reminders: { done: false },
    journal: { date },
    budget_tracker: { date, kind: 'expense' },
    reading_list: { status: 'to_read' },
    habit_tracker: { done_on: [] },
  }
  return beginnings[kind] ?? {}
}

/** The members as the widget keeps them: days that exist, and moments in UTC. */
function kept(
  kind: Shelf['kind'],
  { given, before, clock }: { given: Members; before: Members; clock: Clock },
): Members {
  if (kind === 'reminders') {
    const { at: _at, in_minutes: _minutes, repeat: _repeat, time_zone: _zone, ...rest } = given
    return { ...rest, ...ringing(given, before, clock) }
  }
  return Object.fromEntries(
    Object.entries(given).map(([member, value]) => {
      if (typeof value !== 'string') return [member, value]
      if (member === 'due') return [member, dueOf(value, member, clock.timeZone)]
      return [member, member === 'date' || member === 'birthday' ? dayOf(value, member) : value]
    }),
  )
}

function daysAfter(entry: ShelfEntry, { did, didNot }: { did: unknown; didNot: unknown }): string[] {
  const days = (value: unknown, member: string) =>
    Array.isArray(value) ? value.map((day) => dayOf(String(day), member)) : []
  const gone = new Set(days(didNot, 'did_not_on'))
  const all = [...(entry['done_on'] as readonly string[]), ...days(did, 'did_on')]
  return [...new Set(all)]
    .filter((day) => !gone.has(day))
    .toSorted()
    .slice(-MAX_DAYS)
}
