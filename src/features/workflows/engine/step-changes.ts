import type { StepRef } from './transaction.ts'
import { type Work, all, bulk, change, write } from './statement.ts'

/** The step that is meant, and the try that speaks for it; null where no try is under way. */
export interface StepHandle {
  readonly key: number
  readonly id: string
  readonly lease: string | null
}

/** What is written about a step when a try is over. */
export interface StepEnd {
  readonly status: 'completed' | 'failed' | 'waiting'
  readonly message: string
  readonly waiting?: object
  readonly error?: object
  readonly result?: object | undefined
  readonly finished_at: string | null
}

const END_TRY = bulk(
  `UPDATE workflow_steps SET status = ?3, lease = NULL, queued = 0, run_at = NULL, skipped_because = NULL, message = ?4,
     waiting = ?5, error = ?6, result = ?7, finished_at = ?8 WHERE key = ?1 AND lease IS NOT DISTINCT FROM ?2`,
  'bigint text text text text text text text',
)

/** False when another try has taken the step over: then nothing was changed. */
export function* endTry({ key, lease }: StepHandle, end: StepEnd): Work<boolean> {
  const changes = yield* change(
    END_TRY,
    key,
    lease,
    end.status,
    end.message,
    textOrNull(end.waiting),
    textOrNull(end.error),
    textOrNull(end.result),
    end.finished_at,
  )
  return changes === 1
}

/** The step goes back to waiting for its turn, which comes at `run_at`. */
export function* postponeTry(
  { key, lease }: StepHandle,
  { run_at, message, at }: { run_at: string; message: string; at: string },
): Work<boolean> {
  const changes = yield* change(
    `UPDATE workflow_steps SET status = 'pending', lease = NULL, queued = 0, tries = tries + 1, run_at = ?3, message = ?4,
       finished_at = ?5 WHERE key = ?1 AND lease IS NOT DISTINCT FROM ?2`,
    key,
    lease,
    run_at,
    message,
    at,
  )
  return changes === 1
}

export function* leaveOut(
  key: number,
  { because, message, at }: { because: 'person' | 'condition'; message: string; at: string },
): Work<void> {
  yield* change(
    `UPDATE workflow_steps SET status = 'skipped', skipped_because = ?4, lease = NULL, queued = 0, run_at = NULL,
       waiting = NULL, error = NULL, result = NULL, message = ?2, finished_at = ?3 WHERE key = ?1`,
    key,
    message,
    at,
    because,
  )
}

/**
 * Skips everything that depends on the success of a failed step, however far away; the answer is what was skipped by it.
 * Those that wait for a failure end such a chain.
 */
export function* skipDependants(
  key: number,
  { message, at }: { message: string; at: string },
): Work<readonly { key: number; id: string }[]> {
  return yield* all<{ key: number; id: string }>(
    `WITH RECURSIVE dependants (key) AS (
       SELECT child FROM workflow_edges JOIN workflow_steps ON workflow_steps.key = child
         WHERE workflow_edges.parent = ?1 AND runs_after IS NULL
       UNION SELECT child FROM workflow_edges JOIN dependants ON workflow_edges.parent = dependants.key
         JOIN workflow_steps ON workflow_steps.key = child WHERE runs_after IS NULL)
     UPDATE workflow_steps SET status = 'skipped', skipped_because = 'failure', message = ?2, finished_at = ?3
     WHERE status = 'pending' AND key IN (SELECT key FROM dependants) RETURNING key, id`,
    key,
    message,
    at,
  )
}

export const CHILDREN = bulk('SELECT child FROM workflow_edges WHERE parent = ?1', 'bigint')

export function* childrenOf(key: number): Work<readonly { child: number }[]> {
  return yield* all<{ child: number }>(CHILDREN, key)
}

const UNBLOCK = bulk('UPDATE workflow_steps SET blocked = blocked - 1 WHERE key = ?1', 'bigint')

/** One dependency less. */
export function* unblockStep(key: number): Work<void> {
  yield* write(UNBLOCK, key)
}

const PARK = bulk('UPDATE workflow_steps SET blocked = 0, queued = 1 WHERE key = ?1', 'bigint')

/** Writes down that a step, which may have waited for the last of its dependencies until now, was handed out. */
export function* parkStep({ key, read }: StepRef): Work<void> {
  if (read?.queued === 0) yield* write(PARK, key)
}

const BEGIN_TRY = bulk(
  `UPDATE workflow_steps SET status = 'running', blocked = 0, queued = 0, lease = ?2, attempts = attempts + 1,
     started_at = ?3, finished_at = NULL, message = NULL, error = NULL, result = NULL WHERE key = ?1`,
  'bigint text text',
)

export function* beginTry(key: number, { lease, at }: { lease: string; at: string }): Work<void> {
  yield* write(BEGIN_TRY, key, lease, at)
}

/** Hands out steps that are ready, in the order of the list. */
export function* handOutReady(workflow: number, most: number): Work<{ key: number; crashes: number }[]> {
  const ready = yield* all<{ key: number; crashes: number }>(
    `UPDATE workflow_steps SET queued = 1 WHERE key IN (
       SELECT key FROM workflow_steps WHERE workflow = ?1 AND status = 'pending' AND blocked = 0 AND queued = 0 AND asks = 0
         AND run_at IS NULL ORDER BY key LIMIT ?2) RETURNING key, crashes`,
    workflow,
    most,
  )
  return ready.toSorted((a, b) => a.key - b.key)
}

function textOrNull(value: object | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
