import type { Scene } from '../engine/open-workflow.ts'
import { all, first, type Work } from '../engine/statement.ts'
import { keyRange } from '../engine/step-rows.ts'
import type { SourceEvent } from './source.ts'

/** How long after a run something may be found that it has done. */
const LATELY_MS = 60_000
const NEWEST_RUNS = 200

/**
 * How many runs have led to an event, one after the other: none, unless a run has caused it. What happens to a workflow is
 * caused by it. A file or a value is, where a run of the last moments names it in a step that changes something.
 */
export function* depthOf(scene: Scene, { data }: SourceEvent): Work<number> {
  const { workflow_id, path, key } = data
  if (typeof workflow_id === 'string') return yield* depthOfWorkflow(workflow_id)
  const subject = path ?? key
  return typeof subject === 'string' && subject !== '' ? yield* depthByName(scene, subject) : 0
}

function* depthOfWorkflow(id: string): Work<number> {
  return (yield* first<{ depth: number }>('SELECT depth FROM workflows WHERE id = ?1', id))?.depth ?? 0
}

function* depthByName({ rules, transaction }: Scene, subject: string): Work<number> {
  const since = new Date(Date.parse(transaction.at) - LATELY_MS).toISOString()
  const runs = yield* all<{ number: number; depth: number }>(
    `SELECT number, depth FROM workflows WHERE automation_id IS NOT NULL
       AND number > (SELECT COALESCE(max(number), 0) - ${NEWEST_RUNS} FROM workflows)
       AND (finished_at IS NULL OR finished_at >= ?1) ORDER BY depth DESC, number DESC`,
    since,
  )
  for (const { number, depth } of runs) {
    const { firstKey, lastKey } = keyRange(number)
    const steps = yield* all<{ action: string }>(
      `SELECT action FROM workflow_steps WHERE workflow = ?1 AND (key BETWEEN ?2 AND ?3 OR key < 0)
         AND (run_args LIKE ?4 ESCAPE '!' OR definition LIKE ?4 ESCAPE '!' OR result LIKE ?4 ESCAPE '!')`,
      number,
      firstKey,
      lastKey,
      `%${JSON.stringify(subject).slice(1, -1).replaceAll(/[!%_]/g, '!$&')}%`,
    )
    const changes = ({ action }: { action: string }) => rules.catalog.find(action)?.tool.risk !== 'read'
    if (steps.some(changes)) return depth
  }
  return 0
}
