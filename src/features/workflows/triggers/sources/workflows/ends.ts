import type { WorkflowRow } from '../../../engine/workflow-rows.ts'
import { all, first, type Work } from '../../../engine/statement.ts'

/** A place in the history of all workflows. */
export interface HistoryPlace {
  readonly seq: number
  readonly at: string
}

/** An entry of the history about the end of a workflow, or about a step that waits. */
export interface End extends HistoryPlace {
  readonly type: string
  readonly step_id: string | null
  readonly data: string | null
  readonly workflow: Pick<WorkflowRow, 'number' | 'id' | 'name'> & { readonly automation_id?: string | null }
}

export interface EndsQuery {
  readonly types: readonly string[]
  /** Everything after this place is read, and what is at most `overlapMs` older. */
  readonly from: HistoryPlace
  readonly overlapMs: number
  /** Stop once this many were found that were not told. */
  readonly limit: number
  isTold(end: End): boolean
}

const PAGE = 500

/** Where the history ends now. */
export function* readNewest(): Work<HistoryPlace> {
  const newest = yield* first<HistoryPlace>('SELECT seq, at FROM workflow_events ORDER BY seq DESC LIMIT 1')
  return newest ?? { seq: 0, at: new Date(0).toISOString() }
}

/** The oldest first, in pages, so that what was told already does not stand in the way of the rest. */
export function* readEnds({
  types,
  from,
  overlapMs,
  limit,
  isTold,
}: EndsQuery): Work<{ ends: readonly End[]; isAll: boolean }> {
  const ends: End[] = []
  let after = yield* seqBefore(from, earlier(from.at, overlapMs))
  for (let untold = 0; ;) {
    const page = yield* readPage(after, types)
    ends.push(...page)
    untold += page.filter((end) => !isTold(end)).length
    if (page.length < PAGE) return { ends, isAll: true }
    if (untold >= limit) return { ends, isAll: false }
    after = page.at(-1)!.seq
  }
}

export function earlier(at: string, milliseconds: number): string {
  return new Date(Math.max(0, Date.parse(at) - milliseconds)).toISOString()
}

/** The last entry up to a place that is older than a time. */
function* seqBefore({ seq }: HistoryPlace, at: string): Work<number> {
  const found = yield* first<{ seq: number }>(
    'SELECT seq FROM workflow_events WHERE seq <= ?1 AND at < ?2 ORDER BY seq DESC LIMIT 1',
    seq,
    at,
  )
  return found?.seq ?? 0
}

/** All members of the workflow: which automation it is a run of is one of them. */
function* readPage(after: number, types: readonly string[]): Work<End[]> {
  const rows = yield* all<Omit<End, 'workflow'> & End['workflow']>(
    `SELECT workflows.*, workflow_events.seq, workflow_events.at, workflow_events.type, workflow_events.step_id,
       workflow_events.data
     FROM workflow_events JOIN workflows ON workflows.number = workflow_events.workflow
     WHERE workflow_events.seq > ?1 AND workflow_events.type IN (${types.map((_, index) => `?${index + 3}`).join(', ')})
     ORDER BY workflow_events.seq LIMIT ?2`,
    after,
    PAGE,
    ...types,
  )
  return rows.map(({ seq, at, type, step_id, data, ...workflow }) => ({
    seq,
    at,
    type,
    step_id,
    data,
    workflow,
  }))
}
