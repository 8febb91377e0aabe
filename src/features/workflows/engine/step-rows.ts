import type { Provenance } from '../../../contract/endpoint.ts'
import type { Sources } from '../names.ts'
import type { StepStatus, WorkflowStep } from '../schemas.ts'
import { type Work, all, bulk, first, write } from './statement.ts'

/** A step as it is stored. Members that are objects are kept as JSON text. */
export interface StepRow {
  readonly key: number
  readonly workflow: number
  readonly id: string
  readonly agent: string
  readonly action: string
  readonly definition: string
  readonly sources: string | null
  /** Who is behind it; null where that is who is behind the workflow. */
  readonly provenance: Provenance | null
  readonly status: StepStatus
  readonly blocked: number
  readonly queued: number
  readonly asks: number
  readonly approved: number
  readonly run_at: string | null
  readonly attempts: number
  readonly tries: number
  readonly crashes: number
  readonly revision: number
  readonly lease: string | null
  readonly run_args: string | null
  readonly waiting: string | null
  readonly skipped_because: 'failure' | 'person' | 'condition' | null
  readonly runs_after: 'failure' | 'always' | null
  readonly goes_on: number
  readonly handled: number
  readonly met: number
  /** The step that it is one item of, and which item. */
  readonly parent: number | null
  readonly item: number | null
  /** Of a step that runs for each item: how many there are, and how many more may fail; null before they are known. */
  readonly items: number | null
  readonly failures_left: number | null
  readonly message: string | null
  readonly error: string | null
  readonly result: string | null
  readonly started_at: string | null
  readonly finished_at: string | null
}

/** What is needed of a step to begin it. */
export type ReadyStep = Pick<
  StepRow,
  | 'key'
  | 'id'
  | 'agent'
  | 'action'
  | 'definition'
  | 'sources'
  | 'provenance'
  | 'status'
  | 'blocked'
  | 'queued'
  | 'asks'
  | 'approved'
  | 'run_at'
  | 'attempts'
  | 'tries'
  | 'revision'
  | 'lease'
  | 'run_args'
  | 'skipped_because'
  | 'runs_after'
  | 'met'
  | 'item'
>

const READY = `key, id, agent, action, definition, sources, provenance, status, blocked, queued, asks, approved, run_at,
  attempts, tries, revision, lease, run_args, skipped_because, runs_after, met, item`

/** What a client gave of a step, but for what has a column of its own. */
export interface StepDefinition extends Omit<WorkflowStep, 'id' | 'agent' | 'action'> {
  /** Of an item: the names that stand for it. */
  readonly local?: Readonly<Record<string, unknown>>
}

/** More than a workflow may have steps, and more than a step may have items. */
const KEYS_A_WORKFLOW = 10_000
const KEYS_A_STEP = 32_768

export function keyOf(workflow: number, position: number): number {
  return workflow * KEYS_A_WORKFLOW + position
}

/** Items have keys below zero, apart from all steps, and in their order. */
export function itemKeyOf(step: number, item: number): number {
  return item - KEYS_A_STEP * (step + 1)
}

export function isItem(key: number): boolean {
  return key < 0
}

/** The step that an item belongs to. */
export function stepOfItem(key: number): number {
  return Math.ceil(-key / KEYS_A_STEP) - 1
}

export function workflowOf(key: number): number {
  return Math.floor((isItem(key) ? stepOfItem(key) : key) / KEYS_A_WORKFLOW)
}

export function positionOf(key: number): number {
  return key % KEYS_A_WORKFLOW
}

export function keyRange(workflow: number): { firstKey: number; lastKey: number } {
  return { firstKey: keyOf(workflow, 0), lastKey: keyOf(workflow, KEYS_A_WORKFLOW - 1) }
}

/** The keys of all items of all steps of a workflow. */
export function itemRange(workflow: number): { firstItem: number; lastItem: number } {
  const { firstKey, lastKey } = keyRange(workflow)
  return { firstItem: itemKeyOf(lastKey, 0), lastItem: itemKeyOf(firstKey, KEYS_A_STEP - 1) }
}

export function definitionOf(step: Pick<StepRow, 'definition'>): StepDefinition {
  return JSON.parse(step.definition) as StepDefinition
}

/** The step as a client can send it. */
export function stepOf(row: Pick<StepRow, 'id' | 'agent' | 'action' | 'definition'>): WorkflowStep {
  const { id, agent, action } = row
  return { id, agent, action, ...definitionOf(row) }
}

export interface NewStep {
  readonly key: number
  readonly workflow: number
  readonly step: WorkflowStep
  readonly sources: Sources
  readonly provenance: Provenance | null
  readonly parents: readonly number[]
  readonly queued: boolean
}

