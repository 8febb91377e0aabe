import type { Foresight } from '../engine/foresight.ts'
import { CRASH_LIMIT } from '../engine/rules.ts'
import { all, bulk, type Work } from '../engine/statement.ts'

/** A step that was handed out and that no process has begun. */
export interface WaitingStep {
  readonly key: number
  readonly workflow: number
  readonly asks: number
  readonly crashes: number
}

export interface WaitingFilter {
  readonly agents: readonly string[]
  readonly most: number
  /** Those that need no place, because they only ask a person. */
  readonly onlyAsks: boolean
  /** Not those during which processes have ended. */
  readonly noSuspects: boolean
  readonly without: readonly number[]
}

/** First come, first served, but questions before everything else. */
const FIND = `
  SELECT waiting.* FROM json_array_elements_text(?1::json) AS agents (agent),
    (VALUES (1), (0)) AS kinds (asks),
    LATERAL (SELECT key, workflow, workflow_steps.asks, crashes, queue_place FROM workflow_steps
      WHERE agent = agents.agent AND workflow_steps.asks = kinds.asks AND queued = 1 AND lease IS NULL AND crashes < ?4
      ORDER BY queue_place LIMIT ?3) AS waiting
  WHERE kinds.asks >= ?2 ORDER BY waiting.asks DESC, queue_place LIMIT ?3`

export function* findWaiting(filter: WaitingFilter): Work<readonly WaitingStep[]> {
  const found = yield* all<WaitingStep>(
    FIND,
    JSON.stringify(filter.agents),
    filter.onlyAsks ? 1 : 0,
    filter.most + filter.without.length,
    filter.noSuspects ? CRASH_LIMIT - 1 : CRASH_LIMIT,
  )
  return found.filter(({ key }) => !filter.without.includes(key))
}

export function isSuspect({ crashes }: WaitingStep): boolean {
  return crashes >= CRASH_LIMIT - 1
}

const LOCK = bulk('SELECT number FROM workflows WHERE number = ?1 FOR UPDATE SKIP LOCKED', 'bigint')

/** Foresees that the workflow of a step is kept. */
export function locking({ workflow }: WaitingStep): Foresight {
  return { read: LOCK, key: workflow }
}

/** Keeps the workflow for this transaction, unless another one has it. */
export function* lockIfFree(workflow: number): Work<boolean> {
  return (yield* all(LOCK, workflow)).length > 0
}

const UNTAKEN = bulk('SELECT key FROM workflow_steps WHERE key = ?1 AND lease IS NULL', 'bigint')

export function* isUntaken(key: number): Work<boolean> {
  return (yield* all(UNTAKEN, key)).length > 0
}
