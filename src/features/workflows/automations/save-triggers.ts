import { randomBytes } from 'node:crypto'
import type { Provenance } from '../../../contract/endpoint.ts'
import type { Work } from '../engine/statement.ts'
import type { Trigger, TriggerType } from '../triggers/schemas.ts'
import { resumedAt } from '../triggers/sources/schedule.ts'
import {
  deleteTrigger,
  insertTrigger,
  triggerOf,
  triggersOf,
  updateTrigger,
  type TriggerRow,
} from '../triggers/trigger-rows.ts'

/** These come by themselves: nobody has to look for them. */
const PUSHED: ReadonlySet<TriggerType> = new Set(['webhook', 'chat'])

/**
 * Brings the stored triggers in line with what an automation declares. One that still looks at the same thing goes on
 * where it was, so that changing a condition loses no event; one that looks at something else begins anew.
 */
export function* saveTriggers(
  owner: string,
  declared: readonly Trigger[],
  { enabled, provenance, at }: { enabled: boolean; provenance: Provenance; at: string },
): Work<void> {
  const stored = new Map((yield* triggersOf(owner)).map((row) => [row.id, row]))
  for (const trigger of declared) {
    const row = stored.get(trigger.id)
    stored.delete(trigger.id)
    const definition = JSON.stringify(trigger)
    const isOn = enabled && trigger.enabled !== false
    const next_at = isOn && !PUSHED.has(trigger.type) ? at : null
    if (row && looksAtTheSame(triggerOf(row), trigger)) {
      // What happens while it is off is not made up for.
      if (row.next_at === null && next_at !== null) yield* beginAnew(row, { trigger, provenance, next_at })
      else yield* updateTrigger(row, { definition, provenance, next_at })
      continue
    }
    if (row) yield* deleteTrigger(row)
    yield* insertTrigger({
      owner,
      id: trigger.id,
      type: trigger.type,
      provenance,
      ...fresh(trigger, at),
      next_at,
    })
  }
  for (const row of stored.values()) yield* deleteTrigger(row)
}

function* beginAnew(
  row: TriggerRow,
  { trigger, provenance, next_at }: { trigger: Trigger; provenance: Provenance; next_at: string },
): Work<void> {
  yield* deleteTrigger(row)
  const { owner, id, type, token } = row
  const cursor = type === 'schedule' ? resumedAt(row.cursor, next_at) : null
  yield* insertTrigger({ owner, id, type, provenance, ...fresh(trigger, next_at), cursor, token, next_at })
}

function fresh(trigger: Trigger, at: string): Pick<TriggerRow, 'definition' | 'token' | 'cursor'> {
  const token = trigger.type === 'webhook' ? randomBytes(32).toString('base64url') : null
  // The times are known from the first moment on; what else there is has to be looked at first.
  const cursor = trigger.type === 'schedule' ? resumedAt(null, at) : null
  return { definition: JSON.stringify(trigger), token, cursor }
}

function looksAtTheSame(old: Trigger, now: Trigger): boolean {
  return JSON.stringify(sourceOf(old)) === JSON.stringify(sourceOf(now))
}

/** What is looked at, without what is done with what is found. */
function sourceOf(trigger: Trigger): unknown {
  const { enabled: _e, debounce_s: _d, batch_s: _b, catch_up: _c, max_age_s: _m, ...rest } = trigger
  if (rest.type === 'metric') return rest
  const { when: _w, ...source } = rest
  return Object.entries(source).toSorted(([a], [b]) => (a < b ? -1 : 1))
}
