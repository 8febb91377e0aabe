import { ExpressionError } from '../../../platform/expressions/expression-error.ts'
import { evaluateCondition } from '../../../platform/expressions/evaluate.ts'
import { parseExpression } from '../../../platform/expressions/parse.ts'
import type { Work } from '../engine/statement.ts'
import {
  countQueued,
  endEvents,
  heldEvents,
  insertEvent,
  postponeHeld,
  type NewEventRow,
} from './event-rows.ts'
import type { Trigger } from './schemas.ts'
import type { SourceEvent } from './source.ts'

/** So many wait for their turn; what comes then is dropped, and a person is told. */
const MAX_QUEUED = 100
/** So many runs may lead to one another before somebody has to look at it. */
const MAX_DEPTH = 5
const MISSED = 'Missed while the service was off.'
const FULL = `More than ${MAX_QUEUED} events are waiting.`
const LOOP = `trigger_loop: ${MAX_DEPTH} runs have led to one another.`
const MAX_DATA_LENGTH = 256 * 1024
const MAX_KEY_LENGTH = 500

export interface Arrival {
  readonly owner: string
  readonly trigger: Trigger
  readonly events: readonly SourceEvent[]
  readonly at: string
  /** Events of this look that happened while nobody looked. */
  readonly missed: boolean
  /** How many runs led to the events. */
  readonly depth?: (event: SourceEvent) => Work<number>
}

export interface TakenIn {
  /** Something is to be started, now or later. */
  readonly open: number
  /** Dropped because too many wait already. */
  readonly dropped: number
  /** Stopped because runs keep causing each other. */
  readonly loops: number
}

/** Stores what has happened, each event once, and decides what is to come of it. */
export function* takeIn({ owner, trigger, events, at, missed, depth }: Arrival): Work<TakenIn> {
  const counted = caughtUp(events, trigger, missed)
  const taken = { open: 0, dropped: 0, loops: 0 }
  let room = MAX_QUEUED - (yield* countQueued(owner))
  for (const event of events) {
    const row = rowOf(event, { owner, trigger, at, depth: depth ? yield* depth(event) : 0 })
    const reason = counted.has(event) ? reasonToSkip(row, trigger, event) : MISSED
    const skipped = reason ?? (row.status === 'queued' && room <= 0 ? FULL : undefined)
    const number = yield* insertEvent(skipped === undefined ? row : asSkipped(row, skipped))
    if (number === undefined) continue
    if (skipped === undefined) room -= 1
    count(taken, skipped)
    if (skipped === undefined && row.status === 'held') yield* joinHeld({ owner, trigger, at })
  }
  return taken
}

function count(taken: { open: number; dropped: number; loops: number }, skipped: string | undefined): void {
  if (skipped === undefined) taken.open += 1
  else if (skipped === FULL) taken.dropped += 1
  else if (skipped === LOOP) taken.loops += 1
}

/** What may start a run of what was missed: all of it, the last, or nothing. */
function caughtUp(
  events: readonly SourceEvent[],
  { catch_up = 'all' }: Trigger,
  missed: boolean,
): ReadonlySet<SourceEvent> {
  if (!missed || catch_up === 'all') return new Set(events)
  return new Set(catch_up === 'latest' ? events.slice(-1) : [])
}

function isHeld({ debounce_s, batch_s }: Trigger): boolean {
  return (debounce_s ?? batch_s) !== undefined
}

function rowOf(
  { key, at: happened, data }: SourceEvent,
  { owner, trigger, at, depth }: { owner: string; trigger: Trigger; at: string; depth: number },
): NewEventRow {
  const text = JSON.stringify(data)
  return {
    owner,
    trigger_id: trigger.id,
    key: key.slice(0, MAX_KEY_LENGTH),
    at: happened,
    found_at: at,
    data: text.length > MAX_DATA_LENGTH ? JSON.stringify({ too_large: true, bytes: text.length }) : text,
    depth,
    status: isHeld(trigger) ? 'held' : 'queued',
    run_at: null,
    reason: null,
  }
}

function asSkipped(row: NewEventRow, reason: string): NewEventRow {
  return { ...row, status: 'skipped', reason }
}

/** Why an event starts nothing; undefined when it does. */
function reasonToSkip(
  { at, found_at, depth }: NewEventRow,
  { type, when, max_age_s }: Trigger,
  { data }: SourceEvent,
): string | undefined {
  if (max_age_s !== undefined && Date.parse(found_at) - Date.parse(at) > max_age_s * 1000)
    return `Older than ${max_age_s} seconds.`
  if (depth >= MAX_DEPTH) return LOOP
  // The condition of a metric is what makes its events.
  if (when === undefined || type === 'metric') return undefined
  return conditionReason(when, { data, now: Date.parse(found_at) })
}

function conditionReason(
  when: string,
  { data, now }: { data: Readonly<Record<string, unknown>>; now: number },
): string | undefined {
  const lookup = (name: string) => (name === 'event' ? { value: data } : undefined)
  try {
    const expression = parseExpression(when, { isKnown: (name) => name === 'event' })
    return evaluateCondition(expression, { lookup, now: () => now }) ? undefined : 'Its condition is false.'
  } catch (error) {
    if (!(error instanceof ExpressionError)) throw error
    return `Its condition can't be worked out: ${error.message}`
  }
}

/** Each event of a pause puts the end of the pause off; a collection ends when the first of it says. */
function* joinHeld({
  owner,
  trigger: { id, debounce_s, batch_s },
  at,
}: Pick<Arrival, 'owner' | 'trigger' | 'at'>): Work<void> {
  const held = yield* heldEvents(owner, id)
  const later = (seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString()
  const run_at = debounce_s === undefined ? (held[0]!.run_at ?? later(batch_s!)) : later(debounce_s)
  const numbers = held.map(({ number }) => number)
  if (debounce_s !== undefined)
    yield* endEvents(numbers.slice(0, -1), { status: 'skipped', reason: 'A later event took its place.' })
  yield* postponeHeld(debounce_s === undefined ? numbers : numbers.slice(-1), run_at)
}
