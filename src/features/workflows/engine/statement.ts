export type Value = string | number | null

export type Row = Readonly<Record<string, Value>>

export interface Statement {
  /** Parameters are written `?1`, `?2` …, and the text is one that SQLite and PostgreSQL both understand. */
  readonly sql: string
  readonly values: readonly Value[]
  /** The rows that it reads may not change until the transaction ends. SQLite has one writer anyway. */
  readonly locks?: true
  /** Nobody needs rows, only how many were changed: the answer is one row, `{changes}`. */
  readonly counts?: true
  /**
   * The types of its parameters (`bigint text`), where many of the same statement may be run as one. The first is the key of the row. A
   * database that answers at once does not care.
   */
  readonly bulk?: string
  /** Nobody needs to hear of it: it may be run with others, any time before the next statement that is answered. */
  readonly unanswered?: true
}

/** A statement about one row that many may run at the same moment. */
export interface BulkSql {
  readonly sql: string
  readonly bulk: string
}

export function bulk(sql: string, types: string): BulkSql {
  return { sql, bulk: types }
}

/**
 * What one transaction does, written once: it yields statements and is resumed with their rows. A database that answers
 * at once runs it without a pause, one that answers over the network waits at each statement.
 */
export type Work<Result> = Generator<Statement, Result, readonly Row[]>

type Sql = string | BulkSql

export function* all<Found = Row>(sql: Sql, ...values: readonly Value[]): Work<readonly Found[]> {
  return (yield { ...textOf(sql), values }) as readonly Found[]
}

export function* first<Found = Row>(sql: Sql, ...values: readonly Value[]): Work<Found | undefined> {
  return (yield { ...textOf(sql), values })[0] as Found | undefined
}

/** How many rows it changed. */
export function* change(sql: Sql, ...values: readonly Value[]): Work<number> {
  return (yield { ...textOf(sql), values, counts: true })[0]!['changes'] as number
}

/** Changes one row, whatever it was before. */
export function* write({ sql, bulk }: BulkSql, ...values: readonly Value[]): Work<void> {
  yield { sql, bulk, values, counts: true, unanswered: true }
}

function textOf(sql: Sql): { readonly sql: string; readonly bulk?: string } {
  return typeof sql === 'string' ? { sql } : sql
}
