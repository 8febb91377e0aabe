import { DatabaseSync } from 'node:sqlite'
import { isSealed, readSeal, type SealedFiles } from './backup-seal.ts'
import { Connection } from './connection.ts'
import { migrate, type Migration } from './migrations.ts'

/** What is done with the rows of one table when nobody knows who wrote them. */
export interface StrangeRows {
  readonly sql: string
  /** How many of its rows would act by themselves, or decide what others may do. */
  readonly count?: string
  /** What a person is told of them, e.g. `3 schedules are paused`. */
  readonly tell?: (count: number) => string
}

/** How a backup is told from a file that only looks like one. */
export interface OriginRules {
  /** The key of this machine, with which its own backups are sealed; null when it cannot be had. */
  readonly key: () => Promise<Uint8Array | null>
  readonly migrations: readonly Migration[]
  /** For every table, by its name: `kept` as it is, or what becomes of its rows. */
  readonly strangeRows: Readonly<Record<string, 'kept' | StrangeRows>>
}

export async function isOwnBackup(
  backup: string,
  { copy, companions, rules }: { copy: string; companions: SealedFiles; rules: OriginRules },
): Promise<boolean> {
  const [seal, key] = await Promise.all([readSeal(backup), rules.key()])
  return seal !== undefined && key !== null && isSealed(copy, { seal, key, companions })
}

/**
 * Why a file of unknown origin is not used; null when it has the shape that our migrations make, down to the text of
 * each declaration: whatever else can stand in a schema (triggers, views, computed columns, virtual tables) is code that
 * runs at our reads and writes.
 */
export function strangeShape(
  sqlite: DatabaseSync,
  { version, migrations }: { version: number; migrations: readonly Migration[] },
): string | null {
  const [first] = schemaOf(sqlite).symmetricDifference(expectedSchema(migrations, version))
  if (first !== undefined) {
    const [type, name] = JSON.parse(first) as [string, string]
    return `its ${type} ${JSON.stringify(name)} differs from what Deskhand creates`
  }
  // Only now, for this computes whatever a schema declares.
  const answer = sqlite.prepare('PRAGMA integrity_check(1)').get()?.['integrity_check']
  if (answer !== 'ok') return String(answer)
  // A counter at its end would keep every new row out.
  const most = sqlite.prepare('SELECT CAST(max(seq) AS TEXT) AS seq FROM sqlite_sequence').get()?.['seq']
  return Number(most ?? 0) > MAX_ROWS ? 'it counts more rows than possible' : null
}

const MAX_ROWS = 2 ** 36

/** Brings a copy up to date, and says what in its rows would act by itself or decide what others may do. */
export function surveyStranger(path: string, { migrations, strangeRows }: OriginRules): string[] {
  return withConnection(path, (connection) => {
    migrate(connection, migrations, versionOf(connection))
    return changesIn(strangeRows).flatMap(({ count, tell }) => {
      const rows = count === undefined ? 0 : Number(connection.prepare(count).get()?.['count'])
      return rows > 0 && tell ? [tell(rows)] : []
    })
  })
}

/** Takes away from the rows of a copy that is up to date what would act by itself. */
export function calmStranger(path: string, { strangeRows }: OriginRules): void {
  withConnection(path, (connection) => {
    connection.execute('BEGIN IMMEDIATE')
    for (const { sql } of changesIn(strangeRows)) connection.execute(sql)
    connection.execute('COMMIT')
  })
}

function changesIn(strangeRows: OriginRules['strangeRows']): StrangeRows[] {
  return Object.values(strangeRows).filter((rows) => rows !== 'kept')
}

function withConnection<Result>(path: string, use: (connection: Connection) => Result): Result {
  const connection = new Connection(path)
  try {
    return use(connection)
  } finally {
    connection.close()
  }
}

function versionOf(connection: Connection): number {
  return Number(connection.prepare('PRAGMA user_version').get()?.['user_version'])
}

function expectedSchema(migrations: readonly Migration[], version: number): Set<string> {
  const sqlite = new DatabaseSync(':memory:')
  try {
    for (const { sql } of migrations.filter((migration) => migration.version <= version)) sqlite.exec(sql)
    return schemaOf(sqlite)
  } finally {
    sqlite.close()
  }
}

function schemaOf(sqlite: DatabaseSync): Set<string> {
  const rows = sqlite.prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema').all()
  return new Set(rows.map(({ type, name, tbl_name, sql }) => JSON.stringify([type, name, tbl_name, sql])))
}
