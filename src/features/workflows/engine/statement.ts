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
}

/**
 * What one transaction does, written once: it yields statements and is resumed with their rows. A database that answers
 * at once runs it without a pause, one that answers over the network waits at each statement.
 */
export type Work<Result> = Generator<Statement, Result, readonly Row[]>

export function* all<Found = Row>(sql: string, ...values: readonly Value[]): Work<readonly Found[]> {
  return (yield { sql, values }) as readonly Found[]
}

export function* first<Found = Row>(sql: string, ...values: readonly Value[]): Work<Found | undefined> {
  return (yield { sql, values })[0] as Found | undefined
}

/** How many rows it changed. */
export function* change(sql: string, ...values: readonly Value[]): Work<number> {
  return (yield { sql, values, counts: true })[0]!['changes'] as number
}