/** Whether a person is asked before the step begins. With a list, they are asked about each item. */
export function asksFirst({ needs_human, for_each }: WorkflowStep): boolean {
  return needs_human === true && for_each === undefined
}

const INSERT_STEP = bulk(
  `INSERT INTO workflow_steps (key, workflow, id, agent, action, definition, sources, status, blocked, asks, queued,
     provenance, runs_after, goes_on)
   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'pending', ?8, ?9, ?10, ?11, ?12, ?13)`,
  'bigint bigint text text text text text integer integer integer text text integer',
)
const INSERT_EDGE = bulk('INSERT INTO workflow_edges (child, parent) VALUES (?1, ?2)', 'bigint bigint')

/** The step as it is now stored. */
export function* insertStep(given: NewStep): Work<ReadyStep> {
  const { key, workflow, step, parents, provenance } = given
  const { id, agent, action, ...rest } = step
  const definition = JSON.stringify(rest)
  const sources = sourcesText(given.sources)
  const blocked = parents.length
  const asks = asksFirst(step) ? 1 : 0
  const queued = given.queued ? 1 : 0
  const runs_after = step.after === undefined || step.after === 'success' ? null : step.after
  yield* write(
    INSERT_STEP,
    key,
    workflow,
    id,
    agent,
    action,
    definition,
    sources,
    blocked,
    asks,
    queued,
    provenance,
    runs_after,
    step.on_error === 'continue' ? 1 : 0,
  )
  for (const parent of parents) yield* write(INSERT_EDGE, key, keyOf(workflow, parent))
  const known = { key, id, agent, action, definition, sources, provenance, blocked, queued, asks, runs_after }
  return { ...UNTOUCHED, ...known }
}

const UNTOUCHED = {
  status: 'pending',
  approved: 0,
  run_at: null,
  attempts: 0,
  tries: 0,
  revision: 0,
  lease: null,
  run_args: null,
  skipped_because: null,
  met: 0,
  item: null,
} as const

export function sourcesText(sources: Sources): string | null {
  return Object.keys(sources).length === 0 ? null : JSON.stringify(sources)
}

export const READ_READY = bulk(`SELECT ${READY} FROM workflow_steps WHERE key = ?1`, 'bigint')
export const READ_CHILDREN = bulk(
  `SELECT ${READY} FROM workflow_edges JOIN workflow_steps ON key = child WHERE workflow_edges.parent = ?1`,
  'bigint',
)

export function* readReadyStep(key: number): Work<ReadyStep | undefined> {
  return yield* first<ReadyStep>(READ_READY, key)
}

export function* readStep(key: number): Work<StepRow | undefined> {
  return yield* first<StepRow>('SELECT * FROM workflow_steps WHERE key = ?1', key)
}

export function* readSteps(workflow: number): Work<readonly StepRow[]> {
  const { firstKey, lastKey } = keyRange(workflow)
  return yield* all<StepRow>(
    'SELECT * FROM workflow_steps WHERE key BETWEEN ?1 AND ?2 ORDER BY key',
    firstKey,
    lastKey,
  )
}

/** The step of that id, or the item: `read[7]`. */
export function* findStep(workflow: number, id: string): Work<StepRow | undefined> {
  const { firstKey, lastKey } = keyRange(workflow)
  const step = yield* first<StepRow>(
    'SELECT * FROM workflow_steps WHERE key BETWEEN ?1 AND ?2 AND id = ?3',
    firstKey,
    lastKey,
    id,
  )
  const [, whole, item] = ITEM_ID.exec(id) ?? []
  if (step || whole === undefined) return step
  const parent = yield* findStep(workflow, whole)
  return parent && (yield* readStep(itemKeyOf(parent.key, Number(item))))
}

export const ITEM_ID = /^(.+)\[(\d{1,5})\]$/su

export function* waitingSteps(workflow: number): Work<readonly StepRow[]> {
  return yield* all<StepRow>(
    "SELECT * FROM workflow_steps WHERE workflow = ?1 AND status = 'waiting' ORDER BY key",
    workflow,
  )
}

export function* failedSteps(number: number): Work<readonly StepRow[]> {
  const { firstKey, lastKey } = keyRange(number)
  return yield* all<StepRow>(
    "SELECT * FROM workflow_steps WHERE key BETWEEN ?1 AND ?2 AND status = 'failed' ORDER BY key",
    firstKey,
    lastKey,
  )
}

/** Parents and children of all steps of a workflow. */
export function* readEdges(workflow: number): Work<readonly { parent: number; child: number }[]> {
  const { firstKey, lastKey } = keyRange(workflow)
  return yield* all<{ parent: number; child: number }>(
    'SELECT parent, child FROM workflow_edges WHERE parent BETWEEN ?1 AND ?2',
    firstKey,
    lastKey,
  )
}
