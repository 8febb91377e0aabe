import type { HeldWorkflow, StepError } from '../held-workflow.ts'
import { itemKeyOf, type ReadyStep, type StepDefinition } from '../step-rows.ts'
import { change, type Value, type Work } from '../statement.ts'

/** An item that is not stored yet. */
export interface NewItem {
  readonly index: number
  /** The names that stand for it. */
  readonly local: Readonly<Record<string, unknown>>
  readonly status: 'pending' | 'skipped' | 'failed'
  /** What it runs with; nothing where it does not run. */
  readonly args?: Readonly<Record<string, unknown>>
  readonly message?: string
  readonly error?: StepError
  readonly run_at?: string
}

/** So many go into one statement: each is a round trip on PostgreSQL. */
const AT_A_TIME = 50

/** Columns that differ from item to item. */
const OWN = 11

/** Writes the items of a step. Beyond the first `ready` they wait until another has ended. */
export function* insertItems(
  { row, transaction }: HeldWorkflow,
  step: Pick<ReadyStep, 'key' | 'id' | 'agent' | 'action' | 'provenance'>,
  { items, definition, ready }: { items: readonly NewItem[]; definition: StepDefinition; ready: number },
): Work<void> {
  const { outputs, retry, timeout_s, needs_human } = definition
  const shared = [row.number, step.agent, step.action, needs_human ? 1 : 0, step.provenance, step.key]
  const rest = { args: {}, depends_on: [], outputs, retry, timeout_s }
  let pending = 0
  const rows = items.map((item): Value[] => {
    const isHeld = item.status === 'pending' && (pending += 1) > ready
    return [
      itemKeyOf(step.key, item.index),
      `${step.id}[${item.index}]`,
      JSON.stringify({ ...rest, local: item.local }),
      item.args ? JSON.stringify(item.args) : null,
      item.status,
      isHeld ? 1 : 0,
      item.index,
      item.error ? JSON.stringify(item.error) : null,
      item.message ?? null,
      item.status === 'pending' ? null : transaction.at,
      item.run_at ?? null,
    ]
  })
  const whole = rows.length - (rows.length % AT_A_TIME)
  for (let at = 0; at < whole; at += AT_A_TIME)
    yield* change(insertOf(AT_A_TIME), ...shared, ...rows.slice(at, at + AT_A_TIME).flat())
  for (const one of rows.slice(whole)) yield* change(insertOf(1), ...shared, ...one)
}

const statements = new Map<number, string>()

function insertOf(count: number): string {
  const known = statements.get(count)
  if (known !== undefined) return known
  const rows = Array.from({ length: count }, (_, row) => {
    const own = Array.from({ length: OWN }, (__, column) => `?${7 + row * OWN + column}`)
    const [key, id, definition, run_args, status, blocked, item, error, message, finished_at, run_at] = own
    const skipped = `CASE WHEN ${status} = 'skipped' THEN 'condition' END`
    return `(${key}, ?1, ${id}, ?2, ?3, ${definition}, ${run_args}, ${status}, ${blocked}, ?4, ?5, ?6, ${item}, ${error},
      ${message}, ${finished_at}, ${run_at}, ${skipped})`
  })
  const made = `INSERT INTO workflow_steps (key, workflow, id, agent, action, definition, run_args, status, blocked, asks,
      provenance, parent, item, error, message, finished_at, run_at, skipped_because) VALUES ${rows.join(', ')}`
  statements.set(count, made)
  return made
}
