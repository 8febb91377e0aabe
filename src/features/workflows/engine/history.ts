import type { Static } from '../../../contract/type.ts'
import type { HistoryEvent } from '../schemas.ts'
import { type Work, all, bulk, write } from './statement.ts'

/** Longer ones are cut where they are long: a history is read, results are kept elsewhere. */
const MAX_ENTRY_LENGTH = 16_384
const MAX_TEXT_LENGTH = 500
const MAX_LIST_LENGTH = 20

export interface NewEvent {
  readonly workflow: number
  readonly at: string
  readonly type: string
  readonly step_id?: string
  /** Who caused it; the service itself when left out. */
  readonly actor?: string
  readonly data?: Readonly<Record<string, unknown>>
}

const ADD = bulk(
  'INSERT INTO workflow_events (workflow, step_id, type, actor, at, data) VALUES (?1, ?2, ?3, ?4, ?5, ?6)',
  'bigint text text text text text',
)

/** Writes down what happened. Nothing in the history is ever changed. */
export function* addEvent(event: NewEvent, redact: (text: string) => string): Work<void> {
  const { workflow, at, type, step_id = null, actor = 'service', data } = event
  yield* write(
    ADD,
    workflow,
    step_id,
    type,
    actor,
    at,
    data === undefined ? null : redact(entryText(data, type)),
  )
}

interface EventRow {
  readonly seq: number
  readonly step_id: string | null
  readonly type: string
  readonly actor: string
  readonly at: string
  readonly data: string | null
}

/** The oldest first. */
export function* readEvents(
  workflow: number,
  { after, limit }: { after: number; limit: number },
): Work<Static<typeof HistoryEvent>[]> {
  const rows = yield* all<EventRow>(
    `SELECT seq, step_id, type, actor, at, data FROM workflow_events WHERE workflow = ?1 AND seq > ?2 ORDER BY seq LIMIT ?3`,
    workflow,
    after,
    limit,
  )
  return rows.map(present)
}

/** What people decided, the oldest first. */
export function* readDecisions(workflow: number): Work<Static<typeof HistoryEvent>[]> {
  const rows = yield* all<EventRow>(
    `SELECT seq, step_id, type, actor, at, data FROM workflow_events WHERE workflow = ?1 AND type = 'step.decided'
     ORDER BY seq`,
    workflow,
  )
  return rows.map(present)
}

function present({ actor, data, ...row }: EventRow): Static<typeof HistoryEvent> {
  return { ...row, by: actor, data: data === null ? {} : (JSON.parse(data) as Record<string, unknown>) }
}

function entryText(data: Readonly<Record<string, unknown>>, type: string): string {
  const text = JSON.stringify(data)
  // What a person decided is part of the record, whole.
  return text.length <= MAX_ENTRY_LENGTH || type === 'step.decided' ? text : JSON.stringify(shortened(data))
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string') return value.length <= MAX_TEXT_LENGTH ? value : cut(value)
  if (Array.isArray(value)) {
    const kept = value.slice(0, MAX_LIST_LENGTH).map(shortened)
    return value.length > MAX_LIST_LENGTH ? [...kept, `… and ${value.length - MAX_LIST_LENGTH} more`] : kept
  }
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value)
  const kept = entries.slice(0, MAX_LIST_LENGTH).map(([name, member]) => [name, shortened(member)])
  const rest = entries.length - MAX_LIST_LENGTH
  return Object.fromEntries(rest > 0 ? [...kept, ['…', `and ${rest} more`]] : kept)
}

function cut(text: string): string {
  return `${text.slice(0, MAX_TEXT_LENGTH).toWellFormed()}… (+${text.length - MAX_TEXT_LENGTH} characters)`
}
