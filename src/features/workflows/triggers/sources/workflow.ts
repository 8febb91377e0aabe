import { stepUpdated, workflowUpdated } from '../../../../contract/event-types.ts'
import type { Backend } from '../../engine/backend.ts'
import type { Trigger } from '../schemas.ts'
import type { Look, SourceEvent, TriggerSource } from '../source.ts'
import { HEARD_MS, type Listen } from './listen.ts'
import { earlier, readEnds, readNewest, type End, type HistoryPlace } from './workflows/ends.ts'

export interface WorkflowSourceDeps {
  readonly backend: Pick<Backend, 'read'>
  readonly listen: Listen
}

/** How far the history was read. */
export interface WorkflowCursor extends HistoryPlace {
  /** What was told of the last moments, which are read again. */
  readonly told: readonly string[]
}

type Status = 'completed' | 'failed' | 'waiting'

const types: Readonly<Record<Status, string>> = {
  completed: 'workflow.completed',
  failed: 'workflow.failed',
  waiting: 'step.waiting',
}

/** A step may also wait for a time or for something to happen. */
const PERSONAL_REASONS: readonly unknown[] = ['needs_human', 'approval', 'outcome_unknown']

/**
 * Processes that share a database may commit what they write in another order than that of its numbers, and in SQLite
 * the numbers of a deleted history come again. So the last moments are read anew.
 */
const OVERLAP_MS = 10_000
const MAX_AT_ONCE = 1_000

/** A workflow that has ended, or that waits for a person, by its history. */
export class WorkflowSource implements TriggerSource<'workflow', WorkflowCursor> {
  readonly #deps: WorkflowSourceDeps

  constructor(deps: WorkflowSourceDeps) {
    this.#deps = deps
  }

  async look(
    trigger: Trigger<'workflow'>,
    cursor: WorkflowCursor | undefined,
  ): Promise<Look<WorkflowCursor>> {
    const { backend } = this.#deps
    const newest = await backend.read(readNewest())
    const told = new Set(cursor?.told)
    const isTold = (end: End) => told.has(nameOf(end))
    const { ends, isAll } = await backend.read(
      readEnds({
        types: statusesOf(trigger).map((status) => types[status]),
        from: cursor ?? newest,
        overlapMs: OVERLAP_MS,
        limit: MAX_AT_ONCE,
        isTold,
      }),
    )
    const next = advanced(ends, isAll ? newest : undefined)
    return {
      // What has ended before the first look is only noted, so that the next one passes over it.
      events: cursor ? ends.filter((end) => !isTold(end) && isWanted(trigger, end)).map(eventOf) : [],
      cursor: cursor && JSON.stringify(cursor) === JSON.stringify(next) ? cursor : next,
      ...(!isAll && { againInMs: 0 }),
    }
  }

  everyMs(): number {
    return HEARD_MS
  }

  async watch(trigger: Trigger<'workflow'>, hint: () => void, signal: AbortSignal): Promise<void> {
    const statuses: readonly unknown[] = statusesOf(trigger)
    this.#deps.listen(
      [workflowUpdated.type, stepUpdated.type],
      (data) => {
        if (!data || statuses.includes(data['status'])) hint()
      },
      signal,
    )
  }
}

/** Up to the end of the history as it was before it was read, or to the last entry of a part. */
function advanced(ends: readonly End[], newest: HistoryPlace | undefined): WorkflowCursor {
  const last = ends.at(-1)
  const { seq, at } = !newest || (last && last.seq > newest.seq) ? last! : newest
  const oldest = earlier(at, OVERLAP_MS)
  return { seq, at, told: ends.filter((end) => end.at >= oldest).map(nameOf) }
}

function statusesOf({ status = ['failed'] }: Trigger<'workflow'>): readonly Status[] {
  return status
}

function nameOf({ seq, workflow }: End): string {
  return `${workflow.number}:${seq}`
}

function isWanted({ automation }: Trigger<'workflow'>, { type, data, workflow }: End): boolean {
  if (automation !== undefined && workflow.automation_id !== automation) return false
  if (type !== types.waiting) return true
  const { reason } = JSON.parse(data ?? '{}') as { reason?: unknown }
  return PERSONAL_REASONS.includes(reason)
}

function eventOf({ seq, at, type, step_id, workflow }: End): SourceEvent {
  return {
    key: `${workflow.id}@${seq}`,
    at,
    data: {
      workflow_id: workflow.id,
      name: workflow.name,
      status: statusOf(type),
      ...(step_id !== null && { step_id }),
      automation_id: workflow.automation_id ?? null,
    },
  }
}

function statusOf(type: string): Status {
  return (Object.keys(types) as Status[]).find((status) => types[status] === type)!
}
