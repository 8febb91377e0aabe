import type { Envelope } from '../../../contract/envelope.ts'
import { candidatesOf, type Source, type Sources } from '../names.ts'
import { failuresBefore } from './propagate.ts'
import type { Rules } from './rules.ts'
import { keyOf, type ReadyStep, type StepRow } from './step-rows.ts'
import { outputOf, UnresolvedReference, type Lookup } from './variables.ts'
import { readVariables } from './workflow-rows.ts'
import { bulk, first, type Work } from './statement.ts'

/** What the `$names` of a step stand for. */
export interface StepValues {
  /** Throws where a step was skipped that should give it. */
  readonly inArguments: Lookup
  /** The same with null there, so that a condition can ask for it. */
  readonly inExpressions: Lookup
}

interface Found {
  readonly value: unknown
  /** Why there is none. */
  readonly missing?: string
}

type Published = Pick<StepRow, 'id' | 'status' | 'result' | 'finished_at' | 'failures_left'>

export function* readValues(
  { rules, row }: { readonly rules: Pick<Rules, 'builtIn'>; readonly row: { readonly number: number } },
  step: Pick<ReadyStep, 'key' | 'sources' | 'runs_after'>,
): Work<StepValues> {
  const found = new Map<string, Found>()
  for (const [name, source] of Object.entries(JSON.parse(step.sources ?? '{}') as Sources))
    found.set(name, yield* valueOf(name, { candidates: candidatesOf(source), workflow: row.number }))
  if (step.runs_after !== null) found.set('error', { value: yield* errorBefore(row.number, step.key) })
  const variables = yield* readVariables(row.number)
  const inExpressions: Lookup = (name) =>
    found.get(name) ?? (Object.hasOwn(variables, name) ? { value: variables[name] } : rules.builtIn(name))
  return {
    inExpressions,
    inArguments(name) {
      const missing = found.get(name)?.missing
      if (missing !== undefined) throw new UnresolvedReference(missing)
      return inExpressions(name)
    },
  }
}

/** The same, with names that mean something in one place only. */
export function withLocal(values: StepValues, local: Readonly<Record<string, unknown>>): StepValues {
  const first =
    (lookup: Lookup): Lookup =>
    (name) =>
      Object.hasOwn(local, name) ? { value: local[name] } : lookup(name)
  return { inArguments: first(values.inArguments), inExpressions: first(values.inExpressions) }
}

/** What went wrong first; null where nothing did. */
function* errorBefore(workflow: number, key: number): Work<unknown> {
  const [failed] = yield* failuresBefore(workflow, key)
  if (!failed) return null
  return { step_id: failed.id, ...(JSON.parse(failed.error ?? '{}') as object) }
}

const PUBLISHED = bulk(
  'SELECT id, status, result, finished_at, failures_left FROM workflow_steps WHERE key = ?1',
  'bigint',
)

/** Of several steps that could give it, the last that completed does. */
function* valueOf(
  name: string,
  { candidates, workflow }: { candidates: readonly Source[]; workflow: number },
): Work<Found> {
  let last: { step: Published; takes: Source[1] } | undefined
  let skipped = ''
  for (const [position, takes] of candidates) {
    const step = yield* first<Published>(PUBLISHED, keyOf(workflow, position))
    if (step?.status !== 'completed') skipped ||= step?.id ?? ''
    else if (!last || step.finished_at! > last.step.finished_at!) last = { step, takes }
  }
  if (!last) return { value: null, missing: `$${name} has no value, because step "${skipped}" was skipped.` }
  return dataOf(name, last)
}

function dataOf(name: string, { step, takes }: { step: Published; takes: Source[1] }): Found {
  const { data = null } = JSON.parse(step.result ?? '{}') as Partial<Envelope>
  if (takes === 'data') return { value: data }
  if (step.failures_left !== null) return { value: outputsOfItems(data as ItemsData, name, takes) }
  const output = outputOf(data, name, { single: takes === 'only_output' })
  if (output) return output
  const missing = `$${name} has no value: the result of step "${step.id}" has no member "${name}".`
  return { value: null, missing }
}

interface ItemsData {
  readonly items: readonly { readonly status: string; readonly data?: unknown }[]
}

/** In the order of the items, with null where one gave nothing. */
function outputsOfItems({ items }: ItemsData, name: string, takes: Source[1]): unknown[] {
  const single = takes === 'only_output'
  return items.map(({ status, data }) =>
    status === 'completed' ? (outputOf(data, name, { single })?.value ?? null) : null,
  )
}
