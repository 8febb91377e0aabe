import type { Provenance } from '../../../contract/endpoint.ts'
import { all, change, first, type Work } from '../engine/statement.ts'
import type { Trigger, TriggerType } from './schemas.ts'

/** A trigger as it is stored: whose it is, how far it has been followed, and what keeps it from being looked at. */
export interface TriggerRow {
  /** The automation, or the step that waits for an event. */
  readonly owner: string
  readonly id: string
  readonly type: TriggerType
  readonly definition: string
  readonly provenance: Provenance
  readonly token: string | null
  readonly cursor: string | null
  readonly checked_at: string | null
  readonly next_at: string | null
  readonly trouble: string | null
  readonly trouble_since: string | null
}

export type TriggerName = Pick<TriggerRow, 'owner' | 'id'>

export function triggerOf({ definition }: Pick<TriggerRow, 'definition'>): Trigger {
  return JSON.parse(definition) as Trigger
}

export function* insertTrigger(
  row: Pick<
    TriggerRow,
    'owner' | 'id' | 'type' | 'definition' | 'provenance' | 'token' | 'cursor' | 'next_at'
  >,
): Work<void> {
  yield* change(
    `INSERT INTO triggers (owner, id, type, definition, provenance, token, cursor, next_at)
     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`,
    row.owner,
    row.id,
    row.type,
    row.definition,
    row.provenance,
    row.token,
    row.cursor,
    row.next_at,
  )
}

export function* updateTrigger(
  { owner, id }: TriggerName,
  { definition, provenance, next_at }: Pick<TriggerRow, 'definition' | 'provenance' | 'next_at'>,
): Work<void> {
  yield* change(
    `UPDATE triggers SET definition = ?3, provenance = ?4, next_at = ?5, trouble = NULL, trouble_since = NULL
     WHERE owner = ?1 AND id = ?2`,
    owner,
    id,
    definition,
    provenance,
    next_at,
  )
}

export function* deleteTrigger({ owner, id }: TriggerName): Work<void> {
  yield* change('DELETE FROM triggers WHERE owner = ?1 AND id = ?2', owner, id)
}

/** All of it, also what has happened. */
export function* deleteTriggersOf(owner: string): Work<void> {
  yield* change('DELETE FROM triggers WHERE owner = ?1', owner)
  yield* change('DELETE FROM trigger_events WHERE owner = ?1', owner)
}

export function* triggersOf(owner: string): Work<readonly TriggerRow[]> {
  return yield* all<TriggerRow>('SELECT * FROM triggers WHERE owner = ?1 ORDER BY id', owner)
}

export function* findTrigger({ owner, id }: TriggerName): Work<TriggerRow | undefined> {
  return yield* first<TriggerRow>('SELECT * FROM triggers WHERE owner = ?1 AND id = ?2', owner, id)
}

export function* findByToken(token: string): Work<TriggerRow | undefined> {
  return yield* first<TriggerRow>('SELECT * FROM triggers WHERE token = ?1', token)
}

/** Those that somebody has to look at, whether or not it is time. */
export function* lookedAfter(): Work<readonly TriggerRow[]> {
  return yield* all<TriggerRow>('SELECT * FROM triggers WHERE next_at IS NOT NULL ORDER BY next_at')
}

export function* areThereAny(): Work<boolean> {
  return (yield* first('SELECT 1 AS one FROM triggers LIMIT 1')) !== undefined
}

export function* triggersOfType(type: TriggerType): Work<readonly TriggerRow[]> {
  return yield* all<TriggerRow>('SELECT * FROM triggers WHERE type = ?1 ORDER BY owner, id', type)
}

/** Takes a look upon itself, for whoever is first: the next one is only due when this one should be over. */
export function* takeLook(
  { owner, id, next_at }: Pick<TriggerRow, 'owner' | 'id' | 'next_at'>,
  until: string,
): Work<boolean> {
  const taken = yield* first(
    'UPDATE triggers SET next_at = ?4 WHERE owner = ?1 AND id = ?2 AND next_at = ?3 RETURNING id',
    owner,
    id,
    next_at,
    until,
  )
  return taken !== undefined
}

/** False when the trigger was changed or looked at by somebody else meanwhile: then nothing of this look counts. */
export function* recordLook(
  { owner, id, definition, cursor }: Pick<TriggerRow, 'owner' | 'id' | 'definition' | 'cursor'>,
  { cursor: next, at, next_at }: { cursor: string; at: string; next_at: string },
): Work<boolean> {
  const changes = yield* change(
    `UPDATE triggers SET cursor = ?5, checked_at = ?6, next_at = ?7, trouble = NULL, trouble_since = NULL
     WHERE owner = ?1 AND id = ?2 AND definition = ?3 AND cursor IS NOT DISTINCT FROM ?4 AND next_at IS NOT NULL`,
    owner,
    id,
    definition,
    cursor,
    next,
    at,
    next_at,
  )
  return changes === 1
}

export function* recordTrouble(
  { owner, id }: TriggerName,
  { trouble, at, next_at }: { trouble: string; at: string; next_at: string },
): Work<void> {
  yield* change(
    `UPDATE triggers SET trouble = ?3, trouble_since = COALESCE(trouble_since, ?4), next_at = ?5
     WHERE owner = ?1 AND id = ?2 AND next_at IS NOT NULL`,
    owner,
    id,
    trouble,
    at,
    next_at,
  )
}
