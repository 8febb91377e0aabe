import type { Envelope } from '../../../../contract/envelope.ts'
import type { Static } from '../../../../contract/type.ts'
import type { StepItem } from '../../schemas.ts'
import type { StepError } from '../held-workflow.ts'
import { shownWaiting } from '../shown-waiting.ts'
import { definitionOf, type StepRow } from '../step-rows.ts'
import { all, type Work } from '../statement.ts'

interface Counts {
  readonly total: number
  readonly completed: number
  readonly failed: number
}

/** How many items of each step there are, and what has become of them, by the key of the step. */
export function* countItems(steps: readonly StepRow[]): Work<ReadonlyMap<number, Counts>> {
  const found = new Map<number, Counts>()
  for (const { key, items } of steps) if (items !== null) found.set(key, yield* countOf(key))
  return found
}

/** The member that says so; none where the step has no items. */
export function itemsOf(
  { key }: Pick<StepRow, 'key'>,
  counts: ReadonlyMap<number, Counts>,
): { items?: Counts } {
  const items = counts.get(key)
  return items ? { items } : {}
}

/** One page of the items of a step, in their order. */
export function* readItems(
  step: number,
  { after, limit }: { after: number; limit: number },
): Work<Static<typeof StepItem>[]> {
  const rows = yield* all<StepRow>(
    'SELECT * FROM workflow_steps WHERE parent = ?1 AND item > ?2 ORDER BY item LIMIT ?3',
    step,
    after,
    limit,
  )
  return rows.map(present)
}

function* countOf(step: number): Work<Counts> {
  const rows = yield* all<{ status: string; count: number }>(
    'SELECT status, count(*) AS count FROM workflow_steps WHERE parent = ?1 GROUP BY status',
    step,
  )
  const of = (status: string) => rows.find((row) => row.status === status)?.count ?? 0
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  return { total, completed: of('completed'), failed: of('failed') }
}

function present(row: StepRow): Static<typeof StepItem> {
  const { id: step_id, item, status, attempts, started_at, finished_at, message, error } = row
  return {
    step_id,
    index: item!,
    status,
    args: JSON.parse(row.run_args ?? JSON.stringify(definitionOf(row).args)) as Record<string, unknown>,
    attempts,
    started_at,
    finished_at,
    message,
    error: error === null ? null : (JSON.parse(error) as StepError),
    data: row.result === null ? null : ((JSON.parse(row.result) as Partial<Envelope>).data ?? null),
    waiting: row.waiting === null ? null : shownWaiting(row.waiting),
  }
}
