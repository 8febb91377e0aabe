import type { Envelope } from '../../../../contract/envelope.ts'
import { conditionIsAboutItem, itemName } from '../../step-names.ts'
import type { HeldWorkflow, StepError, StepName } from '../held-workflow.ts'
import { itemArguments, valueOf, type Given } from './item-arguments.ts'
import { insertItems, type NewItem } from './item-rows.ts'
import { holds, sentenceOf } from '../step-condition.ts'
import {
  definitionOf,
  itemRange,
  stepOfItem,
  type ReadyStep,
  type StepDefinition,
  type StepRow,
} from '../step-rows.ts'
import { readValues, withLocal } from '../step-values.ts'
import { turnEnded } from './turns.ts'
import { resolveReferences } from '../variables.ts'
import { all, change, first, type Work } from '../statement.ts'

const MAX_ITEMS = 10_000
const MAX_ITEMS_A_WORKFLOW = 50_000

/** How one call of a step with many ended. */
export type ItemEnd =
  | { readonly status: 'completed'; readonly envelope: Envelope }
  | { readonly status: 'failed'; readonly error: StepError }
  | { readonly status: 'skipped' }

/** A step that runs for each item, while its items do. */
interface RunningParent extends StepName {
  readonly blocked: number
  readonly items: number
  readonly failures_left: number | null
}

/** Freezes the list, and makes one item of each entry. The step itself takes no place from then on. */
export function* startItems(workflow: HeldWorkflow, step: ReadyStep, definition: StepDefinition): Work<void> {
  const values = yield* readValues(workflow, step)
  const list = listOf(definition, { values, at: workflow.transaction.at })
  const left = MAX_ITEMS_A_WORKFLOW - (yield* countItems(workflow.row.number))
  const error = 'error' in list ? list.error : tooMany(list.entries.length, left)
  if ('error' in list || error) {
    yield* workflow.fail(step, { from: 'running', error: error! })
    return
  }
  const { at } = workflow.transaction
  const items = list.entries.map((entry, index) =>
    newItem({ ...definition, action: step.action }, { entry, index, values, at }),
  )
  yield* begin(workflow, step, { definition, items })
}

/** One call of the step has ended: the next one starts, or the step ends. */
export function* itemEnded(workflow: HeldWorkflow, item: StepName, end: ItemEnd): Work<void> {
  const parent = (yield* first<RunningParent>(
    `UPDATE workflow_steps SET blocked = blocked - 1, failures_left = failures_left - ?2 WHERE key = ?1
     RETURNING key, id, blocked, items, failures_left`,
    stepOfItem(item.key),
    end.status === 'failed' ? 1 : 0,
  ))!
  if (parent.failures_left === null) {
    yield* turnEnded(workflow, item, end)
    return
  }
  const { items, blocked } = parent
  if (isProgress(items - blocked, items))
    workflow.tellStep(parent, 'running', `${items - blocked} of ${items} done.`)
  const isTooMuch = end.status === 'failed' && parent.failures_left < 0
  const skipped = isTooMuch ? yield* skipRest(workflow, parent.key) : 0
  if (blocked - skipped === 0) yield* finish(workflow, parent.key)
  else yield* startNext(workflow, parent.key)
}

/** The rows of all items, and the step that waits for them. */
function* begin(
  workflow: HeldWorkflow,
  step: ReadyStep,
  { definition, items }: { definition: StepDefinition; items: readonly NewItem[] },
): Work<void> {
  const { concurrency = 1, failures = 0 } = definition.for_each!
  const failed = items.filter(({ status }) => status === 'failed').length
  const open = items.filter(({ status }) => status === 'pending').length
  yield* insertItems(workflow, step, { items, definition, ready: concurrency })
  yield* change(
    `UPDATE workflow_steps SET status = 'running', blocked = ?2, queued = 0, lease = NULL, attempts = attempts + 1,
       started_at = ?3, finished_at = NULL, message = NULL, error = NULL, result = NULL, items = ?4, failures_left = ?5
     WHERE key = ?1`,
    step.key,
    open,
    workflow.transaction.at,
    items.length,
    failures - failed,
  )
  workflow.moved(step, 'running', 'blocked')
  workflow.tellStep(step, 'running', null)
  const data = { attempt: step.attempts + 1, items: items.length }
  yield* workflow.record({ type: 'step.started', step_id: step.id, data })
  workflow.row.active_count += Math.min(open, concurrency)
  const skipped = failed > failures ? yield* skipRest(workflow, step.key) : 0
  if (open - skipped === 0) yield* finish(workflow, step.key)
  else if (definition.needs_human) yield* workflow.askWhereReady()
}

/** Marked at once: several items may end in one transaction, and each starts another one. */
function* startNext(workflow: HeldWorkflow, parent: number): Work<void> {
  const next = yield* first<{ key: number; asks: number }>(
    `UPDATE workflow_steps SET blocked = 0 WHERE key = (
       SELECT key FROM workflow_steps WHERE parent = ?1 AND status = 'pending' AND blocked = 1 ORDER BY item LIMIT 1)
     RETURNING key, asks`,
    parent,
  )
  if (!next) return
  workflow.row.active_count += 1
  if (next.asks === 1 && workflow.isGoingOn) yield* workflow.ask(next.key)
}

