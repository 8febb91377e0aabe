import type { PoolClient } from 'pg'
import type { Value, Row, Statement, Work } from '../engine/statement.ts'

interface Translated {
  readonly name: string
  readonly text: string
}

/** Every statement is written once in the code: their number is small, and so is this. */
const translated = new Map<string, Translated>()

/** Runs the work of a transaction, waiting for the database at each statement. */
export async function runWork<Result>(client: PoolClient, work: Work<Result>): Promise<Result> {
  let step = work.next()
  while (!step.done) step = work.next(await execute(client, step.value))
  return step.value
}

export async function execute(
  client: PoolClient,
  { sql, values, locks, counts }: Statement,
): Promise<readonly Row[]> {
  const { rows, rowCount } = await client.query<Row>({
    ...translate(locks ? `${sql} FOR UPDATE` : sql),
    values: values.map(storable),
  })
  return counts ? [{ changes: rowCount ?? 0 }] : rows
}

/** `?1` is how the statements write what PostgreSQL calls `$1`. The name lets each connection prepare it once. */
function translate(sql: string): Translated {
  const known = translated.get(sql)
  if (known) return known
  const made = { name: `deskhand_${translated.size}`, text: sql.replaceAll(/\?(\d+)/g, '$$$1') }
  translated.set(sql, made)
  return made
}

/** The one character that PostgreSQL cannot keep in a text. */
export function storable(value: Value): Value {
  return typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
}