/** Too many have failed: what has not begun is left out. The answer is how many that are. */
function* skipRest(workflow: HeldWorkflow, parent: number): Work<number> {
  const rest = yield* all<Pick<StepRow, 'key' | 'id' | 'status' | 'blocked' | 'waiting'>>(
    `SELECT key, id, status, blocked, waiting FROM workflow_steps
     WHERE parent = ?1 AND ((status = 'pending' AND queued = 0) OR status = 'waiting')`,
    parent,
  )
  yield* change(
    `UPDATE workflow_steps SET status = 'skipped', skipped_because = 'failure', run_at = NULL, waiting = NULL,
       message = 'Skipped because too many others failed.', finished_at = ?2
     WHERE parent = ?1 AND ((status = 'pending' AND queued = 0) OR status = 'waiting')`,
    parent,
    workflow.transaction.at,
  )
  yield* change('UPDATE workflow_steps SET blocked = blocked - ?2 WHERE key = ?1', parent, rest.length)
  for (const item of rest) {
    const standing = item.blocked === 0 ? 'ready' : 'blocked'
    workflow.moved(item, item.status === 'waiting' ? 'waiting' : standing, 'skipped')
    const { confirmation_id } = JSON.parse(item.waiting ?? '{}') as { confirmation_id?: string | null }
    if (confirmation_id)
      workflow.transaction.tell({ about: 'question.closed', confirmation_id, approved: false })
  }
  return rest.length
}

/** All items have ended: their results are the step's. */
function* finish(workflow: HeldWorkflow, key: number): Work<void> {
  const step = (yield* first<Pick<StepRow, 'key' | 'id' | 'definition' | 'lease'>>(
    'SELECT key, id, definition, lease FROM workflow_steps WHERE key = ?1',
    key,
  ))!
  const rows = yield* all<Pick<StepRow, 'item' | 'status' | 'result' | 'error'>>(
    'SELECT item, status, result, error FROM workflow_steps WHERE parent = ?1 ORDER BY item',
    key,
  )
  const items = rows.map(itemResult)
  const completed = items.filter(({ status }) => status === 'completed').length
  const failures = items.filter(({ status }) => status === 'failed')
  const failed = failures.length
  const data = { items, completed, failed }
  const message = `${completed} of ${items.length} items completed.`
  if (failed <= (definitionOf(step).for_each?.failures ?? 0)) {
    yield* workflow.complete(step, { from: 'blocked', envelope: { success: true, message, data } })
    return
  }
  const first_ = failures[0]!
  const error = {
    code: 'items_failed',
    message: `${failed} of ${items.length} items failed. Item ${first_.index}: ${first_.error!.message}`,
  }
  const envelope = { success: false, message: error.message, data }
  yield* workflow.fail(step, { from: 'blocked', error, envelope })
}

interface ItemResult {
  readonly index: number
  readonly status: string
  readonly data?: unknown
  readonly error?: StepError
}

function itemResult({
  item,
  status,
  result,
  error,
}: Pick<StepRow, 'item' | 'status' | 'result' | 'error'>): ItemResult {
  const index = item!
  if (status === 'completed')
    return { index, status, data: (JSON.parse(result ?? '{}') as Partial<Envelope>).data ?? null }
  return error === null ? { index, status } : { index, status, error: JSON.parse(error) as StepError }
}

/** Every percent, so that ten thousand items are not told ten thousand times. */
function isProgress(done: number, items: number): boolean {
  return Math.floor((done * 100) / items) > Math.floor(((done - 1) * 100) / items)
}

function listOf(
  { for_each }: StepDefinition,
  { values, at }: Given,
): { entries: readonly unknown[] } | { error: StepError } {
  const { in: given } = for_each!
  try {
    const found =
      typeof given === 'string'
        ? valueOf(given, { values, at })
        : resolveReferences(given, values.inArguments)
    if (Array.isArray(found)) return { entries: found }
    const message = `for_each needs a list, but ${String(given)} isn't one.`
    return { error: { code: 'not_a_list', message } }
  } catch (error) {
    const message = sentenceOf(error)
    if (message === undefined) throw error
    return { error: { code: 'not_a_list', message } }
  }
}

/** With its arguments, or with the reason why it does not run. */
function newItem(
  definition: StepDefinition & Pick<ReadyStep, 'action'>,
  { entry, index, values, at }: Given & { entry: unknown; index: number },
): NewItem {
  const local = { [itemName(definition)]: entry, index }
  const known = withLocal(values, local)
  try {
    if (conditionIsAboutItem(definition) && !holds(definition.when!, known, at))
      return { index, local, status: 'skipped', message: 'Skipped because its condition was false.' }
  } catch (error) {
    return failedItem({ index, local }, { code: 'bad_condition', error })
  }
  try {
    return { index, local, status: 'pending', args: itemArguments(definition, { values: known, at }) }
  } catch (error) {
    return failedItem({ index, local }, { code: 'unresolved_reference', error })
  }
}

function failedItem(
  item: Pick<NewItem, 'index' | 'local'>,
  { code, error }: { code: string; error: unknown },
): NewItem {
  const message = sentenceOf(error)
  if (message === undefined) throw error
  return { ...item, status: 'failed', message, error: { code, message } }
}

function* countItems(workflow: number): Work<number> {
  const { firstItem, lastItem } = itemRange(workflow)
  const found = yield* first<{ count: number }>(
    'SELECT count(*) AS count FROM workflow_steps WHERE key BETWEEN ?1 AND ?2',
    firstItem,
    lastItem,
  )
  return found!.count
}

function tooMany(count: number, left: number): StepError | undefined {
  const code = 'too_many_items'
  if (count > MAX_ITEMS)
    return { code, message: `The list has ${count} items; a step takes at most ${MAX_ITEMS}.` }
  if (count <= left) return undefined
  const message = `The list has ${count} items, but the workflow has room for ${left} more of ${MAX_ITEMS_A_WORKFLOW}.`
  return { code, message }
}
